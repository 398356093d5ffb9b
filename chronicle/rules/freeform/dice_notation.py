"""The notation of free rolls, and their exact chances (F-ROLL).

`2d6+1` is a sum, `5d6 pool 4+` counts the dice that show 4 or more. With `>= 9` or, for sums,
`<= 55` after it, the roll succeeds or fails.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from chronicle.records import Record
from chronicle.rules.kit.dice import ways_by_total

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

    def dice_thrown(self, modifier: int) -> int:
        """Return how many dice are thrown: modifiers add dice to a pool, and points to a sum."""
        return max(0, self.count + self.bonus + modifier) if self.pool else self.count

    def result_of(self, modifier: int, faces: Iterable[int]) -> int:
        """Return the successes of a pool, or the sum with its modifiers."""
        return sum(map(self._worth, faces)) + self._added(modifier)

    def succeeds(self, result: int) -> bool | None:
        """Return whether a result meets the target, None without one."""
        if self.target is None:
            return None
        return result <= self.target if self.at_most else result >= self.target

    def chance_of_success(self, modifier: int) -> Fraction | None:
        """Return the exact chance to meet the target; None without one, or for too many faces."""
        count = self.dice_thrown(modifier)
        if self.target is None or count * self.sides > _MAX_FACES:
            return None
        die = Counter(map(self._worth, range(1, self.sides + 1)))
        added = self._added(modifier)
        good = sum(
            ways
            for total, ways in ways_by_total(die, count).items()
            if self.succeeds(total + added)
        )
        return Fraction(good, self.sides**count)

    def _worth(self, face: int) -> int:
        return int(face >= self.pool) if self.pool else face

    def _added(self, modifier: int) -> int:
        return 0 if self.pool else self.bonus + modifier


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
