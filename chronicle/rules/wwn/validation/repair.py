"""Check the action Repair: assets, bases, and the faction itself (W-ACT-3)."""

from __future__ import annotations

from chronicle.files.source import Span
from chronicle.rules.wwn.diagnostics.orders import UnusedKey
from chronicle.rules.wwn.diagnostics.purchases import ExactlyOneKey, HealsWithFaction, NothingToHeal
from chronicle.rules.wwn.formulas import asset_repair as healing
from chronicle.rules.wwn.formulas import faction_repair
from chronicle.rules.wwn.inputs import RepairInput
from chronicle.rules.wwn.orders import Order, RepairOrder
from chronicle.rules.wwn.validation.common import find_own_asset, find_own_base
from chronicle.rules.wwn.validation.order_context import OrderContext
from chronicle.rules.wwn.validation.treasure import exact_range

_KEYS = ("asset", "base", "faction")


def parse_repair(case: OrderContext, shape: RepairInput) -> Order | None:
    """Parse one repair; None after errors."""
    case.claim_order_id(shape.id, shape.at("id"))
    errors = case.report.errors
    named = tuple(key for key in _KEYS if shape.has(key))
    if len(named) != 1:
        case.report.add(
            ExactlyOneKey(at=shape.key_at(named[1]) if named else shape.at(), keys=_KEYS)
        )
        return None
    key = named[0]
    if key != "asset" and shape.has("times"):
        what = "a repair of a base" if key == "base" else "a repair of the faction"
        case.report.add(UnusedKey(at=shape.key_at("times"), key="times", what=what, takes=(key,)))
    match key:
        case "asset":
            subject = _asset(case, shape)
        case "base":
            subject = _base(case, shape)
        case _:
            subject = _faction(case, shape)
    if subject is None or case.report.errors > errors:
        return None
    return Order(case.faction, shape.id, "", RepairOrder(subject, shape.times))


def _asset(case: OrderContext, shape: RepairInput) -> str | None:
    at = shape.at("asset")
    asset = find_own_asset(case, shape.asset or "", at)
    price = shape.times * (shape.times + 1) // 2
    case.purse.pay(exact_range(price), _priced_at(shape, at), case.report, repairs=True)
    if asset is None:
        return None
    case.check_once(asset.id, "can be repaired in only one order", at)
    heals = healing(case.own.rating(case.board.type_of(asset).attribute))
    lacking = case.board.maximum(asset) - asset.hp
    if asset.id not in case.hurting:
        _needed(case, asset.id, lacking, heals, shape.times, _priced_at(shape, at))
    return asset.id


def _priced_at(shape: RepairInput, otherwise: Span) -> Span:
    return shape.at("times") if shape.has("times") else otherwise


def _needed(case: OrderContext, name: str, lacking: int, heals: int, times: int, at: Span) -> None:
    """Report a repair that heals more than is needed."""
    enough = -(-lacking // heals)
    if times > enough:
        problem = NothingToHeal(at=at, name=name, lacking=lacking, heals=heals, enough=enough)
        case.report.add(problem)


def _base(case: OrderContext, shape: RepairInput) -> str | None:
    at = shape.at("base")
    case.purse.pay(exact_range(1), at, case.report)
    base = find_own_base(case, shape.base or "", at)
    if base is None:
        return None
    if base.headquarters:
        case.report.add(HealsWithFaction(at=at, name=base.id))
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
