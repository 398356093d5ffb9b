"""The partition of a sheet: to each site everything that is nearer to it than to the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import sqrt
from typing import Final, TypeAlias

from chronicle.outline.map.grid import Grid, box_around
from chronicle.outline.map.records import Box, Point
from chronicle.outline.map.roughness import Spot, rough_line
from chronicle.records import Record

#: What bounds a cell, if not another site: the edge of the sheet, or the greatest distance.
EDGE: Final = -1
RIM: Final = -2
#: The size of the squares in which sites are looked up.
_SQUARE: Final = 128
#: A corner of a cell, and what bounds the cell from there to the next corner.
_Corner: TypeAlias = tuple[float, float, int]
#: Directions of the corners of a rim, in thousandths.
_AROUND: Final = (
    (1000, 0), (924, 383), (707, 707), (383, 924), (0, 1000), (-383, 924), (-707, 707), (-924, 383),
    (-1000, 0), (-924, -383), (-707, -707), (-383, -924), (0, -1000), (383, -924), (707, -707),
    (924, -383),
)  # fmt: skip


class Cell(Record):
    """The straight sides of a cell, in order, each with the number of the site beyond it."""

    site: Point
    corners: tuple[_Corner, ...]

    def sides(self) -> Iterator[tuple[int, Spot, Spot]]:
        """The number of the site beyond each side, and the ends of the side."""
        for at, (x, y, beyond) in enumerate(self.corners):
            end = self.corners[(at + 1) % len(self.corners)]
            yield beyond, (x, y), end[:2]

    def capped(self, reach: int) -> Cell:
        """The part of the cell within a distance of its site."""
        corners = _round(self.site, reach)
        for beyond, start, end in self.sides():
            # What lies to the left of the side is beyond it.
            across, down = end[0] - start[0], end[1] - start[1]
            limit = start[0] * down - start[1] * across
            corners = _cut(corners, down, -across, limit, beyond)
        return Cell(self.site, tuple(corners))


def cells_of(sites: Sequence[Point], box: Box) -> tuple[Cell, ...]:
    """The cell of each site within a box."""
    grid: Grid[int] = Grid(_SQUARE)
    for number, site in enumerate(sites):
        grid.add((*site, *site), number)
    widest = max(box[2] - box[0], box[3] - box[1]) * 2
    return tuple(_cell(number, sites, box, grid, widest) for number in range(len(sites)))


def _cell(number: int, sites: Sequence[Point], box: Box, grid: Grid[int], widest: int) -> Cell:
    x, y = sites[number]
    left, top, right, bottom = box
    # In screen coordinates this order is clockwise.
    corners: list[_Corner] = [
        (left, top, EDGE), (right, top, EDGE), (right, bottom, EDGE), (left, bottom, EDGE),
    ]  # fmt: skip
    reach, tried = _SQUARE, {number}
    while True:
        near = sorted(
            ((sites[other][0] - x) ** 2 + (sites[other][1] - y) ** 2, other)
            for other in set(grid.near(box_around((x, y), reach))) - tried
        )
        far = _reach(corners, x, y)
        for away, other in near:
            tried.add(other)
            if away > 4 * far or not away:
                continue
            at = sites[other]
            across, down = at[0] - x, at[1] - y
            limit = (at[0] ** 2 + at[1] ** 2 - x * x - y * y) / 2
            cut = _cut(corners, across, down, limit, other)
            if cut is not corners:
                corners, far = cut, _reach(cut, x, y)
        if reach * reach >= 4 * far or reach > widest:
            return Cell((x, y), tuple(corners))
        reach *= 2


def _reach(corners: Sequence[_Corner], x: float, y: float) -> float:
    """The square of the distance of the farthest corner."""
    return max((a - x) ** 2 + (b - y) ** 2 for a, b, _ in corners)


def _cut(
    corners: list[_Corner], across: float, down: float, limit: float, beyond: int
) -> list[_Corner]:
    """The part of a convex cell where x times across and y times down are at most a limit."""
    sides = [across * x + down * y - limit for x, y, _ in corners]
    if max(sides) <= 0:
        return corners
    found: list[_Corner] = []
    for at, (x, y, label) in enumerate(corners):
        after = (at + 1) % len(corners)
        here, there = sides[at], sides[after]
        if here <= 0:
            found.append((x, y, label))
        if (here <= 0) != (there <= 0):
            part = here / (here - there)
            to = corners[after]
            crossing = x + (to[0] - x) * part, y + (to[1] - y) * part
            found.append((*crossing, beyond if here <= 0 else label))
    return found or corners


def _round(site: Point, reach: int) -> list[_Corner]:
    """The corners of a rim around a site, some of them nearer to it."""
    found: list[_Corner] = []
    for number, (x, y) in enumerate(_AROUND):
        less = (site[0] * 7 + site[1] * 13 + number * number * 5) % 4
        far = reach * (100 - 4 * less)
        found.append((site[0] + x * far / 100_000, site[1] + y * far / 100_000, RIM))
    return found


def rows_within(
    cell: Cell, rows: Iterable[int], margin: float, margins: Mapping[int, float]
) -> Iterator[tuple[int, float, float]]:
    """Yield each row that crosses a cell, with the first and the last x of it within the cell.

    The row keeps a distance from the sides: ``margins`` by the site beyond, ``margin`` otherwise.
    """
    sides = []
    for beyond, (ax, ay), (bx, by) in cell.sides():
        across, down = bx - ax, by - ay
        # Inside, across times y less down times x is at least this.
        least = across * ay - down * ax
        least += margins.get(beyond, margin) * sqrt(across * across + down * down)
        sides.append((across, down, least))
    for y in rows:
        left, right = float("-inf"), float("inf")
        for across, down, least in sides:
            if down > 0:
                right = min(right, (across * y - least) / down)
            elif down < 0:
                left = max(left, (across * y - least) / down)
            elif across * y < least:
                break
        else:
            if left <= right:
                yield y, left, right


class RoughCells(Record):
    """Cells with rough sides, the same on both sides of each."""

    cells: tuple[Cell, ...]
    lines: dict[tuple[int, int], tuple[Point, ...]]
    rims: dict[tuple[Spot, Spot], tuple[Point, ...]]

    @classmethod
    def of(cls, cells: tuple[Cell, ...]) -> RoughCells:
        return cls(cells, {}, {})

    def side(self, number: int, beyond: int, start: Spot, end: Spot) -> tuple[Point, ...]:
        """The points along one side of a cell, in its order."""
        if beyond < 0:
            return self.rough(number, start, end)
        if (beyond, number) in self.lines:
            return self.lines[beyond, number][::-1]
        if (number, beyond) not in self.lines:
            self.lines[number, beyond] = self.rough(number, start, end)
        return self.lines[number, beyond]

    def outline(self, number: int, cell: Cell | None = None) -> Iterator[Point]:
        """The points around a cell, or around a part of it."""
        if cell is not None:
            for _, start, end in cell.sides():
                yield from self.rough(number, start, end)[:-1]
            return
        for beyond, start, end in self.cells[number].sides():
            yield from self.side(number, beyond, start, end)[:-1]

    def rough(self, number: int, start: Spot, end: Spot) -> tuple[Point, ...]:
        """A line on the ground of a cell."""
        if (start, end) not in self.rims:
            self.rims[start, end] = rough_line(start, end, self.cells[number].site)
        return self.rims[start, end]
