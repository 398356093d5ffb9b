"""Ways between chosen towns, along the routes of a map and through all others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from heapq import heappop, heappush
from math import dist

from chronicle.authoring.import_world.world import Burg, Route, Spot
from chronicle.records import Record


class TownWay(Record):
    """A way between two towns, by their numbers, with its course from the first to the second."""

    towns: tuple[int, int]
    course: tuple[Spot, ...]
    is_sea: bool


def ways_between(burgs: Iterable[Burg], routes: Iterable[Route], *, is_sea: bool) -> list[TownWay]:
    """The shortest way from each town to those next to it, as far as no third one is nearer."""
    towns = {burg.cell: burg for burg in burgs}
    spots: dict[int, Spot] = {}
    joined: dict[int, dict[int, float]] = defaultdict(dict)
    for route in routes:
        spots |= {cell: spot for spot, cell in route.points}
        for (a, one), (b, other) in zip(route.points, route.points[1:], strict=False):
            if one != other:
                long = min(dist(a, b), joined[one].get(other, float("inf")))
                joined[one][other] = joined[other][one] = long
    spots |= {cell: burg.at for cell, burg in towns.items()}
    lengths, before = _nearest([cell for cell in towns if cell in joined], joined)
    found: dict[tuple[int, int], tuple[float, tuple[int, ...]]] = {}
    for one in sorted(lengths):
        for other in sorted(joined[one]):
            if one < other and other in lengths:
                there, back = [*_back(one, before)], [*_back(other, before)]
                path = (*reversed(there), *back)
                if path[0] > path[-1]:
                    path = path[::-1]
                ends, long = (path[0], path[-1]), lengths[one] + joined[one][other] + lengths[other]
                if ends[0] != ends[1]:
                    found[ends] = min(found.get(ends, (long, path)), (long, path))
    lengths_of = {ends: long for ends, (long, _) in found.items()}
    return [
        TownWay(
            (towns[ends[0]].number, towns[ends[1]].number),
            tuple(spots[cell] for cell in path),
            is_sea,
        )
        for ends, (long, path) in sorted(found.items())
        if not any(_is_between(ends, cell, long, lengths_of) for cell in towns)
    ]


def _nearest(
    towns: Iterable[int], joined: Mapping[int, Mapping[int, float]]
) -> tuple[dict[int, float], dict[int, int]]:
    """How far each cell is from the nearest town, and the cell before it on the way from there."""
    lengths: dict[int, float] = {}
    before: dict[int, int] = {}
    queue = [(0.0, cell, cell) for cell in sorted(towns)]
    while queue:
        long, cell, source = heappop(queue)
        if cell in lengths:
            continue
        lengths[cell], before[cell] = long, source
        for other, further in joined[cell].items():
            if other not in lengths:
                heappush(queue, (long + further, other, cell))
    return lengths, before


def _back(cell: int, before: Mapping[int, int]) -> Iterator[int]:
    yield cell
    while before[cell] != cell:
        cell = before[cell]
        yield cell


def _is_between(
    ends: tuple[int, int], cell: int, long: float, lengths: Mapping[tuple[int, int], float]
) -> bool:
    """Whether a third town is nearer to both ends of a way than they are to each other."""
    one, other = ((min(cell, end), max(cell, end)) for end in ends)
    return lengths.get(one, long) < long and lengths.get(other, long) < long
