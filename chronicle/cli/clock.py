"""The current time and the time zone of this machine. No built file depends on them."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

#: A link to the table of the machine's zone, in a folder of all tables, on Linux and macOS.
_LOCAL_TABLE: Final = Path("/etc/localtime")
_UNITS: Final = (("day", 86_400), ("hour", 3_600), ("minute", 60))


def now() -> datetime:
    """The current time in UTC."""
    return datetime.now(UTC)


def file_time() -> int:
    """The current time as systems note it for files, in nanoseconds."""
    return int(now().timestamp() * 1_000_000) * 1_000


def today(zone: str) -> str:
    """The current day in a time zone, as in ``2026-11-28``; without one, on this machine."""
    from chronicle.load.time_zones import time_zone

    return f"{now().astimezone(time_zone(zone) if zone else None):%Y-%m-%d}"


def machine_zone() -> str:
    """The name of this machine's time zone, as in ``Europe/Berlin``.

    Empty if it can't be told, as on Windows. UTC is taken for a machine that was never set up.
    """
    from chronicle.load.time_zones import time_zone_names

    table = _LOCAL_TABLE.resolve().as_posix()
    for name in (os.environ.get("TZ", "").removeprefix(":"), table.partition("/zoneinfo/")[2]):
        if name in time_zone_names():
            return "" if name.startswith("Etc/") or "/" not in name else name
    return ""


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
