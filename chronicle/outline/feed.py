"""The feed: one entry with a permanent id for each turn that the public knows.

No clock is used: an entry is dated by the day on which its turn was played.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Final
from urllib.parse import urlsplit

from chronicle.project.edition import TurnView
from chronicle.records import Record

#: Maximum number of entries. Feed readers check often enough not to miss older turns.
MAX_ENTRIES: Final = 30
#: The year since which the ids are valid; a tag URI must have one (RFC 4151).
_TAG_YEAR: Final = 2026
#: A day, and the seconds since its start in UTC.
_Timestamp = tuple[str, int]
#: The timestamp before the first turn.
_START: Final[_Timestamp] = ("2000-01-01", 0)
_SECONDS_PER_DAY: Final = 24 * 60 * 60


class FeedEntry(Record):
    """One turn in the feed: its permanent id; ``updated`` is its timestamp (RFC 3339)."""

    id: str
    updated: str
    turn: TurnView


class Feed(Record):
    """The newest turns, latest first; the id of the feed, and when it was last ``updated``."""

    id: str
    updated: str
    entries: tuple[FeedEntry, ...]


def feed_of(address: str, turns: Iterable[TurnView]) -> Feed:
    """The feed of a site at an address, which ends in a slash.

    Ids depend on the host, the path and the turn's number, not on `http` or `https`. Later turns
    change no entry.
    """
    id = _tag_uri(address)
    # The timestamp of each turn depends on those before it, though only the newest are returned.
    newest = tuple(deque(with_timestamps(turns), MAX_ENTRIES))[::-1]
    entries = tuple(
        FeedEntry(f"{id}turns/{turn.number}", updated, turn) for turn, updated in newest
    )
    return Feed(id, entries[0].updated if entries else _format_timestamp(_START), entries)


def _tag_uri(address: str) -> str:
    """An address as a tag URI (RFC 4151), which allows no port: it becomes part of the path."""
    parts = urlsplit(address)
    port = f":{parts.port}" if parts.port is not None else ""
    return f"tag:{parts.hostname},{_TAG_YEAR}:{port}{parts.path}"


def with_timestamps(turns: Iterable[TurnView]) -> Iterator[tuple[TurnView, str]]:
    """Yield each turn with its timestamp: midnight at the start of the day it was played.

    Feed readers sort by timestamp. Therefore a turn that was not played on a later day than the one
    before it, or on an unknown day, is one minute later than that one.
    """
    moment = _START
    for turn in turns:
        moment = (
            max((turn.played, 0), _next_timestamp(moment))
            if turn.played
            else _next_timestamp(moment)
        )
        yield turn, _format_timestamp(moment)


def _next_timestamp(moment: _Timestamp) -> _Timestamp:
    day, seconds = moment
    # If a day has more turns than minutes, they are seconds apart, in the end not at all.
    return day, min(seconds + (60 if seconds < _SECONDS_PER_DAY - 120 else 1), _SECONDS_PER_DAY - 1)


def _format_timestamp(moment: _Timestamp) -> str:
    day, seconds = moment
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    return f"{day}T{hour:02}:{minute:02}:{second:02}Z"
