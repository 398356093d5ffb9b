"""A campaign of three turns whose figures are worked out by hand, for readers who differ.

Two powers of the ruleset `shadow` with two Destiny Dice each, and so six in the Chalice (S-ENT):

===== ======================================================== ========= ========= =======
turn  what happens                                             vael      oru       Chalice
===== ======================================================== ========= ========= =======
0     the opening: Vael has 1 in the harbour, Oru 1 in marsh   2 dice    2 dice    6
1     Vael raises the harbour to 2: 5 4 2 are two successes    4 dice              4
1     Vael has the highest sum, 2 to 1 (S-ROUND-6)             5 dice              3
2     news takes a die of Oru, and gives it 2 more in marsh              1 die     3
2     Vael attacks with 1 2 3 against 6 4 1 1, and loses 2     3 dice    3 dice    3
2     Oru has the highest sum, 3 to 2, and rules the marsh               4 dice    2
3     Vael mobilizes the Eyes, who are then 2; Oru leads                 5 dice    1
===== ======================================================== ========= ========= =======

The image under Vael's map is as wide as the map, so that positions are points on it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from chronicle.diagnostics.report import Report
from chronicle.model.audience import Audience, faction_audience
from chronicle.outline.pages import outline
from chronicle.outline.site import Site
from chronicle.outline.views import View
from chronicle.pipeline import PlayedCampaign, resolve_campaign
from chronicle.project import project
from chronicle.project.edition import Edition, TurnView
from chronicle.records import replace
from chronicle.render import Renderer, render_site
from chronicle.render.pages import render_file
from tests.folders import read_campaign
from tests.markup.images.sample_images import ROWS, png
from tests.shipped_theme import shipped_theme
from tests.small_campaign import SOUND, tree_of
from tests.theme_fragments import blocks

VAEL: Final = faction_audience("vael")
ORU: Final = faction_audience("oru")
#: The address of the public pages.
ADDRESS: Final = "https://crowns.example/hall/"
#: The key for which players seal their orders.
ORDER_KEY: Final = "a2V5"

FILES: Final[Mapping[str, str | bytes]] = {
    **SOUND,
    **read_campaign(Path(__file__).parent / "figures"),
    "factions/oru.yaml": SOUND["factions/oru.yaml"]
    + "motto: Wait\nprofile: Old folk.\ndivision: chief\n",
    "factions/vael.yaml": SOUND["factions/vael.yaml"]
    + "motto: Keep it\nnotes: Poor.\ndivision: base\n",
    "media/hill.png": png(),
    "media/face.png": png(rows=ROWS.replace(bytes([200]), bytes([90]))),
    "media/coast.png": png(rows=ROWS.replace(bytes([200]), bytes([30]))),
}


@lru_cache(maxsize=1)
def played() -> PlayedCampaign:
    """The campaign, played."""
    report = Report()
    found = resolve_campaign(tree_of(FILES, over={}), report)
    assert found is not None, [finding.message for finding in report.findings]
    return found


@lru_cache(maxsize=4)
def edition(reader: Audience) -> Edition:
    """What a reader knows of it."""
    own = played()
    return project(own.campaign, own.history, own.ruleset, reader)


@lru_cache(maxsize=4)
def site(reader: Audience) -> Site:
    """The pages of a reader's edition."""
    report = Report()
    found = outline(edition(reader), report, base_url=ADDRESS, order_key=ORDER_KEY)
    assert not report.findings
    return found


def view(reader: Audience, path: str) -> View:
    """The view of one page."""
    return site(reader).by_path[path].view


def turn(reader: Audience, number: int) -> TurnView:
    """A turn as a reader knows it, by its number and not by where it stands."""
    (found,) = (it for it in edition(reader).turns if it.number == number)
    return found


def picture(name: str) -> str:
    """The path of one of the author's images in a site."""
    return played().campaign.pictures[name].path


@lru_cache(maxsize=4)
def renderer(ruleset: str) -> Renderer:
    """The shipped theme, ready to draw pages of a ruleset."""
    theme = shipped_theme()
    return Renderer.of(theme, ruleset)


@lru_cache(maxsize=4)
def files(reader: Audience) -> Mapping[str, str]:
    """All text files of a reader's site, drawn."""
    report = Report()
    drawn = render_site(site(reader), renderer("shadow"), report)
    assert not report.findings, [finding.message for finding in report.findings]
    texts = (".html", ".xml", ".json", ".txt")
    return {path: content.decode() for path, content in drawn.items() if path.endswith(texts)}


def draw(reader: Audience, path: str, view: View) -> str:
    """A page of a reader's site, drawn with another view."""
    report, own = Report(), site(reader)
    page = replace(own.by_path[path], content=view, origin=())
    alone = replace(own, pages=tuple(page if it.path == path else it for it in own.pages))
    drawn = render_file(path, alone, renderer("shadow"), report)
    assert not report.findings, [finding.message for finding in report.findings]
    assert drawn is not None
    return drawn.decode()


def main(reader: Audience, path: str) -> str:
    """The markup of a page's own content."""
    page = files(reader)[path]
    return page[page.index("<main") : page.index("</main>")]


def read(reader: Audience, path: str) -> list[str]:
    """What is read on a page, a text for each paragraph, cell and row."""
    return blocks(main(reader, path))


def spoken(page: str) -> list[tuple[str, str]]:
    """What a screen reader says of each drawing: the texts with the ids that name and describe."""
    ids = re.findall(r'aria-labelledby="([^"]+)" aria-describedby="([^"]+)"', page)
    texts = dict(re.findall(r'<(?:title|desc) id="([^"]+)">([^<]*)</', page))
    assert len(texts) == 2 * len(ids)
    return [(texts[name], texts[description]) for name, description in ids]


def assert_in_order(found: list[str], *expected: str) -> None:
    """These texts are read, each after the one before; what is between them doesn't matter."""
    at = 0
    for text in expected:
        assert text in found[at:], f"{text!r} is not read after {found[max(at - 1, 0) : at]}"
        at = found.index(text, at) + 1
