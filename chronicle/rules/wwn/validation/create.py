"""Check the action Create: what can be bought where, and at what price (W-ACT-5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chronicle.model.facts import PieceName
from chronicle.rules.kit.parser import check_known
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
from chronicle.rules.wwn.validation import common
from chronicle.rules.wwn.validation.free_actions import ONE_FREE_ACTION
from chronicle.rules.wwn.validation.order_context import OrderContext, ParsedAction
from chronicle.rules.wwn.validation.treasure import ValueRange, range_of


def parse_create(context: OrderContext, entry: CreateInput) -> ParsedAction:
    """Parse a purchase."""
    common.claim_new_id(context, entry.asset, entry.at("asset"))
    place = common.find_place(context, entry.where, entry.at("at"))
    types = context.board.house.catalogue.assets
    is_known = check_known("asset type", entry.type, types, entry.at("type"), context.report)
    helpers = tuple(_find_helpers(context, entry, place))
    if place is None:
        return None
    places = tuple(dict.fromkeys(base.at for base in context.board.own_bases(context.faction)))
    if entry.where not in places:
        problem = problems.NoBase(at=entry.at("at"), place=entry.where, places=places)
        context.report.add(problem)
    if not is_known:
        return None
    made = types[entry.type]
    _check_purchase_permission(context, entry, made, place, helpers)
    least = price_of(
        context.board, context.faction, made, place.id, _cuts(helpers, context, place, most=True)
    )
    most = price_of(
        context.board, context.faction, made, place.id, _cuts(helpers, context, place, most=False)
    )
    context.purse.pay(ValueRange(least, most), entry.at("type"), context.report)
    return "", CreateOrder(_new_asset(context, entry, made), tuple(entry.helped_by))


def _check_purchase_permission(
    context: OrderContext,
    entry: CreateInput,
    asset_type: AssetType,
    place: PlaceState,
    helpers: Iterable[Asset],
) -> None:
    """Report what prevents a purchase: ratings, magic, or a place without water."""
    at, name = entry.at("type"), asset_type.attribute
    if not purchase_permission(context.board, context.faction, asset_type)[0]:
        context.report.add(
            problems.RatingTooLow(
                at=at,
                what="this",
                attribute=name,
                needs=asset_type.level,
                has=context.own.rating(name),
                rule="W-ACT-5",
            )
        )
    height = magic_rank_at(context.board, context.faction, place.id, helpers)
    if height < magic_rank(asset_type.magic):
        problem = problems.MagicTooLow(at=at, needs=asset_type.magic, has=MAGIC[height])
        context.report.add(problem)
    if any(True for _ in asset_type.effects_of(Waterborne)) and not place.water:
        context.report.add(setup.NotByWater(at=entry.at("at"), name=entry.asset, place=place.id))
    count = 1 + sum(
        context.board.type_of(asset).attribute == name and asset.mark("rogue") is None
        for asset in context.board.own(context.faction)
    )
    if count > context.own.rating(name):
        rating = context.own.rating(name)
        context.report.add(problems.BeyondLimit(at=at, attribute=name, count=count, rating=rating))


def _find_helpers(
    context: OrderContext, entry: CreateInput, place: PlaceState | None
) -> Iterator[Asset]:
    """Yield the existing assets under `helped_by:`; report those that can't help."""
    for name in common.distinct_names(context, entry.helped_by, entry, "helped_by"):
        at = entry.at("helped_by", entry.helped_by.index(name))
        asset = common.find_acting_asset(context, name, at)
        if asset is None:
            continue
        made = context.board.type_of(asset)
        if asset.mark("hobbled") is not None:
            why = "can't use its free action this turn"
            context.report.add(problems.UnusableAsset(at=at, name=asset.id, why=why))
        elif place is not None and not can_help(context.board, asset, place.id):
            able = can_help(context.board, asset, asset.at)
            where = asset.at if able else ""
            context.report.add(problems.CantHelp(at=at, name=name, type=made.name, place=where))
            continue
        if any(True for _ in made.effects_of(Cheapens)):
            context.check_once(asset.id, ONE_FREE_ACTION, at)
        yield asset


def _cuts(
    helpers: Iterable[Asset], context: OrderContext, place: PlaceState, *, most: bool
) -> Iterator[int]:
    """Yield how much each helper takes off the price, at most or at least."""
    for asset in helpers:
        for effect in context.board.type_of(asset).effects_of(Cheapens):
            if asset.at == place.id or not effect.here:
                cut = range_of(effect.amount)
                yield cut.most if most else cut.least
                break


def _new_asset(context: OrderContext, entry: CreateInput, asset_type: AssetType) -> Asset:
    """Return the asset as it enters play; it can be used from its owner's next turn on."""
    hidden = any(True for _ in asset_type.effects_of(StartsHidden)) or any(
        True for _ in tag_effects(context.board, context.faction, StartsHidden)
    )
    return Asset(
        id=entry.asset,
        name=PieceName(entry.name) if entry.name else asset_type.name,
        faction=context.faction,
        at=entry.where,
        type=asset_type.id,
        hp=asset_type.hp,
        stealth="hidden" if hidden else "",
        ready=context.board.turn + 1,
        above=purchase_permission(context.board, context.faction, asset_type)[1],
    )
