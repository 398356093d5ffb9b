"""Free actions that move assets: the bearer, another asset, or both (W-FX-CARRIES)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Final

from chronicle.model.facts import Fact
from chronicle.rules.kit.refusals import first_reason
from chronicle.rules.order_form import ActionChoice, FixedField, SelectField
from chronicle.rules.wwn.action import FreeAction, FreeActionForm
from chronicle.rules.wwn.action_context import (
    ActionContext,
    ActionResult,
    friendly_asset_of,
    pay_free_action,
    refused_result,
)
from chronicle.rules.wwn.actions import arrival
from chronicle.rules.wwn.changes import Cloaked, Marked, Moved
from chronicle.rules.wwn.diagnostics import orders as problems
from chronicle.rules.wwn.diagnostics import setup
from chronicle.rules.wwn.distance import is_within, moves_per_move
from chronicle.rules.wwn.effects import Carries
from chronicle.rules.wwn.events import Leg
from chronicle.rules.wwn.inputs import AbilityInput
from chronicle.rules.wwn.known_state import KnownState
from chronicle.rules.wwn.orders import FreeActionOrder, Order
from chronicle.rules.wwn.refusals import (
    Refusal,
    entry_refusals,
    idle_refusals,
    kind_refusals,
    of_allies,
    pinned_refusals,
    reach_refusals,
    too_long_refusal,
    way_refusals,
)
from chronicle.rules.wwn.state import Asset, Mark, State
from chronicle.rules.wwn.validation.common import find_friendly_asset, find_place
from chronicle.rules.wwn.validation.order_context import OrderContext, exact_range
from chronicle.rules.wwn.watchers import search_arrivals


def keys_of_carry(effect: Carries) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the keys that an order needs, and those that it may have."""
    if effect.who == "passenger":
        return ("target", "to"), ()
    return ("to",), ("target",) if effect.who == "both" else ()


# ── Who can be moved where ───────────────────────────────────────────────────────────────────────


def carry_refusals(
    state: State, bearer: Asset, passenger: Asset | None, to: str, effect: Carries
) -> Iterator[Refusal]:
    """Yield why this effect can't move assets to a place."""
    if effect.water and not state.places[to].water:
        kind = setup.NotByWater if effect.who == "self" else problems.NeedsWater
        yield Refusal(kind(at=None, name=bearer.id, place=to), ("to",), "no-water")
        return
    if effect.who != "passenger":
        yield from _bearer_refusals(state, bearer, to, effect)
    if passenger is not None:
        yield from passenger_refusals(state, bearer, passenger, effect)
        yield from _journey_refusals(state, bearer, passenger, to, effect)


def _bearer_refusals(state: State, bearer: Asset, to: str, effect: Carries) -> Iterator[Refusal]:
    # Assets go, and are carried, as far as their faction's assets move (W-FX-STRIDES).
    reach = effect.end * moves_per_move(state, bearer.faction)
    way = tuple(way_refusals(state, bearer, to, reach))
    yield from way
    yield from pinned_refusals(bearer, "asset")
    if not way:
        yield from entry_refusals(state, bearer, to, acts=True, past_bans=effect.past_bans)


def passenger_refusals(
    state: State, bearer: Asset, passenger: Asset, effect: Carries
) -> Iterator[Refusal]:
    """Yield why an asset can't be carried from where it is: the first reason only."""
    if passenger.id == bearer.id:
        problem = problems.UnusableAsset(at=None, name=bearer.id, why="can't carry itself")
        yield Refusal(problem, ("target",), "barred")
        return
    reach = effect.start * moves_per_move(state, bearer.faction)
    idle = idle_refusals(state, passenger, "target", "target-held")
    pinned = pinned_refusals(passenger, "target", "target-held")
    for refusals in (
        of_allies(bearer.faction, passenger, idle),
        of_allies(bearer.faction, passenger, pinned),
        kind_refusals(state, passenger, effect.kinds),
        reach_refusals(state, bearer, passenger, reach),
    ):
        found = next(refusals, None)
        if found is not None:
            yield found
            return


def _journey_refusals(
    state: State, bearer: Asset, passenger: Asset, to: str, effect: Carries
) -> Iterator[Refusal]:
    """Yield why a passenger can't come to a place; what holds for both is said of the carrier."""
    reach = effect.end * moves_per_move(state, bearer.faction)
    if passenger.at == to:
        if effect.who == "passenger" or bearer.at != to:
            yield from way_refusals(state, passenger, to, 0)
    elif effect.who == "passenger" and not _is_open_route(state, bearer, passenger, to, effect):
        yield too_long_refusal(passenger, to, 0 if effect.by_here else reach)
    else:
        open_way = effect.past_bans or effect.grants is not None
        yield from entry_refusals(state, passenger, to, acts=False, past_bans=open_way)


def _is_open_route(state: State, bearer: Asset, passenger: Asset, to: str, effect: Carries) -> bool:
    """Return whether the effect allows a passenger's route."""
    if effect.by_here and bearer.at not in (passenger.at, to):
        return False
    times = moves_per_move(state, bearer.faction)
    near = is_within(state, bearer.at, to, effect.end * times)
    return near or is_within(state, passenger.at, to, effect.from_passenger * times)


# ── Orders ───────────────────────────────────────────────────────────────────────────────────────


def check_carry(context: OrderContext, entry: AbilityInput, bearer: Asset, effect: Carries) -> None:
    """Check a free action that moves assets, and move them on the board."""
    board = context.board
    place = find_place(context, entry.to or "", entry.at("to"))
    passenger = None
    if entry.target is not None and effect.who != "self":
        passenger = find_friendly_asset(context, entry.target, entry.at("target"))
    if passenger is not None:
        stuck = context.refuse(entry, passenger_refusals(board, bearer, passenger, effect))
        passenger = None if stuck else passenger
    if place is not None:
        refusals = tuple(carry_refusals(board, bearer, passenger, place.id, effect))
        context.refuse(entry, refusals)
        if any(isinstance(it.problem, problems.NeedsWater | setup.NotByWater) for it in refusals):
            return
    context.purse.pay(exact_range(effect.price), entry.at("asset"), context.report)
    if place is None:
        return
    # Even if the route is invalid, later orders assume that its end is reached.
    if effect.who != "passenger":
        context.apply(Moved(bearer.id, place.id))
    if passenger is not None:
        context.apply(Moved(passenger.id, place.id))
        if effect.grants == "stealth" and not passenger.stealth:
            context.apply(Cloaked(passenger.id, "carried"))
        elif effect.grants == "subtle":
            context.apply(Marked(passenger.id, Mark("smuggled")))


def carry(
    context: ActionContext, order: Order, command: FreeActionOrder, effect: Carries
) -> ActionResult:
    """Move assets."""
    before = context.state
    bearer = before.assets[order.asset]
    passenger = friendly_asset_of(before, order.faction, command.target)
    if (effect.who == "passenger" or command.target) and passenger is None:
        return refused_result("target-gone")
    if effect.who == "self":
        passenger = None
    reason = first_reason(carry_refusals(before, bearer, passenger, command.to, effect))
    if reason:
        return refused_result(reason)
    if not pay_free_action(context, order, effect, effect.price, once=effect.capped):
        return refused_result("no-treasure")
    legs = _move_all(context, bearer, passenger, command.to, effect)
    if not legs:
        return refused_result("toll-unpaid")
    granted = passenger is not None and any(leg.asset == passenger.id for leg in legs)
    details = arrival.Carrying(legs, effect.price, (effect.grants or "") if granted else "")
    return ActionResult(
        details, arrival.visibility_of_move(before, context.state, legs, order.faction)
    )


def _move_all(
    context: ActionContext, bearer: Asset, passenger: Asset | None, to: str, effect: Carries
) -> tuple[Leg, ...]:
    """Move all and return their legs; a passenger does not arrive before its carrier."""
    late = False
    legs: list[Leg | None] = []
    if effect.who != "passenger":
        first = arrival.enter_place(context, bearer.id, to)
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
    leg = arrival.enter_place(context, passenger.id, to, late=late)
    if effect.grants == "subtle" and leg is not None:
        context.apply(Marked(passenger.id, Mark("smuggled")))
    return leg


# ── The order form ───────────────────────────────────────────────────────────────────────────────


def carry_ways(
    seen: KnownState, bearer: Asset, effect: Carries
) -> Iterator[tuple[Asset | None, tuple[str, ...]]]:
    """Yield who may be taken, None for nobody, and the places."""
    others: list[Asset | None] = [it for it in seen.friendly_assets() if it is not bearer]
    if effect.who != "passenger":
        others = [None] if effect.who == "self" else [None, *others]
    for other in others:
        places = tuple(
            place
            for place in sorted(seen.board.places)
            if not any(carry_refusals(seen.board, bearer, other, place, effect))
        )
        if places:
            yield other, places


def places_reachable_before(seen: KnownState) -> Mapping[str, tuple[str, ...]]:
    """Return where each own asset may be moved for free before the action, other than its place."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for asset in seen.usable_assets():
        effects = seen.board.type_of(asset).effects_of(Carries)
        # Of several of a kind only the first is used.
        first = effects[0] if effects and asset.mark("hobbled") is None else None
        for passenger, places in carry_ways(seen, asset, first) if first is not None else ():
            if first is not None and first.who != "passenger":
                found[asset.id] |= set(places)
            if passenger is not None:
                found[passenger.id] |= set(places)
    return {id: tuple(sorted(places)) for id, places in found.items()}


def carry_choices(form: FreeActionForm, effect: Carries) -> Iterator[ActionChoice]:
    """Yield who may be taken where."""
    for other, places in carry_ways(form.seen, form.asset, effect):
        moved = form.asset if other is None else other
        choices = tuple(arrival.destination_choice(form.seen, moved, it) for it in places)
        to = SelectField("to", choices, needed=True)
        facts: dict[str, Fact] = {"cost": effect.price}
        if other is None:
            yield form.case(to, facts=facts)
        else:
            target = FixedField("target", other.id)
            yield form.case(target, to, facts={"passenger": other.name, **facts}, of=other.id)


CARRIES: Final = FreeAction(
    Carries,
    keys_of_carry,
    check_carry,
    carry,
    carry_choices,
    search_arrivals,
    facts={"carries": arrival.CARRYING_FACTS, "seen-move": arrival.SEEN_MOVE_FACTS},
)
