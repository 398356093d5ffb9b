"""The action Move: who goes where (W-ACT-2)."""

from __future__ import annotations

from chronicle.rules.wwn.distance import bears, stride, within
from chronicle.rules.wwn.effects import Leads
from chronicle.rules.wwn.inputs import MoveShape
from chronicle.rules.wwn.orders import Order, ToMove
from chronicle.rules.wwn.state import Asset, Place
from chronicle.rules.wwn.validation.common import acting, free_to_go, place_of
from chronicle.rules.wwn.validation.order_context import Case
from chronicle.rules.wwn.validation.routes import elsewhere, let_in, too_long


def move(case: Case, shape: MoveShape) -> Order | None:
    """One asset's move; None after errors."""
    case.call(shape.id, shape.at("id"))
    errors = case.report.errors
    at = shape.at("to")
    asset = acting(case, shape.asset, shape.at("asset"))
    place = place_of(case, shape.to, at)
    if asset is None:
        return None
    case.once(asset.id, "makes one move", shape.at("asset"))
    free_to_go(case, asset, shape.at("asset"))
    if place is None or not elsewhere(case, asset, place.id, at):
        return None
    reach = stride(case.board, case.faction)
    if within(case.board, asset.at, place.id, reach):
        let_in(case, asset, place, at, acts=True, past_bans=_led(case, asset, place))
    else:
        too_long(case, asset, place.id, reach, at)
    if case.report.errors > errors:
        return None
    return Order(case.faction, shape.id, asset.id, ToMove(place.id))


def _led(case: Case, asset: Asset, place: Place) -> bool:
    """Whether a ban does not hold an asset up: it leads, or goes with one that does (W-FX-LEADS).

    Both set out from one place to one place in this action.
    """
    if bears(case.board, asset, Leads):
        return True
    for shape in case.shape.move or ():
        leader = case.board.assets.get(shape.asset)
        if leader is None or leader.faction != case.faction or shape.to != place.id:
            continue
        takes = any(effect.companions for effect in case.board.type_of(leader).having(Leads))
        if takes and leader.at == asset.at and case.board.usable(leader):
            return True
    return False
