"""The laws of any world's calendar, held against counting day by day."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from chronicle.model.calendar import LAST_YEAR, Calendar, CalendarDay, LeapRule, Month
from chronicle.records import replace

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
    feasts = draw(st.sets(st.integers(0, len(lengths) - 1), max_size=2))
    return Calendar(
        months=tuple(
            Month(f"m{place}", days, place in feasts) for place, days in enumerate(lengths)
        ),
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
    days = list(walked(calendar, 6))
    feasts = {day for day in days if calendar.months[day.month - 1].intercalary}
    assert {calendar.weekday(day) for day in feasts} <= {""}
    named = [calendar.weekday(day) for day in days if day not in feasts]
    if not calendar.weekdays:
        assert set(named) <= {""}
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


def test_days_outside_the_week_have_no_weekday_and_the_week_continues_after_them() -> None:
    plain = Calendar(
        months=(Month("Long", 30), Month("Feast", 1, intercalary=True), Month("Short", 30)),
        weekdays=("A", "B", "C", "D"),
    )
    # Long begins with A: 28 days are seven weeks, and days 29 and 30 are A and B.
    days = [(1, 1, 30), (1, 2, 1), (1, 3, 1), (1, 3, 30)]
    # A year has 60 days of the week, fifteen weeks: each begins with A.
    days += [(2, 1, 1), (2, 3, 1)]
    assert [plain.weekday(CalendarDay(*day)) for day in days] == ["B", "", "C", "D", "A", "C"]
    assert plain.between(CalendarDay(1, 1, 30), CalendarDay(1, 3, 1)) == 2
    # A second day of the feast in every other year is outside the week too; one of Short is not.
    feast, month = (
        replace(plain, leap=LeapRule(every=2, month=month, days=days))
        for month, days in ((2, 2), (3, 31))
    )
    assert [feast.weekday(CalendarDay(*day)) for day in [(2, 2, 2), (2, 3, 1), (3, 1, 1)]] == [
        "",
        "C",
        "A",
    ]
    assert [month.weekday(CalendarDay(*day)) for day in [(2, 3, 31), (3, 1, 1)]] == ["A", "B"]
    # A feast before the first month: `first` is the first day that has a weekday.
    early = Calendar(
        months=(Month("Eve", 1, intercalary=True), Month("Long", 30)),
        weekdays=("A", "B", "C", "D"),
        first=1,
    )
    assert [early.weekday(CalendarDay(1, month, 1)) for month in (1, 2)] == ["", "B"]
