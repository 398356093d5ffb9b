"""What calendars and feed readers keep of a campaign: ids that never change, and deadlines.

Nothing here depends on a clock. An id depends on a title or an address only until it is recorded.
"""

from __future__ import annotations

import hashlib
from typing import Final
from urllib.parse import urlsplit

from chronicle.model.campaign import Campaign
from chronicle.records import Record

#: The year since which the ids are valid; a tag URI must have one (RFC 4151).
_TAG_YEAR: Final = 2026


class CalendarEntry(Record):
    """The deadline of a turn in calendars, by an id that it keeps.

    ``told`` are the instants that readers were told, in order; an empty one withdrew the deadline.
    """

    id: str
    turn: int
    told: tuple[str, ...]


def calendar_id(campaign: Campaign) -> str:
    """What ids of calendar entries are made from."""
    by_title = hashlib.sha256(campaign.title.encode()).hexdigest()[:16]
    return campaign.published.calendar_id or campaign.id or by_title


def feed_id(campaign: Campaign) -> str:
    """The id of the feed, with which those of its entries begin; empty if it can have none."""
    if campaign.published.feed_id:
        return campaign.published.feed_id
    if campaign.id:
        return f"tag:{campaign.id}.chronicle.invalid,{_TAG_YEAR}:"
    return _tag_uri(campaign.address) if campaign.address else ""


def _tag_uri(address: str) -> str:
    """An address as a tag URI (RFC 4151), which allows no port: it becomes part of the path."""
    parts = urlsplit(address)
    port = f":{parts.port}" if parts.port is not None else ""
    return f"tag:{parts.hostname},{_TAG_YEAR}:{port}{parts.path}"


def calendar_entries(campaign: Campaign) -> tuple[CalendarEntry, ...]:
    """The deadline that is awaited, and those that were withdrawn since the turn before.

    A deadline that has passed is in no later file. A withdrawn one is, until the turn after it is
    played, so that everybody's calendar learns of it.
    """
    last, id = len(campaign.turns), calendar_id(campaign)
    told: dict[int, list[str]] = {}
    for deadline in campaign.deadlines:
        if deadline.turn >= last:
            told.setdefault(deadline.turn, []).append(deadline.instant)
    return tuple(
        CalendarEntry(f"turn-{turn}.{id}@chronicle", turn, tuple(instants))
        for turn, instants in sorted(told.items())
        if turn > last or not instants[-1]
    )
