"""The current time. No built file depends on it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

_UNITS: Final = (("day", 86_400), ("hour", 3_600), ("minute", 60))


def now() -> datetime:
    """The current time in UTC."""
    return datetime.now(UTC)


def seconds_until(instant: str) -> int:
    """The seconds until an instant, as in ``2026-11-28T19:00:00Z``; negative when it has passed."""
    return int((datetime.fromisoformat(instant) - now()).total_seconds())


def format_time_left(seconds: int) -> str:
    """The time left, or passed if negative, in its two largest units."""
    left, words = abs(seconds), list[str]()
    for name, size in _UNITS:
        count, left = divmod(left, size)
        if count and len(words) < 2:
            words.append(f"{count} {name}{'' if count == 1 else 's'}")
    span = " and ".join(words) or "less than a minute"
    return f"in {span}" if seconds >= 0 else f"{span} ago"
