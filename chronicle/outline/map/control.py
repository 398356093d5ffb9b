"""Who held places on the map, turn by turn, and how much room their signs take there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from chronicle.model.facts import Ref
from chronicle.outline import turn_ranges
from chronicle.outline.map.records import Run
from chronicle.outline.turn_ranges import Range, earlier
from chronicle.project.edition import Edition


@dataclass(frozen=True, slots=True)
class Room:
    """What has to have room at a place: whether a master's arms, and as many others' at once."""

    ruled: bool = False
    others: int = 0

    def and_for(self, run: Run) -> Room:
        """Room for these holders as well."""
        return Room(self.ruled or run.ruler is not None, max(self.others, len(run.others)))


EMPTY: Final = Room()


def runs_of(edition: Edition, id: str, stretch: Range) -> Iterator[Run]:
    """Who held a place in a stretch, in runs of turns without a change."""
    since = edition.known_since[Ref("place", id)]
    known = edition.turns[max(stretch.first, since, 1) - 1 : stretch.last]
    for holdings, turns in groupby(known, key=lambda turn: turn.holdings.get(id, ())):
        numbers = [turn.number for turn in turns]
        yield Run(numbers[0], numbers[-1], holdings)


def rooms_of(edition: Edition) -> Mapping[int, Mapping[str, Room]]:
    """By the last turn of each map, the room that each place has needed so far.

    With the room of all turns before, places stay where they are from one map to the next.
    """
    ends = {it.last for it in earlier(edition.last_turn, turn_ranges.ON_A_MAP)}
    ends |= {edition.last_turn}
    found: dict[str, Room] = {}
    rooms: dict[int, dict[str, Room]] = {0: {}}
    for turn in edition.turns:
        for id, holdings in turn.holdings.items():
            run = Run(turn.number, turn.number, holdings)
            found[id] = found.get(id, EMPTY).and_for(run)
        if turn.number in ends:
            rooms[turn.number] = dict(found)
    return rooms
