"""A world's calendar: its own months, weekdays and leap years, and calculations with days.

Years are counted from 1; day 1 of month 1 of year 1 is the first day.
"""

from __future__ import annotations

import re
from math import lcm
from typing import Final, TypeAlias

from chronicle.records import Record

#: The last valid year.
LAST_YEAR: Final = 999_999

_DATE: Final = re.compile(r"\s*(?P<day>\d{1,9})\s+(?P<month>.*?\D)(?:\s+(?P<year>-?\d{1,9}))?")


class CalendarDay(Record, order=True):
    """A day: its year, the position of its month (from 1) and its number in the month."""

    year: int
    month: int
    day: int


class Month(Record):
    """A month and its days in a common year; 0 if it exists in leap years only.

    The days of an ``intercalary`` month, such as a feast, are outside the week.
    """

    name: str
    days: int
    intercalary: bool = False


class LeapRule(Record):
    """Every ``every`` years one month has ``days`` instead of its usual number.

    Years divisible by ``but_not`` are common years, unless also divisible by ``unless``; 0 means
    that there is no such exception. ``month`` counts from 1.
    """

    every: int
    month: int
    days: int
    but_not: int = 0
    unless: int = 0

    def is_leap_year(self, year: int) -> bool:
        """Whether a year is a leap year."""
        if year % self.every:
            return False
        if not self.but_not or year % self.but_not:
            return True
        return bool(self.unless) and year % self.unless == 0

    def leap_years_until(self, year: int) -> int:
        """How many of the years from 1 to this one are leap years."""
        found = year // self.every
        if self.but_not:
            found -= year // lcm(self.every, self.but_not)
        if self.but_not and self.unless:
            found += year // lcm(self.every, self.but_not, self.unless)
        return found


class Calendar(Record):
    """The calendar of a world.

    ``first`` is the position of the weekday of the first day that has one, ``years`` the text after
    a year, ``year`` the default for dates without a year; 0 if dates must have one.
    """

    months: tuple[Month, ...]
    weekdays: tuple[str, ...] = ()
    first: int = 0
    leap: LeapRule | None = None
    years: str = ""
    year: int = 0

    @property
    def words(self) -> tuple[str, ...]:
        """All texts of the calendar."""
        return (*(month.name for month in self.months), *self.weekdays, self.years)

    def days_in(self, year: int, month: int) -> int:
        """The number of days of a month (from 1) in a year."""
        leap = self.leap
        if leap is not None and leap.month == month and leap.is_leap_year(year):
            return leap.days
        return self.months[month - 1].days

    def has(self, day: CalendarDay) -> bool:
        """Whether this day exists."""
        return (
            1 <= day.year <= LAST_YEAR
            and 1 <= day.month <= len(self.months)
            and 1 <= day.day <= self.days_in(day.year, day.month)
        )

    def ordinal(self, day: CalendarDay) -> int:
        """The number of days between the first day and this one; 0 for the first."""
        months = range(1, day.month)
        return (
            self._days_before(day.year)
            + sum(self.days_in(day.year, month) for month in months)
            + day.day
            - 1
        )

    def day(self, ordinal: int) -> CalendarDay:
        """The day with this ordinal; never beyond the last year."""
        low, high = 1, LAST_YEAR
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (
                (middle, high) if self._days_before(middle) <= ordinal else (low, middle - 1)
            )
        left = ordinal - self._days_before(low)
        month = 1
        while left >= self.days_in(low, month):
            left -= self.days_in(low, month)
            month += 1
        return CalendarDay(low, month, left + 1)

    def weekday(self, day: CalendarDay) -> str:
        """The name of the weekday; empty if the day or the calendar has none."""
        if not self.weekdays or self.months[day.month - 1].intercalary:
            return ""
        passed = self.ordinal(day) - self._days_outside_week(day)
        return self.weekdays[(passed + self.first) % len(self.weekdays)]

    def between(self, earlier: CalendarDay, later: CalendarDay) -> int:
        """The days from one day to another, negative if the second is earlier."""
        return self.ordinal(later) - self.ordinal(earlier)

    def _days_outside_week(self, day: CalendarDay) -> int:
        """The number of earlier days that have no weekday."""
        feasts = [place for place, it in enumerate(self.months, start=1) if it.intercalary]
        return sum(self._days_of(place, day.year - 1) for place in feasts) + sum(
            self.days_in(day.year, place) for place in feasts if place < day.month
        )

    def _days_before(self, year: int) -> int:
        """The number of days in all earlier years."""
        return sum(self._days_of(month, year - 1) for month in range(1, len(self.months) + 1))

    def _days_of(self, month: int, years: int) -> int:
        """The number of days of a month (from 1) in the first so many years."""
        common = self.months[month - 1].days
        leap = self.leap
        if leap is None or leap.month != month:
            return common * years
        return common * years + (leap.days - common) * leap.leap_years_until(years)


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
