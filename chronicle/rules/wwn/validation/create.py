"""The action Create: what may be bought where, and at what price (W-ACT-5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chronicle.rules.shared.parser import check_known
from chronicle.rules.wwn.catalogue.records import AssetType
from chronicle.rules.wwn.diagnostics.orders import Unusable
from chronicle.rules.wwn.diagnostics.purchases import BeyondLimit, CantHelp, NoBase
from chronicle.rules.wwn.diagnostics.setup import NotByWater
from chronicle.rules.wwn.diagnostics.treasure import MagicTooLow, RatingTooLow
from chronicle.rules.wwn.distance import tag_effects
from chronicle.rules.wwn.effects import Cheapens, StartsHidden, Waterborne
from chronicle.rules.wwn.inputs import CreateShape
from chronicle.rules.wwn.orders import Order, ToCreate
from chronicle.rules.wwn.prices import can_help, magic_at, price_of, reaches
from chronicle.rules.wwn.state import Asset, Place
from chronicle.rules.wwn.terms import MAGIC, rank
from chronicle.rules.wwn.validation.common import acting, each_once, new_id, place_of
from chronicle.rules.wwn.validation.free_actions import FREELY
from chronicle.rules.wwn.validation.order_context import Case
from chronicle.rules.wwn.validation.treasure import Range, range_of


def create(case: Case, shape: CreateShape) -> Order | None:
    """A purchase; None after errors."""
    case.call(shape.id, shape.at("id"))
    errors = case.report.errors
    new_id(case, shape.asset, shape.at("asset"))
    place = place_of(case, shape.where, shape.at("at"))
    types = case.board.house.catalogue.assets
    is_known = check_known("asset type", shape.type, types, shape.at("type"), case.report)
    helpers = tuple(_helpers(case, shape, place))
    if place is None:
        return None
    _sold_here(case, shape)
    if not is_known:
        return None
    made = types[shape.type]
    _within_reach(case, shape, made, place, helpers)
    least = price_of(
        case.board, case.faction, made, place.id, _cuts(helpers, case, place, most=True)
    )
    most = price_of(
        case.board, case.faction, made, place.id, _cuts(helpers, case, place, most=False)
    )
    case.purse.pay(Range(least, most), shape.at("type"), case.report)
    if case.report.errors > errors:
        return None
    return Order(
        case.faction, shape.id, "", ToCreate(_new(case, shape, made), tuple(shape.helped_by))
    )


def _sold_here(case: Case, shape: CreateShape) -> None:
    """Adds that there is no base of the faction's to buy at."""
    places = tuple(dict.fromkeys(base.at for base in case.board.own_bases(case.faction)))
    if shape.where not in places:
        problem = NoBase(at=shape.at("at"), place=shape.where, places=places)
        case.report.add(problem)


def _within_reach(
    case: Case, shape: CreateShape, made: AssetType, place: Place, helpers: Iterable[Asset]
) -> None:
    """Adds what keeps a faction from an asset: its ratings, its magic, or want of water."""
    at, name = shape.at("type"), made.attribute
    if not reaches(case.board, case.faction, made)[0]:
        case.report.add(
            RatingTooLow(
                at=at,
                what="this",
                attribute=name,
                needs=made.level,
                has=case.own.rating(name),
                rule="W-ACT-5",
            )
        )
    height = magic_at(case.board, case.faction, place.id, helpers)
    if height < rank(made.magic):
        problem = MagicTooLow(at=at, needs=made.magic, has=MAGIC[height])
        case.report.add(problem)
    if any(True for _ in made.having(Waterborne)) and not place.water:
        case.report.add(NotByWater(at=shape.at("at"), name=shape.asset, place=place.id))
    count = 1 + sum(
        case.board.type_of(asset).attribute == name and asset.mark("rogue") is None
        for asset in case.board.own(case.faction)
    )
    if count > case.own.rating(name):
        rating = case.own.rating(name)
        case.report.add(BeyondLimit(at=at, attribute=name, count=count, rating=rating))


def _helpers(case: Case, shape: CreateShape, place: Place | None) -> Iterator[Asset]:
    """The assets under `helped_by:` that are there; findings for those that can't help."""
    for name in each_once(case, shape.helped_by, shape, "helped_by"):
        at = shape.at("helped_by", shape.helped_by.index(name))
        asset = acting(case, name, at)
        if asset is None:
            continue
        made = case.board.type_of(asset)
        if asset.mark("hobbled") is not None:
            why = "can't use its free action this turn"
            case.report.add(Unusable(at=at, name=asset.id, why=why))
        elif place is not None and not can_help(case.board, asset, place.id):
            able = can_help(case.board, asset, asset.at)
            where = asset.at if able else ""
            case.report.add(CantHelp(at=at, name=name, type=made.name, place=where))
            continue
        if any(True for _ in made.having(Cheapens)):
            case.once(asset.id, FREELY, at)
        yield asset


def _cuts(helpers: Iterable[Asset], case: Case, place: Place, *, most: bool) -> Iterator[int]:
    """What each helper takes off the price, at most or at least."""
    for asset in helpers:
        for effect in case.board.type_of(asset).having(Cheapens):
            if asset.at == place.id or not effect.here:
                cut = range_of(effect.amount)
                yield cut.most if most else cut.least
                break


def _new(case: Case, shape: CreateShape, made: AssetType) -> Asset:
    """The asset as it comes into play; it serves from its owner's next turn on."""
    hidden = any(True for _ in made.having(StartsHidden)) or any(
        True for _ in tag_effects(case.board, case.faction, StartsHidden)
    )
    return Asset(
        id=shape.asset,
        name=shape.name or made.name,
        faction=case.faction,
        at=shape.where,
        type=made.id,
        hp=made.hp,
        stealth="hidden" if hidden else "",
        ready=case.board.turn + 1,
        above=reaches(case.board, case.faction, made)[1],
    )
