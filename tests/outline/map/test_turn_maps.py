"""The map that a turn is told on: which passages name which places, for each audience."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.model.audience import EVERYONE, GM, Audience, faction_audience
from chronicle.model.facts import Ref, faction_ref, place_ref
from chronicle.outline.map import TurnMap
from chronicle.outline.map.records import TurnPassage
from chronicle.outline.pages import outline
from chronicle.outline.views import TurnPage
from chronicle.project import project
from chronicle.records import replace
from tests.small_campaign import play_files

VAEL: Final = faction_audience("vael")
AUDIENCES: Final = (EVERYONE, VAEL, GM)
HARBOUR, MARSH, VALE = (place_ref(id) for id in ("harbour", "marsh", "vale"))
#: Everybody learns of the vale in the fourth turn; its rumor and news are for Vael and the GM.
TURNS: Final = (
    "title: Calm\nnews: [{for: everyone, text: Nothing stirs.}]\n",
    """\
title: The Harbour Bows
news:
  - for: everyone
    text: "The [[marsh]] is wet, and the [[harbour]] bows, as the [[marsh]] knows."
    effects: [{power: vael, sphere: harbour, influence: +2}]
  - {for: vael, text: "Smoke over the [[vale]]."}
rumors: [{text: A whisper., where: [marsh], heard_by: everyone, truth: true}]
""",
    "title: Quiet\nnews: [{for: everyone, text: Rain.}]\n",
    """\
title: A Valley
news: [{for: everyone, text: "There is a valley, the [[vale]]."}]
reveals: [{place: vale, for: everyone}]
""",
)
#: The harbour bows in the first turn already.
EARLY_TURNS: Final = (TURNS[1], *TURNS[2:])


@lru_cache
def maps(audience: Audience, texts: tuple[str, ...] = TURNS) -> tuple[TurnMap | None, ...]:
    """The maps of all turns of an edition."""
    files = {f"turns/{n:03}.yaml": f"turn: {n}\n{it}" for n, it in enumerate(texts, 1)}
    played = play_files(files)
    report = Report()
    edition = project(played.campaign, played.history, played.ruleset, audience)
    site = outline(edition, report)
    assert not report.findings
    views = [site.by_path[f"turns/{number}.html"].view for number in range(1, len(texts) + 1)]
    assert all(isinstance(view, TurnPage) for view in views)
    return tuple(view.map for view in views if isinstance(view, TurnPage))


def map_of(audience: Audience, turn: int, texts: tuple[str, ...] = TURNS) -> TurnMap:
    found = maps(audience, texts)[turn - 1]
    assert found is not None
    return found


def refs_in(found: TurnMap) -> Iterator[Ref]:
    """All places that a map shows, names or has a box for."""
    for mark in (*found.land.marks, *found.held):
        yield mark.ref
    yield from (goal.place for goal in found.goals)
    yield from (place for passage in found.passages for place in passage.places)


def test_passages_name_the_places_of_a_turn_in_the_order_of_the_page() -> None:
    news, rumor = map_of(EVERYONE, 2).passages
    # A place that is linked twice is named once.
    assert news.places == (MARSH, HARBOUR)
    assert rumor.places == (MARSH,)
    assert [(it.place, it.anchors) for it in map_of(EVERYONE, 2).goals] == [
        (MARSH, (news.anchor, rumor.anchor)),
        (HARBOUR, (news.anchor,)),
    ]


def test_each_audience_has_its_own_passages() -> None:
    places = {who: [it.places for it in map_of(who, 2).passages] for who in AUDIENCES}
    assert places == {
        EVERYONE: [(MARSH, HARBOUR), (MARSH,)],
        VAEL: [(MARSH, HARBOUR), (VALE,), (MARSH,)],
        GM: [(MARSH, HARBOUR), (VALE,), (MARSH,)],
    }


def test_a_place_that_an_audience_does_not_know_yet_is_on_none_of_its_maps() -> None:
    assert VALE not in set(refs_in(map_of(EVERYONE, 2)))
    assert {VALE} < set(refs_in(map_of(EVERYONE, 4)))
    assert {VALE} < set(refs_in(map_of(VAEL, 2)))


def test_a_turn_that_names_no_place_has_no_map() -> None:
    assert [it is None for it in maps(EVERYONE)] == [True, False, True, False]


def test_a_map_has_the_holders_before_and_after_its_turn() -> None:
    (harbour,) = (mark for mark in map_of(VAEL, 2).held if mark.ref == HARBOUR)
    before, after = harbour.runs
    assert (before.ruler, before.last) == (None, 1)
    assert after.ruler is not None
    assert (after.ruler.faction, after.first) == (faction_ref("vael"), 2)
    assert harbour.territory
    (harbour,) = (mark for mark in map_of(VAEL, 4).held if mark.ref == HARBOUR)
    assert [(run.first, run.last) for run in harbour.runs] == [(3, 4)]


@pytest.mark.parametrize("audience", [VAEL, GM])
def test_the_first_turn_has_the_holders_before_it_too(audience: Audience) -> None:
    (harbour,) = (it for it in map_of(audience, 1, EARLY_TURNS).held if it.ref == HARBOUR)
    before, after = harbour.runs
    assert (before.ruler, before.first, before.last) == (None, 0, 0)
    assert after.ruler is not None
    assert (after.ruler.faction, after.first, after.last) == (faction_ref("vael"), 1, 1)


@pytest.mark.parametrize("audience", AUDIENCES)
@pytest.mark.parametrize(("texts", "turns"), [(TURNS, 2), (EARLY_TURNS, 1)])
def test_a_map_of_a_turn_does_not_depend_on_later_turns(
    audience: Audience, texts: tuple[str, ...], turns: int
) -> None:
    assert repr(maps(audience, texts[:turns])) == repr(maps(audience, texts)[:turns])


def test_a_piece_stands_where_the_first_place_changes() -> None:
    found = map_of(EVERYONE, 2)
    marsh, harbour = found.goals
    passages = tuple(
        TurnPassage(anchor, places)
        for anchor, places in {
            "a": (MARSH, HARBOUR),
            "b": (MARSH,),
            "c": (HARBOUR,),
            "d": (MARSH,),
        }.items()
    )
    pieces = replace(found, passages=passages).pieces
    assert pieces == (("a", marsh), ("c", harbour), ("d", marsh))
