"""The chances of orders against sums done by hand, face by face, by the rules alone."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import product
from typing import Final

import pytest

from chronicle.model.facts import Facts
from chronicle.records import replace
from chronicle.rules.wwn import WWN
from chronicle.rules.wwn.dice_amounts import parse_dice_amount
from chronicle.rules.wwn.effects import Yields
from tests.rules.single_results import odds_of
from tests.rules.wwn.attacks_by_hand import ATTACKS
from tests.rules.wwn.odds_by_hand import (
    BOTH_BEST_OF_TWO,
    CORPS,
    EQUAL,
    EXPANSIONS,
    FAR,
    HOARD,
    MECHANISMS,
    ONE_MORE,
    ONE_MORE_BEST_OF_TWO,
    SEARCH,
    THREE_MORE,
    THREE_MORE_BEST_OF_TWO,
    THREE_MORE_WORST_OF_TWO,
    TWO_MORE,
    P,
    Put,
    Spread,
    ability,
    attack,
    beats,
    check,
    dice,
    number,
    told,
)


@pytest.mark.parametrize(
    ("pencil", "ours", "theirs"),
    [
        pytest.param(EQUAL, check(4), check(4), id="equal"),
        pytest.param(ONE_MORE, check(4), check(3), id="one more"),
        pytest.param(TWO_MORE, check(5), check(3), id="two more"),
        pytest.param(THREE_MORE, check(5), check(2), id="three more"),
        pytest.param(THREE_MORE_BEST_OF_TWO, check(5, 2), check(2), id="best of two"),
        pytest.param(THREE_MORE_WORST_OF_TWO, check(5, 2, min), check(2), id="worst of two"),
        pytest.param(ONE_MORE_BEST_OF_TWO, check(4, 2), check(3), id="one more, best of two"),
        pytest.param(BOTH_BEST_OF_TWO, check(5, 2), check(5, 2), id="both best of two"),
    ],
)
def test_formulas_agree_with_counting_all_faces(
    pencil: Fraction, ours: Spread, theirs: Spread
) -> None:
    assert beats(ours, theirs) == pencil


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_ends_as_counted_here(name: str) -> None:
    put, counted = ATTACKS[name]
    assert told(put) == counted


# ── Profits, searches, new bases ─────────────────────────────────────────────────────────────────


def profits(put: Put) -> Spread:
    """The Treasure that an order may bring, as shown."""
    found: Spread = {}
    for chance in put.odds():
        brought = chance.facts["amount"]
        assert isinstance(brought, int)
        found[brought] = chance.probability
    return found


def doubled(once: Spread) -> Spread:
    """The better of two throws."""
    found: Spread = defaultdict(Fraction)
    for (a, p), (b, q) in product(once.items(), once.items()):
        found[max(a, b)] += p * q
    return dict(found)


FARM: Final = {0: P(4, 6), 1: P(2, 6)}
FACTORY: Final = {-1: P(1, 6), 1: P(4, 6), 2: P(1, 6)}


@pytest.mark.parametrize(
    ("put", "counted"),
    [
        pytest.param(ability("farmers"), FARM, id="5 or 6 of one die"),
        pytest.param(ability("manufactory"), FACTORY, id="a loss, a gain, more"),
        pytest.param(ability("farmers", FAR), FARM, id="doubled elsewhere"),
        pytest.param(
            ability("farmers", MECHANISMS), {0: P(4, 9), 1: P(5, 9)}, id="the better of two"
        ),
        pytest.param(
            ability("manufactory", MECHANISMS),
            {-1: P(1, 36), 1: P(24, 36), 2: P(11, 36)},
            id="a loss only when both are one",
        ),
        pytest.param(ability("trade-company"), dice(1, 6, -1), id="1d6-1"),
        pytest.param(
            ability("trade-company", MECHANISMS), doubled(dice(1, 6, -1)), id="1d6-1 doubled"
        ),
        pytest.param(ability("golden-prosperity"), dice(1, 6), id="for repairs"),
        pytest.param(ability("hoard", of_kind=[HOARD]), dice(2, 4, -1), id="2d4-1"),
        pytest.param(
            ability("hoard", MECHANISMS, of_kind=[HOARD]),
            doubled(dice(2, 4, -1)),
            id="2d4-1 doubled",
        ),
    ],
)
def test_w_fx_yields_a_profit_is_as_counted_here(put: Put, counted: Spread) -> None:
    assert profits(put) == counted


def test_w_fx_exposes_a_search_finds_all_in_reach_or_nobody() -> None:
    found = [(one.outcome, one.facts["found"], one.probability) for one in SEARCH.odds()]
    assert found == [("done", 2, ONE_MORE), ("failed", 0, EQUAL)]


@pytest.mark.parametrize("name", EXPANSIONS)
def test_w_act_4_a_new_base_is_contested_as_often_as_counted_here(name: str) -> None:
    put, oru, kell = EXPANSIONS[name]
    found = {chance.outcome: chance for chance in put.odds()}
    alone = (1 - oru) * (1 - kell)
    wanted = {"done": alone, "contested": 1 - alone}
    assert {word: one.probability for word, one in found.items()} == {
        word: share for word, share in wanted.items() if share
    }
    for chance in found.values():
        rows = chance.facts["rivals"]
        assert isinstance(rows, tuple)
        told = [number(row["chance"]) for row in rows if isinstance(row, Facts)]
        assert told == [kell, oru]


# ── What has none ────────────────────────────────────────────────────────────────────────────────


def test_an_unknown_order_has_no_odds() -> None:
    put = attack("infantry")
    assert odds_of(WWN, put.state, put.orders, "oru/go") == ()


def test_an_attack_that_nobody_meets_has_none() -> None:
    assert attack("infantry", replace(CORPS, stealth="hidden")).odds() == ()


def test_a_throw_of_more_dice_than_can_be_tried_has_none() -> None:
    """Nine dice of twenty, alone or twice over, fall in more ways than anybody waits for."""
    heap = replace(HOARD, id="heap", effects=(Yields(amount=parse_dice_amount("9d20")),))
    assert ability("heap", MECHANISMS, of_kind=[heap]).odds() == ()
    assert ability("heap", of_kind=[heap]).odds() == ()
