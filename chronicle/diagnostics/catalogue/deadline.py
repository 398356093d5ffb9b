"""Errors of the deadline for the next turn."""

from __future__ import annotations

from typing import ClassVar

from chronicle.diagnostics.report import Problem, Severity, did_you_mean
from chronicle.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class NotATime(Problem):
    """A deadline is not a valid date and time.

    Write year, month and day, then the time in 24 hours, as clocks in the time zone show it.

    ```yaml campaign.yaml
    title: Crowns
    ruleset: shadow
    seed: one
    rules: {seating: [vael, oru]}
    next: {deadline: 28.11.2026 20:00, zone: Europe/Berlin}
    ```
    ```right
    28.11.2026 => 2026-11-28
    ```
    """

    code: ClassVar[str] = "Z001"
    said: str

    def message(self) -> str:
        return f"`{self.said}` is not a date and time"

    def help(self) -> str:
        return "write it like `2026-11-28 20:00`"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownTimeZone(Problem):
    """A deadline names an unknown time zone.

    Use a name of the time zone database: a continent or ocean and a city, as in `Europe/Berlin`. An
    offset in hours does not work, because it does not say when clocks change.

    ```yaml campaign.yaml
    title: Crowns
    ruleset: shadow
    seed: one
    rules: {seating: [vael, oru]}
    next: {deadline: 2026-11-28 20:00, zone: Europe/Berlni}
    ```
    ```right
    Berlni => Berlin
    ```
    """

    code: ClassVar[str] = "Z002"
    name: str
    known: tuple[str, ...]

    def message(self) -> str:
        return f"unknown time zone `{self.name}`"

    def help(self) -> str:
        otherwise = "write it like `Europe/Berlin`, `America/New_York` or `UTC`"
        return did_you_mean(self.name, self.known, otherwise=otherwise)


@dataclass(frozen=True, slots=True, kw_only=True)
class NonexistentTime(Problem):
    """A deadline is at a time that does not exist, because clocks go forward over it that night.

    ```yaml campaign.yaml
    title: Crowns
    ruleset: shadow
    seed: one
    rules: {seating: [vael, oru]}
    next: {deadline: 2026-03-29 02:30, zone: Europe/Berlin}
    ```
    ```right
    02:30 => 03:30
    ```
    """

    code: ClassVar[str] = "Z003"
    said: str
    zone: str

    def message(self) -> str:
        return f"`{self.said}` does not exist in {self.zone}: clocks go forward over it"

    def help(self) -> str:
        return "choose a time an hour earlier or later"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeadlineBeforeLastTurn(Problem):
    """The deadline for the next turn is before the date on which the last turn was played.

    Usually it is still the deadline of the last turn. As long as there is no new one, leave
    `deadline:` out.

    ```yaml campaign.yaml
    title: Crowns
    ruleset: shadow
    seed: one
    rules: {seating: [vael, oru]}
    next: {deadline: 2026-11-12 20:00, zone: Europe/Berlin}
    ```
    ```yaml turns/001.yaml
    turn: 1
    played: 2026-11-14
    ```
    ```right
    2026-11-12 => 2026-11-28
    ```
    """

    code: ClassVar[str] = "Z004"
    severity: ClassVar[Severity] = "warning"
    turn: int
    played: str

    def message(self) -> str:
        return f"this deadline is before turn {self.turn} was played, on {self.played}"

    def help(self) -> str:
        return "set the deadline of the next turn, or remove `deadline:`"
