"""Free actions for one's own: healing, and cover (W-FX-MENDS, W-FX-CLOAKS)."""

from __future__ import annotations

from chronicle.rules.wwn.action_context import Draft
from chronicle.rules.wwn.action_events import Done, refused
from chronicle.rules.wwn.actions.availability import own, spent
from chronicle.rules.wwn.changes import Cleared, Cloaked, Hurt, Marked
from chronicle.rules.wwn.distance import within
from chronicle.rules.wwn.effects import Cloaks, Mends
from chronicle.rules.wwn.events import Cloaking, Mending, Reason
from chronicle.rules.wwn.orders import Order, ToUse
from chronicle.rules.wwn.state import Asset, Mark, State


def mend(draft: Draft, order: Order, aim: ToUse, effect: Mends) -> Done:
    """Heals an own asset, wherever it is."""
    state = draft.state
    target = own(state, order.faction, aim.target)
    if target is None:
        return refused("target-gone")
    if state.type_of(target).attribute not in effect.kinds:
        return refused("barred")
    healed = min(effect.amount, state.maximum(target) - target.hp)
    if healed <= 0:
        return refused("target-unhurt")
    spent(draft, order, effect)
    draft.do(Hurt(target.id, -healed, "W-FX-MENDS"))
    return Done(Mending(target.id, target.name, healed, 0))


def cloak(draft: Draft, order: Order, aim: ToUse, effect: Cloaks) -> Done:
    """Gives an asset a quality; nobody but its owner learns of it."""
    state = draft.state
    bearer = state.assets[order.asset]
    target = bearer if effect.who == "self" else own(state, order.faction, aim.target)
    if target is None:
        return refused("target-gone")
    reason = uncloakable(state, bearer, target, effect)
    if reason:
        return refused(reason)
    if not spent(draft, order, effect, effect.price):
        return refused("no-treasure")
    if effect.quality == "stealth":
        draft.do(Cloaked(target.id, "hidden"))
    else:
        _subtle(draft, bearer, target, effect)
    return Done(Cloaking(target.id, target.name, effect.quality, effect.price))


def uncloakable(state: State, bearer: Asset, target: Asset, effect: Cloaks) -> Reason:
    """Why an asset can't be given the quality."""
    if effect.who == "other":
        if target.id == bearer.id or state.type_of(target).attribute not in effect.kinds:
            return "barred"
        if not within(state, bearer.at, target.at, effect.reach):
            return "too-far"
    if effect.quality == "stealth" and target.stealth == "hidden":
        return "hidden-already"
    return ""


def _subtle(draft: Draft, bearer: Asset, target: Asset, effect: Cloaks) -> None:
    """Makes an asset Subtle, and the one before it no more, if it lasts by its bearer."""
    if effect.while_borne:
        for asset in tuple(draft.state.assets.values()):
            for mark in asset.marks:
                if mark.kind == "subtle" and mark.by == bearer.id:
                    draft.do(Cleared(asset.id, mark))
    draft.do(Marked(target.id, Mark("subtle", by=bearer.id if effect.while_borne else "")))
