"""The deadline of a campaign and its time zone, from the text that the author wrote."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime

from chronicle.diagnostics.catalogue import deadline as problems
from chronicle.diagnostics.report import Report
from chronicle.load.inputs import DEADLINE_PATTERN, CampaignInput, NextTurnInput
from chronicle.load.time_zones import time_zone, time_zone_names
from chronicle.model.campaign import Deadline, Turn
from chronicle.model.publication import PublicationRecord, ToldDeadline


def zone_of(head: CampaignInput) -> str:
    """The time zone for deadlines as written; empty if there is none."""
    return head.next.zone if head.next is not None else ""


def deadline_of(head: CampaignInput, turns: Sequence[Turn], report: Report) -> Deadline | None:
    """The deadline of a campaign with these played turns; None without one or after an error."""
    entry = head.next
    if entry is None:
        return None
    deadline = _deadline(entry, report)
    last = turns[-1] if turns else None
    if deadline is not None and last is not None and deadline.date < last.played:
        at = entry.at("deadline")
        report.add(problems.DeadlineBeforeLastTurn(at=at, turn=last.number, played=last.played))
    return deadline


def told_deadlines(
    record: PublicationRecord, turns: Sequence[Turn], deadline: Deadline | None, zone: str
) -> tuple[ToldDeadline, ...]:
    """The recorded deadlines, and what has changed since: moved, withdrawn, or a new one.

    ``turns`` are those that are played. The deadline of the last one is withdrawn if the turn was
    played on an earlier day.
    """
    last = turns[-1].number if turns else 0
    known = {it.turn: it.instant for it in record.deadlines}
    now = {last + 1: deadline.instant if deadline is not None else ""}
    for number, instant in known.items():
        is_early = number == last and instant and _is_earlier(turns[-1].played, instant, zone)
        if number > last + 1 or is_early:
            now[number] = ""
    return (
        *record.deadlines,
        *(ToldDeadline(*it) for it in sorted(now.items()) if it[1] != known.get(it[0], "")),
    )


def _is_earlier(day: str, instant: str, zone: str) -> bool:
    """Whether a day, if it is known, is over before the day of an instant begins."""
    due = datetime.fromisoformat(instant).astimezone(time_zone(zone) or UTC)
    return "" < day < f"{due:%Y-%m-%d}"


def _deadline(entry: NextTurnInput, report: Report) -> Deadline | None:
    place = time_zone(entry.zone)
    if place is None:
        known = time_zone_names()
        report.add(problems.UnknownTimeZone(at=entry.at("zone"), name=entry.zone, known=known))
    if entry.deadline is None:
        return None
    at = entry.at("deadline")
    local = _parse_local_time(entry.deadline)
    if local is None:
        report.add(problems.NotATime(at=at, said=entry.deadline))
    if local is None or place is None:
        return None
    # If clocks are put back, an ambiguous time is the earlier one, so that no order is late.
    instant = local.replace(tzinfo=place, fold=0).astimezone(UTC)
    if instant.astimezone(place).replace(tzinfo=UTC) != local:
        report.add(problems.NonexistentTime(at=at, said=entry.deadline, zone=entry.zone))
        return None
    return Deadline(
        year=local.year,
        month=local.month,
        day=local.day,
        weekday=local.isoweekday(),
        hour=local.hour,
        minute=local.minute,
        zone=entry.zone,
        instant=f"{instant:%Y-%m-%dT%H:%M:%SZ}",
    )


def _parse_local_time(written: str) -> datetime | None:
    """The local time that a text names, as if in UTC; None if it is invalid."""
    found = re.fullmatch(DEADLINE_PATTERN, written)
    if found is None:
        return None
    year, month, day, hour, minute = (int(part) for part in found.groups())
    # In another time zone, the first and last days would be outside of the calendar.
    if not 1900 <= year <= 9000:
        return None
    try:
        return datetime(year, month, day, hour, minute, tzinfo=UTC)
    except ValueError:
        return None
