"""The preview images that chats and social networks show with a link to the site.

They are drawn from the public edition with the theme's `card.svg`, using fonts of the package. The
only module that imports resvg_py.
"""

from __future__ import annotations

from functools import lru_cache

import resvg_py

from chronicle.diagnostics.catalogue import shields as problems
from chronicle.diagnostics.report import Report
from chronicle.outline.frame import drawn_preview_image
from chronicle.render.font_metrics import FONT_PATHS, load_face


def check_preview_image_title(title: str, report: Report) -> None:
    """Report a title of a site that its preview image can't show."""
    if not load_face("upright").has(title):
        report.add(problems.PreviewImageWithoutTitle(at=None, title=title))


class PreviewImageError(Exception):
    """A drawing of the theme can't be converted to PNG."""


def preview_image_of(drawing: bytes) -> bytes:
    """A drawing of the theme as PNG. Raises PreviewImageError if it can't be converted."""
    try:
        return _png_of(drawing.decode())
    except ValueError as error:
        raise PreviewImageError(str(error).rstrip(".")) from error


# When a site is rebuilt repeatedly, its preview images rarely change.
@lru_cache(maxsize=64)
def _png_of(drawing: str) -> bytes:
    """Convert SVG to PNG, the same on every machine: only our own fonts are used."""
    size = drawn_preview_image()
    return resvg_py.svg_to_bytes(
        svg_string=drawing,
        width=size.width,
        height=size.height,
        skip_system_fonts=True,
        font_files=list(FONT_PATHS),
        serif_family="EB Garamond",
    )
