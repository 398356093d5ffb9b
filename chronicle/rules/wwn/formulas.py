"""Figures computed from ratings and costs only; ratings are Force, Cunning, Wealth."""

from __future__ import annotations

from typing import TypeAlias

from chronicle.rules.wwn.state import HouseRules
from chronicle.rules.wwn.terms import RATING_VALUES

#: Force, Cunning and Wealth, each from 1 to 8.
Ratings: TypeAlias = tuple[int, int, int]


def base_income(ratings: Ratings) -> int:
    """Return a faction's own Treasure per turn, rounded up once (W-TURN-2)."""
    force, cunning, wealth = ratings
    quarters = 2 * wealth + force + cunning
    return (quarters + 3) // 4


def xp_cost(rating: int, house: HouseRules) -> int:
    """Return the XP it takes to raise to this rating, from 2 to 8, from the one below (W-ENT-1)."""
    return RATING_VALUES[rating if house.xp_cost == "reached" else rating - 1]


def asset_repair(rating: int) -> int:
    """Return the hit points that one repair of an asset heals, by attribute rating (W-ACT-3)."""
    return _half(rating)


def faction_repair(ratings: Ratings) -> int:
    """Return the hit points that one repair heals of the faction itself, or of a base (W-ACT-3)."""
    return _half(max(ratings) + min(ratings))


def sale_price(cost: int) -> int:
    """Return the Treasure for selling an undamaged asset of this cost (W-ACT-7)."""
    return cost // 2


def _half(number: int) -> int:
    """Return half of a whole number, rounded up."""
    return (number + 1) // 2
