"""Moves (L-ACT-MOVE): who arrives, with what, hidden or not, and who sees it (L-STL-5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import pytest

from chronicle.records import replace
from chronicle.rules.lieutenants.actions import resolve_action
from chronicle.rules.lieutenants.catalogue import UnitPower
from chronicle.rules.lieutenants.changes import Moved
from chronicle.rules.lieutenants.events import Acted, MoveDetails
from chronicle.rules.lieutenants.orders import MoveOrder, Order
from chronicle.rules.lieutenants.state import (
    Asset,
    Item,
    State,
)
from tests.rules.lieutenants.two_faction_boards import board, lieutenant, scene, unit

KESS: Final = lieutenant("kess", 2, sneak=1)
KNIVES: Final = unit("knives", 2, "sneak", at="mill")
SMUGGLERS: Final = unit("smugglers", 4, "sneak", powers=(UnitPower("moves-unseen"),))
GO: Final = Order(
    "vael",
    "go",
    "kess",
    "move",
    MoveOrder((("kess", "ford"), ("knives", "inn"))),
    at="field",
    units=("knives",),
)


def moved(state: State, order: Order, faces: Mapping[str, Sequence[int]] | None = None) -> Acted:
    """The one event of a move that meets nobody."""
    (event,) = resolve_action(scene(state, order, faces))
    assert isinstance(event, Acted)
    return event


def board_of(*over: Asset, **fields: Any) -> State:
    assets: dict[str, Asset] = {one.id: one for one in (KESS, KNIVES, SMUGGLERS, *over)}
    return board(*assets.values(), **fields)


# Who arrives


def test_a_move_needs_a_connection() -> None:
    order = replace(GO, command=MoveOrder((("kess", "hut"), ("knives", "gate"))))
    assert moved(board_of(), order).changes == (Moved("knives", "gate"),)


def test_a_move_of_those_who_are_gone_is_not_carried_out() -> None:
    order = replace(GO, command=MoveOrder((("knives", "inn"),)))
    event = moved(board_of(replace(KNIVES, held_by="oru")), order)
    assert (event.outcome, event.reason) == ("not-carried-out", "target-gone")
    assert (event.details, event.changes) == (MoveDetails(()), ())


# What goes along

CROWN: Final = Item("crown", "Crown", "vael", "gate")


def carrying(*things: Asset, order: Order = GO, state: State | None = None) -> Sequence[object]:
    carry = tuple(thing.id for thing in things)
    assert isinstance(order.command, MoveOrder)
    event = moved(
        state or board_of(*things), replace(order, command=replace(order.command, carry=carry))
    )
    return [change for change in event.changes if getattr(change, "asset", "") in carry]


@pytest.mark.parametrize(
    "crown", [replace(CROWN, at="inn"), replace(CROWN, faction="oru")], ids=["far", "others'"]
)
def test_nobody_takes_along_a_thing_that_is(crown: Item) -> None:
    assert carrying(crown) == []


# Hiding


# Stealth (L-STL-2): only with smugglers, or below ground all the way
