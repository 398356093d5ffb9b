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


def parse_repair(case: OrderContext, shape: RepairInput) -> ParsedAction:
    """Parse one repair."""
    named = tuple(key for key in _KEYS if shape.has(key))
    if len(named) != 1:
        case.report.add(
            problems.ExactlyOneKey(at=shape.key_at(named[1]) if named else shape.at(), keys=_KEYS)
        )
        return None
    key = named[0]
    if key != "asset" and shape.has("times"):
        what = "a repair of a base" if key == "base" else "a repair of the faction"
        case.report.add(
            problems.UnusedKey(at=shape.key_at("times"), key="times", what=what, takes=(key,))
        )
    match key:
        case "asset":
            subject = _asset(case, shape, shape.asset or "")
        case "base":
            subject = _base(case, shape)
        case _:
            subject = _faction(case, shape)
    return None if subject is None else ("", RepairOrder(subject, shape.times))


def parse_free_repair(case: OrderContext, repair: AssetRepairInput) -> ParsedAction:
    """Parse a repair with Treasure for repairs alone, which is a free action (W-FX-YIELDS)."""
    subject = _asset(case, repair, repair.asset, free=True)
    return None if subject is None else ("", RepairOrder(subject, repair.times))


def _asset(
    case: OrderContext, shape: RepairInput | AssetRepairInput, name: str, *, free: bool = False
) -> str | None:
    at = shape.at("asset")
    priced_at = shape.at("times") if shape.has("times") else at
    asset = find_own_asset(case, name, at)
    # Each repair of an asset in a turn costs 1 more than the one before.
    before = case.repaired.get(name, 0)
    price = sum(range(before + 1, before + shape.times + 1))
    if free:
        case.purse.pay_earmarked(price, priced_at, case.report)
    else:
        case.purse.pay(exact_range(price), priced_at, case.report, repairs=True)
    if asset is None:
        return None
    doing = "can be repaired in only one order"
    if not case.check_once(asset.id, doing, at, key=f"{doing} {free}"):
        return None
    heals = asset_repair(case.own.rating(case.board.type_of(asset).attribute))
    lacking = max(0, case.board.maximum(asset) - asset.hp - before * heals)
    if asset.id not in case.hurting:
        _needed(case, asset.id, lacking, heals, shape.times, priced_at)
    case.repaired[name] = before + shape.times
    return asset.id


def _needed(case: OrderContext, name: str, lacking: int, heals: int, times: int, at: Span) -> None:
    """Report a repair that heals more than is needed."""
    enough = -(-lacking // heals)
    if times > enough:
        problem = problems.NothingToHeal(
            at=at, name=name, lacking=lacking, heals=heals, enough=enough
        )
        case.report.add(problem)


def _base(case: OrderContext, shape: RepairInput) -> str | None:
    at = shape.at("base")
    case.purse.pay(exact_range(1), at, case.report)
    base = find_own_base(case, shape.base or "", at)
    if base is None:
        return None
    if base.headquarters:
        case.report.add(problems.HealsWithFaction(at=at, name=base.id))
        return None
    case.check_once(base.id, "can be repaired in only one order", at)
    lacking = case.board.maximum(base) - base.hp
    _needed(case, base.id, lacking, faction_repair(case.own.ratings), 1, at)
    return base.id


def _faction(case: OrderContext, shape: RepairInput) -> str:
    at = shape.at("faction")
    case.purse.pay(exact_range(1), at, case.report)
    case.check_once(case.faction, "can be repaired in only one order", at)
    headquarters = case.board.headquarters(case.faction)
    lacking = case.own.maximum - case.own.hp
    if headquarters is not None:
        lacking = max(lacking, case.own.maximum - headquarters.hp)
    _needed(case, case.faction, lacking, faction_repair(case.own.ratings), 1, at)
    return ""
