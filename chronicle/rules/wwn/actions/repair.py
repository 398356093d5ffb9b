"""The action Repair: assets, bases, and the faction itself (W-ACT-3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chronicle.model.facts import Facts
from chronicle.rules.kit.refusals import first_reason
from chronicle.rules.order_form import (
    ActionChoice,
    ActionField,
    FieldGroup,
    FixedField,
    FormPart,
    IntegerField,
)
from chronicle.rules.wwn.action import (
    Action,
    asset_action_field,
    order_id,
    order_item,
    whole_choice,
)
from chronicle.rules.wwn.action_context import (
    ActionContext,
    ActionResult,
    refused_result,
    usable_asset_of,
)
from chronicle.rules.wwn.actions.mends import MENDING_FACTS, Healing, Mending
from chronicle.rules.wwn.changes import Earmarked, FactionHurt, Hurt, Used
from chronicle.rules.wwn.diagnostics import orders as problems
from chronicle.rules.wwn.effects import Yields
from chronicle.rules.wwn.formulas import asset_repair, faction_repair
from chronicle.rules.wwn.inputs import AssetRepairInput, RepairInput
from chronicle.rules.wwn.known_state import KnownState
from chronicle.rules.wwn.orders import Command, Order
from chronicle.rules.wwn.refusals import Refusal
from chronicle.rules.wwn.state import Asset, Base, Piece, State
from chronicle.rules.wwn.validation.common import find_own_asset, find_own_base
from chronicle.rules.wwn.validation.order_context import OrderContext, ParsedAction, exact_range

#: The price of healing the faction or a base (W-ENT-4), and of the first step for an asset.
_PRICE: Final = 1


class RepairOrder(Command):
    """Repair of an own asset or base, or of the faction itself if empty.

    As a free action, it is paid for with Treasure for repairs alone (W-FX-YIELDS).
    """

    ACTION = "repair"
    RULE = "W-ACT-3"

    subject: str
    times: int = 1


def _healing_of(state: State, piece: Piece, steps: int = 0) -> Healing:
    """Return how an asset or a base can be healed, after steps already ordered."""
    own = state.factions[piece.faction]
    if isinstance(piece, Asset):
        heals = asset_repair(own.rating(state.type_of(piece).attribute))
    else:
        heals = faction_repair(own.ratings)
    return Healing(piece.id, max(0, state.maximum(piece) - piece.hp - steps * heals), heals)


def _healing_of_faction(state: State, id: str) -> Healing:
    """Return how a faction can be healed, and its headquarters with it."""
    own, seat = state.factions[id], state.headquarters(id)
    left = min(own.hp, seat.hp if seat is not None else own.hp)
    return Healing(id, max(0, own.maximum - left), faction_repair(own.ratings))


def _base_refusals(state: State, base: Base) -> Iterator[Refusal]:
    """Yield that a base heals with its faction (W-ENT-4), or lacks nothing."""
    if base.headquarters:
        yield Refusal(problems.HealsWithFaction(at=None, name=base.id), ("base",), "barred")
    else:
        yield from _healing_of(state, base).refusals("base")


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
            subject = _parse_asset(context, entry, entry.asset or "")
        case "base":
            subject = _parse_base(context, entry)
        case _:
            subject = _parse_faction(context, entry)
    return None if subject is None else ("", RepairOrder(subject, entry.times))


def parse_free_repair(context: OrderContext, repair: AssetRepairInput) -> ParsedAction:
    """Parse a repair with Treasure for repairs alone, which is a free action (W-FX-YIELDS)."""
    subject = _parse_asset(context, repair, repair.asset, free=True)
    return None if subject is None else ("", RepairOrder(subject, repair.times))


def _parse_asset(
    context: OrderContext, entry: RepairInput | AssetRepairInput, name: str, *, free: bool = False
) -> str | None:
    at = entry.at("asset")
    key = "times" if entry.has("times") else "asset"
    priced_at = entry.at(key)
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
    if asset.id not in context.hurting:
        healing = _healing_of(context.board, asset, before)
        context.refuse(entry, healing.refusals(key, entry.times))
    context.repaired[name] = before + entry.times
    return asset.id


def _parse_base(context: OrderContext, entry: RepairInput) -> str | None:
    at = entry.at("base")
    context.purse.pay(exact_range(_PRICE), at, context.report)
    base = find_own_base(context, entry.base or "", at)
    if base is None:
        return None
    if not base.headquarters:
        context.check_once(base.id, "can be repaired in only one order", at)
    context.refuse(entry, _base_refusals(context.board, base))
    return base.id


def _parse_faction(context: OrderContext, entry: RepairInput) -> str:
    at = entry.at("faction")
    context.purse.pay(exact_range(_PRICE), at, context.report)
    context.check_once(context.faction, "can be repaired in only one order", at)
    context.refuse(entry, _healing_of_faction(context.board, context.faction).refusals("faction"))
    return ""


def repair(context: ActionContext, order: Order, command: RepairOrder) -> ActionResult:
    """Resolve a repair of the thing that the order names, or of the faction."""
    if not command.subject:
        return _repair_faction(context, order)
    base = context.state.bases.get(command.subject)
    if base is not None and base.faction == order.faction:
        return _repair_base(context, order, base)
    asset = usable_asset_of(context.state, order.faction, command.subject)
    return (
        refused_result("target-gone")
        if asset is None
        else _repair_asset(context, order, asset, command.times)
    )


def _repair_asset(context: ActionContext, order: Order, asset: Asset, times: int) -> ActionResult:
    """Heal an asset step by step; each step in a turn costs one more than the last."""
    healing = _healing_of(context.state, asset)
    reason = first_reason(healing.refusals("asset"))
    if reason:
        return refused_result(reason)
    done = paid = healed = 0
    while done < times and healed < healing.lacking:
        price = _steps_done(context, asset.id) + 1
        if not _pay_repair(context, order, price, asset.id):
            break
        context.apply(Used(_key(asset.id, price)))
        healed, paid, done = min(healing.lacking, healed + healing.heals), paid + price, done + 1
    if not done:
        return refused_result("no-treasure")
    context.apply(Hurt(asset.id, -healed, RepairOrder.RULE))
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
    if not context.pay(order.faction, price - aside, "repair", RepairOrder.RULE, subject):
        return False
    if aside:
        context.apply(Earmarked(order.faction, -aside))
    return True


def _repair_faction(context: ActionContext, order: Order) -> ActionResult:
    """Heal the faction and its headquarters, once per turn (W-ENT-4)."""
    state = context.state
    faction = state.factions[order.faction]
    healing, seat = _healing_of_faction(state, faction.id), state.headquarters(faction.id)
    if _key(faction.id, 1) in state.used:
        return refused_result("used-already")
    reason = first_reason(healing.refusals("faction"))
    if reason:
        return refused_result(reason)
    healed = min(healing.heals, faction.maximum - faction.hp)
    with_it = min(healing.heals, faction.maximum - seat.hp) if seat is not None else 0
    if not context.pay(faction.id, _PRICE, "repair", RepairOrder.RULE):
        return refused_result("no-treasure")
    context.apply(Used(_key(faction.id, 1)))
    if healed > 0:
        context.apply(FactionHurt(faction.id, -healed, RepairOrder.RULE))
    if seat is not None and with_it > 0:
        context.apply(Hurt(seat.id, -with_it, "W-ENT-4"))
    return ActionResult(Mending("", "", max(0, healed), _PRICE))


def _repair_base(context: ActionContext, order: Order, base: Base) -> ActionResult:
    """Heal a base as much as a faction, once per turn; not a headquarters, which heals with it."""
    if _key(base.id, 1) in context.state.used:
        return refused_result("used-already")
    reason = first_reason(_base_refusals(context.state, base))
    if reason:
        return refused_result(reason)
    healing = _healing_of(context.state, base)
    healed = min(healing.heals, healing.lacking)
    if not context.pay(order.faction, _PRICE, "repair", "W-ENT-4", base.id):
        return refused_result("no-treasure")
    context.apply(Used(_key(base.id, 1)), Hurt(base.id, -healed, "W-ENT-4"))
    return ActionResult(Mending(base.id, base.name, healed, _PRICE))


def free_repair_fields(seen: KnownState) -> Iterator[ActionField]:
    """Yield repairs with Treasure for repairs alone, which are free actions (W-FX-YIELDS)."""
    yields = (
        effect
        for asset in seen.usable_assets()
        if asset.mark("hobbled") is None
        for effect in seen.board.type_of(asset).effects_of(Yields)
    )
    if any(effect.only == "repairs" for effect in yields):
        for asset, parts, facts in _hurt_assets(seen, rise=0):
            id = order_id(asset.id, "free-repair")
            order = order_item("abilities", id, FieldGroup("repair", parts))
            told = Facts(facts, repairs=True)
            case = ActionChoice("repair", "W-FX-YIELDS", (order,), told, price=0)
            yield asset_action_field(seen, "ability", asset, case)


def _hurt_assets(
    seen: KnownState, rise: int = 1
) -> Iterator[tuple[Asset, tuple[FormPart, ...], Facts]]:
    """Yield the own assets that can be repaired, each with the fields and facts of its repair."""
    for asset in seen.obedient_assets():
        healing = _healing_of(seen.board, asset)
        if not any(healing.refusals("asset")):
            times = IntegerField("times", 1, min(healing.enough, 20), usual=1, rise=rise)
            yield asset, (FixedField("asset", asset.id), times), _form_facts(healing)


def _form_facts(healing: Healing) -> Facts:
    return Facts(heals=healing.heals, lacking=healing.lacking, cost=_PRICE)


def repair_choices(seen: KnownState) -> Iterator[ActionChoice]:
    """Yield what can be repaired."""
    return whole_choice(RepairOrder, _repair_fields(seen))


def _repair_fields(seen: KnownState) -> Iterator[ActionField]:
    board, own = seen.board, seen.own
    for asset, parts, facts in _hurt_assets(seen):
        order = order_item("repair", order_id(asset.id, "repair"), *parts)
        case = ActionChoice("repair", RepairOrder.RULE, (order,), facts)
        yield asset_action_field(seen, "repair", asset, case)
    for base in board.own_bases(seen.id):
        if not any(_base_refusals(board, base)):
            order = order_item("repair", order_id(base.id, "repair"), FixedField("base", base.id))
            case = ActionChoice(
                "repair", "W-ENT-4", (order,), _form_facts(_healing_of(board, base))
            )
            yield ActionField(
                "repair", (case,), base.name, Facts(hp=base.hp, of=board.maximum(base))
            )
    healing = _healing_of_faction(board, seen.id)
    if not any(healing.refusals("faction")):
        order = order_item("repair", "repair", FixedField("faction", True))
        case = ActionChoice("repair", RepairOrder.RULE, (order,), _form_facts(healing))
        yield ActionField("repair", (case,), None, Facts(hp=own.hp, of=own.maximum))


REPAIR: Final = Action(
    RepairOrder, parse_repair, repair, repair_choices, facts={"repair": MENDING_FACTS}
)
