"""Check whether an asset can follow an order, and use up its free action (W-TURN-4)."""

from __future__ import annotations

from typing import Final

from chronicle.rules.wwn.action_context import ActionContext
from chronicle.rules.wwn.changes import Used
from chronicle.rules.wwn.effects import Effect
from chronicle.rules.wwn.orders import Order
from chronicle.rules.wwn.state import Asset, State
from chronicle.rules.wwn.terms import RefusalReason

#: An asset has one free action per turn, even if it can choose among several.
ONE_FREE_ACTION: Final = "has only one free action"


def inability_reason(state: State, order: Order) -> RefusalReason:
    """Return why the asset of an order can't act; empty if it can."""
    asset = state.assets.get(order.asset)
    if asset is None or asset.faction != order.faction:
        return "asset-gone"
    return "" if state.usable(asset) else "asset-unusable"


def usable_asset_of(state: State, faction: str, id: str) -> Asset | None:
    """Return a faction's asset if it can act or be acted on; rogues belong to no faction."""
    asset = state.assets.get(id)
    if asset is None or asset.faction != faction or asset.mark("rogue"):
        return None
    return asset


def friendly_asset_of(state: State, faction: str, id: str) -> Asset | None:
    """Return an asset that a faction can carry or heal: its own, or an ally's in the open."""
    asset = state.assets.get(id)
    if asset is None or not state.friendly(asset.faction, faction) or asset.mark("rogue"):
        return None
    return None if asset.stealth and asset.faction != faction else asset


def pay_free_action(
    context: ActionContext, order: Order, effect: Effect, price: int = 0, *, once: bool = True
) -> bool:
    """Pay for a free action and use it up; return whether it could be paid.

    An asset has one free action per turn, unless the effect has no such limit (W-TURN-4).
    """
    if not context.pay(order.faction, price, "free-action", effect.rule, order.asset):
        return False
    context.use_asset(order.asset)
    if once:
        context.apply(Used(order.asset))
    return True
