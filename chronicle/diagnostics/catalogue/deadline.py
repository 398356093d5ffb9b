"""Errors of the deadline for the next turn."""

from __future__ import annotations

from chronicle.diagnostics.report import Misspelling, Problem


class NotATime(Problem):
    code = "Z001"
    message = "`{said}` is not a date and time"
    help = "write it like `2026-11-28 20:00`"

    said: str


class UnknownTimeZone(Misspelling):
    code = "Z002"
    message = "unknown time zone `{name}`"
    help = "write it like `Europe/Berlin`, `America/New_York` or `UTC`"


class NonexistentTime(Problem):
    code = "Z003"
    message = "`{said}` does not exist in {zone}: clocks go forward over it"
    help = "choose a time an hour earlier or later"

    said: str
    zone: str


class DeadlineBeforeLastTurn(Problem):
    code = "Z004"
    severity = "warning"
    message = "this deadline is before turn {turn} was played, on {played}"
    help = "set the deadline of the next turn, or remove `deadline:`"

    turn: int
    played: str
