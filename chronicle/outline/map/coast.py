"""Where the sea is: points in it around the places on the coast, as far as land leaves room."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import isqrt
from typing import Final
from zlib import crc32

from chronicle.outline.map.grid import Grid, box_around
from chronicle.outline.map.positions import squared_distance
from chronicle.outline.map.records import Point

#: How far points in the sea are from a place on the coast: twice as far as the coast.
_REACH: Final = 118
#: The least of it, so that a marker has space on its island.
_MIN_REACH: Final = 66
#: How much further one may be, by its number, so that no coast is round.
_SPREAD: Final = 34
#: The size of the squares in which points are looked up.
_SQUARE: Final = 128
#: How much nearer than the sea a way has its next place.
_BANK: Final = 14
#: Directions around a place, in thousandths.
_AROUND: Final = (
    (1000, 0), (866, 500), (500, 866), (0, 1000), (-500, 866), (-866, 500),
    (-1000, 0), (-866, -500), (-500, -866), (0, -1000), (500, -866), (866, -500),
)  # fmt: skip


def sea_points(
    points: Mapping[str, Point],
    coastal: Mapping[str, Sequence[Point]],
    land_ways: Iterable[Sequence[Point]],
) -> tuple[Point, ...]:
    """Points in the sea, which are nearer to no place, and leave land along all ways on land.

    ``coastal`` are the places on the coast with the points that ways by sea lead to from there.
    """
    land: Grid[Point] = Grid(_SQUARE)
    for point in points.values():
        land.add((*point, *point), point)
    found: list[Point] = []
    sea: Grid[Point] = Grid(_SQUARE)
    for id, others in coastal.items():
        for spot, reach in _points_around(id, points[id], others):
            if _is_clear(spot, land, reach * 93 // 100) and _is_clear(spot, sea, reach // 3):
                found.append(spot)
                sea.add((*spot, *spot), spot)
    dry = {
        spot for way in land_ways for point in way for spot in _nearer_than_land(point, sea, land)
    }
    return tuple(spot for spot in found if spot not in dry)


def _points_around(id: str, point: Point, others: Sequence[Point]) -> Iterator[tuple[Point, int]]:
    """Points in the sea around a place, with their distance: on the ways by sea, and all around."""
    x, y = point
    reach = _REACH
    for other in others:
        half = isqrt(squared_distance(point, other)) // 2
        reach = max(min(reach, half), _MIN_REACH)
        yield ((x + other[0]) // 2, (y + other[1]) // 2), half
    for number, (across, down) in enumerate(_AROUND):
        far = reach + crc32(f"{id}/{number}".encode()) % _SPREAD
        yield (x + across * far // 1000, y + down * far // 1000), reach


def _is_clear(spot: Point, others: Grid[Point], reach: int) -> bool:
    return all(
        squared_distance(spot, other) >= reach * reach
        for other in others.near(box_around(spot, reach))
    )


def _nearer_than_land(point: Point, sea: Grid[Point], land: Grid[Point]) -> Iterator[Point]:
    """The points in the sea that are nearer to a point than the next place, or hardly farther."""
    reach = _SQUARE
    while not (near := land.near(box_around(point, reach))):
        reach *= 2
    away = isqrt(min(squared_distance(point, other) for other in near)) + _BANK
    for spot in sea.near(box_around(point, away)):
        if squared_distance(spot, point) < away * away:
            yield spot
