"""Figures that follow from ratings and costs alone; ratings are Force, Cunning, Wealth."""

from __future__ import annotations

from typing import TypeAlias

from chronicle.rules.wwn.state import HouseRules
from chronicle.rules.wwn.terms import RATING_VALUES

#: Force, Cunning and Wealth, each from 1 to 8.
Ratings: TypeAlias = tuple[int, int, int]


def maximum_hp(ratings: Ratings) -> int:
    """The hit points that a faction of these ratings has when unhurt (W-ENT-1)."""
    return sum(RATING_VALUES[rating] for rating in ratings)


def base_income(ratings: Ratings) -> int:
    """The Treasure that a faction has each turn of itself, rounded up once (W-TURN-2)."""
    force, cunning, wealth = ratings
    quarters = 2 * wealth + force + cunning
    return (quarters + 3) // 4


def xp_cost(rating: int, house: HouseRules) -> int:
    """The XP it takes to come to this rating, from 2 to 8, from the one below (W-ENT-1)."""
    return RATING_VALUES[rating if house.xp_cost == "reached" else rating - 1]


def asset_repair(rating: int) -> int:
    """The hit points that one repair heals of an asset of an attribute so high (W-ACT-3)."""
    return _half(rating)


def faction_repair(ratings: Ratings) -> int:
    """The hit points that one repair heals of the faction itself, or of a base (W-ACT-3)."""
    return _half(max(ratings) + min(ratings))


def sale_price(cost: int) -> int:
    """The Treasure that an unhurt asset of this cost is sold for (W-ACT-7)."""
    return cost // 2


def _half(number: int) -> int:
    """The half of a whole number, rounded up."""
    return (number + 1) // 2
