"""The preview image that chats and social networks show with a link to the site.

It is drawn from the public edition with the theme's `card.svg`, using fonts of the package. The
only module that imports resvg_py.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final, TypeAlias

import resvg_py

from chronicle.diagnostics.catalogue import shields as problems
from chronicle.diagnostics.report import Report
from chronicle.files.source import span_of_file
from chronicle.outline.site import DEFAULT_PREVIEW_IMAGE, Site, SitePage
from chronicle.render.font_metrics import FONT_PATHS, load_face
from chronicle.render.theme import Theme

_PAGE: Final = SitePage(DEFAULT_PREVIEW_IMAGE.path, "card.svg", "card", listed=False)
#: Renders a page of a site; None after an error.
RenderPage: TypeAlias = Callable[[SitePage, Site], str | None]


def render_preview_image(
    site: Site, theme: Theme, draw: RenderPage, report: Report
) -> bytes | None:
    """The preview image as PNG; None if there is none, for the author's own, and after errors."""
    if site.frame.card != DEFAULT_PREVIEW_IMAGE:
        return None
    title = site.frame.title
    if not load_face("upright").has(title):
        report.add(problems.PreviewImageWithoutTitle(at=None, title=title))
    drawing = draw(_PAGE, site)
    if drawing is None:
        return None
    try:
        return _png_of(drawing)
    except ValueError as error:
        at = span_of_file(theme.sources[_PAGE.template])
        report.add(problems.PreviewImageFailed(at=at, said=str(error).rstrip(".")))
        return None


# When a site is rebuilt repeatedly, its preview image rarely changes.
@lru_cache(maxsize=4)
def _png_of(drawing: str) -> bytes:
    """Convert SVG to PNG, the same on every machine: only our own fonts are used."""
    return resvg_py.svg_to_bytes(
        svg_string=drawing,
        width=DEFAULT_PREVIEW_IMAGE.width,
        height=DEFAULT_PREVIEW_IMAGE.height,
        skip_system_fonts=True,
        font_files=list(FONT_PATHS),
        serif_family="EB Garamond",
    )
