"""The price of a purchase (W-ACT-5): list price, discounts, and surcharges by others."""

from __future__ import annotations

from collections.abc import Iterable

from chronicle.rules.wwn.catalogue.records import AssetType
from chronicle.rules.wwn.distance import tag_effects
from chronicle.rules.wwn.effects import Bargains, BuysAbove, Cheapens, Empowers, Surcharges
from chronicle.rules.wwn.state import Asset, State
from chronicle.rules.wwn.terms import MAGIC, magic_rank


def discounted_price(state: State, faction: str, asset_type: AssetType) -> int:
    """Return the list price less the discounts of the faction's tags."""
    price = asset_type.cost
    for effect in tag_effects(state, faction, Bargains):
        if asset_type.cost <= effect.up_to:
            price = max(1, price - effect.by)
    return price


def surcharge(state: State, faction: str, place: str) -> int:
    """Return what rivals' assets at a place add to the price of anything created there."""
    return sum(
        effect.amount
        for asset in state.assets.values()
        if asset.at == place and asset.faction != faction and state.working(asset)
        for effect in state.type_of(asset).effects_of(Surcharges)
    )


def price_of(
    state: State, faction: str, asset_type: AssetType, place: str, cuts: Iterable[int]
) -> int:
    """Return the price of an asset at a place, with the discount of each helping asset.

    Discounts stop at half of the list price, rounded up; surcharges of rivals are added after that.
    """
    price = discounted_price(state, faction, asset_type)
    floor = min(price, (asset_type.cost + 1) // 2)
    return max(floor, price - sum(cuts)) + surcharge(state, faction, place)


def can_help(state: State, asset: Asset, place: str) -> bool:
    """Return whether an asset has an effect that helps an order to create at a place."""
    made = state.type_of(asset)
    cheap = any(asset.at == place or not effect.here for effect in made.effects_of(Cheapens))
    strong = any(effect.spends and asset.at == place for effect in made.effects_of(Empowers))
    return cheap or strong


def magic_rank_at(state: State, faction: str, place: str, helpers: Iterable[Asset]) -> int:
    """Return the rank of magic available for what a faction creates at a place.

    ``helpers`` are the assets spent for it; other assets that raise it there do so automatically.
    """
    spent = frozenset(asset.id for asset in helpers)
    height = magic_rank(state.factions[faction].magic)
    for asset in state.own(faction):
        if asset.at != place or not state.working(asset):
            continue
        for effect in state.type_of(asset).effects_of(Empowers):
            if not effect.spends or asset.id in spent:
                height = max(height + effect.steps, magic_rank(effect.grade or "none"))
    return min(height, len(MAGIC) - 1)


def purchase_permission(state: State, faction: str, asset_type: AssetType) -> tuple[bool, bool]:
    """Return whether a faction may buy an asset, and whether only because of a tag."""
    buyer = state.factions[faction]
    rating = buyer.rating(asset_type.attribute)
    if rating >= asset_type.level:
        return True, False
    above = sum(asset.above for asset in state.own(faction))
    for effect in tag_effects(state, faction, BuysAbove):
        if above < effect.at_most and rating + effect.ratings >= asset_type.level:
            return True, True
    return False, False
