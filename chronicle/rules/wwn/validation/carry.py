"""Check free actions that move assets: who, how far, and whether they may enter (W-FX-CARRIES)."""

from __future__ import annotations

from chronicle.files.source import Span
from chronicle.rules.wwn.changes import Cloaked, Marked, Moved
from chronicle.rules.wwn.diagnostics import orders as problems
from chronicle.rules.wwn.diagnostics import setup
from chronicle.rules.wwn.distance import is_in_reach, is_within, moves_per_move
from chronicle.rules.wwn.effects import Carries
from chronicle.rules.wwn.inputs import AbilityInput
from chronicle.rules.wwn.state import Asset, Mark, PlaceState
from chronicle.rules.wwn.validation import common
from chronicle.rules.wwn.validation.move import check_elsewhere, check_may_enter, report_too_long
from chronicle.rules.wwn.validation.order_context import OrderContext
from chronicle.rules.wwn.validation.treasure import exact_range


def check_carry(context: OrderContext, entry: AbilityInput, bearer: Asset, effect: Carries) -> None:
    """Check a free action that moves assets, and move them on the board."""
    place = common.find_place(context, entry.to or "", entry.at("to"))
    passenger = _find_passenger(context, entry, bearer, effect)
    if place is not None and effect.water and not place.water:
        _report_no_water(context, bearer, place, effect, entry.at("to"))
        return
    if place is not None and effect.who != "passenger":
        _check_bearer_route(context, entry, bearer, place, effect)
    if place is not None and passenger is not None:
        _check_passenger_route(context, entry, bearer, passenger, place, effect)
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


def _report_no_water(
    context: OrderContext, bearer: Asset, place: PlaceState, effect: Carries, at: Span
) -> None:
    """Report a route by water to a place that is not by water."""
    if effect.who == "self":
        context.report.add(setup.NotByWater(at=at, name=bearer.id, place=place.id))
    else:
        context.report.add(problems.NeedsWater(at=at, name=bearer.id, place=place.id))


def _find_passenger(
    context: OrderContext, entry: AbilityInput, bearer: Asset, effect: Carries
) -> Asset | None:
    """Find who is carried: another friendly asset of the right kind, near the carrier."""
    if entry.target is None or effect.who == "self":
        return None
    at = entry.at("target")
    found = common.find_friendly_asset(context, entry.target, at)
    if found is None:
        return None
    if found.id == bearer.id:
        context.report.add(problems.UnusableAsset(at=at, name=found.id, why="can't carry itself"))
        return None
    able = common.check_working(context, found, at) and common.check_not_pinned(context, found, at)
    if not able or not common.check_attribute(context, found, effect.kinds, at):
        return None
    reach = effect.start * moves_per_move(context.board, context.faction)
    if not is_in_reach(context.board, bearer, found.at, reach):
        common.report_out_of_reach(context, found, bearer, reach, at)
        return None
    return found


def _check_bearer_route(
    context: OrderContext, entry: AbilityInput, bearer: Asset, place: PlaceState, effect: Carries
) -> None:
    at = entry.at("to")
    common.check_not_pinned(context, bearer, entry.at("asset"))
    if not check_elsewhere(context, bearer, place.id, at):
        return
    reach = effect.end * moves_per_move(context.board, context.faction)
    if not is_in_reach(context.board, bearer, place.id, reach):
        report_too_long(context, bearer, place.id, reach, at)
        return
    check_may_enter(context, bearer, place, at, acts=True, past_bans=effect.past_bans)


def _check_passenger_route(
    context: OrderContext,
    entry: AbilityInput,
    bearer: Asset,
    passenger: Asset,
    place: PlaceState,
    effect: Carries,
) -> None:
    at = entry.at("to")
    if effect.who == "both" and passenger.at == bearer.at == place.id:
        # The problem is reported for the carrier.
        return
    if not check_elsewhere(context, passenger, place.id, at):
        return
    if effect.who == "passenger" and not _is_open_route(context, bearer, passenger, place, effect):
        reach = effect.end * moves_per_move(context.board, context.faction)
        report_too_long(context, passenger, place.id, 0 if effect.by_here else reach, at)
        return
    open_way = effect.past_bans or effect.grants is not None
    check_may_enter(context, passenger, place, at, acts=False, past_bans=open_way)


def _is_open_route(
    context: OrderContext, bearer: Asset, passenger: Asset, place: PlaceState, effect: Carries
) -> bool:
    """Return whether the effect allows a passenger's route."""
    if effect.by_here and bearer.at not in (passenger.at, place.id):
        return False
    times = moves_per_move(context.board, context.faction)
    if is_in_reach(context.board, bearer, place.id, effect.end * times):
        return True
    return is_within(context.board, passenger.at, place.id, effect.from_passenger * times)
