"""Time zones from the installed tzdata package, which only this module uses.

The machine's own tables are never used: the instant of a deadline must not depend on who builds the
site.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from pathlib import Path
from zoneinfo import ZoneInfo


@lru_cache(maxsize=1)
def time_zone_names() -> tuple[str, ...]:
    """The names of all time zones."""
    return tuple((_tables() / "zones").read_text(encoding="utf-8").split())


def time_zone(name: str) -> ZoneInfo | None:
    """A time zone by name; None if it doesn't exist."""
    if name not in time_zone_names():
        return None
    with (_tables() / "zoneinfo" / name).open("rb") as table:
        return ZoneInfo.from_file(table, key=name)


def _tables() -> Path:
    """The folder of the package of time zones."""
    return Path(import_module("tzdata").__path__[0])
