"""The sheet that a map is drawn on: nouns in whole units of the drawing, ready for a theme."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from chronicle.model.facts import Ref
from chronicle.outline.turn_ranges import TurnRange
from chronicle.rules.protocol import Holding

#: Across and down on the sheet.
Point: TypeAlias = tuple[int, int]
#: Left, top, right, bottom.
Box: TypeAlias = tuple[int, int, int, int]
TextAnchor = Literal["start", "middle", "end"]

WIDTH: Final = 1056
#: Room left at the sides, and above and below, so that words at the edge have some.
SIDE_MARGIN: Final = 96
TOP_MARGIN: Final = 84
#: How tall a sheet may grow, and how low it may get; one with a picture under it may be taller.
MAX_HEIGHT: Final = 860
MAX_PICTURE_HEIGHT: Final = 1240
MIN_HEIGHT: Final = 240


@dataclass(frozen=True, slots=True)
class Label:
    """The name of a place in lines, with where the first is written, and where its holders go.

    ``line`` is how far apart the lines stand; ``row`` is where the row of holders begins, ends or
    has its middle, as ``anchor`` says. ``box`` is all its room, ``leader`` a line from its place to
    it. With a ``number`` it has that instead of the name, which is in the list, and no holders.
    """

    lines: tuple[str, ...]
    at: Point
    anchor: TextAnchor
    line: int
    row: Point
    box: Box
    leader: tuple[Point, Point] | None = None
    number: int = 0


@dataclass(frozen=True, slots=True)
class HoldingPeriod:
    """Who held a place from one turn to another, both included, without a change."""

    first: int
    last: int
    holdings: tuple[Holding, ...]

    @property
    def ruler(self) -> Holding | None:
        """The strongest, if it is the master there."""
        return next((it for it in self.holdings if it.kind == "rules"), None)

    @property
    def others(self) -> tuple[Holding, ...]:
        """All but the one master."""
        ruler = self.ruler
        return tuple(it for it in self.holdings if it is not ruler)


@dataclass(frozen=True, slots=True)
class PlaceMarker:
    """A place on the sheet: its point, its label, how many places it lies in, and its holders.

    Without a point it is seen by its area alone. ``since`` is the turn from which on it is known.
    ``within`` is the place around it and ``neighbours`` those beside it, of those on the sheet.
    """

    ref: Ref
    at: Point | None
    depth: int
    since: int
    label: Label
    runs: tuple[HoldingPeriod, ...]
    within: Ref | None
    neighbours: tuple[Ref, ...]


@dataclass(frozen=True, slots=True)
class Area:
    """What lies in a place: the corners around it, to be drawn round.

    ``levels`` are how many areas are drawn inside each other there, this one included.
    """

    ref: Ref
    levels: int
    since: int
    corners: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Road:
    """A way between two neighbours, bent a little: its ends and the point it bends to."""

    ends: tuple[Point, Point]
    bend: Point
    since: int


@dataclass(frozen=True, slots=True)
class ScaleBar:
    """The bar of a scale: how long it is on the sheet, and for how many miles it stands."""

    length: int
    miles: int


@dataclass(frozen=True, slots=True)
class PlacedBackdrop:
    """The picture under a map: its path in the site, words for what it shows, and its box."""

    path: str
    words: str
    box: Box


@dataclass(frozen=True, slots=True)
class Holder:
    """A faction whose arms are on a map; by its ``number`` its signs are told from the others'."""

    faction: Ref
    number: int


@dataclass(frozen=True, slots=True)
class WorldMap:
    """A map of what one reader knows, with who held what in a stretch of turns.

    ``listed`` are its marks by name. ``past`` when later turns have a map of their own: all on it
    is as it was known at the end of its stretch. ``before`` and ``after`` are stretches that it
    leads to: a map of the past to the next on either side, the latest to all of them.
    ``backdrop`` lies under it, if there is one.
    """

    stretch: TurnRange
    past: bool
    before: tuple[TurnRange, ...]
    after: tuple[TurnRange, ...]
    width: int
    height: int
    areas: tuple[Area, ...]
    roads: tuple[Road, ...]
    marks: tuple[PlaceMarker, ...]
    listed: tuple[PlaceMarker, ...]
    holders: tuple[Holder, ...]
    bar: ScaleBar | None
    backdrop: PlacedBackdrop | None = None
