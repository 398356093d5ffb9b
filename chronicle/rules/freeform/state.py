"""The state of a freeform game: its counters, of which clocks are one kind (F-COUNT, F-CLOCK)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from chronicle.model.audience import Audience, Visibility
from chronicle.model.facts import Ref
from chronicle.records import Record, replace


class Counter(Record):
    """One number of a faction, a place or, without ``owner``, of the campaign.

    ``key`` is the id with its owner's (``ferry/crowns``); ``high`` is None without an upper limit;
    ``segments`` are those of a clock, 0 for other counters. ``visibility`` says who may see it,
    ``heard_by`` who of them knows its owner from the start and learns every change.
    """

    key: str
    name: str
    owner: Ref | None
    value: int
    low: int
    high: int | None
    segments: int
    visibility: Visibility
    heard_by: Visibility


class State(Record):
    """All factions by id, and all counters by key."""

    factions: tuple[str, ...]
    counters: Mapping[str, Counter]

    def with_value(self, key: str, value: int) -> State:
        counter = replace(self.counters[key], value=value)
        return replace(self, counters={**self.counters, key: counter})

    def seen_by(self, audience: Audience, owner: Ref | None) -> Iterator[Counter]:
        """Yield the counters of one owner that an audience may see."""
        for counter in self.counters.values():
            if counter.owner == owner and counter.visibility.admits(audience):
                yield counter
