"""Errors of a campaign's calendar and its dates."""

from __future__ import annotations

from typing import ClassVar

from chronicle.diagnostics.report import Problem, did_you_mean
from chronicle.files.source import Span
from chronicle.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class NotADate(Problem):
    """A turn's date is not a date of the campaign's calendar.

    With a `calendar:`, a date is the number of the day, the name of the month, and the year. To
    show readers other words (*the third night of the feast*), write those under `date:` and the
    date of the calendar under `day:`.

    ```yaml campaign.yaml
    title: Crowns
    ruleset: shadow
    seed: one
    rules: {seating: [vael, oru]}
    calendar: {months: [{name: Thaw, days: 30}, {name: Seed, days: 31}]}
    ```
    ```yaml turns/001.yaml
    turn: 1
    date: in the spring
    ```
    ```right
    in the spring => 12 Thaw 1042
    ```
    """

    code: ClassVar[str] = "Y001"
    lacks_year: bool
    example: str

    def message(self) -> str:
        return "this date has no year" if self.lacks_year else "this is not a date of the calendar"

    def help(self) -> str:
        if self.lacks_year:
            return "add the year, or set `year:` under `calendar:` as the year of such dates"
        return f"write it like `{self.example}`, under `day:` if `date:` is to show other words"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownMonth(Problem):
    """A date names a month that the calendar does not have.

    ```yaml campaign.yaml
    title: Crowns
    ruleset: shadow
    seed: one
    rules: {seating: [vael, oru]}
    calendar: {months: [{name: Thaw, days: 30}, {name: Seed, days: 31}]}
    ```
    ```yaml turns/001.yaml
    turn: 1
    date: 12 Thwa 1042
    ```
    ```right
    Thwa => Thaw
    ```
    """

    code: ClassVar[str] = "Y002"
    name: str
    known: tuple[str, ...]

    def message(self) -> str:
        return f"unknown month `{self.name}`"

    def help(self) -> str:
        otherwise = "the months are listed under `calendar:` in `campaign.yaml`"
        return did_you_mean(self.name, self.known, otherwise=otherwise)


@dataclass(frozen=True, slots=True, kw_only=True)
class NoSuchDay(Problem):
    """A date names a day that its month does not have.

    ```yaml campaign.yaml
    title: Crowns
    ruleset: shadow
    seed: one
    rules: {seating: [vael, oru]}
    calendar:
      months: [{name: Thaw, days: 30}, {name: Seed, days: 31}]
      leap: {every: 4, month: Thaw, days: 31}
    ```
    ```yaml turns/001.yaml
    turn: 1
    date: 31 Thaw 1042
    ```
    ```right
    1042 => 1044
    ```
    """

    code: ClassVar[str] = "Y003"
    month: str
    year: int
    days: int

    def message(self) -> str:
        length = {0: "no days", 1: "one day"}.get(self.days, f"{self.days} days")
        return f"{self.month} has {length} in the year {self.year}"

    def help(self) -> str:
        return "correct the date, or the month under `calendar:` in `campaign.yaml`"


@dataclass(frozen=True, slots=True, kw_only=True)
class YearOutOfRange(Problem):
    """The year of a date is out of range.

    Years are counted from 1. If the history of your world goes back further, choose an earlier
    beginning for year 1.

    ```yaml campaign.yaml
    title: Crowns
    ruleset: shadow
    seed: one
    rules: {seating: [vael, oru]}
    calendar: {months: [{name: Thaw, days: 30}]}
    ```
    ```yaml turns/001.yaml
    turn: 1
    date: 12 Thaw -3
    ```
    ```right
    -3 => 3
    ```
    """

    code: ClassVar[str] = "Y004"
    year: int
    last: int

    def message(self) -> str:
        return f"the year {self.year} is out of range: years go from 1 to {self.last}"

    def help(self) -> str:
        return "let year 1 be before the earliest date in your turns"


@dataclass(frozen=True, slots=True, kw_only=True)
class DateBeforePreviousTurn(Problem):
    """A turn's date is earlier than the date of the turn before it.

    Two turns may have the same date. Earlier events that are told later belong in a text.

    ```yaml campaign.yaml
    title: Crowns
    ruleset: shadow
    seed: one
    rules: {seating: [vael, oru]}
    calendar: {months: [{name: Thaw, days: 30}, {name: Seed, days: 31}]}
    ```
    ```yaml turns/001.yaml
    turn: 1
    date: 3 Seed 1042
    ```
    ```yaml turns/002.yaml
    turn: 2
    date: 29 Thaw 1042
    ```
    ```right
    29 Thaw => 4 Seed
    ```
    """

    code: ClassVar[str] = "Y005"
    days: int
    earlier: int
    first: Span

    def message(self) -> str:
        length = "one day" if self.days == 1 else f"{self.days} days"
        return f"this date is {length} before that of turn {self.earlier}"

    def help(self) -> str:
        return f"the date of turn {self.earlier} is at {self.first.path}:{self.first.line}"


@dataclass(frozen=True, slots=True, kw_only=True)
class DuplicateCalendarName(Problem):
    """Two months or two weekdays have the same name.

    ```yaml campaign.yaml
    title: Crowns
    ruleset: shadow
    seed: one
    rules: {seating: [vael, oru]}
    calendar: {months: [{name: Thaw, days: 30}, {name: thaw, days: 31}]}
    ```
    ```right
    thaw => Reap
    ```
    """

    code: ClassVar[str] = "Y006"
    what: str
    name: str

    def message(self) -> str:
        return f"duplicate {self.what} `{self.name}`"

    def help(self) -> str:
        return f"give each {self.what} a different name, not only different capital letters"


@dataclass(frozen=True, slots=True, kw_only=True)
class EmptyYear(Problem):
    """A year of the calendar would have no days.

    A month may have 0 days, such as one that exists only in leap years, but at least one month must
    have days.

    ```yaml campaign.yaml
    title: Crowns
    ruleset: shadow
    seed: one
    rules: {seating: [vael, oru]}
    calendar: {months: [{name: Thaw, days: 0}]}
    ```
    ```right
    days: 0 => days: 30
    ```
    """

    code: ClassVar[str] = "Y007"

    def message(self) -> str:
        return "a year of this calendar would have no days"

    def help(self) -> str:
        return "give at least one month days, in leap years too"


@dataclass(frozen=True, slots=True, kw_only=True)
class DayWithoutCalendar(Problem):
    """A turn has a `day:`, but the campaign has no calendar.

    ```yaml turns/001.yaml
    turn: 1
    day: 12 Thaw 1042
    ```
    ```right
    day => date
    ```
    """

    code: ClassVar[str] = "Y008"

    def message(self) -> str:
        return "`day:` needs a calendar, and this campaign has none"

    def help(self) -> str:
        return "define `calendar:` in `campaign.yaml`, or use `date:`, which takes any words"
