"""Figures of ratings and costs: every stat line by another formula, and the book's examples."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import ceil, floor
from typing import Final, Literal

import pytest

from chronicle.rules.wwn.formulas import (
    Ratings,
    asset_repair,
    base_income,
    faction_repair,
    sale_price,
    xp_cost,
)
from chronicle.rules.wwn.state import FactionState, HouseRules

RATINGS: Final = range(1, 9)
#: Every Force, Cunning and Wealth that a faction can have.
LINES: Final[tuple[Ratings, ...]] = tuple(product(RATINGS, RATINGS, RATINGS))


def worth(rating: int) -> int:
    """What a rating is worth, without a table: a quarter of the square of the next, no fraction."""
    return floor(Fraction(rating + 1) ** 2 / 4)


def maximum_hp(line: Ratings) -> int:
    force, cunning, wealth = line
    return FactionState("vael", force, cunning, wealth, "none", 0, 1).maximum


def test_there_are_512_stat_lines() -> None:
    assert len(set(LINES)) == 512


def test_w_ent_1_maximum_hp_of_every_stat_line() -> None:
    wanted = {line: sum(map(worth, line)) for line in LINES}
    assert {line: maximum_hp(line) for line in LINES} == wanted


def test_w_turn_2_income_of_every_stat_line() -> None:
    def exact(line: Ratings) -> Fraction:
        force, cunning, wealth = line
        return Fraction(wealth, 2) + Fraction(force + cunning, 4)

    assert {line: base_income(line) for line in LINES} == {
        line: ceil(exact(line)) for line in LINES
    }


def test_w_act_3_repair_of_the_faction_of_every_stat_line() -> None:
    def exact(line: Ratings) -> Fraction:
        low, _, high = sorted(line)
        return Fraction(low + high, 2)

    wanted = {line: ceil(exact(line)) for line in LINES}
    assert {line: faction_repair(line) for line in LINES} == wanted


@pytest.mark.parametrize("rating", RATINGS, ids=lambda rating: f"W-ACT-3 rating {rating}")
def test_w_act_3_repair_is_half_of_the_rating_rounded_up(rating: int) -> None:
    assert asset_repair(rating) == ceil(Fraction(rating, 2))


@pytest.mark.parametrize("cost", range(41), ids=lambda cost: f"W-ACT-7 cost {cost}")
def test_w_act_7_a_sale_brings_half_of_the_cost_rounded_down(cost: int) -> None:
    assert sale_price(cost) == floor(Fraction(cost, 2))


# ── The book's own examples ──────────────────────────────────────────────────────────────────────
# Ratings are in the order Force, Cunning, Wealth.


@pytest.mark.parametrize(
    ("rating", "points"),
    list(zip(RATINGS, (1, 2, 4, 6, 9, 12, 16, 20), strict=True)),
    ids=lambda figure: f"W-ENT-1 {figure}",
)
def test_w_ent_1_what_each_rating_is_worth(rating: int, points: int) -> None:
    assert maximum_hp((rating, 1, 1)) == points + 2
    assert maximum_hp((1, rating, 1)) == points + 2
    assert maximum_hp((1, 1, rating)) == points + 2


def test_w_ent_1_force_3_wealth_5_cunning_2_has_15_hit_points() -> None:
    assert maximum_hp((3, 2, 5)) == 15


@pytest.mark.parametrize(
    ("ratings", "treasure"),
    [((3, 5, 4), 4), ((2, 2, 3), 3), ((8, 5, 7), 7)],
    ids=["W-TURN-2 F3 C5 W4", "W-TURN-2 F2 C2 W3", "W-TURN-2 F8 C5 W7"],
)
def test_w_turn_2_income_of_the_book(ratings: Ratings, treasure: int) -> None:
    assert base_income(ratings) == treasure


def test_w_turn_2_income_is_rounded_once() -> None:
    # A half and a half come to 1, and rounded each by itself to 2.
    assert base_income((1, 1, 1)) == 1
    # One and a half and one and a quarter come to 2¾, and rounded each by itself to 4.
    assert base_income((2, 3, 3)) == 3


def test_w_act_3_force_5_wealth_2_cunning_4_heals_4() -> None:
    assert faction_repair((5, 4, 2)) == 4


@pytest.mark.parametrize(
    ("row", "costs"),
    [("reached", (2, 4, 6, 9, 12, 16, 20)), ("leaving", (1, 2, 4, 6, 9, 12, 16))],
    ids=["W-ENT-1 the rating reached", "W-ENT-1 the rating left"],
)
def test_w_ent_1_xp_that_each_rating_costs(
    row: Literal["reached", "leaving"], costs: tuple[int, ...]
) -> None:
    house = HouseRules(xp_cost=row)
    assert tuple(xp_cost(rating, house) for rating in RATINGS[1:]) == costs


def test_w_ent_1_a_rating_costs_the_row_reached_unless_the_campaign_says_otherwise() -> None:
    assert xp_cost(8, HouseRules()) == 20
