"""The turn as a whole (W-TURN): its parts in order, and what lasts from one to the next."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from chronicle.model.audience import FOR_EVERYONE, Visibility, visibility_of_factions
from chronicle.rules.wwn.actions.move import MoveOrder
from chronicle.rules.wwn.actions.sell import SellOrder
from chronicle.rules.wwn.events import Acted, Event
from chronicle.rules.wwn.orders import FactionOrders, Order, Orders
from chronicle.rules.wwn.resolve import resolve
from chronicle.rules.wwn.state import PlaceState, Policy, State
from chronicle.rules.wwn.turn_start import declaration_event
from tests.rules.wwn.custom_catalogue_boards import after, asset, board, faction, orders, told

SEQUENCE = ("vael", "oru", "kell")


def played(
    state: State,
    *own: FactionOrders,
    table: Mapping[str, tuple[int, ...]] | None = None,
    sequence: tuple[str, ...] = SEQUENCE,
) -> tuple[State, list[Event]]:
    """One turn with these orders, and the board after it."""
    given = Orders(state.turn, {one.faction: one for one in own}, sequence=sequence)
    found = list(resolve(state, given, told(table or {}, state.turn)))
    return after(state, *found), found


# ── The turn given up for a goal ─────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("idle", "carried_out"),
    [
        pytest.param(5, False, id="W-GOAL in the turn after"),
        pytest.param(4, True, id="W-GOAL not in the one after that"),
    ],
)
def test_who_has_given_a_goal_up_neither_acts_nor_uses_abilities(
    idle: int, carried_out: bool
) -> None:
    state = board(
        asset("shop", "vael", "shop"),
        asset("court", "vael", "court"),
        factions=[faction("vael", idle=idle)],
    )
    sale = Order("vael", "sale", "shop", SellOrder())
    gone = Order("vael", "gone", "court", MoveOrder("ford"), free=True)
    own = FactionOrders("vael", abilities=(gone,), action="sell", orders=(sale,))
    now, events = played(state, own)
    assert [event.order for event in events if isinstance(event, Acted)] == (
        ["gone", "sale"] if carried_out else []
    )
    # Income continues: 10 and 3 by its ratings, 1 by the court, 1 for the shop if it is sold.
    assert now.factions["vael"].treasure == 14 + carried_out


# ── What factions declare ────────────────────────────────────────────────────────────────────────

SHUT = PlaceState("mill", ruler="oru", closed=True, neighbours=("ford",))
OPEN = PlaceState("mill", ruler="oru", neighbours=("ford",))


@pytest.mark.parametrize(
    ("own", "known"),
    [
        pytest.param(
            FactionOrders("oru", standing=Policy(pays=False)),
            visibility_of_factions(["oru"]),
            id="orders",
        ),
        pytest.param(FactionOrders("oru", bans=(SHUT,)), FOR_EVERYONE, id="bans"),
        pytest.param(
            FactionOrders("oru", standing=Policy(pays=False), bans=(SHUT,)), FOR_EVERYONE, id="both"
        ),
        pytest.param(FactionOrders("oru", standing=Policy(), bans=(OPEN,)), None, id="as it was"),
        pytest.param(FactionOrders("oru"), None, id="nothing"),
    ],
)
def test_standing_orders_are_its_own_and_bans_everybodys(
    own: FactionOrders, known: Visibility | None
) -> None:
    event = declaration_event(board(), orders(own), "oru")
    assert (event.known if event else None) == known


def test_w_act_2_bans_hold_at_once_for_whoever_plays_later_or_before() -> None:
    state = board(asset("spears", "vael", "spears", "ford"))
    move = Order("vael", "go", "spears", MoveOrder("mill"))
    vael = FactionOrders("vael", action="move", orders=(move,))
    now, events = played(state, vael, FactionOrders("oru", bans=(SHUT,)))
    (acted,) = [event for event in events if isinstance(event, Acted)]
    assert (acted.outcome, acted.reason) == ("not-carried-out", "closed")
    assert now.assets["spears"].at == "ford"
    assert now.places["mill"] == SHUT


def test_w_act_2_nobody_bars_a_place_that_it_has_lost() -> None:
    lost = PlaceState("mill", ruler="kell", neighbours=("ford",))
    state = board(places=[lost])
    assert declaration_event(state, orders(FactionOrders("oru", bans=(SHUT,))), "oru") is None
