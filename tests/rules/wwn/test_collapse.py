"""Factions that come to nothing (W-TURN-7), and what becomes of what was theirs."""

from __future__ import annotations

from typing import Any

from chronicle.records import replace
from chronicle.rules.wwn.actions.attack import AttackOrder
from chronicle.rules.wwn.events import Collapsed, Event, GoalChecked
from chronicle.rules.wwn.orders import FactionOrders, Order, Orders
from chronicle.rules.wwn.resolve import resolve
from chronicle.rules.wwn.state import Goal, Mark, Piece, State
from tests.rules.wwn.custom_catalogue_boards import after, asset, board, faction, orders, told

KNIGHTS = asset("knights", "vael", "knights", "inn")
#: Kell with 2 of its 3 hit points (1 + 1 + 1), in its hall as well.
KELL = faction("kell", hp=2)


def attacking(*, against: str = "kell", **own: Any) -> FactionOrders:
    """Vael's knights attack at the inn."""
    order = Order("vael", "hit", "knights", AttackOrder(against))
    return FactionOrders("vael", action="attack", orders=(order,), **own)


#: A hit, 3 + 9 against 1 + 1, for 3 + 4 = 7: more than the hall can take.
HIT = {"vael/hit/check": (9,), "vael/hit/defence": (1,), "vael/hit/damage": (3, 4)}


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


def fall(events: list[Event]) -> Collapsed:
    (found,) = [event for event in events if isinstance(event, Collapsed)]
    return found


FOE = Goal("destroy-the-foe", against="kell")


def test_w_goal_whoever_brings_the_foe_down_has_destroyed_it() -> None:
    state, events = played(vael=FOE, oru=FOE)
    ends = {event.faction: event for event in events if isinstance(event, GoalChecked)}
    # 2 and the mean of 1, 1 and 1.
    assert (ends["vael"].met, ends["vael"].xp) == (True, 3)
    # Nobody else has, and can't any more.
    assert (ends["oru"].met, ends["oru"].failed) == (False, True)
    assert (state.factions["vael"].xp, state.factions["oru"].xp) == (3, 0)


def test_w_fx_upkeep_a_rogue_may_bring_its_own_owner_down() -> None:
    rogue = asset("company", "kell", "company", marks=(Mark("rogue", amount=9),))
    state = board(rogue, factions=[replace(KELL, treasure=0)])
    # It stays rogue by a 6, then 1 + 9 against 1 + 1 hits the hall for 4.
    table = {
        "kell/upkeep/rogue-company": (6,),
        "kell/rogue/company-check": (9,),
        "kell/rogue/company-defence": (1,),
        "kell/rogue/company-damage": (2, 2),
    }
    found = list(resolve(state, orders(sequence=("kell", "vael", "oru")), told(table)))
    ids = [event.id for event in found if event.id.startswith("5/kell")]
    assert ids == [
        "5/kell/start",
        "5/kell/income",
        "5/kell/upkeep",
        "5/kell/rogue/company",
        "5/kell/collapse",
    ]
    assert fall(found).by == ""
    assert after(state, *found).assets == {}
