"""Ranges of turns, counted from the first one: a full range never changes.

What a reader loads at once must not grow with the number of turns. So the latest turns are on the
main page, and earlier ones in separate files, each with the same number of turns.
"""

from __future__ import annotations

from typing import Final

from chronicle.records import Record

#: The number of turns of one map, and of one part of the search index.
TURNS_PER_MAP: Final = 24
TURNS_PER_SEARCH_FILE: Final = 24


class TurnRange(Record):
    """The turns from ``first`` to ``last``, inclusive."""

    first: int
    last: int

    def __contains__(self, turn: int) -> bool:
        return self.first <= turn <= self.last

    @property
    def name(self) -> str:
        """The range as used in paths, such as `1-24`."""
        return f"{self.first}-{self.last}"


def earlier_ranges(count: int, size: int) -> tuple[TurnRange, ...]:
    """The full ranges of ``count`` turns, except one that ends with the last turn."""
    firsts = range(1, count - size + 1, size)
    return tuple(TurnRange(first, first + size - 1) for first in firsts)


def range_of_turn(turn: int, size: int) -> TurnRange:
    """The range of a turn, once it is full."""
    first = turn - (turn - 1) % size
    return TurnRange(first, first + size - 1)


def latest_range(count: int, size: int) -> TurnRange:
    """The last ``size`` turns, or all if there are fewer."""
    return TurnRange(max(1, count - size + 1), count)
