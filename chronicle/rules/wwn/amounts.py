"""Amounts that dice tell: ``2d6+1``, ``1d4-1``, ``3``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Final, TypeAlias

from chronicle.decode import Field

PATTERN: Final = r"^(?:[1-9]d(?:[2-9]|1[0-9]|20)(?:[+-][1-9][0-9]?)?|[0-9]{1,3})$"
_DICE: Final = re.compile(r"(?:([1-9])d([0-9]+))?([+-]?[0-9]+)?")

#: An amount as an author writes it.
AmountText: TypeAlias = Annotated[str, Field(pattern=PATTERN)] | Annotated[int, Field(ge=0, le=999)]


@dataclass(frozen=True, slots=True)
class Amount:
    """So many dice of so many sides and a number; it never comes to less than 0."""

    dice: int = 0
    sides: int = 0
    plus: int = 0

    def __str__(self) -> str:
        if not self.dice:
            return str(self.plus)
        return f"{self.dice}d{self.sides}" + (f"{self.plus:+d}" if self.plus else "")

    def of(self, faces: tuple[int, ...]) -> int:
        """What these faces come to."""
        return max(0, sum(faces) + self.plus)

    def spread(self) -> dict[int, Fraction]:
        """Every value that it can come to, and how likely each is; the chances sum to 1."""
        sums = {0: Fraction(1)}
        for _ in range(self.dice):
            thrown: dict[int, Fraction] = {}
            for value, chance in sums.items():
                for face in range(1, self.sides + 1):
                    share = chance / self.sides
                    thrown[value + face] = thrown.get(value + face, Fraction(0)) + share
            sums = thrown
        found: dict[int, Fraction] = {}
        for value, chance in sorted(sums.items()):
            kept = max(0, value + self.plus)
            found[kept] = found.get(kept, Fraction(0)) + chance
        return found


def amount(text: str | int) -> Amount:
    """An amount from its text, which has the form of :data:`PATTERN`."""
    found = _DICE.fullmatch(str(text))
    if found is None:
        raise ValueError(f"no amount: {text}")
    return Amount(int(found[1] or 0), int(found[2] or 0), int(found[3] or 0))
