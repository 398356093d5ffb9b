"""Whether an asset can do what it is told, and what a free action uses up (W-TURN-4)."""

from __future__ import annotations

from chronicle.rules.wwn.action_context import ActionContext
from chronicle.rules.wwn.action_events import rule_of_effect
from chronicle.rules.wwn.changes import Used
from chronicle.rules.wwn.distance import has_effect, is_shut_out
from chronicle.rules.wwn.effects import Effect, Waterborne
from chronicle.rules.wwn.events import RefusalReason
from chronicle.rules.wwn.orders import Order
from chronicle.rules.wwn.state import Asset, State


def inability_reason(state: State, order: Order) -> RefusalReason:
    """Why the asset of an order can do nothing for it; empty when it can."""
    asset = state.assets.get(order.asset)
    if asset is None or asset.faction != order.faction:
        return "asset-gone"
    return "" if state.usable(asset) else "asset-unusable"


def usable_asset_of(state: State, faction: str, id: str) -> Asset | None:
    """An asset that a faction has and can do something with or to: rogues are nobody's."""
    asset = state.assets.get(id)
    if asset is None or asset.faction != faction or asset.mark("rogue"):
        return None
    return asset


def pay_free_action(
    draft: ActionContext, order: Order, effect: Effect, price: int = 0, *, once: bool = True
) -> bool:
    """Pays for a free action and uses it up; whether it could be paid.

    An asset has one free action a turn, but for those that have no such limit (W-TURN-4).
    """
    if not draft.pay(order.faction, price, "free-action", rule_of_effect(effect), order.asset):
        return False
    draft.use_asset(order.asset)
    if once:
        draft.apply(Used(order.asset))
    return True


def entry_refusal(state: State, asset: Asset, place: str, *, acts: bool) -> RefusalReason:
    """Why an asset may not come to a place: it is no harbour, or its ruler bars it (W-ACT-2).

    One that ``acts`` has no cover any more that lasts only until it does.
    """
    if has_effect(state, asset, Waterborne) and not state.places[place].water:
        return "no-water"
    covered = asset.stealth == "hidden" or state.type_of(asset).subtle or asset.mark("subtle")
    passing = asset.stealth == "carried" or asset.mark("smuggled")
    if covered or (passing and not acts) or not is_shut_out(state, asset.faction, place):
        return ""
    return "closed"
