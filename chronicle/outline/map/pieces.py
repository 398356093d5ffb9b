"""Pieces of a map for other pages: what is on it now, whole or around one place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from chronicle.model.facts import Ref
from chronicle.outline.map import records
from chronicle.outline.map.grid import box_of_points
from chronicle.records import replace

#: The size of a piece around a place, and how far one around an area reaches beyond its places.
_WIDTH: Final = 480
_HEIGHT: Final = 320
_AROUND: Final = 60
_PART: Final = re.compile(r"M[^M]+")
_STEP: Final = re.compile(r"([MQlh]?)(-?\d+)(?:[ ]?(-?\d+))?")


def whole_piece(world: records.WorldMap) -> records.MapPiece:
    """The whole map, without what is past, and with the labels of a small map."""
    marks = tuple(replace(_now(mark), label=None) for mark in world.marks)
    box = 0, 0, world.width, world.height
    return records.MapPiece(replace(world, marks=marks, listed=(), before=()), box, None)


def piece_around(world: records.WorldMap, place: Ref) -> records.MapPiece | None:
    """The part of a map around a place or an area; None if it is not on the map."""
    points = points_of_place(world, place)
    if not points:
        return None
    box = box_around_points(points, (world.width, world.height), (_WIDTH, _HEIGHT))
    marks = tuple(
        replace(
            mark,
            at=mark.at if mark.at and _meets((*mark.at, *mark.at), box) else None,
            label=mark.label if mark.label and _is_readable(mark.label, box) else None,
            territory=_inside(mark.territory, box),
            far=None,
        )
        for mark in map(_now, world.marks)
    )
    ground = world.ground
    cut = replace(
        ground,
        sea=_inside(ground.sea, box),
        coast=_inside(ground.coast, box),
        town=_inside(ground.town, box),
        walls=_inside(ground.walls, box),
        borders=tuple(
            replace(border, line=line)
            for border in ground.borders
            if (line := _inside(border.line, box))
        ),
        drawings=tuple(it for it in ground.drawings if _meets((*it.at, *it.at), box)),
    )
    ways = tuple(replace(way, line=line) for way in world.ways if (line := _inside(way.line, box)))
    shown = tuple(mark for mark in marks if mark.at or mark.label or mark.territory)
    part = replace(
        world, ground=cut, ways=ways, marks=shown, listed=(), before=(), cartouche=None, bar=None
    )
    is_drawn = any(it.ref == place and (it.at or it.label or it.far) for it in world.marks)
    return records.MapPiece(part, box, place, f"place-{place.id}" if is_drawn else "")


def points_of_place(world: records.WorldMap, place: Ref) -> list[records.Point]:
    """The point of a place, or those of the places in an area that has none itself."""
    marks = {it.ref: it for it in world.marks}
    own = marks.get(place)
    if own is None:
        return []
    if own.at is not None:
        return [own.at]
    return [it.at for it in world.marks if it.at and _is_within(it, place, marks)]


def _is_within(
    mark: records.PlaceMarker, area: Ref, marks: Mapping[Ref, records.PlaceMarker]
) -> bool:
    around = mark.within
    while around is not None and around != area:
        around = marks[around].within
    return around == area


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


def _inside(path: str, box: records.Box) -> str:
    """The parts of a path of SVG that may be seen in a box."""
    return "".join(part for part, its_box in _parts(path) if _meets(its_box, box))


@lru_cache(maxsize=2048)
def _parts(path: str) -> tuple[tuple[str, records.Box], ...]:
    """The parts of a path of SVG, each with its box; pieces of all places ask for the same."""
    return tuple((part, box_of_points(_points_of(part))) for part in _PART.findall(path))


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
