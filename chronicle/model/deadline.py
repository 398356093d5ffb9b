"""The deadline: until when players may send their orders for the next turn."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Deadline:
    """A time on the clocks of a zone, and the same instant in UTC.

    ``year`` to ``minute`` are what those clocks show, ``weekday`` counts from Monday, 1. ``zone``
    is a name of the time zone database, ``instant`` has the form of ``2026-11-28T19:00:00Z``.
    """

    year: int
    month: int
    day: int
    weekday: int
    hour: int
    minute: int
    zone: str
    instant: str

    @property
    def clock(self) -> str:
        """What a clock of the zone shows, in 24 hours."""
        return f"{self.hour:02}:{self.minute:02}"

    @property
    def date(self) -> str:
        """The day of our own calendar, as in ``2026-11-28``."""
        return f"{self.year:04}-{self.month:02}-{self.day:02}"
