"""The timeline: the turns of one edition, laid along the days of their world."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from chronicle.model.calendar import Calendar, Day
from chronicle.model.dates import read_date
from chronicle.outline.pagination import Stretch
from chronicle.project.edition import Edition, TurnView


@dataclass(frozen=True, slots=True)
class Mark:
    """A turn on the line; without a calendar it has neither a weekday nor a distance.

    ``weekday`` is empty in a world without weekdays. ``later`` counts the days since the turn
    before, None for the first. ``said`` are the words of its date that don't just name the day.
    """

    turn: TurnView
    weekday: str
    later: int | None
    said: str


@dataclass(frozen=True, slots=True)
class Month:
    """The turns of one month of one year; it has no name in a world without a calendar."""

    name: str
    year: int
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """The turns of one story, with the number of the first; before any story there is no title."""

    title: str
    first: int
    months: tuple[Month, ...]


@dataclass(frozen=True, slots=True)
class Timeline:
    """The turns of a stretch by story, then by month.

    ``years`` are the words that stand after a year, ``has_years`` whether years are worth naming:
    where all turns lie in the one year of a calendar that has only that, they are not.
    """

    chapters: tuple[Chapter, ...]
    years: str
    has_years: bool


def timeline_of(edition: Edition, stretch: Stretch) -> Timeline:
    """The timeline of some turns of an edition, from its turns and its calendar alone."""
    calendar = edition.calendar
    years = {turn.day.year for turn in stretch.turns if turn.day is not None}
    assumed = {calendar.year} if calendar is not None else set()
    return Timeline(
        chapters=tuple(_chapters(_marks(edition, stretch), calendar)),
        years=calendar.years if calendar is not None else "",
        has_years=bool(years - assumed),
    )


def _marks(edition: Edition, stretch: Stretch) -> Iterator[Mark]:
    calendar = edition.calendar
    before = _day_before(edition, stretch)
    for turn in stretch.turns:
        day = turn.day
        if calendar is None or day is None:
            yield Mark(turn, "", None, turn.date)
            continue
        later = None if before is None else calendar.between(before, day)
        said = "" if read_date(calendar, turn.date) == day else turn.date
        yield Mark(turn, calendar.weekday(day), later, said)
        before = day


def _day_before(edition: Edition, stretch: Stretch) -> Day | None:
    """The day of the latest turn before a stretch, if any had one."""
    days = (edition.turns[number].day for number in range(stretch.first - 2, -1, -1))
    return next((day for day in days if day is not None), None)


def _chapters(marks: Iterable[Mark], calendar: Calendar | None) -> Iterator[Chapter]:
    stories: list[list[Mark]] = []
    for mark in marks:
        if mark.turn.story or not stories:
            stories.append([])
        stories[-1].append(mark)
    for story in stories:
        first = story[0].turn
        yield Chapter(first.story, first.number, tuple(_months(story, calendar)))


def _months(marks: Iterable[Mark], calendar: Calendar | None) -> Iterator[Month]:
    for (year, month), found in groupby(marks, key=lambda mark: _month_of(mark.turn.day)):
        name = calendar.months[month - 1].name if calendar is not None and month else ""
        yield Month(name, year, tuple(found))


def _month_of(day: Day | None) -> tuple[int, int]:
    return (day.year, day.month) if day is not None else (0, 0)
