"""Assets sold (W-ACT-7)."""

from __future__ import annotations

from chronicle.rules.wwn.action_context import Draft
from chronicle.rules.wwn.action_events import Done, refused
from chronicle.rules.wwn.changes import Lost, Paid
from chronicle.rules.wwn.distance import bears
from chronicle.rules.wwn.effects import Unsellable
from chronicle.rules.wwn.events import Sale
from chronicle.rules.wwn.formulas import sale
from chronicle.rules.wwn.orders import Order
from chronicle.rules.wwn.witnesses import seen_by


def sell(draft: Draft, order: Order) -> Done:
    """The order's asset goes, for half its cost if it is unhurt.

    One that others keep from serving can't be sold, one that is not ready yet can.
    """
    state = draft.state
    asset = state.assets.get(order.asset)
    if asset is None or asset.faction != order.faction:
        return refused("asset-gone")
    if not state.working(asset):
        return refused("asset-unusable")
    if bears(state, asset, Unsellable):
        return refused("barred")
    made = state.type_of(asset)
    gained = sale(made.cost) if asset.hp >= made.hp else 0
    draft.do(Lost(asset.id))
    if gained:
        draft.do(Paid(order.faction, gained, "sale", "W-ACT-7", asset.id))
    return Done(Sale(asset.id, asset.name, made.id, gained), seen_by(state, asset))
