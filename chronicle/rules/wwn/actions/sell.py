"""Resolve sales of assets (W-ACT-7)."""

from __future__ import annotations

from chronicle.rules.wwn.action_context import ActionContext
from chronicle.rules.wwn.action_events import ActionResult, refused_result
from chronicle.rules.wwn.asset_visibility import visibility_of_piece
from chronicle.rules.wwn.changes import Lost, Paid
from chronicle.rules.wwn.distance import has_effect
from chronicle.rules.wwn.effects import Unsellable
from chronicle.rules.wwn.events import Sale
from chronicle.rules.wwn.formulas import sale_price
from chronicle.rules.wwn.orders import Order


def sell(context: ActionContext, order: Order) -> ActionResult:
    """Sell the order's asset, ready or not, for half its cost if undamaged; rivals can block it."""
    state = context.state
    asset = state.assets.get(order.asset)
    if asset is None or asset.faction != order.faction:
        return refused_result("asset-gone")
    if not state.working(asset):
        return refused_result("asset-unusable")
    if has_effect(state, asset, Unsellable):
        return refused_result("barred")
    made = state.type_of(asset)
    gained = sale_price(made.cost) if asset.hp >= made.hp else 0
    context.apply(Lost(asset.id))
    if gained:
        context.apply(Paid(order.faction, gained, "sale", "W-ACT-7", asset.id))
    return ActionResult(
        Sale(asset.id, asset.name, made.id, gained), visibility_of_piece(state, asset)
    )
