"""Resolve free actions on own assets: healing and cover (W-FX-MENDS, W-FX-CLOAKS)."""

from __future__ import annotations

from chronicle.model.audience import FOR_GM, visibility_of_factions
from chronicle.rules.wwn.action_context import ActionContext
from chronicle.rules.wwn.action_events import ActionResult, refused_result
from chronicle.rules.wwn.actions.availability import (
    friendly_asset_of,
    pay_free_action,
    usable_asset_of,
)
from chronicle.rules.wwn.changes import Cleared, Cloaked, Hurt, Marked
from chronicle.rules.wwn.distance import is_within
from chronicle.rules.wwn.effects import Cloaks, Mends
from chronicle.rules.wwn.events import Cloaking, Mending, RefusalReason
from chronicle.rules.wwn.orders import FreeActionOrder, Order
from chronicle.rules.wwn.state import Asset, Mark, State


def mend(
    context: ActionContext, order: Order, command: FreeActionOrder, effect: Mends
) -> ActionResult:
    """Heal a friendly asset at any place; its owner learns of it."""
    state = context.state
    target = friendly_asset_of(state, order.faction, command.target)
    if target is None:
        return refused_result("target-gone")
    if state.type_of(target).attribute not in effect.kinds:
        return refused_result("barred")
    healed = min(effect.amount, state.maximum(target) - target.hp)
    if healed <= 0:
        return refused_result("target-unhurt")
    pay_free_action(context, order, effect)
    context.apply(Hurt(target.id, -healed, "W-FX-MENDS"))
    known = FOR_GM if target.faction == order.faction else visibility_of_factions([target.faction])
    return ActionResult(Mending(target.id, target.name, healed, 0), known)


def cloak(
    context: ActionContext, order: Order, command: FreeActionOrder, effect: Cloaks
) -> ActionResult:
    """Give an asset a quality; only its owner learns of it."""
    state = context.state
    bearer = state.assets[order.asset]
    target = (
        bearer if effect.who == "self" else usable_asset_of(state, order.faction, command.target)
    )
    if target is None:
        return refused_result("target-gone")
    reason = cloak_refusal(state, bearer, target, effect)
    if reason:
        return refused_result(reason)
    if not pay_free_action(context, order, effect, effect.price):
        return refused_result("no-treasure")
    if effect.quality == "stealth":
        context.apply(Cloaked(target.id, "hidden"))
    else:
        _make_subtle(context, bearer, target, effect)
    return ActionResult(Cloaking(target.id, target.name, effect.quality, effect.price))


def cloak_refusal(state: State, bearer: Asset, target: Asset, effect: Cloaks) -> RefusalReason:
    """Return why an asset can't be given the quality."""
    if effect.who == "other":
        if target.id == bearer.id or state.type_of(target).attribute not in effect.kinds:
            return "barred"
        if not is_within(state, bearer.at, target.at, effect.reach):
            return "too-far"
    if effect.quality == "stealth" and target.stealth == "hidden":
        return "hidden-already"
    return ""


def _make_subtle(context: ActionContext, bearer: Asset, target: Asset, effect: Cloaks) -> None:
    """Make an asset Subtle; if that depends on the bearer, end it for the previous one."""
    if effect.while_borne:
        for asset in tuple(context.state.assets.values()):
            for mark in asset.marks:
                if mark.kind == "subtle" and mark.by == bearer.id:
                    context.apply(Cleared(asset.id, mark))
    context.apply(Marked(target.id, Mark("subtle", by=bearer.id if effect.while_borne else "")))
