"""The position of each place on a plane, given by the author or computed.

Given positions are kept. The other places are positioned in order, each depending only on earlier
ones, so that a new place moves none. All coordinates are integers, in hundredths of the author's
unit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from math import isqrt
from typing import Final, TypeAlias

from chronicle.model.campaign import Land, WayKind
from chronicle.outline.map.grid import Grid, box_around, box_of_points
from chronicle.outline.map.records import Box, Point
from chronicle.records import MutableRecord, Record, field

#: Horizontal and vertical, in hundredths of the author's unit.
PlanePoint: TypeAlias = tuple[int, int]

#: The position of the first place, if it is not given.
_FIRST_POINT: Final[PlanePoint] = (50_000, 35_000)
#: Distances between places by depth.
_STEPS: Final = (45_000, 26_000, 8_500)
#: How far out to search, in steps, and how many free positions to compare.
_RINGS: Final = 6
_MAX_CANDIDATES: Final = 16
#: The minimum distance between places.
_MIN_STEP: Final = 100
#: How many given positions decide the distance between places.
_MAX_GIVEN: Final = 64
#: How much further out to search when all cells are taken, in hundredths of the outermost ring.
_FAR: Final = tuple(115**power // 100 ** (power - 1) for power in range(1, 24))
#: How often the distance is halved for places that find no space within another.
_MAX_HALVINGS: Final = 5
#: The height of a row of the hexagonal grid, in thousandths of a step.
_ROW: Final = 866


class PlaceNode(Record):
    """A place: the place around it, its neighbours, its position, if given, and its land."""

    id: str
    within: str
    neighbours: tuple[str, ...]
    position: PlanePoint | None
    ways: tuple[tuple[str, WayKind], ...] = ()
    land: Land | None = None


def plane_positions(places: Iterable[PlaceNode]) -> Mapping[str, PlanePoint]:
    """The positions of all places, computed in this order."""
    search = _PositionSearch()
    for place in places:
        search.add(place, place.position or search.free(place))
    return search.laid


def squared_distance(one: PlanePoint, other: PlanePoint) -> int:
    """The square of the distance between two points."""
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def _do_cross(a: PlanePoint, b: PlanePoint, c: PlanePoint, d: PlanePoint) -> bool:
    """Whether two roads cross, apart from common ends."""
    if {a, b} & {c, d}:
        return False
    return (
        _orientation(a, b, c) * _orientation(a, b, d) < 0
        and _orientation(c, d, a) * _orientation(c, d, b) < 0
    )


def _orientation(a: PlanePoint, b: PlanePoint, of: PlanePoint) -> int:
    turned = (b[0] - a[0]) * (of[1] - a[1]) - (b[1] - a[1]) * (of[0] - a[0])
    return (turned > 0) - (turned < 0)


def _honeycomb() -> Iterator[PlanePoint]:
    """The cells of a hexagonal grid around its centre, in thousandths of a step, nearest first."""
    cells = [
        (1000 * across + 500 * down, _ROW * down)
        for across in range(-_RINGS, _RINGS + 1)
        for down in range(-_RINGS, _RINGS + 1)
        if abs(across + down) <= _RINGS
    ]
    yield from sorted(cells, key=lambda cell: (squared_distance(cell, (0, 0)) // 10_000, cell))


_CELLS: Final = tuple(_honeycomb())
#: The outermost ring, further and further out.
_RIMS: Final = tuple(
    tuple((x * far // 100, y * far // 100) for x, y in _CELLS[-6 * _RINGS :]) for far in _FAR
)


class _Group(MutableRecord):
    """The places within the same place, and those of them whose position is given."""

    count: int = 0
    total: PlanePoint = (0, 0)
    given_count: int = 0
    given_total: PlanePoint = (0, 0)

    def add(self, spot: PlanePoint, *, is_given: bool) -> None:
        self.count += 1
        self.total = self.total[0] + spot[0], self.total[1] + spot[1]
        if is_given:
            self.given_count += 1
            self.given_total = self.given_total[0] + spot[0], self.given_total[1] + spot[1]


class _PositionSearch(MutableRecord):
    """The places that have been positioned, and where.

    ``joined`` are the ids of earlier places that name a place as their neighbour. By depth there
    are the positions of all places (``spots``), and the first given ones. ``grids`` have each
    position with the default distance of its place, by the size of their cells. ``failed`` says
    how many of the searches have found nothing in a region; they are not tried there again.
    """

    laid: dict[str, PlanePoint] = field(default_factory=dict)
    depths: dict[str, int] = field(default_factory=dict)
    groups: defaultdict[str, _Group] = field(default_factory=lambda: defaultdict(_Group))
    joined: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    spots: defaultdict[int, list[PlanePoint]] = field(default_factory=lambda: defaultdict(list))
    given: defaultdict[int, list[PlanePoint]] = field(default_factory=lambda: defaultdict(list))
    grids: dict[int, Grid[tuple[PlanePoint, int]]] = field(default_factory=dict)
    failed: dict[str | PlanePoint, int] = field(default_factory=dict)
    roads: Grid[tuple[PlanePoint, PlanePoint]] = field(default_factory=lambda: Grid(_MIN_STEP))

    def add(self, place: PlaceNode, spot: PlanePoint) -> None:
        depth, is_given = self.depth(place), place.position is not None
        for far in self.beside(place):
            self.roads.add(box_of_points((spot, far)), (spot, far))
        for other in place.neighbours:
            self.joined[other].add(place.id)
        for grid in self.grids.values():
            grid.add((*spot, *spot), (spot, _default_step(depth)))
        self.laid[place.id], self.depths[place.id] = spot, depth
        self.groups[place.within].add(spot, is_given=is_given)
        self.spots[depth].append(spot)
        if is_given and len(self.given[depth]) < _MAX_GIVEN:
            self.given[depth].append(spot)

    def free(self, place: PlaceNode) -> PlanePoint:
        anchor, beside = self.anchor(place), self.beside(place)
        # The id decides which direction is tried first, so that not all places go the same way.
        turned = sum(map(ord, place.id)) % 4
        searches, step = self.searches(place), self.step(self.depth(place))
        reach = _RINGS * step
        region = (
            place.within if place.within in self.laid else (anchor[0] // reach, anchor[1] // reach)
        )
        cells: list[PlanePoint] = []
        for number in range(self.failed.get(region, 0), len(searches)):
            step, shifts = searches[number]
            cells = [
                (anchor[0] + x * step // 1000, anchor[1] + y * step // 1000)
                for x, y in (_rotate(cell, turned) for cell in shifts)
            ]
            if free := list(islice(self.free_cells(cells, place, step), _MAX_CANDIDATES)):
                return self.best(free, anchor, beside)
            self.failed[region] = min(number + 1, len(searches) - 1)
        return cells[-1]

    def searches(self, place: PlaceNode) -> list[tuple[int, Sequence[PlanePoint]]]:
        """The distances and cells to try, one after another, until one of the cells is free.

        Without space around it, a place goes further out; one within another must not, so there
        the places come closer together.
        """
        step = self.step(self.depth(place))
        if place.within not in self.laid:
            return [(step, _CELLS), *((step, rim) for rim in _RIMS)]
        return [(max(step >> halvings, 1), _CELLS) for halvings in range(_MAX_HALVINGS + 1)]

    def free_cells(
        self, cells: Iterable[PlanePoint], place: PlaceNode, step: int
    ) -> Iterator[PlanePoint]:
        """Yield cells where nothing is too near, and no large place is nearer than its own."""
        grid, rivals = self.grid(step), self.rivals(place, step)
        around = self.laid.get(place.within)
        for cell in cells:
            if any(
                squared_distance(cell, spot) * 100 < 81 * min(step, other) ** 2
                for spot, other in grid.near(box_around(cell, step))
            ):
                continue
            own = squared_distance(cell, around) if around is not None else 0
            if all(squared_distance(cell, spot) >= own for spot in rivals):
                yield cell

    def best(
        self, cells: Sequence[PlanePoint], anchor: PlanePoint, beside: Sequence[PlanePoint]
    ) -> PlanePoint:
        """The cell whose roads cross the fewest others, and of these the nearest one."""
        roads = set(self.roads.near(box_of_points([*cells, *beside]))) if beside else set()
        ordered = sorted(
            cells,
            key=lambda cell: (
                sum(squared_distance(cell, far) for far in beside),
                squared_distance(cell, anchor),
            ),
        )
        fewest, found = len(roads) * len(beside) + 1, ordered[0]
        for cell in ordered:
            crossing = (1 for far in beside for road in roads if _do_cross(cell, far, *road))
            crossed = sum(islice(crossing, fewest))
            if crossed < fewest:
                fewest, found = crossed, cell
            if not crossed:
                break
        return found

    def depth(self, place: PlaceNode) -> int:
        return 1 + self.depths[place.within] if place.within in self.depths else 0

    def step(self, depth: int) -> int:
        """The distance between places at a depth: the median of given ones, or a default."""
        given = self.given[depth]
        if len(given) < 2:
            return _default_step(depth)
        nearest = sorted(
            min(squared_distance(spot, other) for other in given[:at] + given[at + 1 :])
            for at, spot in enumerate(given)
        )
        return max(isqrt(nearest[len(nearest) // 2]), _MIN_STEP)

    def beside(self, place: PlaceNode) -> list[PlanePoint]:
        """The positions of its neighbours, as far as known."""
        return [
            self.laid[id]
            for id in sorted({*place.neighbours, *self.joined[place.id]})
            if id in self.laid
        ]

    def anchor(self, place: PlaceNode) -> PlanePoint:
        """The point to search around: the place around it, its neighbours, or all others."""
        group = self.groups[place.within]
        if place.within in self.laid:
            if group.given_count:
                return _divide(group.given_total, group.given_count)
            return self.laid[place.within]
        if beside := self.beside(place):
            return _divide((sum(x for x, _ in beside), sum(y for _, y in beside)), len(beside))
        return _divide(group.total, group.count) if group.count else _FIRST_POINT

    def grid(self, step: int) -> Grid[tuple[PlanePoint, int]]:
        """The positions of all places, in cells about as large as a distance."""
        size = 1 << step.bit_length()
        if size not in self.grids:
            self.grids[size] = Grid(size)
            for id, spot in self.laid.items():
                self.grids[size].add((*spot, *spot), (spot, _default_step(self.depths[id])))
        return self.grids[size]

    def rivals(self, place: PlaceNode, step: int) -> list[PlanePoint]:
        """The places like the one around a place that can be nearer to a cell than that one."""
        if place.within not in self.laid:
            return []
        around, anchor = self.laid[place.within], self.anchor(place)
        reach = 2 * (isqrt(squared_distance(around, anchor)) + 1 + _RINGS * step)
        return [
            spot
            for spot in self.spots[self.depths[place.within]]
            if squared_distance(spot, around) <= reach * reach
        ]


def _default_step(depth: int) -> int:
    return _STEPS[min(depth, len(_STEPS) - 1)]


def _divide(total: PlanePoint, count: int) -> PlanePoint:
    return total[0] // count, total[1] // count


def _rotate(cell: PlanePoint, turns: int) -> PlanePoint:
    """A point after a number of quarter turns."""
    for _ in range(turns):
        cell = (-cell[1], cell[0])
    return cell


def around(id: str, grounds: Mapping[str, PlaceNode]) -> Iterator[str]:
    """Yield the known places that contain a place, the innermost first."""
    within = grounds[id].within
    while within in grounds:
        yield within
        within = grounds[within].within


def boxes_of_areas(
    grounds: Mapping[str, PlaceNode], points: Mapping[str, Point]
) -> Mapping[str, Box]:
    """The bounding box of the places within each place that has no marker."""
    inside: dict[str, list[Point]] = {id: [] for id in grounds if id not in points}
    for id, point in points.items():
        for outer in around(id, grounds):
            if outer in inside:
                inside[outer].append(point)
    return {id: box_of_points(found) for id, found in inside.items()}


def center_of(box: Box) -> Point:
    """The centre of a box."""
    return (box[0] + box[2]) // 2, (box[1] + box[3]) // 2
