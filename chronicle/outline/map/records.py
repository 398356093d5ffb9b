"""Records of a map, in whole units of the drawing, ready for a theme."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from chronicle.model.campaign import Land, WayKind
from chronicle.model.facts import Ref
from chronicle.outline.turn_ranges import TurnRange
from chronicle.records import Record
from chronicle.rules.protocol import Holding

#: Horizontal and vertical position.
Point: TypeAlias = tuple[int, int]
#: Left, top, right, bottom.
Box: TypeAlias = tuple[int, int, int, int]
TextAnchor = Literal["start", "middle", "end"]

#: The width of a map, unless it has many markers.
WIDTH: Final = 1056
#: Margins at the sides and at top and bottom, so that labels at the edge have space.
SIDE_MARGIN: Final = 96
TOP_MARGIN: Final = 84
#: Maximum and minimum height of a map; one with an image may be taller.
MAX_HEIGHT: Final = 860
MAX_PICTURE_HEIGHT: Final = 1240
MIN_HEIGHT: Final = 240


def far_scale(width: int) -> int:
    """How much larger than others labels are where a map of a width is on a phone."""
    return 2 * width // WIDTH


class Label(Record):
    """The label of a place: lines of text, their position, and that of its holders.

    ``line`` is the line height; ``row`` is where the row of holders begins, ends or has its centre,
    as ``anchor`` says. ``box`` is the bounding box, ``leader`` a line from the place to it. A label
    with a ``number`` shows it instead of the name, which is in the list, and no holders.
    """

    lines: tuple[str, ...]
    at: Point
    anchor: TextAnchor
    line: int
    row: Point
    box: Box
    leader: tuple[Point, Point] | None = None
    number: int = 0


class HoldingPeriod(Record):
    """A period in which the holders of a place did not change, inclusive."""

    first: int
    last: int
    holdings: tuple[Holding, ...]

    @property
    def ruler(self) -> Holding | None:
        """The holder that rules the place, if any."""
        for it in self.holdings:
            if it.kind == "rules":
                return it
        return None

    @property
    def others(self) -> tuple[Holding, ...]:
        """All holders except the ruler."""
        ruler = self.ruler
        return tuple([it for it in self.holdings if it is not ruler])


class PlaceMarker(Record):
    """A place on the map: its point, its label, its depth, and its holders.

    Without a point only its label is drawn. ``label`` is None if none fits.
    ``since`` is the first turn in which it is known. ``within`` is the place around it and
    ``neighbours`` those next to it, limited to places on the map. ``territory`` is what belongs to
    it, as a path of SVG; empty if nobody rules it in these turns. A plot is within that of another.
    ``far`` is its label where the map is small, enlarged by ``far_scale`` of the map; None if none
    fits.
    """

    ref: Ref
    at: Point | None
    depth: int
    since: int
    label: Label | None
    runs: tuple[HoldingPeriod, ...]
    within: Ref | None
    neighbours: tuple[Ref, ...]
    territory: str = ""
    is_plot: bool = False
    far: Label | None = None


class MapChange(Record):
    """What changed at a place in a turn: its ruler, that it is new, or who else is there.

    ``was`` and ``now`` are the factions before and after, None if nobody. ``holding`` is what one
    that does not rule it has there now.
    """

    place: Ref
    kind: Literal["ruler", "new", "holds", "left"]
    was: Ref | None = None
    now: Ref | None = None
    holding: Holding | None = None


class MapWay(Record):
    """A way between two neighbours, a street of a town, or a river; ``line`` is a path of SVG."""

    kind: WayKind | Literal["unknown", "street", "stream"]
    line: str
    since: int


class Border(Record):
    """A border between places; an outer one is between areas. ``line`` is a path of SVG."""

    line: str
    is_outer: bool
    since: int


class Region(Record):
    """The ground of a place in a ``color``; ``line`` is a path of SVG around it."""

    line: str
    color: str
    since: int


class Drawing(Record):
    """A small drawing of what a land is like, by its middle."""

    land: Land
    at: Point
    since: int


class Ground(Record):
    """What a map shows under its places, as paths of SVG: sea, coast, towns, borders, drawings.

    ``town`` is everything in streets, ``walls`` are its edge. ``drawings`` are from top to bottom.
    ``is_drawn`` says that the coast is the author's, which territories don't follow. ``regions``
    are the author's, too.
    """

    sea: str
    coast: str
    town: str
    walls: str
    borders: tuple[Border, ...]
    drawings: tuple[Drawing, ...]
    is_drawn: bool = False
    regions: tuple[Region, ...] = ()


class Cartouche(Record):
    """The title of a map: its lines, ``at`` the middle of the first baseline, framed by ``box``."""

    lines: tuple[str, ...]
    at: Point
    box: Box


class ScaleBar(Record):
    """A scale bar: its length on the map, and the distance in miles."""

    length: int
    miles: int


class PlacedBackdrop(Record):
    """The image under a map: its path in the site, its alternative text, and its box."""

    path: str
    words: str
    box: Box


class Holder(Record):
    """A faction whose shield is on a map; ``number`` distinguishes its symbols from others."""

    faction: Ref
    number: int


class WorldMap(Record):
    """A map of what one reader knows, with the holders of places in a range of turns.

    ``listed`` are its markers by name. ``past`` means that later turns have their own map, and this
    one shows what was known at the end of its range. ``before`` and ``after`` are the ranges that
    it links to: a past map links to the next on either side, the latest to all of them.
    ``backdrop`` is the image under it, if any.
    """

    stretch: TurnRange
    past: bool
    before: tuple[TurnRange, ...]
    after: tuple[TurnRange, ...]
    width: int
    height: int
    ground: Ground
    ways: tuple[MapWay, ...]
    marks: tuple[PlaceMarker, ...]
    listed: tuple[PlaceMarker, ...]
    holders: tuple[Holder, ...]
    bar: ScaleBar | None
    cartouche: Cartouche | None = None
    backdrop: PlacedBackdrop | None = None

    @property
    def far_scale(self) -> int:
        """How much larger than others the labels of a small map are."""
        return far_scale(self.width)

    @property
    def is_large(self) -> bool:
        """Whether the map is larger than normal, because it has many markers."""
        return self.width > WIDTH


class TurnPassage(Record):
    """A passage of a turn by its anchor, with the places on the map that it names."""

    anchor: str
    places: tuple[Ref, ...]


class MapGoal(Record):
    """A place that passages of a turn name, with their ``anchors``.

    ``box`` is the part of the map around it, ``at`` its point, if it has one.
    """

    place: Ref
    at: Point | None
    box: Box
    anchors: tuple[str, ...]


class TurnMap(Record):
    """The map of a turn, for its page; ``path`` is that of the whole map at its end.

    ``land`` is what was known at the end of the turn, without holders. ``held`` are the places that
    somebody held: each with one period, or with two if the turn has changed its holders. ``goals``
    are the places that ``passages`` name, in the order of the page.
    """

    land: WorldMap
    held: tuple[PlaceMarker, ...]
    goals: tuple[MapGoal, ...]
    passages: tuple[TurnPassage, ...]
    path: str

    @property
    def pieces(self) -> tuple[tuple[str, MapGoal], ...]:
        """The anchors above which a piece of the map stands: where the first place changes."""
        found: list[tuple[str, MapGoal]] = []
        goals = {it.place: it for it in self.goals}
        for passage in self.passages:
            goal = goals[passage.places[0]]
            if not found or found[-1][1] != goal:
                found.append((passage.anchor, goal))
        return tuple(found)


class MapPiece(Record):
    """The part of the latest map within a box, for the page of a place or the front page.

    ``place`` is the one that it is about, None if it is the whole map, and ``anchor`` the id of its
    sign on the page of the map, empty if that has none.
    """

    map: WorldMap
    box: Box
    place: Ref | None
    anchor: str = ""
