"""The laws of any world's calendar, held against counting day by day."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from chronicle.model.calendar import LAST_YEAR, Calendar, CalendarDay, LeapRule, Month

#: Our own calendar; the first of January of year 1 was a Monday.
OURS = Calendar(
    months=tuple(
        Month(name, days)
        for name, days in zip(
            ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
            (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31),
            strict=True,
        )
    ),
    weekdays=("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
    leap=LeapRule(every=4, but_not=100, unless=400, month=2, days=29),
)


@st.composite
def leaps(draw: st.DrawFn, months: int) -> LeapRule:
    but_not = draw(st.integers(0, 12))
    return LeapRule(
        every=draw(st.integers(1, 6)),
        month=draw(st.integers(1, months)),
        days=draw(st.integers(1, 8)),
        but_not=but_not,
        unless=draw(st.integers(0, 30)) if but_not else 0,
    )


@st.composite
def calendars(draw: st.DrawFn) -> Calendar:
    lengths = draw(st.lists(st.integers(0, 6), min_size=1, max_size=4).filter(any))
    weekdays = draw(st.integers(0, 8))
    leap = draw(st.none() | leaps(len(lengths)))
    return Calendar(
        months=tuple(Month(f"m{place}", days) for place, days in enumerate(lengths)),
        weekdays=tuple(f"w{place}" for place in range(weekdays)),
        first=draw(st.integers(0, weekdays - 1)) if weekdays else 0,
        leap=leap,
    )


def walked(calendar: Calendar, years: int) -> Iterator[CalendarDay]:
    """Every day of the first years, one after another, by the sentences of the leap rule alone."""
    for year in range(1, years + 1):
        leap = calendar.leap
        longer = leap is not None and year % leap.every == 0
        if longer and leap is not None and leap.but_not and year % leap.but_not == 0:
            longer = leap.unless != 0 and year % leap.unless == 0
        for month, common in enumerate(calendar.months, start=1):
            special = longer and leap is not None and leap.month == month
            days = leap.days if special and leap is not None else common.days
            yield from (CalendarDay(year, month, day) for day in range(1, days + 1))


@given(calendars())
@settings(max_examples=60, deadline=None)
def test_day_numbers_match_counting_day_by_day(calendar: Calendar) -> None:
    days = list(walked(calendar, 70))
    assert days == sorted(set(days))
    assert [calendar.ordinal(day) for day in days] == list(range(len(days)))
    assert [calendar.day(ordinal) for ordinal in range(len(days))] == days
    assert all(calendar.has(day) for day in days)


@given(calendars())
@settings(max_examples=40, deadline=None)
def test_weekdays_repeat_in_order_from_the_first_day(calendar: Calendar) -> None:
    named = [calendar.weekday(day) for day in walked(calendar, 6)]
    if not calendar.weekdays:
        assert set(named) == {""}
        return
    start = calendar.first
    week = (*calendar.weekdays[start:], *calendar.weekdays[:start])
    assert named == [week[place % len(week)] for place in range(len(named))]


#: So many days lie within the years that are counted, however short these are.
FAR = st.integers(0, LAST_YEAR - 1)


@given(calendars(), FAR, FAR)
@settings(deadline=None)
def test_day_differences_are_exact_and_conversion_round_trips(
    calendar: Calendar, one: int, other: int
) -> None:
    days = sorted((calendar.day(one), calendar.day(other)))
    assert calendar.between(*days) == abs(one - other)
    assert calendar.has(days[0])
    assert calendar.ordinal(calendar.day(one)) == one


def test_gregorian_dates_match_known_weekdays() -> None:
    assert OURS.ordinal(CalendarDay(1970, 1, 1)) == 719_162
    assert OURS.weekday(CalendarDay(2000, 2, 29)) == "Tue"
    assert OURS.weekday(CalendarDay(2026, 11, 28)) == "Sat"
    assert OURS.has(CalendarDay(2000, 2, 29))
    assert not OURS.has(CalendarDay(1900, 2, 29))
    assert not OURS.has(CalendarDay(2026, 2, 29))
    assert OURS.between(CalendarDay(1899, 12, 31), CalendarDay(2000, 1, 1)) == 36_525


def test_an_impossible_date_is_rejected() -> None:
    for day in (
        CalendarDay(0, 1, 1),
        CalendarDay(1, 0, 1),
        CalendarDay(1, 13, 1),
        CalendarDay(1, 1, 0),
        CalendarDay(1, 1, 32),
    ):
        assert not OURS.has(day)
