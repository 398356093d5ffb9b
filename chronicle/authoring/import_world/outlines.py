"""Outlines of cells of a map, borders between them, and lines with fewer points."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TypeVar

from chronicle.authoring.import_world.world import Spot, WorldCell

_T = TypeVar("_T", bound=Hashable)


def rings_around(cells: Iterable[WorldCell], vertices: Mapping[int, Spot]) -> Iterator[list[Spot]]:
    """The outlines of an area of cells: outer ones clockwise on a screen, holes the other way."""
    sides = {side for cell in cells for side in _sides(cell, vertices)}
    after = {start: end for start, end in sorted(sides) if (end, start) not in sides}
    while after:
        start, vertex = after.popitem()
        ring = [start]
        while vertex != start:
            ring.append(vertex)
            following = after.pop(vertex, None)
            if following is None:
                break
            vertex = following
        yield [vertices[it] for it in ring]


def borders_between(
    cells: Mapping[int, WorldCell],
    vertices: Mapping[int, Spot],
    owner: Callable[[WorldCell], _T | None],
) -> Mapping[tuple[_T, _T], list[list[Spot]]]:
    """The lines between areas of cells by their two owners; cells without an owner have none."""
    beside: dict[tuple[int, int], list[_T]] = defaultdict(list)
    for _, cell in sorted(cells.items()):
        found = owner(cell)
        if found is not None:
            for one, other in _sides(cell, vertices):
                beside[min(one, other), max(one, other)].append(found)
    sides: dict[tuple[_T, _T], list[tuple[int, int]]] = defaultdict(list)
    for side, owners in sorted(beside.items()):
        if len(owners) == 2 and owners[0] != owners[1]:
            pair = (owners[0], owners[1]) if str(owners[0]) < str(owners[1]) else owners[::-1]
            sides[pair[0], pair[1]].append(side)
    return {
        pair: [[vertices[it] for it in line] for line in _chained(found)]
        for pair, found in sides.items()
    }


def _chained(sides: Sequence[tuple[int, int]]) -> Iterator[list[int]]:
    """Lines of sides that meet; from an end if there is one."""
    joined: dict[int, list[int]] = defaultdict(list)
    for one, other in sides:
        joined[one].append(other)
        joined[other].append(one)
    for start in sorted(joined, key=lambda it: (len(joined[it]) == 2, it)):
        while joined[start]:
            line = [start]
            while joined[line[-1]]:
                following = joined[line[-1]].pop(0)
                joined[following].remove(line[-1])
                line.append(following)
            yield line


def _sides(cell: WorldCell, vertices: Mapping[int, Spot]) -> Iterator[tuple[int, int]]:
    """The sides of a cell by their vertices, clockwise on a screen."""
    corners = [corner for corner in cell.corners if corner in vertices]
    if len(corners) > 2:
        if area_of([vertices[it] for it in corners]) < 0:
            corners.reverse()
        yield from pairwise((*corners, corners[0]))


def area_of(ring: Sequence[Spot]) -> float:
    """The area of a ring; positive if it is clockwise on a screen."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise((*ring, ring[0]))) / 2


def simplified(line: Sequence[Spot], tolerance: float) -> list[Spot]:
    """A line with as few points as keep it within a distance, by Douglas and Peucker."""
    kept = {0, len(line) - 1}
    left = [(0, len(line) - 1)]
    while left:
        first, last = left.pop()
        far, at = max(
            ((_distance(line[it], line[first], line[last]), it) for it in range(first + 1, last)),
            default=(0.0, 0),
        )
        if far > tolerance:
            kept.add(at)
            left += [(first, at), (at, last)]
    return [line[at] for at in sorted(kept)]


def simplified_ring(ring: Sequence[Spot], tolerance: float) -> list[Spot]:
    """The same for a ring, from its leftmost point and the one farthest from it."""
    start = min(range(len(ring)), key=lambda at: ring[at])
    turned = [*ring[start:], *ring[:start], ring[start]]
    far = max(range(len(turned)), key=lambda at: _distance(turned[at], turned[0], turned[0]))
    halves = turned[: far + 1], turned[far:]
    return [*simplified(halves[0], tolerance)[:-1], *simplified(halves[1], tolerance)[:-1]]


def _distance(point: Spot, start: Spot, end: Spot) -> float:
    """The distance of a point from a line between two."""
    across, down = end[0] - start[0], end[1] - start[1]
    x, y = point[0] - start[0], point[1] - start[1]
    long = across * across + down * down
    part = min(max((x * across + y * down) / long, 0.0), 1.0) if long else 0.0
    return float(((x - part * across) ** 2 + (y - part * down) ** 2) ** 0.5)
