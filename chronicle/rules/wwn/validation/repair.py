"""Check the action Repair: assets, bases, and the faction itself (W-ACT-3)."""

from __future__ import annotations

from chronicle.files.source import Span
from chronicle.rules.wwn.diagnostics import orders as problems
from chronicle.rules.wwn.formulas import asset_repair, faction_repair
from chronicle.rules.wwn.inputs import AssetRepairInput, RepairInput
from chronicle.rules.wwn.orders import RepairOrder
from chronicle.rules.wwn.validation.common import find_own_asset, find_own_base
from chronicle.rules.wwn.validation.order_context import OrderContext, ParsedAction
from chronicle.rules.wwn.validation.treasure import exact_range

_KEYS = ("asset", "base", "faction")


def parse_repair(context: OrderContext, entry: RepairInput) -> ParsedAction:
    """Parse one repair."""
    named = tuple(key for key in _KEYS if entry.has(key))
    if len(named) != 1:
        context.report.add(
            problems.ExactlyOneKey(at=entry.key_at(named[1]) if named else entry.at(), keys=_KEYS)
        )
        return None
    key = named[0]
    if key != "asset" and entry.has("times"):
        what = "a repair of a base" if key == "base" else "a repair of the faction"
        context.report.add(
            problems.UnusedKey(at=entry.key_at("times"), key="times", what=what, takes=(key,))
        )
    match key:
        case "asset":
            subject = _asset(context, entry, entry.asset or "")
        case "base":
            subject = _base(context, entry)
        case _:
            subject = _faction(context, entry)
    return None if subject is None else ("", RepairOrder(subject, entry.times))


def parse_free_repair(context: OrderContext, repair: AssetRepairInput) -> ParsedAction:
    """Parse a repair with Treasure for repairs alone, which is a free action (W-FX-YIELDS)."""
    subject = _asset(context, repair, repair.asset, free=True)
    return None if subject is None else ("", RepairOrder(subject, repair.times))


def _asset(
    context: OrderContext, entry: RepairInput | AssetRepairInput, name: str, *, free: bool = False
) -> str | None:
    at = entry.at("asset")
    priced_at = entry.at("times") if entry.has("times") else at
    asset = find_own_asset(context, name, at)
    # Each repair of an asset in a turn costs 1 more than the one before.
    before = context.repaired.get(name, 0)
    price = sum(range(before + 1, before + entry.times + 1))
    if free:
        context.purse.pay_earmarked(price, priced_at, context.report)
    else:
        context.purse.pay(exact_range(price), priced_at, context.report, repairs=True)
    if asset is None:
        return None
    doing = "can be repaired in only one order"
    if not context.check_once(asset.id, doing, at, key=f"{doing} {free}"):
        return None
    heals = asset_repair(context.own.rating(context.board.type_of(asset).attribute))
    lacking = max(0, context.board.maximum(asset) - asset.hp - before * heals)
    if asset.id not in context.hurting:
        _needed(context, asset.id, lacking, heals, entry.times, priced_at)
    context.repaired[name] = before + entry.times
    return asset.id


def _needed(
    context: OrderContext, name: str, lacking: int, heals: int, times: int, at: Span
) -> None:
    """Report a repair that heals more than is needed."""
    enough = -(-lacking // heals)
    if times > enough:
        problem = problems.NothingToHeal(
            at=at, name=name, lacking=lacking, heals=heals, enough=enough
        )
        context.report.add(problem)


def _base(context: OrderContext, entry: RepairInput) -> str | None:
    at = entry.at("base")
    context.purse.pay(exact_range(1), at, context.report)
    base = find_own_base(context, entry.base or "", at)
    if base is None:
        return None
    if base.headquarters:
        context.report.add(problems.HealsWithFaction(at=at, name=base.id))
        return None
    context.check_once(base.id, "can be repaired in only one order", at)
    lacking = context.board.maximum(base) - base.hp
    _needed(context, base.id, lacking, faction_repair(context.own.ratings), 1, at)
    return base.id


def _faction(context: OrderContext, entry: RepairInput) -> str:
    at = entry.at("faction")
    context.purse.pay(exact_range(1), at, context.report)
    context.check_once(context.faction, "can be repaired in only one order", at)
    headquarters = context.board.headquarters(context.faction)
    lacking = context.own.maximum - context.own.hp
    if headquarters is not None:
        lacking = max(lacking, context.own.maximum - headquarters.hp)
    _needed(context, context.faction, lacking, faction_repair(context.own.ratings), 1, at)
    return ""
