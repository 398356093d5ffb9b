"""Assets hidden for Treasure (W-ACT-6)."""

from __future__ import annotations

from typing import Final

from chronicle.rules.wwn.action_context import Draft
from chronicle.rules.wwn.action_events import Done, refused
from chronicle.rules.wwn.actions.availability import unable
from chronicle.rules.wwn.changes import Cloaked
from chronicle.rules.wwn.events import Cloaking
from chronicle.rules.wwn.orders import Order

#: What it costs to hide one asset, and the Cunning that it takes.
PRICE: Final = 2
CUNNING: Final = 3
_RULE: Final = "W-ACT-6"


def hide(draft: Draft, order: Order) -> Done:
    """The order's asset is Stealthed from now on; nobody else learns of it."""
    state = draft.state
    reason = unable(state, order)
    if reason:
        return refused(reason)
    asset = state.assets[order.asset]
    if asset.stealth == "hidden":
        return refused("hidden-already")
    if state.factions[order.faction].cunning < CUNNING:
        return refused("barred")
    if any(base.at == asset.at and base.faction != order.faction for base in state.bases.values()):
        return refused("rival-base")
    if not draft.pay(order.faction, PRICE, "hiding", _RULE, asset.id):
        return refused("no-treasure")
    draft.act(asset.id)
    draft.do(Cloaked(asset.id, "hidden"))
    return Done(Cloaking(asset.id, asset.name, "stealth", PRICE))
