"""Errors of map pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from chronicle.diagnostics.report import Problem, quoted_list

#: Maximum number of places named in one message.
_MAX_NAMED: Final = 6


def _listed(names: Sequence[str]) -> str:
    said = quoted_list(names[:_MAX_NAMED])
    more = len(names) - _MAX_NAMED
    return f"{said} and {more} more" if more > 0 else said


class EmptyExtent(Problem):
    code = "A001"
    message = "this would have no width or height on the map"
    help = "write left, top, right, bottom: left smaller than right, top smaller than bottom"


class PlacesOutsideMap(Problem):
    code = "A002"
    severity = "warning"

    names: tuple[str, ...]
    extent: tuple[float, float, float, float]

    def message_text(self) -> str:
        verb = "is" if len(self.names) == 1 else "are"
        return f"{_listed(self.names)} {verb} outside this picture and will be drawn at its edge"

    def help_text(self) -> str:
        left, top, right, bottom = (f"{number:g}" for number in self.extent)
        return f"it reaches from [{left}, {top}] to [{right}, {bottom}]; change that with `extent:`"


class PlacesWithoutPosition(Problem):
    code = "A003"
    severity = "warning"
    help = "add `position: [120, 340]` in `places.yaml`"

    names: tuple[str, ...]

    def message_text(self) -> str:
        verb = "has" if len(self.names) == 1 else "have"
        return f"{_listed(self.names)} {verb} no position on this picture"


class TwoKindsOfWay(Problem):
    code = "A004"
    message = "`{other}` says that another kind of way leads here"
    help = "leave out one of them, or write the same on both sides"

    other: str
