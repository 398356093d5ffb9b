"""Check the action Move (W-ACT-2)."""

from __future__ import annotations

from chronicle.rules.wwn.actions.move import takes_along, was_led
from chronicle.rules.wwn.changes import Moved
from chronicle.rules.wwn.distance import has_effect, is_within, moves_per_move
from chronicle.rules.wwn.effects import Leads
from chronicle.rules.wwn.inputs import MoveInput
from chronicle.rules.wwn.orders import MoveOrder
from chronicle.rules.wwn.state import Asset, PlaceState
from chronicle.rules.wwn.validation.common import check_not_pinned, find_acting_asset, find_place
from chronicle.rules.wwn.validation.order_context import OrderContext, ParsedAction
from chronicle.rules.wwn.validation.routes import check_elsewhere, check_may_enter, report_too_long


def parse_move(case: OrderContext, shape: MoveInput) -> ParsedAction:
    """Parse one asset's move."""
    errors = case.report.errors
    at = shape.at("to")
    asset = find_acting_asset(case, shape.asset, shape.at("asset"))
    place = find_place(case, shape.to, at)
    if asset is None:
        return None
    case.check_once(asset.id, "can make only one move", shape.at("asset"))
    check_not_pinned(case, asset, shape.at("asset"))
    if place is None or not check_elsewhere(case, asset, place.id, at):
        return None
    reach = moves_per_move(case.board, case.faction)
    if is_within(case.board, asset.at, place.id, reach):
        check_may_enter(case, asset, place, at, acts=True, past_bans=_is_led(case, asset, place))
    else:
        report_too_long(case, asset, place.id, reach, at)
    if case.report.errors > errors:
        return None
    # What it makes possible where it goes counts for the next ones.
    case.marched[asset.id] = asset.at
    case.apply(Moved(asset.id, place.id))
    return asset.id, MoveOrder(place.id)


def _is_led(case: OrderContext, asset: Asset, place: PlaceState) -> bool:
    """Return whether an asset can pass a ban: it leads, or moves with one that leads (W-FX-LEADS).

    Both must start and end at the same places in this action, in any order; an ally's asset earlier
    in the turn.
    """
    if has_effect(case.board, asset, Leads) or was_led(case.board, asset, place.id):
        return True
    for shape in case.shape.move or ():
        leader = case.board.assets.get(shape.asset)
        if leader is None or leader.faction != case.faction or shape.to != place.id:
            continue
        start = case.marched.get(leader.id, leader.at)
        if takes_along(case.board, leader) and start == asset.at and case.board.usable(leader):
            return True
    return False
