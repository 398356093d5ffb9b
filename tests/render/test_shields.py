"""Shields on pages: a page draws the arms that it shows once, and no others."""

from __future__ import annotations

import re
from typing import Final

from markupsafe import Markup

from chronicle.diagnostics.report import Report
from chronicle.model.audience import Audience, faction_audience
from chronicle.outline.frame import FactionBadge
from chronicle.outline.pages import outline
from chronicle.project import project
from chronicle.project.edition import Edition
from chronicle.render.pages import render_file
from tests.serve.edited_campaign import CREEP
from tests.small_campaign import play_files
from tests.theme_fragments import renderer

COLORS: Final = ("#111111", "#eeeeee")
VAEL: Final = FactionBadge("vael", "House Vael", COLORS, "key", "chief", "")
ORU: Final = FactionBadge("oru", "the Oru", COLORS, "moon", "per-pale", "")
VAEL_PLAYERS: Final = faction_audience("vael")
SHIELDS: Final = renderer().shields


def page(*shown: tuple[FactionBadge, str]) -> str:
    """A page that shows these shields in these sizes, of a campaign with two factions."""
    body = "".join(SHIELDS.shield(faction, size) for faction, size in shown)
    return SHIELDS.with_drawings(f"<h1>Arms</h1>{body}", (ORU, VAEL))


def project_of(audience: Audience) -> Edition:
    """An audience's edition of a campaign with these two factions."""
    played = play_files({"turns/001.yaml": CREEP})
    return project(played.campaign, played.history, played.ruleset, audience)


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
    assert page() == "<h1>Arms</h1>"


def test_shields_are_defined_in_the_order_of_the_campaign() -> None:
    assert drawn(page((VAEL, "mini"), (ORU, "mini"))) == ["oru", "vael"]


def test_main_content_holds_the_definitions_of_its_shields() -> None:
    site = outline(project_of(VAEL_PLAYERS), Report())
    used = set[str]()
    for path in ("factions/index.html", "index.html", "factions/vael.html"):
        page = (render_file(path, site, renderer("shadow"), Report()) or b"").decode()
        before, _, rest = page.partition("<main")
        main, _, after = rest.partition("</main>")
        uses = {*re.findall(r'<use href="#shield-([^"]*)"', page)}
        assert uses == {*drawn(main)}, path
        assert "#shield-" not in before + after
        used |= uses
    assert used == {"vael", "oru"}


def test_only_large_shields_are_hatched() -> None:
    both = page((VAEL, "large"), (VAEL, "mini"), (ORU, "mini"))
    oru, vael = re.findall(r"<symbol.*?</symbol>", both)
    assert "hatch" in vael
    assert "hatch" not in oru


def test_a_standalone_shield_includes_its_definition() -> None:
    whole = SHIELDS.shield(VAEL, "mini", whole=True)
    assert SHIELDS.drawing(VAEL, edge=Markup()) in whole
    assert whole.count('<path class="edge"') == 1
    assert SHIELDS.with_drawings(f"<header>{whole}</header>", (VAEL,)).endswith("</header>")
