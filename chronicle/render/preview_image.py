"""The card: the picture by which chats and networks show a link to the site; the home of resvg.

It is drawn of the public's edition, by the theme's `card.svg`, in letters that come with chronicle.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, TypeAlias

import resvg_py

from chronicle.diagnostics.catalogue import shields as problems
from chronicle.diagnostics.report import Report
from chronicle.files.source import whole
from chronicle.outline.site import CARD, Page, Site
from chronicle.render.font_metrics import FONTS, face, fitted
from chronicle.render.theme import Theme

_PAGE: Final = Page(CARD.path, "card.svg", "card", listed=False)
#: Draws a page of a site, with what is shown beside the edition; None after a finding.
Draw: TypeAlias = Callable[[Page, Site, Mapping[str, object]], str | None]


def drawn_card(site: Site, theme: Theme, draw: Draw, report: Report) -> bytes | None:
    """The card of a site as PNG; None where it has none or the author's own, and after findings."""
    if site.card != CARD:
        return None
    title = site.edition.title
    if not face("upright").has(title):
        report.add(problems.CardWithoutTitle(at=None, title=title))
    drawing = draw(_PAGE, site, {"fitted": fitted})
    if drawing is None:
        return None
    try:
        return _pixels(drawing)
    except ValueError as error:
        at = whole(theme.sources[_PAGE.template])
        report.add(problems.CardFailed(at=at, said=str(error).rstrip(".")))
        return None


# A site that is built again and again while somebody writes has the same card nearly each time.
@lru_cache(maxsize=4)
def _pixels(drawing: str) -> bytes:
    """A drawing (SVG) as PNG, the same on every machine: no font but ours is looked at."""
    return resvg_py.svg_to_bytes(
        svg_string=drawing,
        width=CARD.width,
        height=CARD.height,
        skip_system_fonts=True,
        font_files=list(FONTS),
        serif_family="EB Garamond",
    )
