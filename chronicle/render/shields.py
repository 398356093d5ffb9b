"""Shields: each drawing is on a page once, at its end, and is referred to by its uses.

Pages name the same few factions many times. With a drawing at every name, shields took most of a
page's bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from jinja2 import Environment
from markupsafe import Markup

from chronicle.markup.heraldry import shield_of
from chronicle.markup.heraldry.divisions import SHIELD_HEIGHT, SHIELD_OUTLINE, SHIELD_WIDTH
from chronicle.outline.frame import FactionBadge
from chronicle.records import Record, field
from chronicle.render.theme import Theme

#: Prefix of a drawing's id; the rest is the faction's id.
ID_PREFIX: Final = "shield-"
_TEMPLATE: Final = "shield.html"
#: The smallest size, which a style sheet knows by where it stands: in a faction's name.
_SMALLEST: Final = "mini"
_BOX: Final = f'viewBox="0 0 {SHIELD_WIDTH} {SHIELD_HEIGHT}"'
#: Within another drawing a shield needs a size; elsewhere style sheets set it.
_SIZE: Final = f'width="{SHIELD_WIDTH // 2}" height="{SHIELD_HEIGHT // 2}"'
#: Next to a shield there is a name, so screen readers can skip it.
_HIDDEN: Final = 'aria-hidden="true"'
_BEGIN: Final = f'<svg class="shields" width="0" height="0" {_HIDDEN}>'
_REFERENCE: Final = f'><use href="#{ID_PREFIX}'
#: The tag before a reference in a size that is large enough for hatching.
_HATCHED: Final = re.compile(r'class="shield (?:medium|large|great)"')
#: The edge of a shield, of all shields on a page, and what refers to that.
_EDGE: Final = Markup(f'<path class="edge" d="{SHIELD_OUTLINE}"/>')  # noqa: S704  our own outline
_SHARED_EDGE: Final = f'<path id="shields-edge" class="edge" d="{SHIELD_OUTLINE}"/>'
_USED_EDGE: Final = Markup('<use href="#shields-edge"/>')
#: What determines a drawing; it is the same for all readers of the faction.
_DrawingKey = tuple[str, str, tuple[str, str], bool, Markup]


class Shields(Record):
    """The shields of a theme, each drawn by its template once for all pages."""

    theme: Theme
    environment: Environment
    drawn: dict[_DrawingKey, Markup] = field(default_factory=dict)

    def shield(self, faction: FactionBadge, size: str = "", *, whole: bool = False) -> Markup:
        """A faction's shield in a size of the style sheet: a reference to its drawing.

        ``whole`` includes the drawing itself, for parts that may be used outside of their page.
        """
        if not whole:
            return _reference(faction.id, size)
        drawing = self.drawing(faction, edge=_EDGE)
        return Markup(f'<svg class="shield {size}" {_BOX} {_SIZE} {_HIDDEN}>{drawing}</svg>')  # noqa: S704  the theme sets the size

    def drawing(
        self, faction: FactionBadge, *, hatched: bool = False, edge: Markup = _USED_EDGE
    ) -> Markup:
        """The drawing on a shield, from the theme's template."""
        look = (faction.division, faction.sigil, faction.colors, hatched, edge)
        if look not in self.drawn:
            sigil = self.theme.sources[f"sigils/{faction.sigil}.svg"].text.strip()
            drawn = self.environment.get_template(_TEMPLATE).render(
                arms=shield_of(faction.division, faction.colors),
                sigil=Markup(sigil),  # noqa: S704  the theme's own file
                hatched=hatched,
                edge=edge,
            )
            self.drawn[look] = Markup(drawn.strip())  # noqa: S704  escaped by the template
        return self.drawn[look]

    def with_drawings(self, page: str, factions: Iterable[FactionBadge]) -> str:
        """The content of a page with the drawings that its shields refer to, at its end.

        A drawing has hatching if the page shows the shield in a size for it.
        """
        texts = page.split(_REFERENCE)
        if len(texts) == 1:
            return page
        ids = [after[: after.index('"')] for after in texts[1:]]
        shown = set(ids)
        hatched = {
            id
            for id, before in zip(ids, texts, strict=False)
            if _HATCHED.search(before, before.rindex("<"))
        }
        symbols = "".join(
            f'<symbol id="{ID_PREFIX}{it.id}" {_BOX}>'
            f"{self.drawing(it, hatched=it.id in hatched)}</symbol>\n"
            for it in factions
            if it.id in shown
        )
        edge = _SHARED_EDGE if _USED_EDGE in symbols else ""
        return f"{page}\n{_BEGIN}{edge}\n{symbols}</svg>"


@lru_cache(maxsize=4096)
def _reference(id: str, size: str) -> Markup:
    frame = f' class="shield {size}"' if size else f' class="shield" {_SIZE}'
    if size == _SMALLEST:
        frame = ""
    return Markup(f'<svg{frame} {_HIDDEN}><use href="#{ID_PREFIX}{id}"/></svg>')  # noqa: S704  ids need no escaping


def without_drawings(main: str) -> str:
    """The main part of a page without the inserted drawings."""
    return main.partition(_BEGIN)[0].rstrip()
