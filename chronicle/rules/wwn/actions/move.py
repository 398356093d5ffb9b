"""The action Move, and assets that lead others past a ban (W-ACT-2, W-FX-LEADS)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chronicle.rules.kit.refusals import first_reason
from chronicle.rules.order_form import ActionChoice, FieldChoice, SelectField
from chronicle.rules.wwn import refusals
from chronicle.rules.wwn.action import Action, order_field, whole_choice
from chronicle.rules.wwn.action_context import (
    ActionContext,
    ActionResult,
    inability_reason,
    refused_result,
)
from chronicle.rules.wwn.actions.arrival import (
    CARRYING_FACTS,
    Carrying,
    destination_choice,
    enter_place,
    visibility_of_move,
)
from chronicle.rules.wwn.changes import Marked, Moved, Used
from chronicle.rules.wwn.distance import has_effect, is_shut_out, moves_per_move
from chronicle.rules.wwn.effects import Leads, Shelters
from chronicle.rules.wwn.inputs import MoveInput
from chronicle.rules.wwn.known_state import KnownState
from chronicle.rules.wwn.orders import Command, Order, Orders
from chronicle.rules.wwn.state import Asset, Mark, State
from chronicle.rules.wwn.validation.common import find_acting_asset, find_place
from chronicle.rules.wwn.validation.order_context import OrderContext, ParsedAction
from chronicle.rules.wwn.watchers import search_arrivals


class MoveOrder(Command):
    """A move of the order's asset to a place."""

    ACTION = "move"
    RULE = "W-ACT-2"

    to: str


def parse_move(context: OrderContext, entry: MoveInput) -> ParsedAction:
    """Parse one asset's move."""
    errors = context.report.errors
    asset = find_acting_asset(context, entry.asset, entry.at("asset"))
    place = find_place(context, entry.to, entry.at("to"))
    if asset is None:
        return None
    context.check_once(asset.id, "can make only one move", entry.at("asset"))
    if place is None:
        context.refuse(entry, refusals.pinned_refusals(asset, "asset"))
        return None
    led = _is_led_by_orders(context, asset, place.id)
    context.refuse(entry, move_refusals(context.board, asset, place.id, led=led))
    if context.report.errors > errors:
        return None
    # What it makes possible where it goes counts for the next ones.
    context.marched[asset.id] = asset.at
    context.apply(Moved(asset.id, place.id))
    return asset.id, MoveOrder(place.id)


def move_refusals(state: State, asset: Asset, to: str, *, led: bool) -> Iterator[refusals.Refusal]:
    """Yield why an asset can't go to a place in one move; bans don't stop one that is ``led``."""
    way = tuple(refusals.way_refusals(state, asset, to, moves_per_move(state, asset.faction)))
    if asset.at == to:
        yield from way
    yield from refusals.pinned_refusals(asset, "asset")
    if asset.at != to:
        yield from way or refusals.entry_refusals(state, asset, to, acts=True, past_bans=led)


def _is_led_by_orders(context: OrderContext, asset: Asset, to: str) -> bool:
    """Return whether an asset can pass a ban: it leads, or moves with one that leads (W-FX-LEADS).

    Both must start and end at the same places in this action, in any order; an ally's asset earlier
    in the turn.
    """
    if has_effect(context.board, asset, Leads) or was_led(context.board, asset, to):
        return True
    for entry in context.entry.move or ():
        leader = context.board.assets.get(entry.asset)
        if leader is None or leader.faction != context.faction or entry.to != to:
            continue
        start = context.marched.get(leader.id, leader.at)
        ready = start == asset.at and context.board.usable(leader)
        if ready and takes_along(context.board, leader):
            return True
    return False


def move(context: ActionContext, order: Order, command: MoveOrder) -> ActionResult:
    """Move one asset as far as one turn allows."""
    before = context.state
    reason = inability_reason(before, order)
    if reason:
        return refused_result(reason)
    asset = before.assets[order.asset]
    leads = has_effect(before, asset, Leads)
    led = leads or is_led(before, context.orders, asset, command.to)
    reason = first_reason(move_refusals(before, asset, command.to, led=led))
    if reason:
        return refused_result(reason)
    context.use_asset(asset.id)
    leg = enter_place(context, asset.id, command.to)
    if leg is None:
        return refused_result("toll-unpaid")
    if leads:
        context.apply(Used(_led_way_key(asset, asset.at, command.to)))
    if led and is_shut_out(before, asset.faction, command.to):
        context.apply(Marked(asset.id, Mark("sheltered")))
    known = visibility_of_move(before, context.state, (leg,), order.faction)
    return ActionResult(Carrying((leg,)), known)


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
        if ready and not any(move_refusals(state, leader, to, led=True)):
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


def move_choices(seen: KnownState) -> Iterator[ActionChoice]:
    """Yield the assets that can move, and where."""
    places = {asset: tuple(_destinations(seen, asset)) for asset in seen.usable_assets()}
    fields = (
        order_field(seen, MoveOrder, asset, SelectField("to", found, needed=True))
        for asset, found in places.items()
        if found
    )
    return whole_choice(MoveOrder, fields)


def _destinations(seen: KnownState, asset: Asset) -> Iterator[FieldChoice]:
    board, alone = seen.board, has_effect(seen.board, asset, Leads)
    for place in sorted(board.places):
        if not any(move_refusals(board, asset, place, led=alone)):
            yield destination_choice(seen, asset, place)
        elif not any(move_refusals(board, asset, place, led=True)):
            # Past a ban only with an asset that leads others or shelters them there, not alone.
            leader = next(_leaders(seen, asset, place), None)
            if leader is not None:
                yield destination_choice(seen, asset, place, led_by=leader.name)


def _leaders(seen: KnownState, asset: Asset, place: str) -> Iterator[Asset]:
    board = seen.board
    for other in seen.usable_assets():
        led_here = takes_along(board, other) and other.at == asset.at
        along = led_here or has_effect(board, other, Shelters)
        led = has_effect(board, other, Leads)
        goes = not any(move_refusals(board, other, place, led=led))
        if along and other.id != asset.id and goes:
            yield other


MOVE: Final = Action(
    MoveOrder, parse_move, move, move_choices, search_arrivals, facts={"move": CARRYING_FACTS}
)
