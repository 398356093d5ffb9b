"""The map of an edition: from what its reader knows of places to what stands where on a sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from chronicle.atlas import areas
from chronicle.atlas.fitting import Fitting, fitting, fitting_on, spread
from chronicle.atlas.ground import Ground, Spot, spots
from chronicle.atlas.labels import SIZES, Board, Plate, lines_of
from chronicle.atlas.sheet import (
    WIDTH,
    Area,
    Atlas,
    Backdrop,
    Box,
    Label,
    Mark,
    Point,
    Road,
    Run,
)
from chronicle.edition import BackdropView, Edition, PlaceView
from chronicle.facts import Ref

#: Half of the room that a mark takes: a bare one, and a master's arms by depth.
_BARE: Final = 9
_ARMS: Final = (28, 28, 21)


def atlas_of(edition: Edition) -> Atlas:
    """The map of all places that the reader of an edition knows."""
    return _Draughtsman.of(edition).atlas()


def _since(edition: Edition, place: PlaceView) -> int:
    return edition.known_since[Ref("place", place.id)]


def _spot(across: float, down: float) -> Spot:
    return round(across * 100), round(down * 100)


def _laid_under(view: BackdropView | None) -> tuple[Fitting, Backdrop] | None:
    """How the plane fits a sheet that a picture fills, and where the picture lies on it."""
    if view is None:
        return None
    left, top, right, bottom = view.extent
    fit, box = fitting_on((_spot(left, top), _spot(right, bottom)))
    return fit, Backdrop(view.path, view.words, box)


def _ground(place: PlaceView) -> Ground:
    position = None
    if place.position is not None:
        position = _spot(*place.position)
    within = place.within.id if place.within is not None else ""
    return Ground(place.id, within, tuple(ref.id for ref in place.neighbours), position)


@dataclass(frozen=True, slots=True)
class _Draughtsman:
    """All that is known of the places, in the order in which they are laid out."""

    edition: Edition
    places: Sequence[PlaceView]
    grounds: Mapping[str, Ground]
    fit: Fitting
    points: Mapping[str, Point]
    backdrop: Backdrop | None

    @classmethod
    def of(cls, edition: Edition) -> _Draughtsman:
        places = sorted(edition.places, key=lambda it: (_since(edition, it), it.written, it.id))
        grounds = {place.id: _ground(place) for place in places}
        laid = spots(list(grounds.values()))
        seen = {id: spot for id, spot in laid.items() if _has_mark(id, grounds)}
        fit, backdrop = _laid_under(edition.backdrop) or (fitting(seen.values()), None)
        points = spread([(id, fit.held(fit.point(spot))) for id, spot in seen.items()], fit)
        return cls(edition, places, grounds, fit, points, backdrop)

    def atlas(self) -> Atlas:
        outlines = areas.areas_of(self.grounds, self.points, self.since)
        roads = tuple(self.roads(outlines))
        labels = self.labels(outlines, roads)
        marks = tuple(self.mark(place, labels[place.id]) for place in self.places)
        bar = self.fit.bar() if self.in_miles() else None
        drawn = sorted(outlines.values(), key=lambda it: (-it.levels, it.ref))
        return Atlas(WIDTH, self.fit.height, tuple(drawn), roads, marks, bar, self.backdrop)

    def in_miles(self) -> bool:
        """Whether the author's own distances are what is drawn."""
        given = all(self.grounds[id].position is not None for id in self.points)
        return self.edition.in_miles and given and len(self.points) > 1

    def since(self, id: str) -> int:
        return self.edition.known_since[Ref("place", id)]

    def depth(self, id: str) -> int:
        return areas.depth_of(id, self.grounds)

    def mark(self, place: PlaceView, label: Label) -> Mark:
        ref = Ref("place", place.id)
        runs = tuple(self.runs(place.id))
        point = self.points.get(place.id)
        return Mark(ref, point, self.depth(place.id), self.since(place.id), label, runs)

    def runs(self, id: str) -> Iterator[Run]:
        """Who held a place, in stretches of turns without a change."""
        known = [turn for turn in self.edition.turns if turn.number >= self.since(id)]
        for holdings, turns in groupby(known, key=lambda turn: turn.holdings.get(id, ())):
            numbers = [turn.number for turn in turns]
            yield Run(numbers[0], numbers[-1], holdings)

    def roads(self, outlines: Mapping[str, Area]) -> Iterator[Road]:
        """A way between every two neighbours; a place that is only an area is met in its middle."""
        for id, ground in self.grounds.items():
            for other in ground.neighbours:
                if id < other:
                    ends = self.end(id, outlines), self.end(other, outlines)
                    yield Road(ends, _bend(*ends), max(self.since(id), self.since(other)))

    def end(self, id: str, outlines: Mapping[str, Area]) -> Point:
        return self.points[id] if id in self.points else areas.middle(outlines[id])

    def labels(self, outlines: Mapping[str, Area], roads: Sequence[Road]) -> dict[str, Label]:
        """Names of marks first, of large places before small ones; then those of bare areas."""
        marks = [_around(point, self.half(id)) for id, point in self.points.items()]
        along = [point for road in roads for point in _along(road)]
        if self.in_miles():
            marks.append((0, self.fit.height - 50, 260, self.fit.height))
        key = Plate(("8" * len(str(len(self.places))),), SIZES[-1], is_key=True)
        board = Board(self.fit.height, marks, along, key)
        labels: dict[str, Label] = {}
        for place in sorted(self.places, key=lambda it: self.depth(it.id)):
            if place.id in self.points:
                labels[place.id] = self.beside(board, place)
        for place in self.places:
            if place.id not in self.points:
                box = areas.box_of(outlines[place.id])
                labels[place.id] = board.around(box, self.plate(place))
        return self.numbered(labels)

    def numbered(self, labels: Mapping[str, Label]) -> dict[str, Label]:
        """Labels with numbers where names have no room, in the order of the list below the map."""
        listed = sorted(self.places, key=lambda it: it.name.lower())
        keyed = [it.id for it in listed if labels[it.id].number]
        numbers = {id: number for number, id in enumerate(keyed, start=1)}
        return {
            id: replace(label, number=numbers[id], lines=(str(numbers[id]),))
            if id in numbers
            else label
            for id, label in labels.items()
        }

    def beside(self, board: Board, place: PlaceView) -> Label:
        return board.beside(self.points[place.id], self.plate(place), self.half(place.id) + 5)

    def half(self, id: str) -> int:
        """Half of the room that a mark takes in any turn."""
        ruled = any(run.ruler for run in self.runs(id))
        return _ARMS[min(self.depth(id), len(_ARMS) - 1)] if ruled else _BARE

    def plate(self, place: PlaceView) -> Plate:
        size = SIZES[min(self.depth(place.id), len(SIZES) - 1)]
        most = max((len(run.others) for run in self.runs(place.id)), default=0)
        return Plate(lines_of(place.name), size, most)


def _has_mark(id: str, grounds: Mapping[str, Ground]) -> bool:
    """Whether a place has a point: not if it has no position and what lies in it does."""
    if grounds[id].position is not None:
        return True
    return not any(_is_given(it.id, grounds) for it in grounds.values() if it.within == id)


def _is_given(id: str, grounds: Mapping[str, Ground]) -> bool:
    """Whether a place, or something that lies in it, has a position."""
    inside = (it.id for it in grounds.values() if it.within == id)
    return grounds[id].position is not None or any(_is_given(it, grounds) for it in inside)


def _around(point: Point, half: int) -> Box:
    return point[0] - half, point[1] - half, point[0] + half, point[1] + half


def _bend(one: Point, other: Point) -> Point:
    """A point a little aside of the middle of a road, always to the same hand."""
    x, y = other[0] - one[0], other[1] - one[1]
    return (one[0] + other[0]) // 2 - y // 12, (one[1] + other[1]) // 2 + x // 12


def _along(road: Road) -> Iterator[Spot]:
    """Points along a road, in sixteenths of it."""
    (ax, ay), (cx, cy) = road.ends
    bx, by = road.bend
    for at in range(1, 16):
        left, right = 16 - at, at
        yield (
            (ax * left * left + 2 * bx * left * right + cx * right * right) // 256,
            (ay * left * left + 2 * by * left * right + cy * right * right) // 256,
        )
