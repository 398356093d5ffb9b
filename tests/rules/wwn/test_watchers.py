"""Watchers who look for the hidden as their owner's turn begins (W-FX-SPOTS)."""

from __future__ import annotations

from typing import Any

import pytest

from chronicle.model.audience import FOR_EVERYONE, FOR_GM, Visibility, visibility_of_factions
from chronicle.rules.wwn.state import Asset, Mark
from chronicle.rules.wwn.watcher_searches import search_event, searches_due
from tests.rules.wwn.custom_catalogue_boards import after, asset, board, orders, told

#: Kell's seers at the inn see as far as the ford.
SEERS = asset("seers", "kell", "seers")


def hidden(id: str, at: str = "ford", faction: str = "vael", **fields: Any) -> Asset:
    return asset(id, faction, "spears", at, **{"stealth": "hidden", **fields})


# Kell's Cunning is 1, Vael's 4: 4 + die against 1 + die.
@pytest.mark.parametrize(
    ("check", "defence", "found"),
    [
        pytest.param(1, 5, True, id="W-FX-SPOTS 5 against 6 is found"),
        pytest.param(2, 5, True, id="W-FX-SPOTS a tie is the watcher's"),
        pytest.param(3, 5, False, id="W-FX-SPOTS 7 against 6 stays hidden"),
    ],
)
def test_who_is_hidden_must_win_against_the_watcher(check: int, defence: int, found: bool) -> None:
    state = board(SEERS, hidden("knives"))
    table = {
        "kell/start/spot-seers-knives-check": (check,),
        "kell/start/spot-seers-knives-defence": (defence,),
    }
    event = search_event(state, orders(), told(table), "seers", "vael")
    assert event is not None
    assert event.id == "5/kell/start/seers/vael"
    assert {roll.id for roll in event.rolls} == {f"5/{name}" for name in table}
    assert [one.id for one in event.found] == (["knives"] if found else [])
    assert event.missed == (() if found else ("knives",))
    assert after(state, event).assets["knives"].stealth == ("" if found else "hidden")


@pytest.mark.parametrize(
    ("assets", "expected"),
    [
        pytest.param([hidden("a")], [("seers", "vael")], id="W-FX-SPOTS within a move"),
        pytest.param([hidden("a", "castle")], [], id="W-FX-SPOTS not two moves away"),
        pytest.param([hidden("a", stealth="")], [], id="W-FX-SPOTS nobody in the open"),
        pytest.param([hidden("a", faction="kell")], [], id="W-FX-SPOTS not its own"),
        pytest.param(
            [hidden("a", stealth="carried")], [("seers", "vael")], id="W-FX-SPOTS the carried too"
        ),
        pytest.param(
            [hidden("a"), hidden("b", faction="oru")],
            [("seers", "oru"), ("seers", "vael")],
            id="W-FX-SPOTS rival by rival",
        ),
    ],
)
def test_a_watcher_searches_for_stealthed_rivals(
    assets: list[Asset], expected: list[tuple[str, str]]
) -> None:
    assert list(searches_due(board(SEERS, *assets), "kell")) == expected


@pytest.mark.parametrize("mark", [Mark("unusable"), Mark("withheld", amount=2)])
def test_w_fx_spots_a_watcher_that_does_not_serve_sees_nothing(mark: Mark) -> None:
    state = board(asset("seers", "kell", "seers", marks=(mark,)), hidden("a"))
    assert list(searches_due(state, "kell")) == []


@pytest.mark.parametrize(
    ("check", "known"),
    [
        pytest.param(1, FOR_EVERYONE, id="found"),
        pytest.param(9, FOR_GM, id="missed"),
    ],
)
def test_nobody_learns_that_there_was_anything_to_find(check: int, known: Visibility) -> None:
    table = {
        "kell/start/spot-seers-knives-check": (check,),
        "kell/start/spot-seers-knives-defence": (9,),
    }
    event = search_event(board(SEERS, hidden("knives")), orders(), told(table), "seers", "vael")
    assert event is not None
    assert event.known == known


def test_where_assets_are_their_owners_alone_both_learn_what_was_found() -> None:
    state = board(SEERS, hidden("knives"), house={"assets": "owner"})
    table = {
        "kell/start/spot-seers-knives-check": (1,),
        "kell/start/spot-seers-knives-defence": (9,),
    }
    event = search_event(state, orders(), told(table), "seers", "vael")
    assert event is not None
    assert event.known == visibility_of_factions(["kell", "vael"])
