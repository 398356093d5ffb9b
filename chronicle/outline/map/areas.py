"""Areas: outlines around the places within a place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from chronicle.model.facts import Ref
from chronicle.outline.map.positions import PlaceNode
from chronicle.outline.map.records import Area, Box, Point

#: The margin of an area around its places, by number of levels.
AREA_MARGINS: Final = (47, 66)


def around(id: str, grounds: Mapping[str, PlaceNode]) -> Iterator[str]:
    """Yield the known places that contain a place, the innermost first."""
    within = grounds[id].within
    while within in grounds:
        yield within
        within = grounds[within].within


def areas_of(
    grounds: Mapping[str, PlaceNode], points: Mapping[str, Point], since: Callable[[str], int]
) -> dict[str, Area]:
    """The area of every place that contains others.

    ``since`` returns the first turn in which a place is known.
    """
    inside: dict[str, list[str]] = {id: [] for id in grounds}
    levels = dict.fromkeys(grounds, 0)
    for id in grounds:
        for level, outer in enumerate(around(id, grounds), start=1):
            inside[outer].append(id)
            levels[outer] = max(levels[outer], level)
    found: dict[str, Area] = {}
    for id in grounds:
        if inside[id]:
            own = [points[it] for it in (id, *inside[id]) if it in points]
            # An area appears once one of the places in it is known.
            first = max(since(id), min(since(it) for it in inside[id]))
            found[id] = Area(Ref("place", id), levels[id], first, convex_hull(own))
    return found


def convex_hull(points: Iterable[Point]) -> tuple[Point, ...]:
    """The corners of the convex hull, in order (Andrew's monotone chain)."""
    found = sorted(set(points))
    if len(found) < 3:
        return tuple(found)
    lower, upper = _chain(found), _chain(found[::-1])
    return (*lower[:-1], *upper[:-1])


def _chain(points: Iterable[Point]) -> list[Point]:
    chain: list[Point] = []
    for point in points:
        while len(chain) > 1 and _cross_product(chain[-2], chain[-1], point) <= 0:
            chain.pop()
        chain.append(point)
    return chain


def _cross_product(a: Point, b: Point, c: Point) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def box_of(area: Area) -> Box:
    """The bounding box of an area as drawn, including its margin."""
    rim = AREA_MARGINS[min(area.levels, len(AREA_MARGINS)) - 1]
    across = [x for x, _ in area.corners]
    down = [y for _, y in area.corners]
    return min(across) - rim, min(down) - rim, max(across) + rim, max(down) + rim


def area_center(area: Area) -> Point:
    """The centre of an area."""
    left, top, right, bottom = box_of(area)
    return (left + right) // 2, (top + bottom) // 2
