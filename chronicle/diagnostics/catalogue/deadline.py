"""What can be wrong with the deadline for the next turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from chronicle.diagnostics.report import Problem, Severity, did_you_mean


@dataclass(frozen=True, slots=True, kw_only=True)
class NotATime(Problem):
    """A deadline is not written as a day and a time, or there is no such day.

    It is year, month, day, and the time in 24 hours, as the clocks of the zone show it.

    ```yaml campaign.yaml
    title: Crowns
    ruleset: shadow
    seed: one
    rules: {seating: [vael, oru]}
    next: {deadline: 28.11.2026 20:00, zone: Europe/Berlin}
    ```
    """

    code: ClassVar[str] = "Z001"
    said: str

    def message(self) -> str:
        return f"`{self.said}` is no day and time"

    def help(self) -> str:
        return "write it as in `2026-11-28 20:00`"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownTimeZone(Problem):
    """A deadline is in a time zone that there is not.

    Zones have the names that the time zone database gives them: a continent or an ocean, and a
    town. A shift of so many hours is none, for it doesn't know when clocks are changed.

    ```yaml campaign.yaml
    title: Crowns
    ruleset: shadow
    seed: one
    rules: {seating: [vael, oru]}
    next: {deadline: 2026-11-28 20:00, zone: Europe/Berlni}
    ```
    """

    code: ClassVar[str] = "Z002"
    name: str
    known: tuple[str, ...]

    def message(self) -> str:
        return f"there is no time zone `{self.name}`"

    def help(self) -> str:
        otherwise = "zones are named as in `Europe/Berlin`, `America/New_York` or `UTC`"
        return did_you_mean(self.name, self.known, otherwise=otherwise)


@dataclass(frozen=True, slots=True, kw_only=True)
class NonexistentTime(Problem):
    """Clocks never show the time of a deadline, for on that night they are put forward over it.

    ```yaml campaign.yaml
    title: Crowns
    ruleset: shadow
    seed: one
    rules: {seating: [vael, oru]}
    next: {deadline: 2026-03-29 02:30, zone: Europe/Berlin}
    ```
    """

    code: ClassVar[str] = "Z003"
    said: str
    zone: str

    def message(self) -> str:
        return f"clocks in {self.zone} are put forward past `{self.said}`"

    def help(self) -> str:
        return "take a time an hour earlier or later"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeadlineBeforeLastTurn(Problem):
    """The deadline for the next turn lies before the day on which the last was played.

    Most often it is still that of the last turn. While there is none, leave `next:` out.

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
    """

    code: ClassVar[str] = "Z004"
    severity: ClassVar[Severity] = "warning"
    turn: int
    played: str

    def message(self) -> str:
        return f"this deadline was over when turn {self.turn} was played, on {self.played}"

    def help(self) -> str:
        return "set that of the next turn, or leave `next:` out"
