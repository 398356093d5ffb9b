"""Check the action Move, and where assets may go, alone or carried: water and bans (W-ACT-2)."""

from __future__ import annotations

from chronicle.files.source import Span
from chronicle.rules.wwn.actions.availability import entry_refusal
from chronicle.rules.wwn.actions.move import takes_along, was_led
from chronicle.rules.wwn.changes import Moved
from chronicle.rules.wwn.diagnostics import orders as problems
from chronicle.rules.wwn.diagnostics import setup
from chronicle.rules.wwn.distance import has_effect, is_within, moves_per_move
from chronicle.rules.wwn.effects import Leads
from chronicle.rules.wwn.inputs import MoveInput
from chronicle.rules.wwn.orders import MoveOrder
from chronicle.rules.wwn.state import Asset, PlaceState
from chronicle.rules.wwn.validation.common import check_not_pinned, find_acting_asset, find_place
from chronicle.rules.wwn.validation.order_context import OrderContext, ParsedAction


def parse_move(context: OrderContext, entry: MoveInput) -> ParsedAction:
    """Parse one asset's move."""
    errors = context.report.errors
    at = entry.at("to")
    asset = find_acting_asset(context, entry.asset, entry.at("asset"))
    place = find_place(context, entry.to, at)
    if asset is None:
        return None
    context.check_once(asset.id, "can make only one move", entry.at("asset"))
    check_not_pinned(context, asset, entry.at("asset"))
    if place is None or not check_elsewhere(context, asset, place.id, at):
        return None
    reach = moves_per_move(context.board, context.faction)
    if is_within(context.board, asset.at, place.id, reach):
        check_may_enter(
            context, asset, place, at, acts=True, past_bans=_is_led(context, asset, place)
        )
    else:
        report_too_long(context, asset, place.id, reach, at)
    if context.report.errors > errors:
        return None
    # What it makes possible where it goes counts for the next ones.
    context.marched[asset.id] = asset.at
    context.apply(Moved(asset.id, place.id))
    return asset.id, MoveOrder(place.id)


def _is_led(context: OrderContext, asset: Asset, place: PlaceState) -> bool:
    """Return whether an asset can pass a ban: it leads, or moves with one that leads (W-FX-LEADS).

    Both must start and end at the same places in this action, in any order; an ally's asset earlier
    in the turn.
    """
    if has_effect(context.board, asset, Leads) or was_led(context.board, asset, place.id):
        return True
    for entry in context.entry.move or ():
        leader = context.board.assets.get(entry.asset)
        if leader is None or leader.faction != context.faction or entry.to != place.id:
            continue
        start = context.marched.get(leader.id, leader.at)
        if (
            takes_along(context.board, leader)
            and start == asset.at
            and context.board.usable(leader)
        ):
            return True
    return False


def check_elsewhere(context: OrderContext, asset: Asset, to: str, at: Span) -> bool:
    """Return whether a move ends at another place; report it if not."""
    if asset.at == to:
        context.report.add(problems.AlreadyThere(at=at, name=asset.id, to=to))
    return asset.at != to


def report_too_long(context: OrderContext, asset: Asset, to: str, reach: int, at: Span) -> None:
    """Report that a place is too far."""
    context.report.add(
        problems.RouteTooLong(at=at, name=asset.id, place=asset.at, to=to, reach=reach)
    )


def check_may_enter(
    context: OrderContext,
    asset: Asset,
    place: PlaceState,
    at: Span,
    *,
    acts: bool,
    past_bans: bool = False,
) -> None:
    """Report that an asset can't enter a place: it is not by water, or the ruler forbids it.

    With ``acts``, cover that lasts only until the asset acts does not count.
    """
    reason = entry_refusal(context.board, asset, place.id, acts=acts)
    if reason == "no-water":
        context.report.add(setup.NotByWater(at=at, name=asset.id, place=place.id))
    elif reason and not past_bans:
        context.report.add(
            problems.Barred(
                at=at, name=asset.id, place=place.id, ruler=place.ruler, faction=asset.faction
            )
        )
