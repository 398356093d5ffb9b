"""Resolve repairs of assets, bases, and the faction itself (W-ACT-3)."""

from __future__ import annotations

from typing import Final

from chronicle.rules.wwn.action_context import ActionContext
from chronicle.rules.wwn.action_events import ActionResult, refused_result
from chronicle.rules.wwn.actions.availability import usable_asset_of
from chronicle.rules.wwn.changes import Earmarked, FactionHurt, Hurt, Used
from chronicle.rules.wwn.events import Mending
from chronicle.rules.wwn.formulas import asset_repair, faction_repair
from chronicle.rules.wwn.orders import Order, RepairOrder
from chronicle.rules.wwn.state import Asset, Base

_RULE: Final = "W-ACT-3"
#: The price of healing the faction, or a base (W-ENT-4).
_PRICE: Final = 1


def repair(context: ActionContext, order: Order, command: RepairOrder) -> ActionResult:
    """Resolve a repair of the thing that the order names, or of the faction."""
    if not command.subject:
        return _faction(context, order)
    base = context.state.bases.get(command.subject)
    if base is not None and base.faction == order.faction:
        return _base(context, order, base)
    asset = usable_asset_of(context.state, order.faction, command.subject)
    return (
        refused_result("target-gone")
        if asset is None
        else _asset(context, order, asset, command.times)
    )


def _asset(context: ActionContext, order: Order, asset: Asset, times: int) -> ActionResult:
    """Heal an asset step by step; each step in a turn costs one more than the last."""
    state = context.state
    missing = state.maximum(asset) - asset.hp
    if missing <= 0:
        return refused_result("target-unhurt")
    faction = state.factions[order.faction]
    step = asset_repair(faction.rating(state.type_of(asset).attribute))
    done = paid = healed = 0
    while done < times and healed < missing:
        price = _steps_done(context, asset.id) + 1
        if not _pay_repair(context, order, price, asset.id):
            break
        context.apply(Used(_key(asset.id, price)))
        healed, paid, done = min(missing, healed + step), paid + price, done + 1
    if not done:
        return refused_result("no-treasure")
    context.apply(Hurt(asset.id, -healed, _RULE))
    return ActionResult(Mending(asset.id, asset.name, healed, paid, done))


def _steps_done(context: ActionContext, id: str) -> int:
    """Return how often something was repaired this turn."""
    count = 0
    while _key(id, count + 1) in context.state.used:
        count += 1
    return count


def _key(id: str, step: int) -> str:
    return f"{id}/repair-{step}"


def _pay_repair(context: ActionContext, order: Order, price: int, subject: str) -> bool:
    """Pay for a repair, first from Treasure for repairs; return whether it could be paid."""
    aside = min(price, context.state.factions[order.faction].earmarked)
    if order.free and aside < price:
        return False
    if not context.pay(order.faction, price - aside, "repair", _RULE, subject):
        return False
    if aside:
        context.apply(Earmarked(order.faction, -aside))
    return True


def _faction(context: ActionContext, order: Order) -> ActionResult:
    """Heal the faction and its headquarters, once per turn (W-ENT-4)."""
    state = context.state
    faction = state.factions[order.faction]
    if _key(faction.id, 1) in state.used:
        return refused_result("used-already")
    step = faction_repair(faction.ratings)
    healed = min(step, faction.maximum - faction.hp)
    seat = state.headquarters(faction.id)
    with_it = min(step, state.maximum(seat) - seat.hp) if seat is not None else 0
    if healed <= 0 and with_it <= 0:
        return refused_result("target-unhurt")
    if not context.pay(faction.id, _PRICE, "repair", _RULE):
        return refused_result("no-treasure")
    context.apply(Used(_key(faction.id, 1)))
    if healed > 0:
        context.apply(FactionHurt(faction.id, -healed, _RULE))
    if seat is not None and with_it > 0:
        context.apply(Hurt(seat.id, -with_it, "W-ENT-4"))
    return ActionResult(Mending("", "", max(0, healed), _PRICE))


def _base(context: ActionContext, order: Order, base: Base) -> ActionResult:
    """Heal a base as much as a faction, once per turn; not a headquarters, which heals with it."""
    state = context.state
    if base.headquarters:
        return refused_result("barred")
    if _key(base.id, 1) in state.used:
        return refused_result("used-already")
    step = faction_repair(state.factions[order.faction].ratings)
    healed = min(step, state.maximum(base) - base.hp)
    if healed <= 0:
        return refused_result("target-unhurt")
    if not context.pay(order.faction, _PRICE, "repair", "W-ENT-4", base.id):
        return refused_result("no-treasure")
    context.apply(Used(_key(base.id, 1)), Hurt(base.id, -healed, "W-ENT-4"))
    return ActionResult(Mending(base.id, base.name, healed, _PRICE))
