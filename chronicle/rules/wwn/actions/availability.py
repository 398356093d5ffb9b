"""Whether an asset can do what it is told, and what a free action uses up (W-TURN-4)."""

from __future__ import annotations

from chronicle.rules.wwn.action_context import Draft
from chronicle.rules.wwn.action_events import rule_of
from chronicle.rules.wwn.changes import Used
from chronicle.rules.wwn.distance import bears, shut_out
from chronicle.rules.wwn.effects import Effect, Waterborne
from chronicle.rules.wwn.events import Reason
from chronicle.rules.wwn.orders import Order
from chronicle.rules.wwn.state import Asset, State


def unable(state: State, order: Order) -> Reason:
    """Why the asset of an order can do nothing for it; empty when it can."""
    asset = state.assets.get(order.asset)
    if asset is None or asset.faction != order.faction:
        return "asset-gone"
    return "" if state.usable(asset) else "asset-unusable"


def own(state: State, faction: str, id: str) -> Asset | None:
    """An asset that a faction has and can do something with or to: rogues are nobody's."""
    asset = state.assets.get(id)
    if asset is None or asset.faction != faction or asset.mark("rogue"):
        return None
    return asset


def spent(draft: Draft, order: Order, effect: Effect, price: int = 0, *, once: bool = True) -> bool:
    """Pays for a free action and uses it up; whether it could be paid.

    An asset has one free action a turn, but for those that have no such limit (W-TURN-4).
    """
    if not draft.pay(order.faction, price, "free-action", rule_of(effect), order.asset):
        return False
    draft.act(order.asset)
    if once:
        draft.do(Used(order.asset))
    return True


def kept_out(state: State, asset: Asset, place: str, *, acts: bool) -> Reason:
    """Why an asset may not come to a place: it is no harbour, or its ruler bars it (W-ACT-2).

    One that ``acts`` has no cover any more that lasts only until it does.
    """
    if bears(state, asset, Waterborne) and not state.places[place].water:
        return "no-water"
    covered = asset.stealth == "hidden" or state.type_of(asset).subtle or asset.mark("subtle")
    passing = asset.stealth == "carried" or asset.mark("smuggled")
    if covered or (passing and not acts) or not shut_out(state, asset.faction, place):
        return ""
    return "closed"
