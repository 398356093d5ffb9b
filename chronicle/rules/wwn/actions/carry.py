"""Assets moved by free actions: their bearer, another, or both together (W-FX-CARRIES)."""

from __future__ import annotations

from chronicle.rules.wwn.action_context import Draft
from chronicle.rules.wwn.action_events import Done, refused
from chronicle.rules.wwn.actions.arrival import enter, seen_going
from chronicle.rules.wwn.actions.availability import kept_out, own, spent
from chronicle.rules.wwn.changes import Cloaked, Marked
from chronicle.rules.wwn.distance import stride, within
from chronicle.rules.wwn.effects import Carries
from chronicle.rules.wwn.events import Carrying, Leg, Reason
from chronicle.rules.wwn.orders import Order, ToUse
from chronicle.rules.wwn.state import Asset, Mark, State


def carry(draft: Draft, order: Order, aim: ToUse, effect: Carries) -> Done:
    """A free action that moves assets, if nothing is in its way."""
    before = draft.state
    bearer = before.assets[order.asset]
    passenger = own(before, order.faction, aim.target)
    if (effect.who == "passenger" or aim.target) and passenger is None:
        return refused("target-gone")
    if effect.who == "self":
        passenger = None
    reason = hindrance(before, bearer, passenger, aim.to, effect)
    if reason:
        return refused(reason)
    if not spent(draft, order, effect, effect.price, once=effect.capped):
        return refused("no-treasure")
    legs = _legs(draft, bearer, passenger, aim.to, effect)
    if not legs:
        return refused("toll-unpaid")
    granted = passenger is not None and any(leg.asset == passenger.id for leg in legs)
    deed = Carrying(legs, effect.price, (effect.grants or "") if granted else "")
    return Done(deed, seen_going(before, draft.state, legs))


def hindrance(
    state: State, bearer: Asset, passenger: Asset | None, to: str, effect: Carries
) -> Reason:
    """Why an asset can't go to a place by this effect, or take a passenger there; empty if so."""
    way = _route(state, bearer, passenger, to, effect)
    return way or _movers(state, bearer, passenger, to, effect)


def _route(
    state: State, bearer: Asset, passenger: Asset | None, to: str, effect: Carries
) -> Reason:
    """Why the way is none that this effect opens."""
    if effect.water and not state.places[to].water:
        return "no-water"
    if effect.who != "passenger":
        # Who goes by itself goes as far as its faction's assets do (W-TAG).
        far = effect.end * stride(state, bearer.faction)
        if not within(state, bearer.at, to, far):
            return "too-far"
    if passenger is None:
        return ""
    if not within(state, bearer.at, passenger.at, effect.start):
        return "too-far"
    if effect.by_here and bearer.at not in (passenger.at, to):
        return "too-far"
    if effect.who == "both" or within(state, bearer.at, to, effect.end):
        return ""
    onward = effect.from_passenger and within(state, passenger.at, to, effect.from_passenger)
    return "" if onward else "too-far"


def _movers(
    state: State, bearer: Asset, passenger: Asset | None, to: str, effect: Carries
) -> Reason:
    """Why one of those who are to be moved can't be."""
    if effect.who != "passenger":
        if bearer.at == to:
            return "there-already"
        if bearer.mark("pinned"):
            return "asset-pinned"
        banned = kept_out(state, bearer, to, acts=True)
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
    banned = kept_out(state, passenger, to, acts=False)
    open_way = effect.past_bans or effect.grants is not None
    return "" if banned == "closed" and open_way else banned


def _legs(
    draft: Draft, bearer: Asset, passenger: Asset | None, to: str, effect: Carries
) -> tuple[Leg, ...]:
    """The ways that were gone; who is taken along by one who goes too is no earlier there."""
    late = False
    legs: list[Leg | None] = []
    if effect.who != "passenger":
        first = enter(draft, bearer.id, to)
        if first is None:
            return ()
        late = not first.arrived
        legs.append(first)
    if passenger is not None:
        legs.append(_taken_along(draft, passenger, to, effect, late=late))
    return tuple(leg for leg in legs if leg is not None)


def _taken_along(
    draft: Draft, passenger: Asset, to: str, effect: Carries, *, late: bool
) -> Leg | None:
    """A passenger's way, with the cover that it has until it acts or is used.

    Who is hidden for longer stays so.
    """
    if effect.grants == "stealth" and not passenger.stealth:
        draft.do(Cloaked(passenger.id, "carried"))
    leg = enter(draft, passenger.id, to, late=late)
    if effect.grants == "subtle" and leg is not None:
        draft.do(Marked(passenger.id, Mark("smuggled")))
    return leg
