"""Resolve hiding assets for Treasure (W-ACT-6)."""

from __future__ import annotations

from typing import Final

from chronicle.rules.wwn.action_context import ActionContext
from chronicle.rules.wwn.action_events import ActionResult, refused_result
from chronicle.rules.wwn.actions.availability import inability_reason
from chronicle.rules.wwn.changes import Cloaked
from chronicle.rules.wwn.events import Cloaking
from chronicle.rules.wwn.orders import Order

#: The price of hiding one asset, and the Cunning that it needs.
HIDE_PRICE: Final = 2
MIN_CUNNING_TO_HIDE: Final = 3
_RULE: Final = "W-ACT-6"


def hide(context: ActionContext, order: Order) -> ActionResult:
    """Make the order's asset Stealthed; no other faction learns of it."""
    state = context.state
    reason = inability_reason(state, order)
    if reason:
        return refused_result(reason)
    asset = state.assets[order.asset]
    if asset.stealth == "hidden":
        return refused_result("hidden-already")
    if state.factions[order.faction].cunning < MIN_CUNNING_TO_HIDE:
        return refused_result("barred")
    if any(base.at == asset.at and base.faction != order.faction for base in state.bases.values()):
        return refused_result("rival-base")
    if not context.pay(order.faction, HIDE_PRICE, "hiding", _RULE, asset.id):
        return refused_result("no-treasure")
    context.use_asset(asset.id)
    context.apply(Cloaked(asset.id, "hidden"))
    return ActionResult(Cloaking(asset.id, asset.name, "stealth", HIDE_PRICE))
