"""What can be wrong with a calendar of the world, and with days in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from chronicle.diagnostics.report import Problem, did_you_mean
from chronicle.files.source import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class NotADate(Problem):
    """In a world with a calendar a turn's date is not written as a day of it.

    It is the number of the day, the name of the month, and the year. Where readers shall see other
    words (*the third night of the feast*), write those under `date:` and the day itself under
    `day:`.

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
    """

    code: ClassVar[str] = "Y001"
    lacks_year: bool
    example: str

    def message(self) -> str:
        return "this date names no year" if self.lacks_year else "this is no day of the calendar"

    def help(self) -> str:
        if self.lacks_year:
            return "add the year, or say under `calendar:` in which `year:` such dates lie"
        return f"write it as in `{self.example}`; other words may stand beside it as `date:`"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownMonth(Problem):
    """A date names a month that the calendar doesn't have.

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
    """

    code: ClassVar[str] = "Y002"
    name: str
    known: tuple[str, ...]

    def message(self) -> str:
        return f"the calendar has no month `{self.name}`"

    def help(self) -> str:
        otherwise = "the months stand under `calendar:` in `campaign.yaml`"
        return did_you_mean(self.name, self.known, otherwise=otherwise)


@dataclass(frozen=True, slots=True, kw_only=True)
class NoSuchDay(Problem):
    """A month is shorter than a date has it.

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
    """

    code: ClassVar[str] = "Y003"
    month: str
    year: int
    days: int

    def message(self) -> str:
        length = {0: "no days", 1: "a single day"}.get(self.days, f"{self.days} days")
        return f"{self.month} has {length} in the year {self.year}"

    def help(self) -> str:
        return "mend the date, or the month under `calendar:` in `campaign.yaml`"


@dataclass(frozen=True, slots=True, kw_only=True)
class YearOutOfRange(Problem):
    """A date lies before year 1, or later than anything is counted.

    A world whose history goes back further counts from its own beginning: year 1 is whatever year
    you let it be.

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
    """

    code: ClassVar[str] = "Y004"
    year: int
    last: int

    def message(self) -> str:
        return f"years go from 1 to {self.last}, and this is {self.year}"

    def help(self) -> str:
        return "let year 1 lie before all that your turns name"


@dataclass(frozen=True, slots=True, kw_only=True)
class DateBeforePreviousTurn(Problem):
    """A turn lies before the turn that it follows.

    Two turns may lie on the same day. What happened earlier and is told later belongs into a text.

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
    """

    code: ClassVar[str] = "Y005"
    days: int
    earlier: int
    first: Span

    def message(self) -> str:
        length = "a day" if self.days == 1 else f"{self.days} days"
        return f"this is {length} before turn {self.earlier}, which it follows"

    def help(self) -> str:
        return f"the date of turn {self.earlier} is at {self.first.path}:{self.first.line}"


@dataclass(frozen=True, slots=True, kw_only=True)
class DuplicateCalendarName(Problem):
    """Two months, or two days of the week, have one name.

    ```yaml campaign.yaml
    title: Crowns
    ruleset: shadow
    seed: one
    rules: {seating: [vael, oru]}
    calendar: {months: [{name: Thaw, days: 30}, {name: thaw, days: 31}]}
    ```
    """

    code: ClassVar[str] = "Y006"
    what: str
    name: str

    def message(self) -> str:
        return f"there is a {self.what} `{self.name}` already"

    def help(self) -> str:
        return f"give each {self.what} a name of its own, not by capital letters alone"


@dataclass(frozen=True, slots=True, kw_only=True)
class EmptyYear(Problem):
    """A year of the calendar would have no day.

    A month may have 0 days, for those that are there in leap years alone; not all of them may.

    ```yaml campaign.yaml
    title: Crowns
    ruleset: shadow
    seed: one
    rules: {seating: [vael, oru]}
    calendar: {months: [{name: Thaw, days: 0}]}
    ```
    """

    code: ClassVar[str] = "Y007"

    def message(self) -> str:
        return "years of this calendar would have no day"

    def help(self) -> str:
        return "give one month at least a day, in leap years too"


@dataclass(frozen=True, slots=True, kw_only=True)
class DayWithoutCalendar(Problem):
    """A turn has a `day:`, and there is no calendar that it could be a day of.

    ```yaml turns/001.yaml
    turn: 1
    day: 12 Thaw 1042
    ```
    """

    code: ClassVar[str] = "Y008"

    def message(self) -> str:
        return "there is no calendar that this could be a day of"

    def help(self) -> str:
        return "define `calendar:` in `campaign.yaml`, or write it under `date:`, in any words"
