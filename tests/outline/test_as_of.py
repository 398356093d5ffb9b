"""The world as of a turn: what comes later changes nothing on its page, and is not led to."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.model.audience import EVERYONE, Audience, faction_audience
from chronicle.model.facts import Ref
from chronicle.outline.as_of import worlds_by_turn
from chronicle.outline.pages import outline
from chronicle.project import project
from chronicle.project.edition import Edition
from chronicle.render import render_site
from tests.render import html_checks
from tests.small_campaign import SOUND, play_files
from tests.theme_fragments import renderer

VAEL: Final = faction_audience("vael")
TURNS: Final = (
    """\
turn: 1
title: Calm
rumors:
  - {id: wind, text: "It was the wind in [[marsh]].", heard_by: everyone, truth: false}
  - {id: bell, text: It was the bell., heard_by: everyone, truth: true}
""",
    """\
turn: 2
title: The Harbour Bows
news:
  - for: everyone
    text: The harbour bows.
    effects: [{power: vael, sphere: harbour, influence: +2}]
rumors: [{text: Nobody bows., where: marsh, heard_by: everyone, truth: true}]
""",
    """\
turn: 3
title: A Valley
reveals:
  - {place: vale, for: everyone}
  - {rumor: 1/wind, for: everyone}
""",
)


@lru_cache(maxsize=8)
def edition(audience: Audience, turns: int = 3) -> Edition:
    """What an audience knows of a campaign of so many turns."""
    files = {f"turns/{at:03}.yaml": text for at, text in enumerate(TURNS[:turns], start=1)}
    played = play_files(files)
    return project(played.campaign, played.history, played.ruleset, audience)


@pytest.mark.parametrize("audience", [EVERYONE, VAEL, faction_audience("oru")])
def test_later_turns_do_not_change_an_as_of_page(audience: Audience) -> None:
    of_all = tuple(worlds_by_turn(edition(audience)))
    for turns in (1, 2, 3):
        *_, last = worlds_by_turn(edition(audience, turns))
        assert of_all[turns - 1] == last


def test_rumors_stay_open_until_resolved_and_places_appear_once_known() -> None:
    found = tuple(worlds_by_turn(edition(EVERYONE)))
    assert [len(world.rumors) for world in found] == [2, 3, 2]
    assert "bows" in found[2].rumors[0].text.markdown
    vale = Ref("place", "vale")
    known = [vale in {place.ref for place in world.places} for world in found]
    assert known == [False, False, True]
    held = {place.ref.id: place.holdings for place in list(worlds_by_turn(edition(VAEL)))[1].places}
    assert [it.kind for it in held["harbour"]] == ["rules"]


#: Two turns: by the second a story has begun, and Oru, the land and the end of a war are known.
LATER: Final = {
    "campaign.yaml": SOUND["campaign.yaml"].replace("turn: 1, title", "turn: 2, title"),
    "factions/oru.yaml": SOUND["factions/oru.yaml"].replace("for: everyone", "for: factions"),
    "places.yaml": "for: everyone\nplaces:\n  land: {name: The Land, for: factions}\n"
    "  harbour: {name: The Harbour, within: land}\n"
    "  marsh: {name: The Marsh, neighbours: [harbour]}\n",
    "turns/001.yaml": "turn: 1\nrelations: [{between: [vael, oru], as: war, for: factions}]\n",
    "turns/002.yaml": "turn: 2\n"
    "relations: [{between: [vael, oru], as: nothing, for: factions}]\n"
    "reveals: [{faction: oru, for: everyone}, {place: land, for: everyone}]\n",
}


def test_a_world_has_the_factions_places_relations_and_story_of_its_turn_and_no_others() -> None:
    played = play_files(LATER)
    public, own = (
        tuple(worlds_by_turn(project(played.campaign, played.history, played.ruleset, audience)))
        for audience in (EVERYONE, VAEL)
    )
    assert [world.story for world in public] == ["", "The First"]
    oru, vael = Ref("faction", "oru"), Ref("faction", "vael")
    assert [world.factions for world in public] == [(vael,), (oru, vael)]
    assert [world.factions for world in own] == [(oru, vael)] * 2
    harbour, land, marsh = (Ref("place", id) for id in ("harbour", "land", "marsh"))
    assert [[(it.ref, it.within) for it in world.places] for world in public] == [
        [(harbour, None), (marsh, None)],
        [(harbour, land), (land, None), (marsh, None)],
    ]
    assert [[it.kind for it in world.relations] for world in own] == [["war"], []]


@pytest.mark.parametrize("audience", [EVERYONE, VAEL])
def test_an_as_of_page_links_only_to_itself_and_earlier_turns(audience: Audience) -> None:
    report = Report()
    files = render_site(outline(edition(audience), report), renderer("shadow"), report)
    drawn = files["as-of/2.html"].decode()
    page = html_checks.parse(drawn)
    for check in ("markup_faults", "id_faults", "head_faults", "heading_faults"):
        assert getattr(html_checks, check)(page) == []
    main = drawn[drawn.index("<main") : drawn.index("</main>")]
    led = set(re.findall(r'<a [^>]*href="([^"]+)"', main))
    onward = {"../turns/3.html", "../as-of/3.html"}
    allowed = r"#(faction|place)-\w+|\.\./(turns/([12]|index)\.html|map\.html#turn-2|as-of/1\.html"
    allowed += r"|rumors/[12]\.html#r\d)"
    dossier = r"|\.\./dossier/2\.html" if audience == VAEL else ""
    assert onward <= led
    assert [link for link in led - onward if not re.fullmatch(allowed + dossier, link)] == []
    assert {link for link in led if link.startswith("#")} >= {"#place-marsh"}
    ids = html_checks.ids_of(page)
    assert all(link[1:] in ids for link in led if link.startswith("#"))
    assert "The Vale" not in main or audience == VAEL
    assert "noindex" in drawn
    assert b'href="../as-of/2.html"' in files["turns/2.html"]
