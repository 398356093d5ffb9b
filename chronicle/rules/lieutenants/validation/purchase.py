"""Check purchases of new units, items and facilities, and of locations (L-ACT-PURCHASE)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chronicle.diagnostics.catalogue import content, references
from chronicle.rules.kit.parser import check_known
from chronicle.rules.lieutenants.asset_kinds import kind_of
from chronicle.rules.lieutenants.diagnostics import orders as problems
from chronicle.rules.lieutenants.diagnostics import setup
from chronicle.rules.lieutenants.inputs import PurchaseInput
from chronicle.rules.lieutenants.orders import PurchaseOrder
from chronicle.rules.lieutenants.setup.asset_parser import parse_blueprint, parse_bonuses
from chronicle.rules.lieutenants.setup.consistency import check_holder, check_link
from chronicle.rules.lieutenants.setup.name_checks import check_npc
from chronicle.rules.lieutenants.state import Facility, Item
from chronicle.rules.lieutenants.terms import AssetKind
from chronicle.rules.lieutenants.validation import common
from chronicle.rules.lieutenants.validation.order_context import OrderContext, ParsedAction

#: Allowed keys for each kind of purchase.
KEYS_BY_KIND: Final[Mapping[AssetKind, tuple[str, ...]]] = {
    "unit": ("type", "name", "at", "upgrades", "abilities", "from"),
    "item": ("name", "value", "level", "at", "holder", "bonuses"),
    "facility": ("type", "name", "at", "to"),
    "location": (),
}
_REQUIRED_KEYS: Final[Mapping[AssetKind, tuple[str, ...]]] = {
    "unit": ("type", "name"),
    "item": ("name",),
    "facility": ("type", "name"),
}


def parse_purchase(context: OrderContext) -> ParsedAction | None:
    """Parse a purchase on the open market, or from an NPC faction for influence with it."""
    buy = context.action_input.buy
    at = common.parse_place(context)
    if buy is None:
        return None
    named = [kind for kind in KEYS_BY_KIND if getattr(buy, kind) is not None]
    if len(named) != 1:
        report = context.report
        report.add(
            problems.NotExactlyOne(
                at=context.action_input.at("buy"), key="buy", kinds=tuple(KEYS_BY_KIND)
            )
        )
        return None
    errors = context.report.errors
    kind = named[0]
    for entry in buy.node.entries:
        key = entry.key.text
        if key != kind and key not in KEYS_BY_KIND[kind]:
            context.report.add(
                problems.UnusedKey(
                    at=entry.key.span,
                    key=key,
                    what=f"`purchase` of {'an' if kind == 'item' else 'a'} {kind}",
                    takes=KEYS_BY_KIND[kind],
                )
            )
    for key in _REQUIRED_KEYS.get(kind, ()):
        if not buy.has(key):
            context.report.add(content.MissingKey(at=buy.at(), key=key))
    command = (
        _parse_location(context, buy) if kind == "location" else _parse_new(context, buy, kind)
    )
    return (
        ParsedAction(command, at)
        if command is not None and context.report.errors == errors
        else None
    )


def _parse_location(context: OrderContext, buy: PurchaseInput) -> PurchaseOrder | None:
    name, at = buy.location or "", buy.at("location")
    place = common.find_location(context, name, at)
    if place is None or not common.check_near(context, name, name, at):
        return None
    if place.owner or not place.cost.amount:
        context.report.add(problems.NotForSale(at=at, place=name, owner=place.owner))
    return PurchaseOrder("location", name, None, place.level)


def _parse_new(context: OrderContext, buy: PurchaseInput, kind: AssetKind) -> PurchaseOrder | None:
    id = str(getattr(buy, kind))
    _check_id_free(context, buy, kind, id)
    _check_whereabouts(context, buy)
    match kind:
        case "unit":
            return _parse_unit(context, buy, id)
        case "item":
            return _parse_item(context, buy, id)
        case _:
            return _parse_facility(context, buy, id)


def _check_id_free(context: OrderContext, buy: PurchaseInput, kind: AssetKind, id: str) -> None:
    at = buy.at(kind)
    taken = context.board.assets.get(id)
    if taken is not None or id in context.board.places:
        what = "a place" if taken is None else f"{'an' if kind_of(taken) == 'item' else 'a'} "
        what = what if taken is None else what + kind_of(taken)
        context.report.add(setup.IdTaken(at=at, what=what, name=id))
        return
    mark, first = context.reservations.bought.setdefault(id, (context.mark, at))
    if mark != context.mark:
        context.report.add(references.DuplicateId(at=at, what="a purchase", name=id, first=first))


def _check_whereabouts(context: OrderContext, buy: PurchaseInput) -> None:
    """Check that the purchase goes to an open location in the lieutenant's locale (L-MOVE)."""
    if buy.where is None:
        return
    at = buy.at("at")
    place = common.find_location(context, buy.where, at)
    if place is not None and common.check_near(context, buy.where, buy.where, at):
        common.check_admitted(context, place, None, at)


def _parse_unit(context: OrderContext, buy: PurchaseInput, id: str) -> PurchaseOrder | None:
    catalogue = context.board.house.catalogue
    make = (
        parse_blueprint(buy.type, buy, catalogue, context.report) if buy.type is not None else None
    )
    source = buy.source or ""
    if source:
        factions = context.board.factions
        npcs = [faction.id for faction in factions.values() if faction.npc]
        check_npc(source, context.faction, npcs, factions, buy.at("from"), context.report)
    if make is None:
        return None
    in_influence = make.type.cost.currency == "influence" and make.type.cost.amount > 0
    if in_influence != bool(source):
        at = buy.at("type") if in_influence else buy.key_at("from")
        context.report.add(problems.PaidInInfluence(at=at, type=make.type.id, needed=in_influence))
    unit = make.unit(id, buy.name or "", context.faction, buy.where or context.here)
    return PurchaseOrder("unit", id, unit, make.level, source)


def _parse_item(context: OrderContext, buy: PurchaseInput, id: str) -> PurchaseOrder:
    """Return the purchase of an item, for the lieutenant, against its value or ``level``."""
    if buy.where is not None and buy.holder is not None:
        at = buy.key_at("holder")
        context.report.add(setup.NotOneOf(at=at, keys=("at", "holder"), both=True))
    value = buy.value or 0
    holder = buy.holder or ("" if buy.where is not None else context.order.lieutenant)
    item = Item(
        id=id,
        name=buy.name or "",
        faction=context.faction,
        at=buy.where or "",
        holder=holder,
        value=value,
        bonuses=parse_bonuses(buy.bonuses),
    )
    if buy.holder is not None:
        errors = context.report.errors
        check_holder(item, buy, context.board.assets, context.report)
        if context.report.errors == errors:
            common.check_near(
                context, buy.holder, context.board.assets[buy.holder].at, buy.at("holder")
            )
    return PurchaseOrder("item", id, item, value if buy.level is None else buy.level)


def _parse_facility(context: OrderContext, buy: PurchaseInput, id: str) -> PurchaseOrder | None:
    types = context.board.house.catalogue.facilities
    if buy.type is None or not check_known(
        "facility type", buy.type, types, buy.at("type"), context.report
    ):
        return None
    errors = context.report.errors
    if buy.to is not None:
        common.find_location(context, buy.to, buy.at("to"))
    made = types[buy.type]
    facility = Facility(
        id=id,
        name=buy.name or "",
        faction=context.faction,
        at=buy.where or context.here,
        type=made.id,
        level=made.level,
        cost=made.cost,
        upkeep=made.upkeep,
        income=made.income,
        link=made.link,
        to=buy.to or "",
    )
    if context.report.errors == errors and facility.at in context.board.places:
        check_link(facility, buy, context.board.assets, context.board.places, context.report)
    return PurchaseOrder("facility", id, facility, made.level)
