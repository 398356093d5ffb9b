"""Resolve free actions that move assets: the bearer, another asset, or both (W-FX-CARRIES)."""

from __future__ import annotations

from chronicle.rules.wwn.action_context import ActionContext
from chronicle.rules.wwn.action_events import ActionResult, refused_result
from chronicle.rules.wwn.actions import availability
from chronicle.rules.wwn.actions.arrival import enter_place, visibility_of_move
from chronicle.rules.wwn.changes import Cloaked, Marked
from chronicle.rules.wwn.distance import is_within, moves_per_move
from chronicle.rules.wwn.effects import Carries
from chronicle.rules.wwn.events import Carrying, Leg, RefusalReason
from chronicle.rules.wwn.orders import FreeActionOrder, Order
from chronicle.rules.wwn.state import Asset, Mark, State


def carry(
    context: ActionContext, order: Order, command: FreeActionOrder, effect: Carries
) -> ActionResult:
    """Resolve a free action that moves assets."""
    before = context.state
    bearer = before.assets[order.asset]
    passenger = availability.friendly_asset_of(before, order.faction, command.target)
    if (effect.who == "passenger" or command.target) and passenger is None:
        return refused_result("target-gone")
    if effect.who == "self":
        passenger = None
    reason = carry_refusal(before, bearer, passenger, command.to, effect)
    if reason:
        return refused_result(reason)
    if not availability.pay_free_action(context, order, effect, effect.price, once=effect.capped):
        return refused_result("no-treasure")
    legs = _move_all(context, bearer, passenger, command.to, effect)
    if not legs:
        return refused_result("toll-unpaid")
    granted = passenger is not None and any(leg.asset == passenger.id for leg in legs)
    details = Carrying(legs, effect.price, (effect.grants or "") if granted else "")
    return ActionResult(details, visibility_of_move(before, context.state, legs, order.faction))


def carry_refusal(
    state: State, bearer: Asset, passenger: Asset | None, to: str, effect: Carries
) -> RefusalReason:
    """Return why this effect can't move an asset to a place; empty if it can."""
    way = _route_refusal(state, bearer, passenger, to, effect)
    return way or _mover_refusal(state, bearer, passenger, to, effect)


def _route_refusal(
    state: State, bearer: Asset, passenger: Asset | None, to: str, effect: Carries
) -> RefusalReason:
    """Return why the effect does not allow the route."""
    if effect.water and not state.places[to].water:
        return "no-water"
    # Assets go, and are carried, as far as their faction's assets move (W-FX-STRIDES).
    times = moves_per_move(state, bearer.faction)
    if effect.who != "passenger" and not is_within(state, bearer.at, to, effect.end * times):
        return "too-far"
    if passenger is None:
        return ""
    if not is_within(state, bearer.at, passenger.at, effect.start * times):
        return "too-far"
    if effect.by_here and bearer.at not in (passenger.at, to):
        return "too-far"
    if effect.who == "both" or is_within(state, bearer.at, to, effect.end * times):
        return ""
    onward = is_within(state, passenger.at, to, effect.from_passenger * times)
    return "" if onward else "too-far"


def _mover_refusal(
    state: State, bearer: Asset, passenger: Asset | None, to: str, effect: Carries
) -> RefusalReason:
    """Return why one of the assets can't be moved."""
    if effect.who != "passenger":
        if bearer.at == to:
            return "there-already"
        if bearer.mark("pinned"):
            return "asset-pinned"
        banned = availability.entry_refusal(state, bearer, to, acts=True)
        if banned and not (banned == "closed" and effect.past_bans):
            return banned
    if passenger is None:
        return ""
    if passenger.id == bearer.id or state.type_of(passenger).attribute not in effect.kinds:
        return "barred"
    if passenger.at == to:
        return "there-already"
    if passenger.mark("pinned") or not state.working(passenger):
        return "target-held"
    banned = availability.entry_refusal(state, passenger, to, acts=False)
    open_way = effect.past_bans or effect.grants is not None
    return "" if banned == "closed" and open_way else banned


def _move_all(
    context: ActionContext, bearer: Asset, passenger: Asset | None, to: str, effect: Carries
) -> tuple[Leg, ...]:
    """Move all and return their legs; a passenger does not arrive before its carrier."""
    late = False
    legs: list[Leg | None] = []
    if effect.who != "passenger":
        first = enter_place(context, bearer.id, to)
        if first is None:
            return ()
        late = not first.arrived
        legs.append(first)
    if passenger is not None:
        legs.append(_move_passenger(context, passenger, to, effect, late=late))
    return tuple(leg for leg in legs if leg is not None)


def _move_passenger(
    context: ActionContext, passenger: Asset, to: str, effect: Carries, *, late: bool
) -> Leg | None:
    """Move a passenger, with the cover that it has until it acts or is used.

    One that is hidden for longer stays hidden.
    """
    if effect.grants == "stealth" and not passenger.stealth:
        context.apply(Cloaked(passenger.id, "carried"))
    leg = enter_place(context, passenger.id, to, late=late)
    if effect.grants == "subtle" and leg is not None:
        context.apply(Marked(passenger.id, Mark("smuggled")))
    return leg
