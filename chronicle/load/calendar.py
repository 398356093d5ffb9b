"""The calendar of a campaign, and the days of its turns."""

from __future__ import annotations

from typing import TypeAlias

from chronicle.diagnostics.catalogue import calendar as problems
from chronicle.diagnostics.catalogue import content, references
from chronicle.diagnostics.report import Report
from chronicle.files.source import Span
from chronicle.load.inputs import CalendarInput, CampaignInput, LeapRuleInput, TurnInput
from chronicle.model.calendar import LAST_YEAR, Calendar, CalendarDay, LeapRule, Month
from chronicle.model.dates import (
    InvalidDateFormat,
    InvalidDay,
    InvalidMonth,
    InvalidYear,
    parse_date,
)
from chronicle.records import MutableRecord, Record
from chronicle.yaml.nodes import MapNode, ScalarNode


class InvalidCalendar(Record):
    """The calendar has errors, or could not be read; they have been reported."""


#: If a campaign's calendar can't be read, days are not checked.
CalendarResult: TypeAlias = Calendar | InvalidCalendar | None


def calendar_of(head: CampaignInput | None, report: Report) -> CalendarResult:
    """The calendar of a campaign; None if it has none."""
    if head is None:
        return InvalidCalendar()
    if head.calendar is None:
        return None
    errors = report.errors
    calendar = _calendar(head.calendar, report)
    if report.errors == errors and _shortest_year(calendar) < 1:
        report.add(problems.EmptyYear(at=head.calendar.key_at("months")))
    return InvalidCalendar() if report.errors > errors else calendar


def _shortest_year(calendar: Calendar) -> int:
    """The number of days in a common year or a leap year, whichever is shorter."""
    common = sum(month.days for month in calendar.months)
    leap = calendar.leap
    if leap is None:
        return common
    return min(common, common - calendar.months[leap.month - 1].days + leap.days)


def _calendar(shape: CalendarInput, report: Report) -> Calendar:
    names = [" ".join(month.name.split()) for month in shape.months]
    _check_distinct("month", names, [month.at("name") for month in shape.months], report)
    at = [shape.at("weekdays", index) for index in range(len(shape.weekdays))]
    _check_distinct("weekday", shape.weekdays, at, report)
    return Calendar(
        months=tuple(Month(name, _days(shape, index, report)) for index, name in enumerate(names)),
        weekdays=tuple(shape.weekdays),
        first=_position("weekday", shape.first, shape.weekdays, shape.at("first"), report),
        leap=_leap(shape.leap, names, report) if shape.leap is not None else None,
        years=" ".join(shape.years.split()),
        year=shape.year or 0,
    )


def _days(shape: CalendarInput, index: int, report: Report) -> int:
    """The days of a month: its own, or the default."""
    month = shape.months[index]
    days = shape.days if month.days is None else month.days
    if days is None:
        report.add(content.MissingKey(at=month.at(), key="days"))
    return days or 0


def _leap(shape: LeapRuleInput, months: list[str], report: Report) -> LeapRule:
    if shape.unless is not None and shape.but_not is None:
        report.add(content.MissingKey(at=shape.at(), key="except"))
    month = _position("month", shape.month, months, shape.at("month"), report)
    return LeapRule(shape.every, month + 1, shape.days, shape.but_not or 0, shape.unless or 0)


def _position(what: str, name: str, known: list[str], at: Span, report: Report) -> int:
    """The index of a name in a list, ignoring case; 0 if empty or, after an error, unknown."""
    folded = [one.casefold() for one in known]
    if not name or name.casefold() in folded:
        return folded.index(name.casefold()) if name else 0
    report.add(references.UnknownName(at=at, what=what, name=name, known=tuple(known)))
    return 0


def _check_distinct(what: str, names: list[str], places: list[Span], report: Report) -> None:
    seen: set[str] = set()
    for name, at in zip(names, places, strict=True):
        if name.casefold() in seen:
            report.add(problems.DuplicateCalendarName(at=at, what=what, name=name))
        seen.add(name.casefold())


class DatedTurn(Record):
    """A turn with a day, and where it is given."""

    number: int
    day: CalendarDay
    at: Span


class TurnDayParser(MutableRecord):
    """Reads the days of turns; ``last`` is the last turn so far that has one."""

    calendar: CalendarResult
    report: Report
    last: DatedTurn | None = None

    def day(self, shape: TurnInput) -> CalendarDay | None:
        """The day of a turn; None without a calendar, and after an error."""
        key = "day" if shape.has("day") else "date"
        at = shape.at(key)
        match self.calendar:
            case InvalidCalendar():
                return None
            case None:
                if shape.has("day"):
                    self.report.add(problems.DayWithoutCalendar(at=shape.key_at("day")))
                return None
            case calendar:
                day = self.read(calendar, shape, key)
        if day is not None:
            self.check_forward(calendar, shape.turn, day, at)
        return day

    def read(self, calendar: Calendar, shape: TurnInput, key: str) -> CalendarDay | None:
        at = shape.at(key)
        value = shape.node.get(key)
        if value is None:
            self.report.add(content.MissingKey(at=shape.at(), key=key))
        if not isinstance(value, ScalarNode) or not isinstance(value.value, str):
            # A value of another type has been reported already.
            return None
        match parse_date(calendar, value.value):
            case CalendarDay() as day:
                return day
            case InvalidDateFormat(lacks_year=lacks):
                year = "" if calendar.year else " 3"
                example = f"1 {calendar.months[0].name}{year}"
                self.report.add(problems.NotADate(at=at, lacks_year=lacks, example=example))
            case InvalidMonth(name=name, offset=offset):
                known = tuple(month.name for month in calendar.months)
                place = _value_span(shape.node, key, offset, len(name))
                self.report.add(problems.UnknownMonth(at=place or at, name=name, known=known))
            case InvalidDay(month=month, year=year_, days=days):
                self.report.add(problems.NoSuchDay(at=at, month=month, year=year_, days=days))
            case InvalidYear(year=out):
                self.report.add(problems.YearOutOfRange(at=at, year=out, last=LAST_YEAR))
        return None

    def check_forward(self, calendar: Calendar, turn: int, day: CalendarDay, at: Span) -> None:
        """Check that a turn is not before the previous one."""
        last = self.last
        if last is not None and day < last.day:
            days = calendar.between(day, last.day)
            self.report.add(
                problems.DateBeforePreviousTurn(
                    at=at, days=days, earlier=last.number, first=last.at
                )
            )
        else:
            self.last = DatedTurn(turn, day, at)


def _value_span(node: MapNode, key: str, offset: int, length: int) -> Span | None:
    """The span of a part of a value written in one line without escapes; None for others."""
    value = node.get(key)
    if not isinstance(value, ScalarNode) or value.span.line != value.span.end_line:
        return None
    line, start = value.span.line, value.span.column + len(value.style)
    source = value.span.source
    if not source.line(line)[start - 1 :].startswith(value.text):
        return None
    return Span(source, line, start + offset, line, start + offset + length)
