"""Amounts with dice: ``2d6+1``, ``1d4-1``, ``3``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Final, TypeAlias

from chronicle.records import Record

_AMOUNT_PATTERN: Final = re.compile(
    r"(?P<dice>[1-9])d(?P<sides>[2-9]|1[0-9]|20)(?P<plus>[+-][1-9][0-9]?)?"
    r"|(?P<fixed>[1-9][0-9]{0,2})"
)

#: An amount as an author writes it; :func:`parse_dice_amount` tells whether it is valid.
DiceAmountText: TypeAlias = str | int


class DiceAmount(Record):
    """A number of dice with so many sides, plus a constant; its value is never below 0."""

    dice: int = 0
    sides: int = 0
    plus: int = 0

    def __str__(self) -> str:
        if not self.dice:
            return str(self.plus)
        return f"{self.dice}d{self.sides}" + (f"{self.plus:+d}" if self.plus else "")

    def of(self, faces: tuple[int, ...]) -> int:
        """Return the value for these faces."""
        return max(0, sum(faces) + self.plus)

    @property
    def mean(self) -> Fraction:
        """The value on average."""
        return sum((value * share for value, share in self.spread().items()), Fraction(0))

    def spread(self) -> Mapping[int, Fraction]:
        """Return every possible value with its probability; the probabilities sum to 1."""
        return _spread(self)


@cache
def _spread(amount: DiceAmount) -> Mapping[int, Fraction]:
    sums = {0: Fraction(1)}
    for _ in range(amount.dice):
        thrown: dict[int, Fraction] = {}
        for value, chance in sums.items():
            for face in range(1, amount.sides + 1):
                share = chance / amount.sides
                thrown[value + face] = thrown.get(value + face, Fraction(0)) + share
        sums = thrown
    found: dict[int, Fraction] = {}
    for value, chance in sorted(sums.items()):
        kept = max(0, value + amount.plus)
        found[kept] = found.get(kept, Fraction(0)) + chance
    return found


def parse_dice_amount(text: DiceAmountText) -> DiceAmount | None:
    """Parse an amount, or return None when the text is invalid or its value is never above 0."""
    found = _AMOUNT_PATTERN.fullmatch(str(text))
    if found is None:
        return None
    if found["fixed"]:
        return DiceAmount(plus=int(found["fixed"]))
    told = DiceAmount(int(found["dice"]), int(found["sides"]), int(found["plus"] or 0))
    return told if told.dice * told.sides + told.plus > 0 else None
