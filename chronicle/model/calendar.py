"""A world's calendar: months, weekdays and leap years of the author's own, and days in it.

Years are counted from 1; day 1 of month 1 of year 1 is the first day there is.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm
from typing import Final

#: The last year that a day may lie in.
LAST_YEAR: Final = 999_999


@dataclass(frozen=True, slots=True, order=True)
class CalendarDay:
    """A day by its year, the position of its month (from 1) and its number in the month."""

    year: int
    month: int
    day: int


@dataclass(frozen=True, slots=True)
class Month:
    """A month and its days in a common year; those of a month for leap years alone are none."""

    name: str
    days: int


@dataclass(frozen=True, slots=True)
class LeapRule:
    """Every so many years one month has ``days`` instead of its own.

    Years that ``but_not`` divides have their common length, unless ``unless`` divides them too; 0
    stands for a rule that there is not. ``month`` counts from 1.
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


@dataclass(frozen=True, slots=True)
class Calendar:
    """How a world counts its days.

    ``first`` is the position of the weekday that day 1 of year 1 fell on, ``years`` the words that
    stand after a year, ``year`` the one that dates without a year lie in; 0 when they have to name
    it.
    """

    months: tuple[Month, ...]
    weekdays: tuple[str, ...] = ()
    first: int = 0
    leap: LeapRule | None = None
    years: str = ""
    year: int = 0

    @property
    def words(self) -> tuple[str, ...]:
        """All words of the calendar."""
        return (*(month.name for month in self.months), *self.weekdays, self.years)

    def days_in(self, year: int, month: int) -> int:
        """The days of a month, counted from 1, in a year."""
        leap = self.leap
        if leap is not None and leap.month == month and leap.is_leap_year(year):
            return leap.days
        return self.months[month - 1].days

    def has(self, day: CalendarDay) -> bool:
        """Whether there is such a day."""
        return (
            1 <= day.year <= LAST_YEAR
            and 1 <= day.month <= len(self.months)
            and 1 <= day.day <= self.days_in(day.year, day.month)
        )

    def ordinal(self, day: CalendarDay) -> int:
        """How many days lie between the first there is and this one; 0 for the first."""
        months = range(1, day.month)
        return (
            self._days_before(day.year)
            + sum(self.days_in(day.year, month) for month in months)
            + day.day
            - 1
        )

    def day(self, ordinal: int) -> CalendarDay:
        """The day so many days after the first there is; none after the end of the last year."""
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
        """The name of the weekday; empty in a world without weekdays."""
        if not self.weekdays:
            return ""
        return self.weekdays[(self.ordinal(day) + self.first) % len(self.weekdays)]

    def between(self, earlier: CalendarDay, later: CalendarDay) -> int:
        """The days from one day to another, negative when it lies before."""
        return self.ordinal(later) - self.ordinal(earlier)

    def _days_before(self, year: int) -> int:
        """The days of all years before this one."""
        common = sum(month.days for month in self.months)
        days = common * (year - 1)
        if self.leap is not None:
            longer = self.leap.days - self.months[self.leap.month - 1].days
            days += longer * self.leap.leap_years_until(year - 1)
        return days
