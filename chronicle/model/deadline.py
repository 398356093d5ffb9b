"""The deadline for the orders of the next turn."""

from __future__ import annotations

from chronicle.records import Record


class Deadline(Record):
    """A local time in a time zone, and the same instant in UTC.

    ``year``, ``month``, ``day``, ``hour`` and ``minute`` are the local time, ``weekday`` counts
    from Monday, 1. ``zone`` is a name of the time zone database, ``instant`` has the form of
    ``2026-11-28T19:00:00Z``.
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
        """The local time in 24 hours."""
        return f"{self.hour:02}:{self.minute:02}"

    @property
    def date(self) -> str:
        """The local date, as in ``2026-11-28``."""
        return f"{self.year:04}-{self.month:02}-{self.day:02}"
