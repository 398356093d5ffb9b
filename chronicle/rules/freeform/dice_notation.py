"""The notation of free rolls, and their exact chances (F-ROLL).

`2d6+1` is a sum, `5d6 pool 4+` counts the dice that show 4 or more. With `>= 9` or, for sums,
`<= 55` after it, the roll succeeds or fails.
"""

from __future__ import annotations

import re
from fractions import Fraction
from math import comb
from typing import Final

from chronicle.records import Record

MAX_DICE: Final = 50
MAX_SIDES: Final = 1000
#: With more faces than this in all, there are no exact chances.
_MAX_FACES: Final = 5000
NOTATION_PATTERN: Final = (
    r"^\s*(\d{0,2})d(\d{1,4})(?:\s*([+-])\s*(\d{1,3}))?"
    r"(?:\s+pool\s+(\d{1,4})\+)?(?:\s*(>=|<=)\s*(\d{1,5}))?\s*$"
)
NOTATION_FORM: Final = "dice like `2d6+1`, `1d20+4 >= 15`, `1d100 <= 55` or `5d6 pool 4+ >= 2`"


class DiceNotation(Record):
    """A roll as written, in ``text``.

    ``pool`` is the lowest face that counts in a pool, 0 for a sum. ``bonus`` is added to the sum,
    or to the number of dice of a pool. ``target`` is None for a roll without one; ``at_most`` says
    that the sum must not exceed it.
    """

    text: str
    count: int
    sides: int
    bonus: int
    pool: int
    target: int | None
    at_most: bool


def parse_notation(text: str) -> DiceNotation:
    """Return the roll of a text in which :func:`notation_error` finds nothing wrong."""
    found = re.fullmatch(NOTATION_PATTERN, text)
    assert found is not None  # noqa: S101  the pattern was checked when the file was read
    count, sides, sign, bonus, pool, relation, target = found.groups()
    return DiceNotation(
        text=" ".join(text.split()),
        count=int(count or 1),
        sides=int(sides),
        bonus=int(f"{sign}{bonus}") if bonus else 0,
        pool=int(pool or 0),
        target=None if target is None else int(target),
        at_most=relation == "<=",
    )


def notation_error(text: str) -> str:
    """Return what is wrong with a roll of the right form; empty if nothing is."""
    roll = parse_notation(text)
    if not 1 <= roll.count <= MAX_DICE:
        return f"a roll has 1 to {MAX_DICE} dice"
    if not 2 <= roll.sides <= MAX_SIDES:
        return f"a die has 2 to {MAX_SIDES} sides"
    if roll.pool > roll.sides or (roll.pool == 0 and " pool " in text):
        return f"a d{roll.sides} shows 1 to {roll.sides}"
    if roll.pool and roll.at_most:
        return "a pool needs `>=` and a number of successes"
    return ""


def dice_thrown(roll: DiceNotation, modifier: int) -> int:
    """Return how many dice are thrown: modifiers add dice to a pool, and points to a sum."""
    return max(0, roll.count + roll.bonus + modifier) if roll.pool else roll.count


def result_of(roll: DiceNotation, modifier: int, faces: tuple[int, ...]) -> int:
    """Return the successes of a pool, or the sum with its modifiers."""
    if roll.pool:
        return sum(face >= roll.pool for face in faces)
    return sum(faces) + roll.bonus + modifier


def succeeds(roll: DiceNotation, result: int) -> bool | None:
    """Return whether a result meets the target, None without one."""
    if roll.target is None:
        return None
    return result <= roll.target if roll.at_most else result >= roll.target


def chance_of_success(roll: DiceNotation, modifier: int) -> Fraction | None:
    """Return the exact chance to meet the target; None without one, or for too many faces."""
    count = dice_thrown(roll, modifier)
    if roll.target is None or count * roll.sides > _MAX_FACES:
        return None
    ways = _ways_of_pool(roll, count) if roll.pool else _ways_of_sum(roll, modifier)
    good = sum(number for result, number in ways.items() if succeeds(roll, result))
    return Fraction(good, roll.sides**count)


def _ways_of_pool(roll: DiceNotation, count: int) -> dict[int, int]:
    """Return by number of successes how many throws have it."""
    hits = roll.sides - roll.pool + 1
    return {
        n: comb(count, n) * hits**n * (roll.sides - hits) ** (count - n) for n in range(count + 1)
    }


def _ways_of_sum(roll: DiceNotation, modifier: int) -> dict[int, int]:
    """Return by sum how many throws have it."""
    ways = [1]
    for _ in range(roll.count):
        # Each entry is the sum of the ``sides`` entries before it, kept as a running total.
        longer, running = [0] * (len(ways) + roll.sides), 0
        for total in range(1, len(longer)):
            running += ways[total - 1] if total <= len(ways) else 0
            running -= ways[total - roll.sides - 1] if total > roll.sides else 0
            longer[total] = running
        ways = longer
    return {total + roll.bonus + modifier: number for total, number in enumerate(ways) if number}
