"""Errors of map pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from chronicle.diagnostics.report import Problem
from chronicle.records import dataclass

#: Maximum number of places named in one message.
_MAX_NAMED: Final = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class EmptyExtent(Problem):
    r"""The extent of a map picture has no area.

    It gives the edges of the picture in the coordinates of the places' positions: left, top, right,
    bottom. Numbers grow to the right and downward.

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
    ```right
    [0, 600, 900, 0] => [0, 0, 900, 600]
    ```
    """

    code: ClassVar[str] = "A001"

    def message(self) -> str:
        return "this picture would have no width or height on the map"

    def help(self) -> str:
        return "write left, top, right, bottom: left smaller than right, top smaller than bottom"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacesOutsideMap(Problem):
    r"""Places have positions outside the map picture.

    They are drawn at its edge. Perhaps the numbers were measured on another picture, or the picture
    needs an `extent:`. Without one, a position is in pixels from the upper left corner.

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
    ```right
    [0, 0, 600, 400] => [0, 0, 900, 600]
    ```
    """

    code: ClassVar[str] = "A002"
    severity: ClassVar = "warning"
    names: tuple[str, ...]
    extent: tuple[float, float, float, float]

    def message(self) -> str:
        verb = "is" if len(self.names) == 1 else "are"
        return f"{_listed(self.names)} {verb} outside this picture and will be drawn at its edge"

    def help(self) -> str:
        left, top, right, bottom = (f"{number:g}" for number in self.extent)
        return f"it reaches from [{left}, {top}] to [{right}, {bottom}]; change that with `extent:`"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacesWithoutPosition(Problem):
    r"""Places have no position on the map picture.

    They are drawn near their neighbours, where there is room, which is rarely where the picture
    shows them. A place needs no position if places inside it have one.

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
    ```right
    for: factions} => for: factions, position: [580, 350]}
    ```
    """

    code: ClassVar[str] = "A003"
    severity: ClassVar = "warning"
    names: tuple[str, ...]

    def message(self) -> str:
        verb = "has" if len(self.names) == 1 else "have"
        return f"{_listed(self.names)} {verb} no position on this picture"

    def help(self) -> str:
        return "add `position: [120, 340]` in `places.yaml`"


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoKindsOfWay(Problem):
    """Two places say different things about the way between them.

    Naming one side of a way is enough. The map draws one line between two neighbours.

    ```yaml places.yaml
    for: everyone
    places:
      harbour: {name: The Harbour, ways: {marsh: river}}
      marsh: {name: The Marsh, ways: {harbour: road}}
    ```
    ```right
    {harbour: road} => {harbour: river}
    ```
    """

    code: ClassVar[str] = "A004"
    other: str

    def message(self) -> str:
        return f"`{self.other}` says that another kind of way leads here"

    def help(self) -> str:
        return "leave out one of them, or write the same on both sides"


def _listed(names: Sequence[str]) -> str:
    said = ", ".join(f"`{name}`" for name in names[:_MAX_NAMED])
    more = len(names) - _MAX_NAMED
    return f"{said} and {more} more" if more > 0 else said
