"""Ranges of turns, counted from the first one: what is full never changes again.

What a reader loads at once may not grow with the turns of a campaign. So the latest are on the page
that everybody looks at, and earlier ones lie beside it in ranges, each of as many turns.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

#: How many turns a map steps through, and how many one file of the search holds.
TURNS_PER_MAP: Final = 24
TURNS_PER_SEARCH_FILE: Final = 50


@dataclass(frozen=True, slots=True)
class TurnRange:
    """Turns from one to another, both included."""

    first: int
    last: int

    def __contains__(self, turn: int) -> bool:
        return self.first <= turn <= self.last

    @property
    def name(self) -> str:
        """What paths call it, as in `1-24`."""
        return f"{self.first}-{self.last}"


def earlier_ranges(count: int, size: int) -> tuple[TurnRange, ...]:
    """The full ranges of so many turns, but for one that ends with the last of all."""
    firsts = range(1, count - size + 1, size)
    return tuple(TurnRange(first, first + size - 1) for first in firsts)


def range_of_turn(turn: int, size: int) -> TurnRange:
    """The range that a turn is in once it is full."""
    first = turn - (turn - 1) % size
    return TurnRange(first, first + size - 1)


def latest_range(count: int, size: int) -> TurnRange:
    """The last turns, at most so many."""
    return TurnRange(max(1, count - size + 1), count)
