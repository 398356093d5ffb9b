"""Chances are exact: the results of all throws, counted one by one."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Final

import pytest

from chronicle.model.audience import GM
from chronicle.project import project
from chronicle.records import replace
from tests.rules.freeform.notations import parsed
from tests.rules.freeform.small_campaign import SOUND
from tests.small_campaign import play_files

#: A roll, its modifiers' sum, and how many of how many throws succeed, counted by hand: of two dice
#: the sums from 8 up can be thrown in 5 + 4 + 3 + 2 + 1 ways.
BY_HAND: Final = (
    ("2d6 >= 8", 0, Fraction(15, 36)),
    ("2d6+1 >= 8", 0, Fraction(21, 36)),
    ("2d6 >= 8", 1, Fraction(21, 36)),
    ("2d6-1 >= 8", 0, Fraction(10, 36)),
    ("1d20+4 >= 15", 0, Fraction(10, 20)),
    ("d100 <= 55", 0, Fraction(55, 100)),
    ("d100 <= 55", 5, Fraction(50, 100)),
    ("1d6 >= 7", 0, Fraction(0)),
    ("1d6 >= 1", 0, Fraction(1)),
    ("2d6 pool 5+ >= 1", 0, Fraction(20, 36)),
    ("2d6 pool 4+ >= 2", 0, Fraction(1, 4)),
    ("2d6+1 pool 4+ >= 1", -1, Fraction(3, 4)),
    ("1d6 pool 4+ >= 1", -3, Fraction(0)),
)


@pytest.mark.parametrize(("text", "modifier", "chance"), BY_HAND)
def test_chances_are_those_reckoned_by_hand(text: str, modifier: int, chance: Fraction) -> None:
    assert parsed(text).chance_of_success(modifier) == chance


@pytest.mark.parametrize("text", ["3d6+2", "4d4-1", "2d10", "1d8", "3d6 pool 5+", "4d4+1 pool 2+"])
def test_chances_are_those_of_all_throws(text: str) -> None:
    roll = parsed(text)
    ((count, sides),) = roll.dice_thrown(0)
    throws = list(product(range(1, sides + 1), repeat=count))
    results = Counter(roll.result_of(0, [faces]) for faces in throws)
    for target in range(max(results) + 2):
        wanted = sum(number for result, number in results.items() if result >= target)
        with_target = parsed(f"{text}{'' if ' ' in text else ' sum'} >= {target}")
        assert with_target.chance_of_success(0) == Fraction(wanted, len(throws))


@pytest.mark.parametrize("text", ["2d6", "5d6 pool 4+", "50d1000 >= 5000"])
def test_without_a_target_or_with_too_many_faces_there_is_no_chance(text: str) -> None:
    assert parsed(text).chance_of_success(0) is None


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("d6", "1d6"),
        ("2d6 + 1", "2d6+1"),
        (" 2d6>=9 ", "2d6 >= 9"),
        ("3d6  pool 4+>=1", "3d6 pool 4+ >= 1"),
    ],
)
def test_spaces_and_a_single_one_may_be_left_out(text: str, same: str) -> None:
    assert replace(parsed(text), text="") == replace(parsed(same), text="")


def test_the_gm_reads_the_odds_of_a_roll_with_a_target() -> None:
    turn = """\
turn: 1
orders:
  vael:
    actions:
      - {id: dig, order: We dig., roll: 2d6 >= 8, modifiers: {a map: +1}, change: {crowns: +1}}
      - {id: sure, order: We sit., roll: 1d6 >= 1}
      - {id: free, order: We sing., roll: 2d6}
      - {id: words, order: We say so.}
"""
    found = play_files({"turns/001.yaml": turn}, over=SOUND)
    (view,) = project(found.campaign, found.history, found.ruleset, GM).turns
    odds = {told.event: [(it.outcome, it.probability) for it in told.odds] for told in view.events}
    won = Fraction(21, 36)
    assert odds == {
        "1/vael/dig": [("success", won), ("failure", 1 - won)],
        "1/vael/dig/vael/crowns": [],
        "1/vael/sure": [("success", Fraction(1))],
        "1/vael/free": [],
        "1/vael/words": [],
    }


def test_dice_are_recorded_and_hang_on_nothing_but_the_orders_own_id() -> None:
    def faces(*orders: str) -> object:
        rows = "".join(f"      - {order}\n" for order in orders)
        turn = f"turn: 1\norders:\n  vael:\n    actions:\n{rows}"
        found = play_files({"turns/001.yaml": turn}, over=SOUND)
        rolls = [roll for step in found.history.turns[0].steps for roll in step.event.rolls]
        return {roll.id: (roll.faces, roll.source) for roll in rolls}["1/vael/dig/roll"]

    dig = "{id: dig, order: We dig., roll: 4d12}"
    first = faces(dig)
    assert first == faces(dig)
    assert first == faces("{id: a, order: So., roll: 2d6}", dig, "{id: b, order: So., roll: 4d12}")
    assert re.match(r"\(\(\d+, \d+, \d+, \d+\), 'computed'\)", repr(first))
