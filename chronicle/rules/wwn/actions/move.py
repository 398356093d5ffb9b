"""Resolve moves, and assets that lead others past a ban (W-ACT-2, W-FX-LEADS)."""

from __future__ import annotations

from chronicle.rules.wwn.action_context import ActionContext
from chronicle.rules.wwn.action_events import ActionResult, refused_result
from chronicle.rules.wwn.actions.arrival import enter_place, visibility_of_move
from chronicle.rules.wwn.actions.availability import entry_refusal, inability_reason
from chronicle.rules.wwn.changes import Marked, Used
from chronicle.rules.wwn.distance import has_effect, is_shut_out, is_within, moves_per_move
from chronicle.rules.wwn.effects import Leads
from chronicle.rules.wwn.events import Carrying, RefusalReason
from chronicle.rules.wwn.orders import MoveOrder, Order, Orders
from chronicle.rules.wwn.state import Asset, Mark, State


def move(context: ActionContext, order: Order, command: MoveOrder) -> ActionResult:
    """Move one asset as far as one turn allows."""
    before = context.state
    reason = inability_reason(before, order)
    if reason:
        return refused_result(reason)
    asset = before.assets[order.asset]
    led = leads(before, asset) or is_led(before, context.orders, asset, command.to)
    reason = move_refusal(before, asset, command.to, led=led)
    if reason:
        return refused_result(reason)
    context.use_asset(asset.id)
    leg = enter_place(context, asset.id, command.to)
    if leg is None:
        return refused_result("toll-unpaid")
    if has_effect(before, asset, Leads):
        context.apply(Used(_led_way_key(asset, asset.at, command.to)))
    if led and is_shut_out(before, asset.faction, command.to):
        context.apply(Marked(asset.id, Mark("sheltered")))
    known = visibility_of_move(before, context.state, (leg,), order.faction)
    return ActionResult(Carrying((leg,)), known)


def move_refusal(state: State, asset: Asset, to: str, *, led: bool) -> RefusalReason:
    """Return why an asset can't go to a place in one move."""
    if asset.at == to:
        return "there-already"
    if asset.mark("pinned"):
        return "asset-pinned"
    if not is_within(state, asset.at, to, moves_per_move(state, asset.faction)):
        return "too-far"
    banned = entry_refusal(state, asset, to, acts=True)
    return "" if led and banned == "closed" else banned


def leads(state: State, asset: Asset) -> bool:
    """Return whether an asset's own effect takes it past bans in a Move."""
    return has_effect(state, asset, Leads)


def is_led(state: State, orders: Orders, asset: Asset, to: str) -> bool:
    """Return whether an asset that leads others takes the same route in the same action.

    Its order may come before or after. An ally's asset has to have taken it before, in this turn.
    """
    if was_led(state, asset, to):
        return True
    for other in orders.of(asset.faction).orders:
        leader = state.assets.get(other.asset)
        if not isinstance(other.command, MoveOrder) or other.command.to != to or leader is None:
            continue
        if leader.faction != asset.faction or not takes_along(state, leader):
            continue
        ready = leader.at == asset.at and state.usable(leader)
        if ready and not move_refusal(state, leader, to, led=True):
            return True
    return False


def was_led(state: State, asset: Asset, to: str) -> bool:
    """Return whether a friendly asset that leads others took the same route in this turn."""
    return any(
        state.friendly(leader.faction, asset.faction)
        and takes_along(state, leader)
        and _led_way_key(leader, asset.at, to) in state.used
        for leader in state.assets_with(Leads)
    )


def takes_along(state: State, leader: Asset) -> bool:
    """Return whether an asset leads others past bans."""
    return any(effect.companions for effect in state.type_of(leader).effects_of(Leads))


def _led_way_key(leader: Asset, start: str, to: str) -> str:
    """Return the key that records for this turn that an asset has led on a route."""
    return f"{leader.id}/led/{start}/{to}"
