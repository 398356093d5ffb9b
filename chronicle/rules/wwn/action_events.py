"""Who can carry out an order, its result, and the event that reports it."""

from __future__ import annotations

from typing import Final

from chronicle.model.audience import FOR_GM, Visibility, visibility_of_factions
from chronicle.records import Record
from chronicle.rules.wwn import orders
from chronicle.rules.wwn.action_context import ActionContext
from chronicle.rules.wwn.changes import Used
from chronicle.rules.wwn.effects import Effect
from chronicle.rules.wwn.events import Acted, Details
from chronicle.rules.wwn.orders import Order
from chronicle.rules.wwn.state import Asset, State
from chronicle.rules.wwn.terms import Outcome, RefusalReason


class ActionResult(Record):
    """The result of an order before it becomes an event; its faction always learns all of it.

    ``known`` are the others who learn of it, ``touched`` those who learn only that something of
    theirs changed.
    """

    details: Details | None
    known: Visibility = FOR_GM
    outcome: Outcome = "done"
    reason: RefusalReason = ""
    touched: frozenset[str] = frozenset()


def refused_result(reason: RefusalReason) -> ActionResult:
    """Return the result of an order whose preconditions are no longer met."""
    return ActionResult(None, outcome="not-carried-out", reason=reason)


def acted_event(
    before: State, context: ActionContext, order: orders.Order, done: ActionResult
) -> Acted:
    """Return the event of an order; ``before`` is the board on which it began."""
    bearer = before.assets.get(order.asset)
    if bearer is not None and bearer.faction != order.faction:
        # An asset that has changed sides is where its new owner wants it.
        bearer = None
    return Acted(
        id=f"{context.dice.turn}/{order.key}",
        rule=_rule(before, order),
        faction=order.faction,
        order=order.id,
        action=order.command.ACTION,
        asset=order.asset,
        name=bearer.name if bearer is not None else "",
        at=order.command.place or (bearer.at if bearer is not None else ""),
        details=done.details,
        outcome=done.outcome,
        reason=done.reason,
        reactions=tuple(context.reactions),
        known=done.known | visibility_of_factions([order.faction]),
        touched=done.touched,
        changes=tuple(context.changes),
        rolls=tuple(context.rolls),
    )


def free_action_effect(state: State, order: orders.Order) -> Effect | None:
    """Return the effect that a free action's order uses, or None when its asset is gone."""
    asset = state.assets.get(order.asset)
    if asset is None or not isinstance(order.command, orders.FreeActionOrder):
        return None
    return state.type_of(asset).effects[order.command.effect]


def _rule(state: State, order: orders.Order) -> str:
    effect = free_action_effect(state, order)
    return order.command.RULE or (effect.rule if effect is not None else "W-TURN-4")


#: An asset has one free action per turn, even if it can choose among several.
ONE_FREE_ACTION: Final = "has only one free action"


def inability_reason(state: State, order: Order) -> RefusalReason:
    """Return why the asset of an order can't act; empty if it can."""
    asset = state.assets.get(order.asset)
    if asset is None or asset.faction != order.faction:
        return "asset-gone"
    return "" if state.usable(asset) else "asset-unusable"


def usable_asset_of(state: State, faction: str, id: str) -> Asset | None:
    """Return a faction's asset if it can act or be acted on; rogues belong to no faction."""
    asset = state.assets.get(id)
    if asset is None or asset.faction != faction or asset.mark("rogue"):
        return None
    return asset


def friendly_asset_of(state: State, faction: str, id: str) -> Asset | None:
    """Return an asset that a faction can carry or heal: its own, or an ally's in the open."""
    asset = state.assets.get(id)
    if asset is None or not state.friendly(asset.faction, faction) or asset.mark("rogue"):
        return None
    return None if asset.stealth and asset.faction != faction else asset


def pay_free_action(
    context: ActionContext, order: Order, effect: Effect, price: int = 0, *, once: bool = True
) -> bool:
    """Pay for a free action and use it up; return whether it could be paid.

    An asset has one free action per turn, unless the effect has no such limit (W-TURN-4).
    """
    if not context.pay(order.faction, price, "free-action", effect.rule, order.asset):
        return False
    context.use_asset(order.asset)
    if once:
        context.apply(Used(order.asset))
    return True
