"""Pieces of a map for other pages: what is on it now, whole or around one place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from chronicle.model.facts import Ref
from chronicle.outline.map import records
from chronicle.outline.map.grid import Grid, box_around, box_of_points
from chronicle.outline.map.roughness import path_of
from chronicle.records import replace

#: The size of a piece around a place, and how far one around an area reaches beyond its places.
PIECE_SIZE: Final = (480, 320)
_AROUND: Final = 60
#: The size of cells in which parts of the map are looked up.
_CELL: Final = 128
#: How far beyond a box an outline ends, so that its stroke is not seen there.
_RIM: Final = 12
#: How many points of a ring are skipped together, and how many runs of so many.
_LONG: Final = 8
_MANY: Final = 32
_Run: TypeAlias = tuple[Sequence[records.Point], records.Box]
_LongRun: TypeAlias = tuple[Sequence[_Run], records.Box]
_PART: Final = re.compile(r"M[^M]+")
_STEP: Final = re.compile(r"([MQlh]?)(-?\d+)(?:[ ]?(-?\d+))?")


def whole_piece(world: records.WorldMap) -> records.MapPiece:
    """The whole map, without what is past, and with the labels of a small map."""
    marks = tuple(replace(_now(mark), label=None) for mark in world.marks)
    box = 0, 0, world.width, world.height
    return records.MapPiece(replace(world, marks=marks, listed=(), before=()), box, None)


class MapPieces:
    """Finds pieces of a map around places; what they share is computed once."""

    def __init__(self, world: records.WorldMap) -> None:
        self._world = world
        self._marks = {mark.ref: _now(mark) for mark in world.marks}
        self._points: dict[Ref, list[records.Point]] = {
            it.ref: [it.at] for it in world.marks if it.at
        }
        for mark in world.marks:
            for area in _areas_around(mark, self._marks):
                if mark.at and self._marks[area].at is None:
                    self._points.setdefault(area, []).append(mark.at)
        signs = [*self._marks.values()]
        self._territories = _Paths([mark.territory for mark in signs])
        self._spots: Grid[int] = Grid(_CELL)
        for index, mark in enumerate(signs):
            for box in (
                *((box_around(mark.at, 0),) if mark.at else ()),
                *((mark.label.box,) if mark.label else ()),
            ):
                self._spots.add(box, index)
        self._signs = signs
        self._land = _land_of(world.ground, world.ways)

    def around(self, place: Ref) -> records.MapPiece | None:
        """The part of the map around a place or an area; None if it is not on the map."""
        points, world = self._points.get(place), self._world
        if not points:
            return None
        box = box_around_points(points, (world.width, world.height), PIECE_SIZE)
        ground, ways = self._land.inside(box)
        part = replace(
            world,
            ground=ground,
            ways=ways,
            marks=tuple(self._marks_in(box)),
            listed=(),
            before=(),
            cartouche=None,
            bar=None,
        )
        mark = self._marks[place]
        is_drawn = bool(mark.at or mark.label or mark.far)
        return records.MapPiece(part, box, place, f"place-{place.id}" if is_drawn else "")

    def _marks_in(self, box: records.Box) -> Iterator[records.PlaceMarker]:
        """The markers of which the sign, the whole name or the ground is in a box."""
        territories = self._territories.inside(box)
        left, top, right, bottom = box
        for index in sorted({*self._spots.near(box), *territories}):
            mark = self._signs[index]
            at, label, territory = mark.at, mark.label, territories.get(index, "")
            if at and not (left <= at[0] <= right and top <= at[1] <= bottom):
                at = None
            if label and not _is_readable(label, box):
                label = None
            if at or label or territory:
                yield replace(mark, at=at, label=label, territory=territory, far=None)


class _Land:
    """What a map shows under its places; parts of it by their boxes are kept."""

    def __init__(self, ground: records.Ground, ways: Sequence[records.MapWay]) -> None:
        self._ground, self._all_ways = ground, ways
        self._grounds = _Paths([ground.town, ground.walls])
        self._coasts = _Paths([ground.sea, ground.coast], can_skip=ground.is_drawn)
        self._borders = _Paths([border.line for border in ground.borders])
        self._ways = _Paths([way.line for way in ways])
        self._drawings: Grid[int] = Grid(_CELL)
        for index, drawing in enumerate(ground.drawings):
            self._drawings.add(box_around(drawing.at, 0), index)
        self._known: dict[records.Box, tuple[records.Ground, tuple[records.MapWay, ...]]] = {}

    def inside(self, box: records.Box) -> tuple[records.Ground, tuple[records.MapWay, ...]]:
        """The ground and the ways that may be seen in a box; the ways of a kind are one."""
        found = self._known.get(box)
        if found is None:
            found = self._known[box] = self._ground_in(box), tuple(self._ways_in(box))
        return found

    def _ground_in(self, box: records.Box) -> records.Ground:
        ground = self._ground
        coasts, grounds = self._coasts.inside(box), self._grounds.inside(box)
        drawings = (ground.drawings[at] for at in sorted(self._drawings.near(box)))
        return replace(
            ground,
            sea=coasts.get(0, ""),
            coast=coasts.get(1, ""),
            town=grounds.get(0, ""),
            walls=grounds.get(1, ""),
            borders=tuple(
                replace(ground.borders[at], line=line)
                for at, line in self._borders.inside(box).items()
            ),
            drawings=tuple(it for it in drawings if _meets((*it.at, *it.at), box)),
            regions=(),
        )

    def _ways_in(self, box: records.Box) -> Iterator[records.MapWay]:
        ways: dict[str, list[records.MapWay]] = {}
        for at, line in self._ways.inside(box).items():
            way = self._all_ways[at]
            ways.setdefault(way.kind, []).append(replace(way, line=line))
        for first, *others in ways.values():
            yield replace(first, line="".join((first.line, *(it.line for it in others))))


# Most editions have the same land.
@lru_cache(maxsize=4)
def _land_of(ground: records.Ground, ways: tuple[records.MapWay, ...]) -> _Land:
    return _Land(ground, ways)


def _areas_around(
    mark: records.PlaceMarker, marks: Mapping[Ref, records.PlaceMarker]
) -> Iterator[Ref]:
    """Yield the places around a place, the innermost first."""
    around = mark.within
    while around is not None:
        yield around
        around = marks[around].within


class _Paths:
    """Paths of SVG, to find what may be seen of them in a box.

    With ``can_skip`` they are rings of many lines, and those far from a box become few.
    """

    def __init__(self, paths: Sequence[str], *, can_skip: bool = False) -> None:
        self._parts: list[tuple[int, str, records.Box]] = []
        self._runs: dict[int, Sequence[_LongRun]] = {}
        self._grid: Grid[int] = Grid(_CELL)
        for index, path in enumerate(paths):
            for part in _PART.findall(path):
                points = [*_points_of(part)]
                box = box_of_points(points)
                if can_skip and len(points) > _LONG:
                    self._runs[len(self._parts)] = _runs_of(points)
                self._grid.add(box, len(self._parts))
                self._parts.append((index, part, box))

    def inside(self, box: records.Box) -> dict[int, str]:
        """The parts of each path that may be seen in a box, by its number."""
        found: dict[int, str] = {}
        for at in sorted({*self._grid.near(box)}):
            index, part, its_box = self._parts[at]
            if _meets(its_box, box):
                seen = _outline_in(self._runs[at], box) if at in self._runs else part
                found[index] = found.get(index, "") + seen
        return dict(sorted(found.items()))


def _runs_of(points: Sequence[records.Point]) -> tuple[_LongRun, ...]:
    """The points of a ring in long runs, each with its box and with the runs in it."""
    runs = [points[at : at + _LONG] for at in range(0, len(points), _LONG)]
    boxed = [(run, box_of_points(run)) for run in runs]
    parts = (boxed[at : at + _MANY] for at in range(0, len(boxed), _MANY))
    return tuple((part, _box_of_boxes([box for _, box in part])) for part in parts)


def _box_of_boxes(boxes: Sequence[records.Box]) -> records.Box:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _outline_in(runs: Iterable[_LongRun], box: records.Box) -> str:
    """A ring, unchanged in and near a box; beyond one of its sides, a straight line is enough."""
    near = box[0] - _RIM, box[1] - _RIM, box[2] + _RIM, box[3] + _RIM
    found: list[records.Point] = []
    skipped: Sequence[records.Point] = ()
    sides = 0
    for part, box_of_part in runs:
        beyond = sides & _sides_beyond(box_of_part, near)
        if beyond:
            # Each run in it is beyond these sides, and no other side is common to all of them.
            sides = beyond
            skipped = (skipped[0], part[-1][0][-1])
            continue
        for run, its_box in part:
            beyond = _sides_beyond(its_box, near)
            if sides & beyond:
                sides &= beyond
                skipped = (skipped[0], run[-1])
                continue
            found += skipped
            skipped, sides = ((run[0], run[-1]), beyond) if beyond else ((), beyond)
            found += () if beyond else run
    return path_of((*found, *skipped), is_closed=True)


def _sides_beyond(one: records.Box, other: records.Box) -> int:
    """The sides of another box beyond which a box is, as bits."""
    return (
        (one[2] < other[0])
        | (one[3] < other[1]) << 1
        | (one[0] > other[2]) << 2
        | (one[1] > other[3]) << 3
    )


def points_of_place(world: records.WorldMap, place: Ref) -> list[records.Point]:
    """The point of a place, or those of the places in an area that has none itself."""
    marks = {it.ref: it for it in world.marks}
    own = marks.get(place)
    if own is None:
        return []
    if own.at is not None:
        return [own.at]
    return [it.at for it in world.marks if it.at and place in _areas_around(it, marks)]


def _now(mark: records.PlaceMarker) -> records.PlaceMarker:
    """A marker with its latest holders only."""
    now = mark.runs[-1:]
    has_ruler = any(run.ruler for run in now)
    return replace(mark, runs=now, territory=mark.territory if has_ruler else "", neighbours=())


def box_around_points(
    points: list[records.Point], sheet: tuple[int, int], least: tuple[int, int]
) -> records.Box:
    """The box around points, with the ``least`` size at least, moved onto the sheet."""
    left, top, right, bottom = box_of_points(points)
    wide = min(max(right - left + 2 * _AROUND, least[0]), sheet[0])
    high = max(bottom - top + 2 * _AROUND, least[1], wide * least[1] // least[0])
    high = min(high, sheet[1])
    x = min(max((left + right - wide) // 2, 0), sheet[0] - wide)
    y = min(max((top + bottom - high) // 2, 0), sheet[1] - high)
    return x, y, x + wide, y + high


def _is_readable(label: records.Label, box: records.Box) -> bool:
    """Whether a label is a name, and as a whole in a box."""
    left, top, right, bottom = label.box
    is_whole = box[0] <= left and box[1] <= top and right <= box[2] and bottom <= box[3]
    return is_whole and not label.number


def _meets(one: records.Box, other: records.Box) -> bool:
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


def _points_of(part: str) -> Iterator[records.Point]:
    """The points of a part of a path, with those that curves are drawn by."""
    x, y, command = 0, 0, "M"
    for found, one, other in _STEP.findall(part):
        if found:
            command = found
        if command == "h":
            x += int(one)
        elif command == "l":
            x, y = x + int(one), y + int(other)
        else:
            x, y = int(one), int(other)
        yield x, y
