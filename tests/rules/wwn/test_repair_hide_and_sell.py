"""Repairs, hiding, and sales (W-ACT-3, W-ACT-6, W-ACT-7)."""

from __future__ import annotations

from typing import Any

import pytest

from chronicle.model.audience import visibility_of_factions
from chronicle.records import replace
from chronicle.rules.wwn.actions.hide import HideOrder
from chronicle.rules.wwn.actions.mends import Mending
from chronicle.rules.wwn.actions.repair import RepairOrder
from chronicle.rules.wwn.actions.sell import SellOrder
from chronicle.rules.wwn.state import Asset, Mark, State
from tests.rules.wwn.boards import Played, asset, base, board, faction, order, played, poor

# ── W-ACT-3: Vael has Force 5, Cunning 4, Wealth 2, and 17 hit points ────────────────────────────


def repaired(state: State, subject: str = "", times: int = 1) -> Played:
    return played(state, order(RepairOrder(subject, times)))


@pytest.mark.parametrize(
    ("of", "hp", "times", "healed", "paid", "done"),
    [
        # Half of 5, rounded up, is 3 a step; half of 4 is 2; half of 2 is 1. Steps cost 1, 2, 3 …
        pytest.param("knights", 4, 1, 3, 1, 1, id="W-ACT-3 force"),
        pytest.param("knights", 4, 2, 6, 3, 2, id="W-ACT-3 force twice"),
        pytest.param("knights", 4, 3, 9, 6, 3, id="W-ACT-3 force thrice"),
        pytest.param("prophet", 4, 1, 2, 1, 1, id="W-ACT-3 cunning"),
        pytest.param("usurers", 4, 2, 2, 3, 2, id="W-ACT-3 wealth twice"),
        # Never beyond what it has when unhurt, and nothing is paid for what is not needed.
        pytest.param("knights", 15, 1, 1, 1, 1, id="W-ACT-3 the last one"),
        pytest.param("knights", 12, 5, 4, 3, 2, id="W-ACT-3 no more than needed"),
    ],
)
def test_an_asset_is_healed_step_by_step(
    of: str, hp: int, times: int, healed: int, paid: int, done: int
) -> None:
    found = repaired(board(asset(of, at="moor", hp=hp)), of, times)
    assert (found.hp(of), found.treasure()) == (hp + healed, -paid)
    assert found.details == Mending(of, f"The {of}", healed, paid, done)
    assert found.acted.known == visibility_of_factions(["vael"])


def test_w_act_3_a_second_order_in_the_turn_goes_on_where_the_first_left_off() -> None:
    first = repaired(board(asset("knights", hp=1)), "knights")
    second = repaired(first.after, "knights")
    assert (first.treasure(), second.treasure(), second.hp("knights")) == (-1, -2, 7)


@pytest.mark.parametrize(
    ("treasure", "outcome", "healed"), [(0, "no-treasure", 0), (2, "done", 3), (3, "done", 6)]
)
def test_w_act_3_as_far_as_there_is_treasure(treasure: int, outcome: str, healed: int) -> None:
    state = board(asset("knights", hp=1), factions=[poor("vael", treasure)])
    found = repaired(state, "knights", 2)
    assert (found.came_to, found.hp("knights")) == (outcome, 1 + healed)


def test_w_fx_yields_what_is_set_aside_pays_for_assets_first() -> None:
    state = board(asset("knights", hp=1), factions=[faction("vael", earmarked=2)])
    found = repaired(state, "knights", 2)
    # 3 in all: 2 of them out of what is set aside.
    assert (found.treasure(), found.after.factions["vael"].earmarked) == (-1, 0)
    # The faction itself is not an asset.
    hurt = board(factions=[faction("vael", earmarked=2, hp=5)])
    itself = repaired(hurt)
    assert (itself.treasure(), itself.after.factions["vael"].earmarked) == (-1, 2)


def test_w_act_3_a_rogue_is_not_ours_to_repair_and_one_that_is_held_is() -> None:
    for mark, outcome in ((Mark("rogue", amount=1), "target-gone"), (Mark("pinned"), "done")):
        state = board(asset("free-company", hp=1, marks=(mark,)))
        assert repaired(state, "free-company").came_to == outcome


def test_w_act_3_nothing_is_done_for_the_unhurt_or_the_rivals() -> None:
    state = board(asset("knights"), asset("infantry", "oru", hp=1))
    assert repaired(state, "knights").came_to == "target-unhurt"
    assert repaired(state, "infantry").came_to == "target-gone"
    assert repaired(state, "oru-hall").came_to == "target-gone"
    assert repaired(board(base("tower")), "tower").came_to == "target-unhurt"
    assert repaired(state).came_to == "target-unhurt"


def test_w_act_3_the_faction_of_the_rulebook_heals_four() -> None:
    # Force 5, Wealth 2, Cunning 4: half of 5 + 2 is 3.5.
    state = board(factions=[faction("vael", hp=5)])
    found = repaired(state)
    assert (found.after.factions["vael"].hp, found.treasure()) == (9, -1)
    assert found.details == Mending("", "", 4, 1)
    # The headquarters is healed by the same (W-ENT-4).
    assert (state.bases["vael-hall"].hp, found.hp("vael-hall")) == (5, 9)
    assert repaired(found.after).came_to == "used-already"


def test_w_ent_4_other_bases_are_healed_by_the_same_once_each() -> None:
    state = board(base("tower", hp=3, maximum=10), base("gate", at="quay", hp=9, maximum=10))
    first = repaired(state, "tower")
    second = repaired(first.after, "gate")
    assert (first.hp("tower"), second.hp("gate")) == (7, 10)
    assert (first.treasure(), second.treasure()) == (-1, -1)
    assert repaired(second.after, "tower").came_to == "used-already"
    assert first.details == Mending("tower", "The tower", 4, 1)
    assert repaired(state, "vael-hall").came_to == "barred"


def test_w_act_3_a_faction_without_treasure_is_not_healed() -> None:
    state = board(base("tower", hp=3, maximum=10), factions=[poor("vael", hp=5)])
    assert repaired(state).came_to == "no-treasure"
    assert repaired(state, "tower").came_to == "no-treasure"


# ── W-ACT-6 ──────────────────────────────────────────────────────────────────────────────────────


def hidden(state: State, id: str = "infantry", faction: str = "vael") -> Played:
    return played(state, order(HideOrder(), id, faction))


@pytest.mark.parametrize(
    ("change", "figures", "outcome"),
    [
        ({}, {"cunning": 3}, "done"),
        ({}, {"cunning": 2}, "barred"),
        ({}, {"treasure": 2}, "done"),
        ({}, {"treasure": 1}, "no-treasure"),
        # Beside Oru's seat; at the ford nobody has a base.
        ({"at": "mill"}, {}, "rival-base"),
        ({"at": "ford"}, {}, "done"),
        ({"stealth": "hidden"}, {}, "hidden-already"),
        ({"stealth": "carried"}, {}, "done"),
        ({"ready": 6}, {}, "asset-unusable"),
        ({"faction": "oru"}, {}, "asset-gone"),
    ],
)
def test_w_act_6_not_everybody_can_be_hidden(
    change: dict[str, Any], figures: dict[str, int], outcome: str
) -> None:
    piece = replace(asset("infantry"), **change)
    found = hidden(board(piece, factions=[faction("vael", **figures)]))
    assert found.came_to == outcome
    if outcome != "done":
        assert found.acted.changes == ()


# ── W-ACT-7 ──────────────────────────────────────────────────────────────────────────────────────


def sold(*pieces: Asset) -> Played:
    return played(board(*pieces), order(SellOrder(), pieces[0].id))


@pytest.mark.parametrize(
    ("piece", "outcome"),
    [
        (asset("hired-legion"), "barred"),
        (asset("free-company", marks=(Mark("rogue", amount=1),)), "asset-unusable"),
        (asset("knights", marks=(Mark("unusable", by="x"),)), "asset-unusable"),
        (asset("knights", "oru"), "asset-gone"),
        (asset("knights", ready=6), "done"),
    ],
)
def test_w_act_7_some_can_not_be_sold(piece: Asset, outcome: str) -> None:
    found = sold(piece)
    assert found.came_to == outcome
    assert (piece.id in found.after.assets) == (outcome != "done")
