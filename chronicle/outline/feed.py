"""The feed: one entry with a permanent id for each turn that the public knows.

No clock is used: an entry is dated by the day on which its turn was played, else on which it was
published, and updated on the day of a correction.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from chronicle.project.edition import TurnView
from chronicle.records import Record

#: Maximum number of entries. Feed readers check often enough not to miss older turns.
MAX_ENTRIES: Final = 30
#: A day, and the seconds since its start in UTC.
_Timestamp: TypeAlias = tuple[str, int]
#: When a feed without entries was updated; there must be a time (RFC 4287, 4.1.1).
_BEFORE_ALL_TURNS: Final = "2000-01-01T00:00:00Z"
_SECONDS_PER_DAY: Final = 24 * 60 * 60


class FeedEntry(Record):
    """One turn in the feed: its permanent id, and when it was ``published`` and last ``updated``.

    Both are timestamps (RFC 3339).
    """

    id: str
    published: str
    updated: str
    turn: TurnView


class Feed(Record):
    """The newest turns, latest first; the id of the feed, and when it was last ``updated``."""

    id: str
    updated: str
    entries: tuple[FeedEntry, ...]


def feed_of(id: str, turns: Iterable[TurnView], published_on: Mapping[int, str]) -> Feed:
    """The feed with an id, with which those of its entries begin.

    Later turns change no entry. Turns are left out as long as no day is known for them or for one
    before them. ``published_on`` has the days of publication, by turn.
    """
    # The timestamp of each turn depends on those before it, though only the newest are returned.
    newest = tuple(deque(_dated(turns, published_on), MAX_ENTRIES))[::-1]
    entries = tuple(
        FeedEntry(
            id=f"{id}turns/{turn.number}",
            published=_format_timestamp(moment),
            updated=_format_timestamp(_corrected(turn, moment)),
            turn=turn,
        )
        for turn, moment in newest
    )
    return Feed(id, max((it.updated for it in entries), default=_BEFORE_ALL_TURNS), entries)


def _dated(
    turns: Iterable[TurnView], published_on: Mapping[int, str]
) -> Iterator[tuple[TurnView, _Timestamp]]:
    """Yield turns with their timestamps: midnight at the start of the day it was played.

    Feed readers sort by timestamp. Therefore a turn whose day is unknown, or is no later day than
    that of the turn before it, is one minute later than that one.
    """
    moment: _Timestamp | None = None
    for turn in turns:
        day = turn.played or published_on.get(turn.number, "")
        if moment is not None:
            moment = max((day, 0), _next_timestamp(moment))
        elif day:
            moment = (day, 0)
        if moment is not None:
            yield turn, moment


def _corrected(turn: TurnView, moment: _Timestamp) -> _Timestamp:
    """The timestamp of a turn with all its corrections whose days are known."""
    for correction in turn.corrections:
        if correction.when:
            moment = max((correction.when, 0), _next_timestamp(moment))
    return moment


def _next_timestamp(moment: _Timestamp) -> _Timestamp:
    day, seconds = moment
    # If a day has more turns than minutes, they are seconds apart, in the end not at all.
    return day, min(seconds + (60 if seconds < _SECONDS_PER_DAY - 120 else 1), _SECONDS_PER_DAY - 1)


def _format_timestamp(moment: _Timestamp) -> str:
    day, seconds = moment
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    return f"{day}T{hour:02}:{minute:02}:{second:02}Z"
