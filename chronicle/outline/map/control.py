"""Who held places on the map in each turn, and how much space their shields need."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Final

from chronicle.model.facts import Ref
from chronicle.outline import turn_ranges
from chronicle.outline.map.records import HoldingPeriod
from chronicle.outline.turn_ranges import TurnRange, earlier_ranges
from chronicle.project.edition import Edition
from chronicle.records import Record
from chronicle.rules.protocol import Holding


class HolderSpace(Record):
    """The space needed at a place: for a ruler's shield, and for the most other holders at once."""

    ruled: bool = False
    others: int = 0

    def including(self, run: HoldingPeriod) -> HolderSpace:
        """The space that is needed if these holders are shown too."""
        return HolderSpace(self.ruled or run.ruler is not None, max(self.others, len(run.others)))


NO_HOLDERS: Final = HolderSpace()


def holding_periods(edition: Edition, id: str, stretch: TurnRange) -> Iterator[HoldingPeriod]:
    """Who held a place in a range of turns (0: before turn 1), as periods without a change."""
    since = edition.known_since[Ref("place", id)]
    known = range(max(stretch.first, since), min(stretch.last, edition.last_turn) + 1)
    for holdings, turns in groupby(
        known, key=lambda turn: _holdings_after(edition, turn).get(id, ())
    ):
        numbers = list(turns)
        yield HoldingPeriod(numbers[0], numbers[-1], holdings)


def _holdings_after(edition: Edition, turn: int) -> Mapping[str, tuple[Holding, ...]]:
    return edition.holdings[turn - 1] if turn else edition.opening_holdings


def holder_space_by_turn(edition: Edition) -> Mapping[int, Mapping[str, HolderSpace]]:
    """The space that each place has needed so far, by the last turn of each map.

    Since earlier turns count, places don't move from one map to the next.
    """
    ends = {it.last for it in earlier_ranges(edition.last_turn, turn_ranges.TURNS_PER_MAP)}
    ends |= {edition.last_turn}
    found: dict[str, HolderSpace] = {}
    rooms: dict[int, dict[str, HolderSpace]] = {0: {}}
    for turn, held in enumerate(edition.holdings, start=1):
        for id, holdings in held.items():
            run = HoldingPeriod(turn, turn, holdings)
            found[id] = found.get(id, NO_HOLDERS).including(run)
        if turn in ends:
            rooms[turn] = dict(found)
    return rooms
