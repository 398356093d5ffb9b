"""Errors of a campaign's calendar and its dates."""

from __future__ import annotations

from chronicle.diagnostics.report import Misspelling, Problem
from chronicle.files.source import Span


class NotADate(Problem):
    code = "Y001"

    lacks_year: bool
    example: str

    def message_text(self) -> str:
        return "this date has no year" if self.lacks_year else "this is not a date of the calendar"

    def help_text(self) -> str:
        if self.lacks_year:
            return "add the year, or set `year:` under `calendar:` as the year of such dates"
        return f"write it like `{self.example}`, under `day:` if `date:` is to show other words"


class UnknownMonth(Misspelling):
    code = "Y002"
    message = "unknown month `{name}`"
    help = "the months are listed under `calendar:` in `campaign.yaml`"


class NoSuchDay(Problem):
    code = "Y003"
    help = "correct the date, or the month under `calendar:` in `campaign.yaml`"

    month: str
    year: int
    days: int

    def message_text(self) -> str:
        length = {0: "no days", 1: "one day"}.get(self.days, f"{self.days} days")
        return f"{self.month} has {length} in the year {self.year}"


class YearOutOfRange(Problem):
    code = "Y004"
    message = "the year {year} is out of range: years go from 1 to {last}"
    help = "let year 1 be before the earliest date in your turns"

    year: int
    last: int


class DateBeforePreviousTurn(Problem):
    code = "Y005"
    help = "the date of turn {earlier} is at {first.path}:{first.line}"

    days: int
    earlier: int
    first: Span

    def message_text(self) -> str:
        length = "one day" if self.days == 1 else f"{self.days} days"
        return f"this date is {length} before that of turn {self.earlier}"


class DuplicateCalendarName(Problem):
    code = "Y006"
    message = "duplicate {what} `{name}`"
    help = "give each {what} a different name, not only different capital letters"

    what: str
    name: str


class EmptyYear(Problem):
    code = "Y007"
    message = "a year of this calendar would have no days"
    help = "give at least one month days, in leap years too"


class DayWithoutCalendar(Problem):
    code = "Y008"
    message = "`day:` needs a calendar, and this campaign has none"
    help = "define `calendar:` in `campaign.yaml`, or use `date:`, which takes any words"
