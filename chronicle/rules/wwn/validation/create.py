"""Check the action Create: what can be bought where, and at what price (W-ACT-5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chronicle.model.facts import PieceName
from chronicle.rules.shared.parser import check_known
from chronicle.rules.wwn.catalogue.records import AssetType
from chronicle.rules.wwn.diagnostics import orders as problems
from chronicle.rules.wwn.diagnostics import setup
from chronicle.rules.wwn.distance import tag_effects
from chronicle.rules.wwn.effects import Cheapens, StartsHidden, Waterborne
from chronicle.rules.wwn.inputs import CreateInput
from chronicle.rules.wwn.orders import CreateOrder
from chronicle.rules.wwn.prices import can_help, magic_rank_at, price_of, purchase_permission
from chronicle.rules.wwn.state import Asset, PlaceState
from chronicle.rules.wwn.terms import MAGIC, magic_rank
from chronicle.rules.wwn.validation.common import (
    claim_new_id,
    distinct_names,
    find_acting_asset,
    find_place,
)
from chronicle.rules.wwn.validation.free_actions import ONE_FREE_ACTION
from chronicle.rules.wwn.validation.order_context import OrderContext, ParsedAction
from chronicle.rules.wwn.validation.treasure import ValueRange, range_of


def parse_create(case: OrderContext, shape: CreateInput) -> ParsedAction:
    """Parse a purchase."""
    claim_new_id(case, shape.asset, shape.at("asset"))
    place = find_place(case, shape.where, shape.at("at"))
    types = case.board.house.catalogue.assets
    is_known = check_known("asset type", shape.type, types, shape.at("type"), case.report)
    helpers = tuple(_find_helpers(case, shape, place))
    if place is None:
        return None
    _check_base_here(case, shape)
    if not is_known:
        return None
    made = types[shape.type]
    _check_purchase_permission(case, shape, made, place, helpers)
    least = price_of(
        case.board, case.faction, made, place.id, _cuts(helpers, case, place, most=True)
    )
    most = price_of(
        case.board, case.faction, made, place.id, _cuts(helpers, case, place, most=False)
    )
    case.purse.pay(ValueRange(least, most), shape.at("type"), case.report)
    return "", CreateOrder(_new_asset(case, shape, made), tuple(shape.helped_by))


def _check_base_here(case: OrderContext, shape: CreateInput) -> None:
    """Report that the faction has no base at the place of purchase."""
    places = tuple(dict.fromkeys(base.at for base in case.board.own_bases(case.faction)))
    if shape.where not in places:
        problem = problems.NoBase(at=shape.at("at"), place=shape.where, places=places)
        case.report.add(problem)


def _check_purchase_permission(
    case: OrderContext,
    shape: CreateInput,
    asset_type: AssetType,
    place: PlaceState,
    helpers: Iterable[Asset],
) -> None:
    """Report what prevents a purchase: ratings, magic, or a place without water."""
    at, name = shape.at("type"), asset_type.attribute
    if not purchase_permission(case.board, case.faction, asset_type)[0]:
        case.report.add(
            problems.RatingTooLow(
                at=at,
                what="this",
                attribute=name,
                needs=asset_type.level,
                has=case.own.rating(name),
                rule="W-ACT-5",
            )
        )
    height = magic_rank_at(case.board, case.faction, place.id, helpers)
    if height < magic_rank(asset_type.magic):
        problem = problems.MagicTooLow(at=at, needs=asset_type.magic, has=MAGIC[height])
        case.report.add(problem)
    if any(True for _ in asset_type.effects_of(Waterborne)) and not place.water:
        case.report.add(setup.NotByWater(at=shape.at("at"), name=shape.asset, place=place.id))
    count = 1 + sum(
        case.board.type_of(asset).attribute == name and asset.mark("rogue") is None
        for asset in case.board.own(case.faction)
    )
    if count > case.own.rating(name):
        rating = case.own.rating(name)
        case.report.add(problems.BeyondLimit(at=at, attribute=name, count=count, rating=rating))


def _find_helpers(
    case: OrderContext, shape: CreateInput, place: PlaceState | None
) -> Iterator[Asset]:
    """Yield the existing assets under `helped_by:`; report those that can't help."""
    for name in distinct_names(case, shape.helped_by, shape, "helped_by"):
        at = shape.at("helped_by", shape.helped_by.index(name))
        asset = find_acting_asset(case, name, at)
        if asset is None:
            continue
        made = case.board.type_of(asset)
        if asset.mark("hobbled") is not None:
            why = "can't use its free action this turn"
            case.report.add(problems.UnusableAsset(at=at, name=asset.id, why=why))
        elif place is not None and not can_help(case.board, asset, place.id):
            able = can_help(case.board, asset, asset.at)
            where = asset.at if able else ""
            case.report.add(problems.CantHelp(at=at, name=name, type=made.name, place=where))
            continue
        if any(True for _ in made.effects_of(Cheapens)):
            case.check_once(asset.id, ONE_FREE_ACTION, at)
        yield asset


def _cuts(
    helpers: Iterable[Asset], case: OrderContext, place: PlaceState, *, most: bool
) -> Iterator[int]:
    """Yield how much each helper takes off the price, at most or at least."""
    for asset in helpers:
        for effect in case.board.type_of(asset).effects_of(Cheapens):
            if asset.at == place.id or not effect.here:
                cut = range_of(effect.amount)
                yield cut.most if most else cut.least
                break


def _new_asset(case: OrderContext, shape: CreateInput, asset_type: AssetType) -> Asset:
    """Return the asset as it enters play; it can be used from its owner's next turn on."""
    hidden = any(True for _ in asset_type.effects_of(StartsHidden)) or any(
        True for _ in tag_effects(case.board, case.faction, StartsHidden)
    )
    return Asset(
        id=shape.asset,
        name=PieceName(shape.name) if shape.name else asset_type.name,
        faction=case.faction,
        at=shape.where,
        type=asset_type.id,
        hp=asset_type.hp,
        stealth="hidden" if hidden else "",
        ready=case.board.turn + 1,
        above=purchase_permission(case.board, case.faction, asset_type)[1],
    )
