"""Factions that come to nothing (W-TURN-7), and what becomes of what was theirs."""

from __future__ import annotations

from typing import Any

from chronicle.rules.wwn.events import Event, GoalChecked
from chronicle.rules.wwn.orders import AttackOrder, FactionOrders, Order, Orders
from chronicle.rules.wwn.resolve import resolve
from chronicle.rules.wwn.state import Goal, Piece, State
from tests.rules.wwn.custom_catalogue_boards import after, asset, board, faction, orders, told

KNIGHTS = asset("knights", "vael", "knights", "inn")
#: Kell with 2 of its 3 hit points (1 + 1 + 1), in its hall as well.
KELL = faction("kell", hp=2)


def attacking(*, against: str = "kell", **own: Any) -> FactionOrders:
    """Vael's knights attack at the inn."""
    order = Order("vael", "hit", "knights", AttackOrder(against))
    return FactionOrders("vael", action="attack", orders=(order,), **own)


#: A hit, 3 + 9 against 1 + 1, for 3 + 4 = 7: more than the hall can take.
HIT = {
    "vael/hit/check": (9,),
    "vael/hit/defence": (1,),
    "vael/hit/damage": (3, 4),
}


def played(
    *pieces: Piece,
    given: Orders | None = None,
    table: dict[str, tuple[int, ...]] | None = None,
    vael: Goal | None = None,
    oru: Goal | None = None,
) -> tuple[State, list[Event]]:
    """A turn on a board where Kell is nearly done for, Vael's knights are at the inn."""
    state = board(
        KNIGHTS, *pieces, factions=[KELL, faction("vael", goal=vael), faction("oru", goal=oru)]
    )
    turn = given or orders(attacking(), sequence=("vael", "kell", "oru"))
    found = list(resolve(state, turn, told(HIT if table is None else table)))
    return after(state, *found), found


FOE = Goal("destroy-the-foe", against="kell")


def test_w_goal_whoever_brings_the_foe_down_has_destroyed_it() -> None:
    state, events = played(vael=FOE, oru=FOE)
    ends = {event.faction: event for event in events if isinstance(event, GoalChecked)}
    # 2 and the mean of 1, 1 and 1.
    assert (ends["vael"].met, ends["vael"].xp) == (True, 3)
    # Nobody else has, and can't any more.
    assert (ends["oru"].met, ends["oru"].failed) == (False, True)
    assert (state.factions["vael"].xp, state.factions["oru"].xp) == (3, 0)
