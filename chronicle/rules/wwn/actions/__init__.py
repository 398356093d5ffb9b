"""Resolve the seven actions and the free actions on the current board."""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.model.dice import Dice
from chronicle.rules.wwn.action_context import ActionContext
from chronicle.rules.wwn.action_events import ActionResult, acted_event
from chronicle.rules.wwn.actions.attack import attack
from chronicle.rules.wwn.actions.create import create
from chronicle.rules.wwn.actions.expand import contest_attacks, expand
from chronicle.rules.wwn.actions.free_actions import use_free_action
from chronicle.rules.wwn.actions.hide import hide
from chronicle.rules.wwn.actions.move import move
from chronicle.rules.wwn.actions.repair import repair
from chronicle.rules.wwn.actions.search import search_arrivals
from chronicle.rules.wwn.actions.sell import sell
from chronicle.rules.wwn.events import Carrying, Event, Founding
from chronicle.rules.wwn.orders import (
    AttackOrder,
    CreateOrder,
    ExpandOrder,
    FreeActionOrder,
    HideOrder,
    MoveOrder,
    Order,
    Orders,
    RepairOrder,
    SellOrder,
)
from chronicle.rules.wwn.state import State


def resolve_order(state: State, order: Order, orders: Orders, dice: Dice) -> Iterator[Event]:
    """Yield the events of an order: its result, and rivals' reactions to it."""
    if isinstance(order.command, AttackOrder):
        yield from attack(state, order, orders, dice)
        return
    context = ActionContext(state, orders, dice, order.key)
    done = _result_of(context, order, order.command)
    yield acted_event(state, context, order, done)
    match done.details:
        case Carrying(legs=legs):
            yield from search_arrivals(context.state, orders, dice, order, legs)
        case Founding() as founded:
            yield from contest_attacks(context.state, orders, dice, order, founded)
        case _:
            pass


def _result_of(
    context: ActionContext,
    order: Order,
    command: FreeActionOrder
    | MoveOrder
    | RepairOrder
    | ExpandOrder
    | CreateOrder
    | HideOrder
    | SellOrder,
) -> ActionResult:
    match command:
        case FreeActionOrder():
            return use_free_action(context, order, command)
        case MoveOrder():
            return move(context, order, command)
        case RepairOrder():
            return repair(context, order, command)
        case ExpandOrder():
            return expand(context, order, command)
        case CreateOrder():
            return create(context, order, command)
        case HideOrder():
            return hide(context, order)
        case SellOrder():
            return sell(context, order)
