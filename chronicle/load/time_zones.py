"""Time zones, from the tables that are installed beside chronicle; the home of tzdata.

Never from the machine's own: which instant a deadline is must not hang on who builds the site.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Final
from zoneinfo import ZoneInfo

_TABLES: Final = "tzdata"


@lru_cache(maxsize=1)
def time_zone_names() -> tuple[str, ...]:
    """The names of all zones."""
    return tuple(files(_TABLES).joinpath("zones").read_text(encoding="utf-8").split())


def time_zone(name: str) -> ZoneInfo | None:
    """A zone by its name; None when there is none of that name."""
    if name not in time_zone_names():
        return None
    with files(_TABLES).joinpath("zoneinfo", *name.split("/")).open("rb") as table:
        return ZoneInfo.from_file(table, key=name)
