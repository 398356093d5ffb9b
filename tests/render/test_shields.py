"""Shields on pages: a page draws the arms that it shows once, and no others."""

from __future__ import annotations

import re
from typing import Final

from chronicle.outline.frame import FactionBadge
from tests.theme_fragments import renderer

COLORS: Final = ("#111111", "#eeeeee")
VAEL: Final = FactionBadge("vael", "House Vael", COLORS, "key", "chief", "")
ORU: Final = FactionBadge("oru", "the Oru", COLORS, "moon", "per-pale", "")
SHIELDS: Final = renderer().shields


def page(*shown: tuple[FactionBadge, str]) -> str:
    """A page that shows these shields in these sizes, of a campaign with two factions."""
    body = "".join(SHIELDS.shield(faction, size) for faction, size in shown)
    return SHIELDS.with_drawings(f"<main>{body}</main><footer></footer>", (ORU, VAEL))


def drawn(page: str) -> list[str]:
    """Whose arms stand on a page, in order."""
    return re.findall(r'<symbol id="shield-([^"]*)"', page)


def test_a_repeated_shield_is_defined_once_per_page() -> None:
    often = page((VAEL, "mini"), (VAEL, ""), (VAEL, "small"), (VAEL, "mini"))
    assert drawn(often) == ["vael"]
    assert often.count('<use href="#shield-vael"/>') == 4


def test_a_page_defines_only_shields_that_it_shows() -> None:
    assert drawn(page((ORU, "mini"))) == ["oru"]
    assert drawn(page()) == []
    assert page() == "<main></main><footer></footer>"


def test_shields_are_defined_in_the_order_of_the_campaign() -> None:
    assert drawn(page((VAEL, "mini"), (ORU, "mini"))) == ["oru", "vael"]


def test_main_content_holds_the_definitions_of_its_shields() -> None:
    main, _, rest = page((VAEL, "mini")).partition("</main>")
    assert drawn(main) == ["vael"]
    assert rest == "<footer></footer>"


def test_only_large_shields_are_hatched() -> None:
    both = page((VAEL, "large"), (VAEL, "mini"), (ORU, "mini"))
    oru, vael = re.findall(r"<symbol.*?</symbol>", both)
    assert "hatch" in vael
    assert "hatch" not in oru


def test_a_standalone_shield_includes_its_definition() -> None:
    whole = SHIELDS.shield(VAEL, "mini", whole=True)
    assert SHIELDS.drawing(VAEL) in whole
    assert SHIELDS.with_drawings(f"<header>{whole}</header><main></main>", (VAEL,)).endswith(
        "<main></main>"
    )
