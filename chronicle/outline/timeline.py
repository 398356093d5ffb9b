"""The timeline: the turns of an edition by the days of their world."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from chronicle.model.calendar import Calendar, CalendarDay, parse_date
from chronicle.outline.pagination import TurnsPage
from chronicle.project.edition import Edition, EventView, NewsView, TurnView
from chronicle.records import Record


class TimelineTurn(Record):
    """A turn on the timeline; without a calendar it has no weekday and no distance.

    ``day`` is the day of its month, None without a calendar. ``weekday`` is empty in a world
    without weekdays. ``later`` is the number of days since the turn before, None for the first.
    ``said`` is the author's date, if it says more than the day. ``lead`` is the first news for
    everybody, if it has a title, ``events`` are those that the public is told of.
    """

    number: int
    title: str
    day: int | None
    weekday: str
    later: int | None
    said: str
    lead: NewsView | None = None
    events: tuple[EventView, ...] = ()


class TimelineMonth(Record):
    """The turns of one month of a year; without a calendar it has no name."""

    name: str
    year: int
    marks: tuple[TimelineTurn, ...]


class TimelineStory(Record):
    """The turns of one story, and the number of the first; turns before any story have no title."""

    title: str
    first: int
    months: tuple[TimelineMonth, ...]


class Timeline(Record):
    """The turns of a page by story, then by month.

    ``years`` is the text after a year, such as an era. ``has_years`` says whether to show years;
    they are hidden if all turns are in the calendar's default year.
    """

    chapters: tuple[TimelineStory, ...]
    years: str
    has_years: bool


def timeline_of(edition: Edition, stretch: TurnsPage) -> Timeline:
    """The timeline of some turns of an edition."""
    calendar = edition.calendar
    years = {turn.day.year for turn in stretch.turns if turn.day is not None}
    assumed = {calendar.year} if calendar is not None else set()
    return Timeline(
        chapters=tuple(_timeline_stories(_timeline_turns(edition, stretch), calendar)),
        years=calendar.years if calendar is not None else "",
        has_years=bool(years - assumed),
    )


def _timeline_turns(
    edition: Edition, stretch: TurnsPage
) -> Iterator[tuple[TurnView, TimelineTurn]]:
    calendar = edition.calendar
    before = _day_before(edition, stretch)
    for turn in stretch.turns:
        day = turn.day
        lead = _lead_of(turn)
        if calendar is None or day is None:
            yield (
                turn,
                TimelineTurn(
                    turn.number,
                    turn.title,
                    day.day if day else None,
                    "",
                    None,
                    turn.date,
                    lead,
                    turn.public_events,
                ),
            )
            continue
        later = None if before is None else calendar.between(before, day)
        said = "" if parse_date(calendar, turn.date) == day else turn.date
        weekday = calendar.weekday(day)
        yield (
            turn,
            TimelineTurn(
                turn.number, turn.title, day.day, weekday, later, said, lead, turn.public_events
            ),
        )
        before = day


def _lead_of(turn: TurnView) -> NewsView | None:
    """The lead story of a turn's broadsheet; None if it has no title."""
    news = (it for it in turn.news if it.public and not it.sender)
    lead = next(news, None)
    return lead if lead is not None and lead.title else None


def _day_before(edition: Edition, stretch: TurnsPage) -> CalendarDay | None:
    """The day of the last turn with a day before these turns, if any."""
    days = (edition.turns[number].day for number in range(stretch.first - 2, -1, -1))
    return next((day for day in days if day is not None), None)


def _timeline_stories(
    marks: Iterable[tuple[TurnView, TimelineTurn]], calendar: Calendar | None
) -> Iterator[TimelineStory]:
    stories: list[list[tuple[TurnView, TimelineTurn]]] = []
    for turn, mark in marks:
        if turn.story or not stories:
            stories.append([])
        stories[-1].append((turn, mark))
    for story in stories:
        first = story[0][0]
        yield TimelineStory(first.story, first.number, tuple(_timeline_months(story, calendar)))


def _timeline_months(
    marks: Iterable[tuple[TurnView, TimelineTurn]], calendar: Calendar | None
) -> Iterator[TimelineMonth]:
    for (year, month), found in groupby(marks, key=lambda mark: _month_of(mark[0].day)):
        name = calendar.months[month - 1].name if calendar is not None and month else ""
        yield TimelineMonth(name, year, tuple(mark for _, mark in found))


def _month_of(day: CalendarDay | None) -> tuple[int, int]:
    return (day.year, day.month) if day is not None else (0, 0)
