"""The calendar of a campaign, and the days of its turns."""

from __future__ import annotations

from typing import TypeAlias

from chronicle.diagnostics.catalogue import calendar as problems
from chronicle.diagnostics.catalogue import content, references
from chronicle.diagnostics.report import Report
from chronicle.files.source import Span
from chronicle.load.inputs import CalendarInput, CampaignInput, LeapRuleInput, TurnInput
from chronicle.model.calendar import (
    LAST_YEAR,
    Calendar,
    CalendarDay,
    InvalidDateFormat,
    InvalidDay,
    InvalidMonth,
    InvalidYear,
    LeapRule,
    Month,
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


def _calendar(entry: CalendarInput, report: Report) -> Calendar:
    names = [" ".join(month.name.split()) for month in entry.months]
    _check_distinct("month", names, [month.at("name") for month in entry.months], report)
    at = [entry.at("weekdays", index) for index in range(len(entry.weekdays))]
    _check_distinct("weekday", entry.weekdays, at, report)
    return Calendar(
        months=tuple(
            Month(name, _days(entry, index, report), entry.months[index].intercalary)
            for index, name in enumerate(names)
        ),
        weekdays=tuple(entry.weekdays),
        first=_position("weekday", entry.first, entry.weekdays, entry.at("first"), report),
        leap=_leap(entry.leap, names, report) if entry.leap is not None else None,
        years=" ".join(entry.years.split()),
        year=entry.year or 0,
    )


def _days(entry: CalendarInput, index: int, report: Report) -> int:
    """The days of a month: its own, or the default."""
    month = entry.months[index]
    days = entry.days if month.days is None else month.days
    if days is None:
        report.add(content.MissingKey(at=month.at(), key="days"))
    return days or 0


def _leap(entry: LeapRuleInput, months: list[str], report: Report) -> LeapRule:
    if entry.unless is not None and entry.but_not is None:
        report.add(content.MissingKey(at=entry.at(), key="except"))
    month = _position("month", entry.month, months, entry.at("month"), report)
    return LeapRule(entry.every, month + 1, entry.days, entry.but_not or 0, entry.unless or 0)


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

    def day(self, entry: TurnInput) -> CalendarDay | None:
        """The day of a turn; None without a calendar, and after an error."""
        key = "day" if entry.has("day") else "date"
        at = entry.at(key)
        match self.calendar:
            case InvalidCalendar():
                return None
            case None:
                if entry.has("day"):
                    self.report.add(problems.DayWithoutCalendar(at=entry.key_at("day")))
                return None
            case calendar:
                day = self.read(calendar, entry, key)
        if day is not None:
            self.check_forward(calendar, entry.turn, day, at)
        return day

    def read(self, calendar: Calendar, entry: TurnInput, key: str) -> CalendarDay | None:
        at = entry.at(key)
        value = entry.node.get(key)
        if value is None:
            self.report.add(content.MissingKey(at=entry.at(), key=key))
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
                place = _value_span(entry.node, key, offset, len(name))
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
