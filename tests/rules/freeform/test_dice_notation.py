"""Dice as tables, Roll20, Foundry, Avrae and others write them: what they mean here, or why not.

Each notation is compared with a program of a line or two that throws the dice, over all throws.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Final

import pytest

from chronicle.rules.freeform.dice_notation import UnclearNotation, parse_notation
from tests.rules.freeform.notations import parsed, refused
from tests.rules.freeform.small_campaign import SOUND
from tests.sample_campaigns import CHECKOUT
from tests.small_campaign import findings_of, play_files

#: The result of a throw, from the faces of all dice in the order in which they are written.
Result = Callable[[Sequence[int]], int]

#: The sides of each die, and the result, in the words of the notation's own source.
MEANT: Final[Mapping[str, tuple[tuple[int, ...], Result]]] = {
    "d66": ((6, 6), lambda f: 10 * f[0] + f[1]),
    "D66": ((6, 6), lambda f: 10 * f[0] + f[1]),
    "W66": ((6, 6), lambda f: 10 * f[0] + f[1]),
    "d88": ((8, 8), lambda f: 10 * f[0] + f[1]),
    "d666": ((6, 6, 6), lambda f: 100 * f[0] + 10 * f[1] + f[2]),
    "d66+1": ((6, 6), lambda f: 10 * f[0] + f[1] + 1),
    "1d66 sum": ((66,), sum),
    "3D6": ((6, 6, 6), sum),
    "3 d 6 sum": ((6, 6, 6), sum),
    "d%": ((100,), sum),
    "1D%": ((100,), sum),
    "d00": ((100,), sum),
    "2w6": ((6, 6), sum),
    "1W20+3": ((20,), lambda f: f[0] + 3),
    "2d6+1d4": ((6, 6, 4), sum),
    "1d8-1d4": ((8, 4), lambda f: f[0] - f[1]),
    "1d4 + 1d6 + 1d8 - 2": ((4, 6, 8), lambda f: sum(f) - 2),
    "5+2d6": ((6, 6), lambda f: sum(f) + 5),
    "1d20+2-1": ((20,), lambda f: f[0] + 1),
    "1d20\N{MINUS SIGN}1": ((20,), lambda f: f[0] - 1),
    "1d20\N{EN DASH}1": ((20,), lambda f: f[0] - 1),
    "2d20kh1": ((20, 20), max),
    "2d20kh": ((20, 20), max),
    "2D20 KH 1": ((20, 20), max),
    "2d20kl1": ((20, 20), min),
    "4d6kh3": ((6,) * 4, lambda f: sum(f) - min(f)),
    "4d6dl1": ((6,) * 4, lambda f: sum(f) - min(f)),
    "4d6dh1": ((6,) * 4, lambda f: sum(f) - max(f)),
    "3d4kl2+1": ((4,) * 3, lambda f: sum(f) - max(f) + 1),
    "2d6kh1+1d4": ((6, 6, 4), lambda f: max(f[:2]) + f[2]),
    "5d4kh3": ((4,) * 5, lambda f: sum(sorted(f)[-3:])),
    "1d20 adv": ((20, 20), max),
    "d20adv": ((20, 20), max),
    "d20+5 advantage": ((20, 20), lambda f: max(f) + 5),
    "1d20 with advantage": ((20, 20), max),
    "1d20 dis": ((20, 20), min),
    "1d20+2 disadvantage": ((20, 20), lambda f: min(f) + 2),
    "1W20 Vorteil": ((20, 20), max),
    "1W20 mit Nachteil": ((20, 20), min),
    "1d20 avantage": ((20, 20), max),
    "1d20 désavantage": ((20, 20), min),
    "4dF": ((3,) * 4, lambda f: sum(face - 2 for face in f)),
    "4df+1": ((3,) * 4, lambda f: sum(face - 2 for face in f) + 1),
    "6d4 pool 3+": ((4,) * 6, lambda f: sum(face >= 3 for face in f)),
    "3d6 sum": ((6,) * 3, sum),
}
#: Those that programs count too, if a target follows that a die can show.
ALSO_COUNTED: Final = ("3D6", "2w6", "4d6kh3", "4d6dl1", "4d6dh1", "5d4kh3")


@pytest.mark.parametrize("text", MEANT)
def test_chances_are_those_of_all_throws(text: str) -> None:
    sides, result = MEANT[text]
    throws = list(product(*(range(1, count + 1) for count in sides)))
    results = Counter(map(result, throws))
    for target in range(min(results) - 1, max(results) + 2):
        for relation, good in ((">=", 1), ("<=", -1)):
            if "pool" in text and good < 0:
                continue
            stated = " sum" if text in ALSO_COUNTED else ""
            roll = parsed(f"{text}{stated} {relation} {target}")
            wanted = sum(n for it, n in results.items() if good * it >= good * target)
            assert roll.chance_of_success(0) == Fraction(wanted, len(throws)), (relation, target)


@pytest.mark.parametrize("text", MEANT)
def test_the_result_is_that_of_the_faces(text: str) -> None:
    sides, result = MEANT[text]
    roll = parsed(text)
    assert [n for count, n in roll.dice_thrown(0) for _ in range(count)] == list(sides)
    throws = list(product(*(range(1, count + 1) for count in sides)))
    for faces in throws[:: max(1, len(throws) // 200)]:
        parts, at = [], 0
        for count, _ in roll.dice_thrown(0):
            parts.append(faces[at : at + count])
            at += count
        assert roll.result_of(0, parts) == result(faces), faces


#: Targets, the number to reach, and whether it is one not to exceed.
TARGETS: Final = {
    "1d20>14": (15, False),
    "1d20 > 14": (15, False),
    "1d20<5": (4, True),
    "1d20\N{GREATER-THAN OR EQUAL TO}15": (15, False),
    "1d100 \N{LESS-THAN OR EQUAL TO} 55": (55, True),
    "1d20=>15": (15, False),
    "1d20=<15": (15, True),
    "1d20+5 vs 15": (15, False),
    "1d20+5 vs. 15": (15, False),
    "1d20 VS DC 15": (15, False),
    "1d20+5 DC 15": (15, False),
    "1W20+5 gegen 15": (15, False),
    "1d20+5 contre 15": (15, False),
    "1d20+5 vs AC 15": (15, False),
    "1W20+5 gegen SG 15": (15, False),
    "1d20 DD 15": (15, False),
    "1d20 >= DC 15": (15, False),
    "d100 <= 55%": (55, True),
    "2d6 8+": (8, False),
    "2d6+1 8+": (8, False),
    "d100 55+": (55, False),
    "4dF >= -1": (-1, False),
    "2d6 >= 8": (8, False),
    "2d6+1 >= 5": (5, False),
    "4d6kh3 >= 9": (9, False),
    "2d20kh1 >= 15": (15, False),
    "4d6kh3 sum >= 5": (5, False),
    "6d10 sum >= 8": (8, False),
    "2d6+1d4 >= 4": (4, False),
}


@pytest.mark.parametrize("text", TARGETS)
def test_a_target_is_met_from_or_up_to_its_number(text: str) -> None:
    roll = parsed(text)
    assert (roll.target, roll.at_most) == TARGETS[text]


#: What is refused, with what it may mean and what to write, which must be clear.
REFUSED: Final = {
    "6d10>=8": ("adds up the dice, or counts those that show 8", ["6d10 sum >= 8", "6d10 pool 8+"]),
    "6d10>7": ("adds up the dice, or counts those that show 8", ["6d10 sum >= 8", "6d10 pool 8+"]),
    "2D6 >= 5": ("adds up the dice, or counts those", ["2d6 sum >= 5", "2d6 pool 5+"]),
    "3d6<=4": ("adds up the dice, or counts those that show 4 or less", ["3d6 sum <= 4"]),
    "4d6kh3 >= 5": ("adds up the dice, or counts those", ["4d6kh3 sum >= 5"]),
    "6d10>=8>=3": ("a pool", ["6d10 pool 8+"]),
    "6d10cs>=8": ("a pool", ["6d10 pool 8+"]),
    "5d6 4+": ("adds up the dice, or counts those", ["5d6 sum >= 4", "5d6 pool 4+"]),
    "5d6 pool 4": ("a pool", ["5d6 pool 4+"]),
    "4d6k3": ("keeps the 3 highest dice in Roll20, and the dice that show 3", ["4d6kh3"]),
    "4d6d1": ("the 1 lowest dice, or those that show 1", ["4d6dl1"]),
    "4d6p1": ("the 1 lowest dice, or those that show 1", ["4d6dl1"]),
    "4d6kh5": ("not more than are thrown", ["4d6kh3"]),
    "4d6dl4": ("some of the dice must count", ["4d6kh3"]),
    "2d20k": ("some of the dice must count", ["4d6kh3"]),
    "4d6 drop lowest": ("some of the dice must count", ["4d6dl1"]),
    "4d6, best 3": ("some of the dice must count", ["4d6kh3"]),
    "1d66": ("tables read a d66 digit by digit", ["d66", "1d66 sum"]),
    "2d66 >= 40": ("tables read a d66 digit by digit", ["d66", "2d66 sum"]),
    "d100 vs 55": ("with a d100, some games need a number or more", ["d100 >= 55", "d100 <= 55"]),
    "2d20 adv": ("advantage is for one die", ["1d20 adv", "3d6kh2"]),
    "5d6!": ("thrown once", []),
    "5d6e6": ("thrown once", []),
    "5d10x10": ("thrown once", []),
    "4d6r1": ("thrown once", []),
    "2d6min2": ("thrown once", []),
    "3d6x5": ("only added and subtracted", []),
    "2d6*2": ("only added and subtracted", []),
    "(2d6+1)/2": ("only added and subtracted", []),
    "2d6 = 7": ("from a number on, or up to one", ["1d20 >= 15", "1d100 <= 55"]),
    "1d20==20": ("from a number on, or up to one", ["1d20 >= 15"]),
    "d% 55": ("from a number on, or up to one", ["1d100 <= 55"]),
    "{2d6+3}>=8": ("another program", ["2d6+1 >= 9"]),
    "/r 1d20": ("another program", ["2d6+1 >= 9"]),
    "[[1d20]]": ("another program", ["2d6+1 >= 9"]),
    "1d8[fire]": ("another program", ["2d6+1 >= 9"]),
    "1d20+STR": ("a bonus is", ["2d6+1"]),
    "1d20+@str": ("a bonus is", ["2d6+1"]),
    "2d6 plus 1": ("a bonus is", ["2d6+1"]),
    "1d20 to hit": ("words after the dice", ["1d20", "1d20 >= 15"]),
    "2d6, 1d8": ("an order has one roll", []),
    "1d6 1d8": ("an order has one roll", []),
    "dF.1": ("one kind of Fudge dice", ["4dF"]),
    "2d6+1d4 pool 4+": ("dice of one kind", ["5d6 pool 4+"]),
    "2d6kh1 pool 4+": ("all of which count", ["5d6 pool 4+"]),
    "51d6": ("1 to 50 dice", ["50d6"]),
    "30d6+30d8": ("1 to 50 dice", ["50d6"]),
    "0d6": ("1 to 50 dice", ["50d6"]),
    "2d6+0d4": ("1 to 50 dice", ["50d6"]),
    "2d6+1d1": ("2 to 1000 sides", ["d6"]),
    "1d20 >= AC": ("a target is a number", ["1d20+4 >= 15"]),
    "1d20 vs armour": ("a target is a number", ["1d20+4 >= 15"]),
    "2d6 >= 7 < 10": ("one target", ["2d6 >= 7"]),
    "2d6 7-9": ("one target", ["2d6 >= 7"]),
    "1d20 ±2": ("a bonus is", ["2d6+1"]),
    "!r 1d20": ("another program", ["2d6+1 >= 9"]),
    "2d20kh1kl1": ("words after the dice", ["2d20kh1"]),
    "10d10 7+ >= 3": ("a pool", ["10d10 pool 7+"]),
    "6d6 successes 5": ("a pool", ["6d6 pool 5+"]),
    "100d6": ("1 to 50 dice", ["50d6"]),
    "high": ("unknown notation", ["2d6+1", "1d20+4 >= 15"]),
    "d": ("unknown notation", ["2d6+1", "1d20+4 >= 15"]),
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_not_clear_is_refused_with_what_to_write(text: str) -> None:
    why, instead = REFUSED[text]
    found = refused(text)
    assert why in found.why
    for other in instead:
        assert f"`{other}`" in found.instead
        parsed(other)


@pytest.mark.parametrize(
    ("text", "modifier", "possible"),
    [
        ("1d20 >= 25", 0, False),
        ("1d20 >= 25", 5, True),
        ("1d20+4 >= 25", 0, False),
        ("2d6 sum <= 1", 0, False),
        ("2d6 sum <= 1", -1, True),
        ("2d6 pool 4+ >= 3", 0, False),
        ("2d6 pool 4+ >= 3", 1, True),
        ("d66 >= 66", 0, True),
        ("d66 >= 67", 0, False),
        ("4dF >= 5", 0, False),
        ("1d6-1d6 <= -6", 0, False),
        ("1d6-1d6 >= 5", 0, True),
        ("4d6kh3 >= 19", 0, False),
        # There are no exact chances of so many faces.
        ("50d1000 >= 50001", 0, False),
    ],
)
def test_an_impossible_target_is_warned_of(text: str, modifier: int, *, possible: bool) -> None:
    roll = parsed(text)
    assert roll.succeeds(roll.best_result(modifier)) is possible
    given = f", modifiers: {{rain: {modifier}}}" if modifier else ""
    turn = f"turn: 1\norders: {{vael: {{actions: [{{id: a, order: So., roll: {text}{given}}}]}}}}\n"
    found = findings_of({"turns/001.yaml": turn}, over=SOUND)
    assert [it.code for it in found] == ([] if possible else ["FF007"])


@pytest.mark.parametrize("text", ["20d20kh10 >= 150", "50d6kh25 >= 100", "2d1000kh1 >= 900"])
def test_chances_of_many_dice_are_of_all_throws_or_none(text: str) -> None:
    """Of two thousand faces, the better is below 900 in 899 of 1000 cases, squared."""
    known = {"2d1000kh1 >= 900": 1 - Fraction(899, 1000) ** 2}
    chance = parsed(text).chance_of_success(0)
    assert chance is None or 0 < chance < 1
    assert chance == known.get(text, chance)


def test_kinds_of_dice_are_rolls_of_their_own_which_can_be_thrown_at_the_table() -> None:
    turn = """\
turn: 1
orders:
  vael:
    actions:
      - {id: dig, order: We dig., roll: 2d6+1d4 >= 9, modifiers: {luck: +1}}
      - {id: run, order: We run., roll: 4d6kh3}
      - {id: look, order: We look., roll: d66}
      - {id: ask, order: We ask., roll: 4dF+1 >= 2}
rolls:
  vael/dig/roll: [3, 4]
  vael/dig/roll-2: [2]
  vael/run/roll: [1, 5, 1, 6]
  vael/look/roll: [4, 2]
  vael/ask/roll: [3, 3, 1, 2]
"""
    found = play_files({"turns/001.yaml": turn}, over=SOUND)
    rolls = {r.id: r for step in found.history.turns[0].steps for r in step.event.rolls}
    shown = {
        id.removeprefix("1/vael/"): (
            roll.faces,
            roll.sides,
            roll.result.get("result"),
            roll.result.get("success"),
        )
        for id, roll in rolls.items()
    }
    assert shown == {
        "dig/roll": ((3, 4), 6, 10, True),
        "dig/roll-2": ((2,), 4, None, None),
        "run/roll": ((1, 5, 1, 6), 6, 12, None),
        "look/roll": ((4, 2), 6, 42, None),
        "ask/roll": ((3, 3, 1, 2), 3, 2, True),
    }
    assert rolls["1/vael/run/roll"].result["counted"] == (0, 1, 3)
    assert {roll.source for roll in rolls.values()} == {"table"}


def test_a_word_that_says_what_is_meant_is_not_part_of_the_roll_that_readers_see() -> None:
    """So what was published before a notation had two meanings stays as it was told."""
    assert [parsed(it).text for it in ("6d10  sum >= 8", "d66 SUM", "3d6 sum")] == [
        "6d10 >= 8",
        "d66",
        "3d6",
    ]


def test_the_table_of_the_docs_says_what_is_refused() -> None:
    page = (CHECKOUT / "docs/rulesets/freeform.md").read_text()
    table = page.partition("### Dice in other programs")[2].partition("| --- |")[2]
    rows = re.findall(r"^\| `([^`]+)` \| ([^|]+) \|", table, re.MULTILINE)
    assert len(rows) > 20
    for notation, meaning in rows:
        is_refused = isinstance(parse_notation(notation), UnclearNotation)
        assert is_refused is meaning.startswith(("asks", "refused")), notation
