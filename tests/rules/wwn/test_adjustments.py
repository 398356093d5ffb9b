"""What the GM changes by news and adjustments: each change exactly, and every mistake in place."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from chronicle.rules.wwn.changes import fold
from chronicle.rules.wwn.state import Base, State
from tests.rules.rule_cases import read_yaml
from tests.rules.wwn.adjusted_board import adjusted, altered_by, board_after, later, parsed

EFFECTS: Final = read_yaml(Path(__file__).parent / "effects.yaml")


def test_the_board_is_what_the_changes_make_of_it() -> None:
    for effect in EFFECTS:
        assert board_after(effect) == fold(later(), adjusted(effect)[0].changes)


def _seat(state: State, faction: str) -> Base:
    seat = state.headquarters(faction)
    assert seat is not None
    return seat


@pytest.mark.parametrize("effect", [effect for effect in EFFECTS if effect.startswith("faction")])
def test_a_headquarters_never_has_less_than_its_faction_nor_more_than_it_may(effect: str) -> None:
    state = board_after(effect)
    for id in state.living():
        faction, seat = state.factions[id], _seat(state, id)
        assert faction.hp <= seat.hp <= faction.maximum == state.maximum(seat)
        assert all(state.maximum(base) <= faction.maximum for base in state.own_bases(id))


def test_a_lower_rating_takes_hit_points_from_faction_and_headquarters() -> None:
    state = board_after("faction: vael, force: 1")
    assert (state.factions["vael"].hp, _seat(state, "vael").hp) == (9, 9)


def test_a_lower_rating_takes_from_a_base_what_it_may_have_no_longer() -> None:
    state = board_after(
        "faction: vael, force: 1", "faction: vael, cunning: 1", "faction: vael, wealth: 1"
    )
    hall = state.bases["ford-hall"]
    assert (hall.hp, hall.maximum) == (3, 3)


def test_a_base_that_is_lost_takes_what_it_had_left_from_its_faction() -> None:
    state = board_after("base: ford-hall, hp: -1", "base: ford-hall, lost: true")
    assert "ford-hall" not in state.bases
    assert state.factions["vael"].hp == 11


def test_who_has_no_hit_points_left_is_gone_before_the_next_change() -> None:
    state = board_after("faction: kell, hp: -5", "sequence: [vael, oru]")
    assert state.living() == ("oru", "vael")
    assert not [*state.own("kell"), *state.own_bases("kell")]
    assert state.places["harbour"].ruler == ""


def test_who_loses_its_headquarters_has_nothing_left() -> None:
    state = board_after("base: quay, lost: true")
    assert state.factions["kell"].collapsed


def test_the_order_of_play_is_told_apart_from_what_changes_the_board() -> None:
    found = altered_by("sequence: [oru, kell, vael]", "faction: vael, xp: 1")
    assert found.sequence == ("oru", "kell", "vael")
    assert [change.what for change in found.alterations] == ["sequence", "xp"]
    assert altered_by("faction: vael, xp: 1").sequence == ()


def test_what_an_adjustment_brings_is_called_what_it_says_or_what_its_kind_is() -> None:
    state = board_after(
        "faction: oru, new_asset: {id: crew, type: free-company, at: mill}",
        "faction: oru, new_asset: {id: masks, name: Masks, type: demonic-slayer, at: ford, hp: 2}",
        "faction: oru, new_base: {id: tower, name: the Tower, at: crag, hp: 2, max: 7}",
    )
    assert (state.assets["crew"].name, state.assets["masks"].name) == ("Free Company", "Masks")
    assert state.bases["tower"].name == "the Tower"


def test_there_is_no_board_after_adjustments_without_one_before() -> None:
    assert parsed("turn: 1\n", None)[0].state is None


def test_what_an_adjustment_brings_can_be_changed_by_the_next() -> None:
    state = board_after(
        "faction: oru, new_asset: {id: crew, type: free-company, at: mill}",
        "asset: crew, hp: -2",
        "faction: oru, new_base: {id: tower, at: crag, max: 3}",
        "base: tower, hp: -1",
    )
    assert (state.assets["crew"].hp, state.bases["tower"].hp) == (4, 2)
    assert state.usable(state.assets["crew"])
