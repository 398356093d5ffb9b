"""What can be wrong with pictures under the map."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from chronicle.diagnostics.report import Problem

#: As many places as are named in one sentence.
_MAX_NAMED: Final = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class EmptyExtent(Problem):
    r"""The extent of a picture under the map has no area.

    It says where the edges of the picture lie on the plane on which the places have their
    positions: left, top, right, bottom. Across is counted to the right, down is counted down.

    ```yaml places.yaml
    for: everyone
    map: [{picture: bay.gif, words: The bay, extent: [0, 600, 900, 0]}]
    places:
      harbour: {name: The Harbour, neighbours: [marsh], position: [100, 100]}
      marsh: {name: The Marsh, neighbours: [vale], position: [500, 300]}
      vale: {name: The Vale, for: factions, position: [700, 400]}
    ```
    ```bytes media/bay.gif
    GIF89a\1\0\1\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\1\0\1\0\0\2\2D\1\0;
    ```
    """

    code: ClassVar[str] = "A001"

    def message(self) -> str:
        return "this picture would have no width or no height on the map"

    def help(self) -> str:
        return "write its left, top, right and bottom, the smaller of two first"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacesOutsideMap(Problem):
    r"""Places have positions that lie outside the picture under the map.

    They are drawn at its edge. Perhaps the numbers were read off another picture, or the picture
    needs an `extent:`; without one a position counts its pixels, from the upper left corner.

    ```yaml places.yaml
    for: everyone
    map: [{picture: bay.gif, words: The bay, extent: [0, 0, 600, 400]}]
    places:
      harbour: {name: The Harbour, neighbours: [marsh], position: [100, 100]}
      marsh: {name: The Marsh, neighbours: [vale], position: [500, 300]}
      vale: {name: The Vale, for: factions, position: [700, 400]}
    ```
    ```bytes media/bay.gif
    GIF89a\1\0\1\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\1\0\1\0\0\2\2D\1\0;
    ```
    """

    code: ClassVar[str] = "A002"
    severity: ClassVar = "warning"
    names: tuple[str, ...]
    extent: tuple[float, float, float, float]

    def message(self) -> str:
        verb = "lies" if len(self.names) == 1 else "lie"
        return f"{_listed(self.names)} {verb} outside this picture and will be drawn at its edge"

    def help(self) -> str:
        left, top, right, bottom = (f"{number:g}" for number in self.extent)
        return f"it reaches from [{left}, {top}] to [{right}, {bottom}]; `extent:` says otherwise"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacesWithoutPosition(Problem):
    r"""A picture lies under the map, and places have no position on it.

    They are drawn near their neighbours, where there is room, which is hardly where the picture
    shows them. A place needs none if places that lie in it have theirs.

    ```yaml places.yaml
    for: everyone
    map: [{picture: bay.gif, words: The bay, extent: [0, 0, 600, 400]}]
    places:
      harbour: {name: The Harbour, neighbours: [marsh], position: [100, 100]}
      marsh: {name: The Marsh, neighbours: [vale], position: [500, 300]}
      vale: {name: The Vale, for: factions}
    ```
    ```bytes media/bay.gif
    GIF89a\1\0\1\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\1\0\1\0\0\2\2D\1\0;
    ```
    """

    code: ClassVar[str] = "A003"
    severity: ClassVar = "warning"
    names: tuple[str, ...]

    def message(self) -> str:
        verb = "has" if len(self.names) == 1 else "have"
        return f"{_listed(self.names)} {verb} no position on this picture"

    def help(self) -> str:
        return "say where they lie: `position: [120, 340]`"


def _listed(names: Sequence[str]) -> str:
    said = ", ".join(f"`{name}`" for name in names[:_MAX_NAMED])
    more = len(names) - _MAX_NAMED
    return f"{said} and {more} more" if more > 0 else said
