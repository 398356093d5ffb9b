"""The seven actions and the free ones: what each order comes to on the board as it is then."""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.model.dice import Dice
from chronicle.rules.wwn.action_context import Draft
from chronicle.rules.wwn.action_events import Done, acted
from chronicle.rules.wwn.actions.attack import attack
from chronicle.rules.wwn.actions.create import create
from chronicle.rules.wwn.actions.expand import contested, expand
from chronicle.rules.wwn.actions.free_actions import use
from chronicle.rules.wwn.actions.hide import hide
from chronicle.rules.wwn.actions.move import move
from chronicle.rules.wwn.actions.repair import repair
from chronicle.rules.wwn.actions.search import arrivals
from chronicle.rules.wwn.actions.sell import sell
from chronicle.rules.wwn.events import Carrying, Event, Founding
from chronicle.rules.wwn.orders import (
    Order,
    Orders,
    ToAttack,
    ToCreate,
    ToExpand,
    ToHide,
    ToMove,
    ToRepair,
    ToSell,
    ToUse,
)
from chronicle.rules.wwn.state import State


def act(state: State, order: Order, orders: Orders, dice: Dice) -> Iterator[Event]:
    """The events of an order: what it came to, and what that calls forth from rivals."""
    if isinstance(order.aim, ToAttack):
        yield from attack(state, order, orders, dice)
        return
    draft = Draft(state, orders, dice, order.key)
    done = _done(draft, order, order.aim)
    yield acted(state, draft, order, done)
    match done.deed:
        case Carrying(legs=legs):
            yield from arrivals(draft.state, orders, dice, order, legs)
        case Founding() as founded:
            yield from contested(draft.state, orders, dice, order, founded)
        case _:
            pass


def _done(
    draft: Draft,
    order: Order,
    aim: ToUse | ToMove | ToRepair | ToExpand | ToCreate | ToHide | ToSell,
) -> Done:
    match aim:
        case ToUse():
            return use(draft, order, aim)
        case ToMove():
            return move(draft, order, aim)
        case ToRepair():
            return repair(draft, order, aim)
        case ToExpand():
            return expand(draft, order, aim)
        case ToCreate():
            return create(draft, order, aim)
        case ToHide():
            return hide(draft, order)
        case ToSell():
            return sell(draft, order)
