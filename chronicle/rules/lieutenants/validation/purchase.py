"""What is bought: units, items and facilities that are new, and locations (L-ACT-PURCHASE)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chronicle.diagnostics.catalogue import content, references
from chronicle.rules.lieutenants import diagnostics
from chronicle.rules.lieutenants.asset_kinds import kind_of
from chronicle.rules.lieutenants.diagnostics import keys, targets
from chronicle.rules.lieutenants.inputs import BuyShape
from chronicle.rules.lieutenants.orders import ToBuy
from chronicle.rules.lieutenants.setup.asset_parser import bonuses_of, make_of
from chronicle.rules.lieutenants.setup.consistency import check_holder, check_link
from chronicle.rules.lieutenants.setup.name_checks import is_npc
from chronicle.rules.lieutenants.state import Asset, Facility, Item
from chronicle.rules.lieutenants.terms import Kind
from chronicle.rules.lieutenants.validation.common import admitted, location, near, place_of
from chronicle.rules.lieutenants.validation.order_context import Case, Read
from chronicle.rules.shared.parser import check_known

#: What may be said of each kind of thing that is bought, and what has to be.
SAID: Final[Mapping[Kind, tuple[str, ...]]] = {
    "unit": ("type", "name", "at", "upgrades", "abilities", "from"),
    "item": ("name", "value", "level", "at", "holder", "bonuses"),
    "facility": ("type", "name", "at", "to"),
    "location": (),
}
_NEEDED: Final[Mapping[Kind, tuple[str, ...]]] = {
    "unit": ("type", "name"),
    "item": ("name",),
    "facility": ("type", "name"),
}


def purchase(case: Case) -> Read | None:
    """A purchase on the open market, or from an NPC faction for influence with it."""
    buy = case.doing.buy
    at = place_of(case)
    if buy is None:
        return None
    named = [kind for kind in SAID if getattr(buy, kind) is not None]
    if len(named) != 1:
        report = case.report
        report.add(keys.OneThing(at=case.doing.at("buy"), key="buy", kinds=tuple(SAID)))
        return None
    errors = case.report.errors
    kind = named[0]
    _said(case, buy, kind)
    aim = _location(case, buy) if kind == "location" else _new(case, buy, kind)
    return Read(aim, at) if aim is not None and case.report.errors == errors else None


def _said(case: Case, buy: BuyShape, kind: Kind) -> None:
    for entry in buy.node.entries:
        key = entry.key.text
        if key != kind and key not in SAID[kind]:
            case.report.add(
                keys.StrayPart(
                    at=entry.key.span,
                    key=key,
                    what=f"`purchase` of {'an' if kind == 'item' else 'a'} {kind}",
                    takes=SAID[kind],
                )
            )
    for key in _NEEDED.get(kind, ()):
        if not buy.has(key):
            case.report.add(content.MissingKey(at=buy.at(), key=key))


def _location(case: Case, buy: BuyShape) -> ToBuy | None:
    name, at = buy.location or "", buy.at("location")
    place = location(case, name, at)
    if place is None or not near(case, name, name, at):
        return None
    if place.owner or not place.cost.amount:
        case.report.add(targets.NotForSale(at=at, place=name, owner=place.owner))
    return ToBuy("location", name, None, place.level)


def _new(case: Case, buy: BuyShape, kind: Kind) -> ToBuy | None:
    id = str(getattr(buy, kind))
    _id_free(case, buy, kind, id)
    _whereabouts(case, buy)
    match kind:
        case "unit":
            return _unit(case, buy, id)
        case "item":
            return _item(case, buy, id)
        case _:
            return _facility(case, buy, id)


def _id_free(case: Case, buy: BuyShape, kind: Kind, id: str) -> None:
    at = buy.at(kind)
    taken = case.board.assets.get(id)
    if taken is not None or id in case.board.places:
        what = "a place" if taken is None else f"{'an' if kind_of(taken) == 'item' else 'a'} "
        what = what if taken is None else what + kind_of(taken)
        case.report.add(diagnostics.IdTaken(at=at, what=what, name=id))
        return
    mark, first = case.ledger.bought.setdefault(id, (case.mark, at))
    if mark != case.mark:
        case.report.add(references.DuplicateId(at=at, what="a purchase", name=id, first=first))


def _whereabouts(case: Case, buy: BuyShape) -> None:
    """What is bought comes to a location of the locale where it is let in (L-MOVE)."""
    if buy.where is None:
        return
    at = buy.at("at")
    place = location(case, buy.where, at)
    if place is not None and near(case, buy.where, buy.where, at):
        admitted(case, place, None, at)


def _unit(case: Case, buy: BuyShape, id: str) -> ToBuy | None:
    catalogue = case.board.house.catalogue
    make = make_of(buy.type, buy, catalogue, case.report) if buy.type is not None else None
    source = buy.source or ""
    if source:
        factions = case.board.factions
        npcs = [faction.id for faction in factions.values() if faction.npc]
        is_npc(source, case.faction, npcs, factions, buy.at("from"), case.report)
    if make is None:
        return None
    in_influence = make.type.cost.currency == "influence" and make.type.cost.amount > 0
    if in_influence != bool(source):
        at = buy.at("type") if in_influence else buy.key_at("from")
        case.report.add(targets.PaidInInfluence(at=at, type=make.type.id, needed=in_influence))
    unit = make.unit(id, buy.name or "", case.faction, buy.where or case.here)
    return ToBuy("unit", id, unit, make.level, source)


def _item(case: Case, buy: BuyShape, id: str) -> ToBuy:
    """An item; with nothing said, the lieutenant keeps it. Its price opposes the buyer."""
    if buy.where is not None and buy.holder is not None:
        at = buy.key_at("holder")
        case.report.add(diagnostics.NotOneOf(at=at, keys=("at", "holder"), both=True))
    value = buy.value or 0
    holder = buy.holder or ("" if buy.where is not None else case.order.lieutenant)
    item = Item(
        id=id,
        name=buy.name or "",
        faction=case.faction,
        at=buy.where or "",
        holder=holder,
        value=value,
        bonuses=bonuses_of(buy.bonuses),
    )
    if buy.holder is not None:
        _holder(case, buy, item)
    return ToBuy("item", id, item, value if buy.level is None else buy.level)


def _holder(case: Case, buy: BuyShape, item: Asset) -> None:
    errors = case.report.errors
    check_holder(item, buy, case.board.assets, case.report)
    if case.report.errors == errors and buy.holder is not None:
        near(case, buy.holder, case.board.assets[buy.holder].at, buy.at("holder"))


def _facility(case: Case, buy: BuyShape, id: str) -> ToBuy | None:
    types = case.board.house.catalogue.facilities
    if buy.type is None or not check_known(
        "facility type", buy.type, types, buy.at("type"), case.report
    ):
        return None
    errors = case.report.errors
    if buy.to is not None:
        location(case, buy.to, buy.at("to"))
    made = types[buy.type]
    facility = Facility(
        id=id,
        name=buy.name or "",
        faction=case.faction,
        at=buy.where or case.here,
        type=made.id,
        level=made.level,
        cost=made.cost,
        upkeep=made.upkeep,
        income=made.income,
        link=made.link,
        to=buy.to or "",
    )
    if case.report.errors == errors and facility.at in case.board.places:
        check_link(facility, buy, case.board.assets, case.board.places, case.report)
    return ToBuy("facility", id, facility, made.level)
