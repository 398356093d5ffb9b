"""The feed: one entry for each turn as the public knows it, under names that stay for good.

There is no clock here: an entry is dated by the day on which its turn was played.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from chronicle.project.edition import TurnView

#: As many turns have an entry, the newest: whoever follows a feed looks more often than that.
MAX_ENTRIES: Final = 30
#: The year from which on our names hold; a tag has to state one (RFC 4151).
_TAG_YEAR: Final = 2026
#: A day, and the seconds since it began, by UTC.
_Timestamp = tuple[str, int]
#: Before the first turn.
_START: Final[_Timestamp] = ("2000-01-01", 0)
_SECONDS_PER_DAY: Final = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """One turn in the feed: its name for good, and when it came out (RFC 3339)."""

    id: str
    updated: str
    turn: TurnView


@dataclass(frozen=True, slots=True)
class Feed:
    """The newest turns, the last of them first, under the feed's own name."""

    id: str
    updated: str
    entries: tuple[FeedEntry, ...]


def feed_of(address: str, turns: Iterable[TurnView]) -> Feed:
    """The feed of a site at an address, which ends in a slash.

    Names hang on the host, the path and the turn's number, and not on `http` or `https`; what comes
    later changes no entry.
    """
    id = _tag_uri(address)
    # Each turn's moment hangs on those before it, of which only the newest are handed out.
    newest = tuple(deque(with_timestamps(turns), MAX_ENTRIES))[::-1]
    entries = tuple(
        FeedEntry(f"{id}turns/{turn.number}", updated, turn) for turn, updated in newest
    )
    return Feed(id, entries[0].updated if entries else _format_timestamp(_START), entries)


def _tag_uri(address: str) -> str:
    """An address as a tag (RFC 4151), which knows hosts but no ports: one stands in the path."""
    parts = urlsplit(address)
    port = f":{parts.port}" if parts.port is not None else ""
    return f"tag:{parts.hostname},{_TAG_YEAR}:{port}{parts.path}"


def with_timestamps(turns: Iterable[TurnView]) -> Iterator[tuple[TurnView, str]]:
    """Each turn with its moment: the midnight that its day began with.

    Readers put entries in order by their moments. So a turn that was played on no later day than
    the one before, or on no day that we know of, comes a minute after that one.
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
    # A day that has had more turns than minutes goes on in seconds, and at last stands still.
    return day, min(seconds + (60 if seconds < _SECONDS_PER_DAY - 120 else 1), _SECONDS_PER_DAY - 1)


def _format_timestamp(moment: _Timestamp) -> str:
    day, seconds = moment
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    return f"{day}T{hour:02}:{minute:02}:{second:02}Z"
