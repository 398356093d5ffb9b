"""The ground of a map: land and sea, the territory of each place, and borders.

Every known place is a site of a partition; so are points in the sea. A place without a marker has
what the places within it have. A place within one that has a marker has a plot around its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import isqrt
from typing import Final

from chronicle.model.campaign import Land
from chronicle.outline.map.cells import RIM, Cell, RoughCells, cells_of, rows_within
from chronicle.outline.map.coast import sea_points
from chronicle.outline.map.grid import box_of_points
from chronicle.outline.map.positions import PlaceNode, around, center_of, squared_distance
from chronicle.outline.map.records import Border, Box, Drawing, Ground, Point
from chronicle.outline.map.roughness import path_of
from chronicle.records import Record

#: How far a plot reaches from its place, and streets from the middle of a town.
_PLOT: Final = 46
#: How near the drawings of the country around a plot come to its place.
_COUNTRY: Final = 58
#: The distance of points that are tried for the name of an area.
_SPOT: Final = 32
#: The length of a river from its last place to the sea, and the least cosine of the angle in which
#: it turns there, in hundredths.
_MAX_MOUTH: Final = 220
_MAX_TURN: Final = 40
#: How far cells reach beyond the sheet, so that their edge is not seen.
BEYOND: Final = 30
#: The drawings of a country in the plots of a town would be too small to see.
_TOWN: Final[Land] = "streets"

#: The distance of drawings across and down, by land; the coast has none.
SPACES: Final[Mapping[Land, tuple[int, int]]] = {
    "hills": (58, 34),
    "woods": (31, 22),
    "ice": (62, 40),
    "marsh": (50, 30),
    "streets": (17, 13),
}
#: Half the width and height of a drawing, by land.
HALVES: Final[Mapping[Land, tuple[int, int]]] = {
    "hills": (20, 13),
    "woods": (9, 11),
    "ice": (18, 8),
    "marsh": (14, 7),
    "streets": (6, 6),
}
#: How far drawings keep away from the sea.
_MARGIN_AT_SEA: Final = 26.0


class GroundCells(Record):
    """The partition of a sheet among the places with a marker, and the sea.

    ``ids`` are these places, in the order of their sites; the sites of the sea follow. ``estates``
    are the places with a marker that contain each, the outermost, and ``regions`` the outermost
    places that contain each, with or without a marker.
    """

    ids: tuple[str, ...]
    cells: RoughCells
    plots: Mapping[int, Cell]
    estates: Mapping[str, str]
    regions: Mapping[str, str]
    grounds: Mapping[str, PlaceNode]

    @classmethod
    def of(
        cls,
        grounds: Mapping[str, PlaceNode],
        points: Mapping[str, Point],
        box: Box,
        *,
        has_picture: bool,
    ) -> GroundCells:
        """The partition of a box, without a sea if the author has a picture of it."""
        ids = tuple(points)
        coastal: dict[str, list[Point]] = {}
        if not has_picture:
            for id in ids:
                others = [
                    points[to] for to, kind in grounds[id].ways if kind == "sea" and to in points
                ]
                if others or land_of(id, grounds) == "coast":
                    coastal[id] = others
        sea = sea_points(points, coastal, _land_ways(grounds, points)) if coastal else ()
        left, top, right, bottom = box
        sheet = left - BEYOND, top - BEYOND, right + BEYOND, bottom + BEYOND
        cells = cells_of((*(points[id] for id in ids), *sea), sheet)
        estates = {id: _outermost(id, grounds, points) for id in ids}
        plots = {
            number: cells[number].capped(_PLOT)
            for number, id in enumerate(ids)
            if estates[id] != id or land_of(id, grounds) == _TOWN
        }
        regions = {id: _outermost(id, grounds, grounds) for id in ids}
        return cls(ids, RoughCells.of(cells), plots, estates, regions, grounds)

    def ground(self, since: Mapping[str, int]) -> Ground:
        """The ground without the drawings on it; ``since`` says when places became known."""
        return Ground(
            sea=self.sea(),
            coast=self.coast(),
            town=self.town(),
            walls=self.walls(),
            borders=tuple(self.borders(since)),
            drawings=(),
        )

    def mouth(self, end: Point, source: Point) -> Point | None:
        """Where a river from a source reaches the sea beyond its end; None if that is not near."""
        ahead = end[0] - source[0], end[1] - source[1]
        long = isqrt(squared_distance(end, source)) or 1
        land = [cell.site for cell in self.cells.cells[: len(self.ids)]]
        found: list[tuple[int, Point]] = []
        for cell in self.cells.cells[len(self.ids) :]:
            to = cell.site[0] - end[0], cell.site[1] - end[1]
            away = isqrt(squared_distance(cell.site, end)) or 1
            along = (to[0] * ahead[0] + to[1] * ahead[1]) * 100 // (away * long)
            if away <= _MAX_MOUTH and along >= _MAX_TURN:
                found.append((along, cell.site))
        if not found:
            return None
        goal = max(found)[1]
        line = [
            (end[0] + (goal[0] - end[0]) * at // 16, end[1] + (goal[1] - end[1]) * at // 16)
            for at in range(1, 17)
        ]
        return next(
            spot
            for spot in line
            if all(squared_distance(site, spot) > squared_distance(goal, spot) for site in land)
        )

    def towns(self) -> Iterator[Sequence[str]]:
        """The places of each town, in order."""
        found: dict[str, list[str]] = defaultdict(list)
        for number, id in enumerate(self.ids):
            if number in self.plots and self.in_town(number):
                found[self.estates[id]].append(id)
        yield from found.values()

    def spots_in(self, area: str) -> Sequence[Point]:
        """Points in an area, those at its middle first."""
        inside = [n for n, id in enumerate(self.ids) if area in around(id, self.grounds)]
        at_sea = margins_at_sea(len(self.ids), len(self.cells.cells) - len(self.ids))
        spots = [spot for number in inside for spot in _spots_in(self.cells.cells[number], at_sea)]
        middle = center_of(box_of_points(self.cells.cells[number].site for number in inside))
        return sorted(spots, key=lambda spot: (squared_distance(spot, middle), spot))

    def is_sea(self, number: int) -> bool:
        return number >= len(self.ids)

    def edges(self) -> Iterator[Sequence[Point]]:
        """The points along the coast, and along the borders between places."""
        for number, id in enumerate(self.ids):
            for beyond, start, end in self.cells.cells[number].sides():
                if self.is_sea(beyond) or (
                    number < beyond and self.estates[id] != self.estates[self.ids[beyond]]
                ):
                    yield self.cells.side(number, beyond, start, end)

    def sea(self) -> str:
        numbers = range(len(self.ids), len(self.cells.cells))
        return "".join(self.outline(number) for number in numbers)

    def outline(self, number: int, cell: Cell | None = None) -> str:
        return path_of(self.cells.outline(number, cell), is_closed=True)

    def coast(self) -> str:
        """The sides of cells of places that are beside the sea."""
        return "".join(
            path_of(self.cells.side(number, beyond, start, end))
            for number in range(len(self.ids))
            for beyond, start, end in self.cells.cells[number].sides()
            if self.is_sea(beyond)
        )

    def borders(self, since: Mapping[str, int]) -> Iterator[Border]:
        """The borders between regions, and between places within one, by when they are known."""
        found: dict[tuple[bool, int], list[str]] = defaultdict(list)
        for number, id in enumerate(self.ids):
            for beyond, start, end in self.cells.cells[number].sides():
                if not number < beyond < len(self.ids):
                    continue
                other = self.ids[beyond]
                if self.estates[id] != self.estates[other]:
                    first = max(since[self.estates[id]], since[self.estates[other]])
                    is_outer = self.regions[id] != self.regions[other] and (
                        self.regions[id] != self.estates[id]
                        or self.regions[other] != self.estates[other]
                    )
                    line = self.cells.side(number, beyond, start, end)
                    found[is_outer, first].append(path_of(line))
        for (is_outer, first), lines in sorted(found.items()):
            yield Border("".join(lines), is_outer, first)

    def town(self) -> str:
        """Everything in streets."""
        return "".join(
            self.outline(number, cell)
            for number, cell in self.plots.items()
            if self.in_town(number)
        )

    def in_town(self, number: int) -> bool:
        return land_of(self.ids[number], self.grounds) == _TOWN

    def walls(self) -> str:
        """The edge of everything in streets."""
        found = []
        for number, cell in self.plots.items():
            if not self.in_town(number):
                continue
            sides = list(cell.sides())
            drawn = [
                (start, end)
                for beyond, start, end in sides
                if beyond == RIM or (0 <= beyond < len(self.ids) and not self.in_town(beyond))
            ]
            found += [path_of(self.cells.rough(number, start, end)) for start, end in drawn]
        return "".join(found)

    def territory(self, id: str) -> str:
        """What belongs to a place: its plot, or all cells of the places within it and its own."""
        if self.estates[id] != id:
            number = self.ids.index(id)
            return self.outline(number, self.plots[number])
        return "".join(
            self.outline(number) for number, it in enumerate(self.ids) if self.estates[it] == id
        )

    def drawings(
        self, since: Mapping[str, int], is_free: Callable[[Box], bool]
    ) -> tuple[Drawing, ...]:
        """The drawings of the land of all places, from top to bottom."""
        at_sea = margins_at_sea(len(self.ids), len(self.cells.cells) - len(self.ids))
        found = []
        for number, id in enumerate(self.ids):
            cell, plot = self.cells.cells[number], self.plots.get(number)
            first = since[id]
            if plot is not None and (land := land_of(id, self.grounds)):
                found += [
                    Drawing(land, it, first) for it in drawings_in(plot, land, at_sea, is_free)
                ]
            outer = country_of(id, self.grounds)
            if outer is not None:
                found += [
                    Drawing(outer, it, first)
                    for it in drawings_in(cell, outer, at_sea, is_free)
                    if plot is None or squared_distance(it, plot.site) > _COUNTRY * _COUNTRY
                ]
        return tuple(sorted(found, key=lambda it: (it.since, it.at[1], it.at[0], it.land)))


def land_of(id: str, grounds: Mapping[str, PlaceNode]) -> Land | None:
    """The land of a place, or of the innermost known place around it that has one."""
    return next((land for it in (id, *around(id, grounds)) if (land := grounds[it].land)), None)


def country_of(id: str, grounds: Mapping[str, PlaceNode]) -> Land | None:
    """The land of a place outside of towns."""
    lands = (grounds[it].land for it in (id, *around(id, grounds)))
    return next((land for land in lands if land not in {None, _TOWN}), None)


def _spots_in(cell: Cell, at_sea: Mapping[int, float]) -> Iterator[Point]:
    """The points of a grid in a cell, and its site."""
    yield cell.site
    top = int(min(y for _, y, _ in cell.corners))
    bottom = int(max(y for _, y, _ in cell.corners))
    rows = range(top - top % _SPOT, bottom, _SPOT)
    for y, left, right in rows_within(cell, rows, _SPOT / 4, at_sea):
        for column in range(int(left // _SPOT) + 1, int(right // _SPOT) + 1):
            yield column * _SPOT, y


def _outermost(id: str, grounds: Mapping[str, PlaceNode], among: Mapping[str, object]) -> str:
    found = [it for it in (id, *around(id, grounds)) if it in among]
    return found[-1]


def _land_ways(
    grounds: Mapping[str, PlaceNode], points: Mapping[str, Point]
) -> Iterator[Sequence[Point]]:
    """Points along the ways between neighbours that don't cross the sea, as straight lines."""
    for id, ground in grounds.items():
        kinds = dict(ground.ways)
        for other in ground.neighbours:
            if id < other and id in points and other in points and kinds.get(other) != "sea":
                (ax, ay), (bx, by) = points[id], points[other]
                yield [(ax + (bx - ax) * at // 12, ay + (by - ay) * at // 12) for at in range(13)]


def drawings_in(
    cell: Cell, land: Land, at_sea: Mapping[int, float], is_free: Callable[[Box], bool]
) -> Iterator[Point]:
    """The middles of the drawings in a cell, on rows that all cells of a land share."""
    if land not in SPACES:
        return
    half, _ = HALVES[land]
    down = SPACES[land][1]
    top, bottom = min(y for _, y, _ in cell.corners), max(y for _, y, _ in cell.corners)
    rows = range(int(top // down) * down, int(bottom // down) * down + 1, down)
    for middle, left, right in rows_within(cell, rows, half, at_sea):
        yield from drawings_on_row(land, middle, left, right, is_free)


def drawings_on_row(
    land: Land, middle: int, left: float, right: float, is_free: Callable[[Box], bool]
) -> Iterator[Point]:
    """The middles of the drawings along a row, which all areas of a land share."""
    across, down = SPACES[land]
    half, high = HALVES[land]
    row = middle // down
    for column in range(int(left // across), int(right // across) + 1):
        mixed = (row * 73856093 ^ column * 19349663) & 0x7FFFFFFF
        x = column * across + (row % 2) * across // 2 + mixed % (across // 3)
        y = middle + mixed // 64 % (down // 3) - down // 6
        # Every sixth is left out, so that no rows are seen.
        if mixed % 6 and left <= x <= right and is_free((x - half, y - high, x + half, y + high)):
            yield x, y


def margins_at_sea(first: int, count: int) -> Mapping[int, float]:
    """The distance that drawings keep from the sites of the sea."""
    return dict.fromkeys(range(first, first + count), _MARGIN_AT_SEA)
