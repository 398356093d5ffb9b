"""Repairs, hiding, and sales (W-ACT-3, W-ACT-6, W-ACT-7)."""

from __future__ import annotations

from typing import Any

import pytest

from chronicle.records import replace
from chronicle.rules.wwn.orders import HideOrder, RepairOrder, SellOrder
from chronicle.rules.wwn.state import Asset, Mark, State
from tests.rules.wwn.boards import Played, asset, base, board, faction, order, played, poor

# ── W-ACT-3: Vael has Force 5, Cunning 4, Wealth 2, and 17 hit points ────────────────────────────


def repaired(state: State, subject: str = "", times: int = 1) -> Played:
    return played(state, order(RepairOrder(subject, times)))


@pytest.mark.parametrize(
    ("treasure", "outcome", "healed"), [(0, "no-treasure", 0), (2, "done", 3), (3, "done", 6)]
)
def test_w_act_3_as_far_as_there_is_treasure(treasure: int, outcome: str, healed: int) -> None:
    state = board(asset("knights", hp=1), factions=[poor("vael", treasure)])
    found = repaired(state, "knights", 2)
    assert (found.came_to, found.hp("knights")) == (outcome, 1 + healed)


def test_w_act_3_nothing_is_done_for_the_unhurt_or_the_rivals() -> None:
    state = board(asset("knights"), asset("infantry", "oru", hp=1))
    assert repaired(state, "knights").came_to == "target-unhurt"
    assert repaired(state, "infantry").came_to == "target-gone"
    assert repaired(state, "oru-hall").came_to == "target-gone"
    assert repaired(board(base("tower")), "tower").came_to == "target-unhurt"
    assert repaired(state).came_to == "target-unhurt"


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
