"""Errors of the deadline for the next turn."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from chronicle.diagnostics.report import Misspelling, Problem, did_you_mean

#: The length of the longest abbreviation of a time zone.
_ABBREVIATION: Final = 5


class NotATime(Problem):
    code = "Z001"
    message = "`{said}` is not a date and time"
    help = "write it like `2026-11-28 20:00`"

    said: str


#: The zones of abbreviations that are not names of one, as people write them.
_ABBREVIATED: Final = {
    "Europe/Berlin": ("mez", "mesz", "cest", "central european time", "deutschland", "germany"),
    "Europe/Paris": ("hec", "haec", "hnec", "heec", "france"),
    "Europe/London": ("bst", "uk", "england"),
    "Europe/Lisbon": ("wez", "wesz", "west"),
    "Europe/Athens": ("oez", "oesz", "eest"),
    "America/New_York": ("edt", "et", "eastern", "eastern time"),
    "America/Chicago": ("cst", "cdt", "ct", "central", "central time"),
    "America/Denver": ("mdt", "mt", "mountain", "mountain time"),
    "America/Los_Angeles": ("pst", "pdt", "pt", "pacific", "pacific time"),
    "Australia/Sydney": ("aest", "aedt"),
    "Asia/Tokyo": ("jst",),
    "Asia/Kolkata": ("ist",),
    "UTC": ("z", "gmt time", "zulu"),
}
_ZONES: Final = {word: zone for zone, words in _ABBREVIATED.items() for word in words}


class UnknownTimeZone(Misspelling):
    code = "Z002"
    message = "unknown time zone `{name}`"

    def help_text(self) -> str:
        return time_zone_help(self.name, self.known)


def time_zone_help(name: str, known: Sequence[str]) -> str:
    """What to write instead of a name that is no time zone; ``known`` are the names of zones."""
    word = " ".join(name.casefold().replace("_", " ").split())
    cities = {zone.rpartition("/")[2].replace("_", " ").casefold(): zone for zone in known}
    usual = "write it like `Europe/Berlin`, `America/New_York` or `UTC`"
    if re.fullmatch(r"(?:utc|gmt)? ?[+-]\d{1,2}(?::?\d\d)?", word):
        return f"{usual}: unlike a difference of hours, a place has summer time"
    if zone := _ZONES.get(word) or cities.get(word.rpartition("/")[2]):
        return f"write `{zone}`"
    if len(word) <= _ABBREVIATION:
        # Any other abbreviation is as close.
        return usual
    return did_you_mean(name, known, otherwise=usual)


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
