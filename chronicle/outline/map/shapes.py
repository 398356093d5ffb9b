"""The coast, rivers, land and borders that the author has drawn, on the sheet of a map."""

from __future__ import annotations

from bisect import bisect
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from math import dist
from typing import Final

from chronicle.model.campaign import MapLine, MapPoints, MapShapes
from chronicle.outline.map.ground import BEYOND, HALVES, SPACES, drawings_on_row
from chronicle.outline.map.records import Border, Box, Drawing, Ground, MapWay, Point, Region
from chronicle.outline.map.roughness import path_of
from chronicle.outline.map.scale import MapScale
from chronicle.records import Record, replace

#: How near a corner its rounding begins.
_ROUND: Final = 7
#: The distance of rows on which a region may have its name, and how many spots there are for it.
_ROW: Final = 12
_SPOTS: Final = 24


class DrawnShapes(Record, dict=True):
    """What the author has drawn, at the scale of a map."""

    shapes: MapShapes
    fit: MapScale

    def on_ground(self, ground: Ground, since: Mapping[str, int], known: Container[str]) -> Ground:
        """The ground with the author's coast, and with the author's borders if there are any."""
        borders = tuple(self._borders(since, known)) if self.shapes.borders else ground.borders
        edge = -BEYOND, -BEYOND, self.fit.width + BEYOND, self.fit.height + BEYOND
        return replace(
            ground,
            sea=path_of(_corners(edge), is_closed=True)
            + "".join(path_of(ring, is_closed=True) for ring in self._rings),
            coast="".join(path_of(ring, is_closed=True) for ring in self._rings),
            borders=borders,
            is_drawn=True,
            regions=tuple(self._regions(since)),
        )

    def rivers(self) -> tuple[MapWay, ...]:
        """All rivers in one path; readers who see the coast see them."""
        lines = (tuple(self._rounded(self._points(line))) for line in self.shapes.rivers)
        drawn = "".join(path_of(line) for line in lines if len(line) > 1)
        return (MapWay("stream", drawn, 0),) if drawn else ()

    def courses(self) -> Mapping[tuple[str, str], Sequence[Point]]:
        """The points along each drawn way, from its first place to its second."""
        return {
            (line.places[0], line.places[1]): tuple(self._points(line.points))
            for line in self.shapes.ways
            if len(line.places) > 1
        }

    def is_land(self, point: Point) -> bool:
        return bisect(self._shores(point[1]), point[0]) % 2 == 1

    def drawings(self, since: int, is_free: Callable[[Box], bool]) -> tuple[Drawing, ...]:
        """The drawings of the land in its areas, from top to bottom."""
        found = []
        for land, areas in self.shapes.kinds:
            rings = [list(self._points(area)) for area in areas]
            half, _ = HALVES[land]
            for middle in range(0, self.fit.height, SPACES[land][1]):
                across = _crossings(rings, middle)
                for left, right in _pairs(across):
                    found += [
                        Drawing(land, spot, since)
                        for spot in drawings_on_row(land, middle, left, right, is_free)
                        if self.is_land((spot[0] - half, middle))
                        and self.is_land((spot[0] + half, middle))
                    ]
        return tuple(sorted(found, key=lambda it: (it.at[1], it.at[0], it.land)))

    def _borders(self, since: Mapping[str, int], known: Container[str]) -> Iterator[Border]:
        found: dict[int, list[str]] = defaultdict(list)
        for border in self.shapes.borders:
            if all(place in known for place in border.places):
                first = max(since[place] for place in border.places)
                found[first].append(path_of(self._points(border.points)))
        for first, lines in sorted(found.items()):
            yield Border("".join(lines), True, first)

    def _regions(self, since: Mapping[str, int]) -> Iterator[Region]:
        for place, rings in self._outlines.items():
            if place in since and rings[0].color:
                line = "".join(path_of(self._points(ring.points), is_closed=True) for ring in rings)
                yield Region(line, rings[0].color, since[place])

    def spots_in(self, place: str) -> Sequence[Point]:
        """Points in the largest part of the region of a place, the roomiest first."""
        rings = [[*self._points(ring.points)] for ring in self._outlines.get(place, ())]
        if not rings:
            return ()
        main = max(rings, key=lambda ring: abs(_area(ring)))
        rows = {
            row: [
                (max(round(left), 0), min(round(right), self.fit.width))
                for left, right in _pairs(_crossings([main], row))
            ]
            for row in range(0, self.fit.height, _ROW)
        }
        found = [
            (min(_room(rows, middle, near) for near in (row - _ROW, row, row + _ROW)), middle, row)
            for row, spans in rows.items()
            for left, right in spans
            for middle in ((left + right) // 2,)
        ]
        found.sort(key=lambda it: (-it[0], it[2], it[1]))
        return [(middle, row) for _, middle, row in found[:_SPOTS]]

    @cached_property
    def _outlines(self) -> Mapping[str, Sequence[MapLine]]:
        """The outlines of regions by their places."""
        found: dict[str, list[MapLine]] = defaultdict(list)
        for region in self.shapes.regions:
            found[region.places[0]].append(region)
        return found

    @cached_property
    def _rings(self) -> tuple[tuple[Point, ...], ...]:
        """The outlines of land against the clock, and those of lakes with it."""
        # A path of them all within the sheet is filled where there is water.
        found = []
        for rings, clockwise in ((self.shapes.land, False), (self.shapes.lakes, True)):
            for ring in rings:
                points = tuple(self._rounded(self._points(ring), is_closed=True))
                if len(points) > 2:
                    found.append(points if (_area(points) > 0) == clockwise else points[::-1])
        return tuple(found)

    @cached_property
    def _rows(self) -> dict[int, Sequence[float]]:
        return {}

    def _shores(self, row: int) -> Sequence[float]:
        """Where a row comes to land and leaves it, in turn."""
        if row not in self._rows:
            self._rows[row] = _crossings(self._rings, row)
        return self._rows[row]

    def _points(self, line: MapPoints) -> Iterator[Point]:
        """The points of a line on the sheet; what ends at the edge of the map goes on beyond."""
        left, top, right, bottom = (round(number * 100) for number in self.shapes.extent)
        for across, down in line:
            x, y = self.fit.point((across, down))
            if across <= left:
                x = -BEYOND
            elif across >= right:
                x = self.fit.width + BEYOND
            if down <= top:
                y = -BEYOND
            elif down >= bottom:
                y = self.fit.height + BEYOND
            yield x, y

    def _rounded(self, line: Iterable[Point], *, is_closed: bool = False) -> Iterator[Point]:
        """A line with its corners cut, except beyond the sheet."""
        points = [point for point, after in pairwise([*line, None]) if point and point != after]
        last = len(points) - 1
        for at, point in enumerate(points):
            is_end = not is_closed and at in {0, last}
            if is_end or not (0 < point[0] < self.fit.width and 0 < point[1] < self.fit.height):
                yield point
                continue
            yield _towards(point, points[at - 1])
            yield _towards(point, points[(at + 1) % len(points)])


def _room(rows: Mapping[int, Sequence[tuple[int, int]]], middle: int, row: int) -> int:
    """How far a row goes on to both sides of a point."""
    spans = rows.get(row, ())
    return max((min(middle - left, right - middle) for left, right in spans), default=0)


def _pairs(crossings: Sequence[float]) -> Iterator[tuple[float, float]]:
    return zip(crossings[::2], crossings[1::2], strict=False)


def _towards(point: Point, other: Point) -> Point:
    """The point near a corner at which its rounding begins."""
    long = dist(point, other)
    part = min(0.25, _ROUND / long) if long else 0.0
    return (
        round(point[0] + (other[0] - point[0]) * part),
        round(point[1] + (other[1] - point[1]) * part),
    )


def _corners(box: Box) -> tuple[Point, ...]:
    """The corners of a box, clockwise on a screen."""
    left, top, right, bottom = box
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _area(ring: Sequence[Point]) -> int:
    """Twice the area of a ring; positive if it is clockwise on a screen."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise((*ring, ring[0])))


def _crossings(rings: Iterable[Sequence[Point]], row: int) -> list[float]:
    """Where a row crosses the sides of rings, from left to right."""
    found = []
    for ring in rings:
        for (ax, ay), (bx, by) in pairwise((*ring, ring[0])):
            if (ay <= row) != (by <= row):
                found.append(ax + (row - ay) * (bx - ax) / (by - ay))
    return sorted(found)
