"""A grid to find what is near a box without comparing it with everything else on a map."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

from chronicle.outline.map.records import Box, Point
from chronicle.records import MutableRecord, field

_T = TypeVar("_T")


class Grid(MutableRecord, Generic[_T]):
    """Items by the square cells that their boxes overlap.

    ``size`` is the size of the smallest cells. A larger item is in cells of twice that size, or
    four times, and so on, so that no item is in more than four cells.
    """

    size: int
    _levels: dict[int, dict[Point, list[_T]]] = field(default_factory=dict)

    def add(self, box: Box, item: _T) -> None:
        left, top, right, bottom = box
        size = self.size
        while size < right - left or size < bottom - top:
            size *= 2
        cells = self._levels.setdefault(size, {})
        for x in range(left // size, right // size + 1):
            for y in range(top // size, bottom // size + 1):
                cells.setdefault((x, y), []).append(item)

    def near(self, box: Box) -> list[_T]:
        """All items whose boxes touch a box, and some others; an item may come twice."""
        left, top, right, bottom = box
        found: list[_T] = []
        for size, cells in self._levels.items():
            across = range(left // size, right // size + 1)
            down = range(top // size, bottom // size + 1)
            if len(across) * len(down) > len(cells):
                for items in cells.values():
                    found += items
                continue
            for x in across:
                for y in down:
                    found += cells.get((x, y), ())
        return found


def box_of_points(points: Iterable[Point]) -> Box:
    """The bounding box of points."""
    found = list(points)
    across, down = [x for x, _ in found], [y for _, y in found]
    return min(across), min(down), max(across), max(down)


def box_around(point: Point, reach: int) -> Box:
    """The square box that extends a distance from a point to each side."""
    return point[0] - reach, point[1] - reach, point[0] + reach, point[1] + reach
