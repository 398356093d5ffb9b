"""Parse dates as an author writes them, in the calendar of their world: `12 Thaw 1042`."""

from __future__ import annotations

import re
from typing import Final, TypeAlias

from chronicle.model.calendar import LAST_YEAR, Calendar, CalendarDay
from chronicle.records import Record

_DATE: Final = re.compile(r"\s*(?P<day>\d{1,9})\s+(?P<month>.*?\D)(?:\s+(?P<year>-?\d{1,9}))?")


class InvalidDateFormat(Record):
    """The text is not a date; ``lacks_year`` if only the year is missing."""

    lacks_year: bool = False


class InvalidMonth(Record):
    """The date names an unknown month; ``offset`` is its position in the text."""

    name: str
    offset: int


class InvalidDay(Record):
    """The month has no such day in that year; it has ``days`` days."""

    month: str
    year: int
    days: int


class InvalidYear(Record):
    """The year is before the first or after the last valid one."""

    year: int


InvalidDate: TypeAlias = InvalidDateFormat | InvalidMonth | InvalidDay | InvalidYear


def parse_date(calendar: Calendar, text: str) -> CalendarDay | InvalidDate:
    """The day that a text names: its number, the month in any case, and the year.

    The calendar's text after a year is allowed. Without a year, the calendar's default applies.
    """
    words = _without_ending(text.rstrip(), calendar.years)
    found = _DATE.fullmatch(words)
    if found is None:
        return InvalidDateFormat()
    names = {month.name.casefold(): place for place, month in enumerate(calendar.months, start=1)}
    named = " ".join(found["month"].split())
    month = names.get(named.casefold())
    if month is None:
        return InvalidMonth(named, found.start("month"))
    year = int(found["year"]) if found["year"] is not None else calendar.year
    if found["year"] is None and not year:
        return InvalidDateFormat(lacks_year=True)
    if not 1 <= year <= LAST_YEAR:
        return InvalidYear(year)
    day = CalendarDay(year, month, int(found["day"]))
    if not calendar.has(day):
        return InvalidDay(calendar.months[month - 1].name, year, calendar.days_in(year, month))
    return day


def _without_ending(text: str, ending: str) -> str:
    if ending and text.casefold().endswith(f" {ending}".casefold()):
        return text[: -len(ending)].rstrip()
    return text
