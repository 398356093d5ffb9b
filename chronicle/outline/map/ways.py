"""Ways between neighbours: rivers that wind from place to place, roads, and lanes over the sea."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import isqrt
from typing import Literal, TypeAlias

from chronicle.model.campaign import WayKind
from chronicle.outline.map.positions import PlaceNode, squared_distance
from chronicle.outline.map.records import MapWay, Point
from chronicle.outline.map.roughness import path_of, winding_line
from chronicle.records import Record

#: Where a river reaches the sea beyond its end, from the end and the place before it.
Mouth: TypeAlias = Callable[[Point, Point], Point | None]
_Kind: TypeAlias = WayKind | Literal["unknown", "street"]


class WayLine(Record):
    """A way as drawn, with points along it that labels should not cover."""

    way: MapWay
    points: tuple[Point, ...]


def lines_of_ways(
    grounds: Mapping[str, PlaceNode],
    ends: Mapping[str, Point],
    since: Mapping[str, int],
    mouth_of: Mouth,
    courses: Mapping[tuple[str, str], Sequence[Point]],
) -> Iterator[WayLine]:
    """The ways between neighbours; a place is met at its end point, and ``courses`` are given."""
    rivers: defaultdict[str, list[str]] = defaultdict(list)
    for id, ground in grounds.items():
        for other, it in ground.ways:
            if it == "river" and other in grounds:
                rivers[id].append(other)
    for id, ground in grounds.items():
        kinds = dict(ground.ways)
        for other in ground.neighbours:
            if id < other:
                first = max(since[id], since[other])
                kind: _Kind = kinds.get(other, "unknown")
                course = courses.get((id, other)) or courses.get((other, id), ())[::-1]
                if course:
                    points = ends[id], *course[1:-1], ends[other]
                    yield WayLine(MapWay(kind, path_of(points), first), points)
                elif kind == "river":
                    points = _river(id, other, rivers, ends, mouth_of)
                    yield WayLine(MapWay(kind, path_of(points), first), points)
                else:
                    yield _bent_line(ends[id], ends[other], kind, first)


def streets_of_town(town: Mapping[str, Point], since: Mapping[str, int]) -> Iterator[WayLine]:
    """The shortest streets that connect all places of a town."""
    left = list(town)
    found = left[:1]
    left = left[1:]
    while left:
        _, one, other = min((squared_distance(town[a], town[b]), a, b) for a in found for b in left)
        left.remove(other)
        found.append(other)
        yield _bent_line(town[one], town[other], "street", max(since[one], since[other]))


def _bent_line(one: Point, other: Point, kind: _Kind, since: int) -> WayLine:
    """A line slightly to one side of its middle, always the same side."""
    x, y = other[0] - one[0], other[1] - one[1]
    bend = (one[0] + other[0]) // 2 - y // 12, (one[1] + other[1]) // 2 + x // 12
    path = f"M{one[0]} {one[1]}Q{bend[0]} {bend[1]} {other[0]} {other[1]}"
    return WayLine(MapWay(kind, path, since), tuple(_points_along(one, bend, other)))


def _points_along(one: Point, bend: Point, other: Point) -> Iterator[Point]:
    """Points along a bent line, at every sixteenth."""
    for at in range(1, 16):
        left, right = 16 - at, at
        yield (
            (one[0] * left * left + 2 * bend[0] * left * right + other[0] * right * right) // 256,
            (one[1] * left * left + 2 * bend[1] * left * right + other[1] * right * right) // 256,
        )


def _river(
    id: str,
    other: str,
    rivers: Mapping[str, Sequence[str]],
    ends: Mapping[str, Point],
    mouth_of: Mouth,
) -> tuple[Point, ...]:
    """The points along a river between two places, and on to the sea where it ends on a coast."""
    one, two = ends[id], ends[other]
    leave = _direction(id, other, rivers, ends)
    back = _direction(other, id, rivers, ends)
    points = tuple(winding_line(one, two, leave, (-back[0], -back[1])))
    before = tuple(_mouth(one, two, mouth_of))[::-1] if len(rivers[id]) == 1 else ()
    after = tuple(_mouth(two, one, mouth_of)) if len(rivers[other]) == 1 else ()
    return (*before, *points, *after)


def _direction(
    id: str, other: str, rivers: Mapping[str, Sequence[str]], ends: Mapping[str, Point]
) -> tuple[float, float]:
    """The direction in which a river leaves a place, so that it doesn't turn sharply there."""
    here, there = ends[id], ends[other]
    ahead = there[0] - here[0], there[1] - here[1]
    long = isqrt(ahead[0] ** 2 + ahead[1] ** 2) or 1
    best, found = 0, ahead
    for it in rivers[id]:
        back = here[0] - ends[it][0], here[1] - ends[it][1]
        size = isqrt(back[0] ** 2 + back[1] ** 2) or 1
        along = (back[0] * ahead[0] + back[1] * ahead[1]) // size
        if it != other and along > best:
            best, found = (
                along,
                (ahead[0] + back[0] * long // size, ahead[1] + back[1] * long // size),
            )
    size = isqrt(found[0] ** 2 + found[1] ** 2) or 1
    return found[0] * long / size, found[1] * long / size


def _mouth(end: Point, source: Point, mouth_of: Mouth) -> Iterator[Point]:
    """The points from the end of a river to the sea, if it is near."""
    mouth = mouth_of(end, source)
    if mouth is not None:
        ahead = mouth[0] - end[0], mouth[1] - end[1]
        yield from list(winding_line(end, mouth, ahead, ahead))[1:]
