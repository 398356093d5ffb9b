"""The position of each place on a plane, given by the author or computed.

Given positions are kept. The other places are positioned in order, each depending only on earlier
ones, so that a new place moves none. All coordinates are integers, in hundredths of the author's
unit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import isqrt
from typing import Final, TypeAlias

from chronicle.records import dataclass

#: Horizontal and vertical, in hundredths of the author's unit.
PlanePoint: TypeAlias = tuple[int, int]

#: The position of the first place, if it is not given.
_FIRST_POINT: Final[PlanePoint] = (50_000, 35_000)
#: Distances between places by depth.
_STEPS: Final = (45_000, 26_000, 8_500)
#: How far out to search, in steps, and how many free positions to compare.
_RINGS: Final = 6
_MAX_CANDIDATES: Final = 16
#: The height of a row of the hexagonal grid, in thousandths of a step.
_ROW: Final = 866


@dataclass(frozen=True, slots=True)
class PlaceNode:
    """A place: the place around it, its neighbours, and its position, if given."""

    id: str
    within: str
    neighbours: tuple[str, ...]
    position: PlanePoint | None


def plane_positions(places: Sequence[PlaceNode]) -> dict[str, PlanePoint]:
    """The positions of all places, computed in this order."""
    laid: dict[str, PlanePoint] = {}
    before: dict[str, PlaceNode] = {}
    for place in places:
        laid[place.id] = place.position or _PositionSearch(before, laid).free(place)
        before[place.id] = place
    return laid


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


@dataclass(frozen=True, slots=True)
class _PositionSearch:
    """The places that have been positioned, and where."""

    before: Mapping[str, PlaceNode]
    laid: Mapping[str, PlanePoint]

    def free(self, place: PlaceNode) -> PlanePoint:
        """The best free position for a place."""
        step = self.step(self.depth(place.within))
        anchor, beside = self.anchor(place), self.beside(place)
        # The id decides which direction is tried first, so that not all places go the same way.
        turned = sum(map(ord, place.id)) % 4
        cells = [
            (anchor[0] + x * step // 1000, anchor[1] + y * step // 1000)
            for x, y in (_rotate(cell, turned) for cell in _CELLS)
        ]
        free = [cell for cell in cells if self.is_free(cell, place, step)][:_MAX_CANDIDATES]
        roads = self.roads()
        return min(
            free or cells[-1:],
            key=lambda cell: (
                sum(_do_cross(cell, far, *road) for far in beside for road in roads),
                sum(squared_distance(cell, far) for far in beside),
                squared_distance(cell, anchor),
            ),
        )

    def depth(self, within: str) -> int:
        return 1 + self.depth(self.before[within].within) if within in self.before else 0

    def step(self, depth: int) -> int:
        """The distance between places at a depth: the median of given ones, or a default."""
        given = [
            self.laid[it.id]
            for it in self.before.values()
            if it.position is not None and self.depth(it.within) == depth
        ]
        if len(given) < 2:
            return _STEPS[min(depth, len(_STEPS) - 1)]
        nearest = sorted(
            min(squared_distance(spot, other) for other in given[:at] + given[at + 1 :])
            for at, spot in enumerate(given)
        )
        return max(isqrt(nearest[len(nearest) // 2]), 100)

    def beside(self, place: PlaceNode) -> list[PlanePoint]:
        """The positions of its neighbours, as far as known."""
        joined = {
            *place.neighbours,
            *(it.id for it in self.before.values() if place.id in it.neighbours),
        }
        return [self.laid[id] for id in sorted(joined & self.laid.keys())]

    def anchor(self, place: PlaceNode) -> PlanePoint:
        """The point to search around: the place around it, its neighbours, or all others."""
        within = [it.id for it in self.before.values() if it.within == place.within]
        if place.within in self.laid:
            given = [id for id in within if self.before[id].position is not None]
            return _middle([self.laid[id] for id in given] or [self.laid[place.within]])
        return _middle(self.beside(place) or [self.laid[id] for id in within] or [_FIRST_POINT])

    def is_free(self, cell: PlanePoint, place: PlaceNode, step: int) -> bool:
        """Whether nothing is too near, and no other large place is nearer than its own."""
        if any(
            squared_distance(cell, spot) * 100 < 81 * min(step, self.step_of(id)) ** 2
            for id, spot in self.laid.items()
        ):
            return False
        if place.within not in self.laid:
            return True
        own, level = squared_distance(cell, self.laid[place.within]), self.depth(place.within) - 1
        beside = [it.id for it in self.before.values() if self.depth(it.within) == level]
        return all(squared_distance(cell, self.laid[id]) >= own for id in beside)

    def step_of(self, id: str) -> int:
        return _STEPS[min(self.depth(self.before[id].within), len(_STEPS) - 1)]

    def roads(self) -> list[tuple[PlanePoint, PlanePoint]]:
        return [
            (self.laid[it.id], self.laid[other])
            for it in self.before.values()
            for other in it.neighbours
            if other in self.laid and it.id < other
        ]


def _rotate(cell: PlanePoint, turns: int) -> PlanePoint:
    """A point after a number of quarter turns."""
    for _ in range(turns):
        cell = (-cell[1], cell[0])
    return cell


def _middle(found: Sequence[PlanePoint]) -> PlanePoint:
    return sum(x for x, _ in found) // len(found), sum(y for _, y in found) // len(found)
