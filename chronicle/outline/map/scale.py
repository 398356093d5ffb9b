"""From the plane to the sheet: one scale for both ways, and marks that don't cover each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from chronicle.outline.map.positions import PlanePoint, squared_distance
from chronicle.outline.map.records import (
    MAX_HEIGHT,
    MAX_PICTURE_HEIGHT,
    MIN_HEIGHT,
    SIDE_MARGIN,
    TOP_MARGIN,
    WIDTH,
    Box,
    Point,
    ScaleBar,
)

#: The least distance between two marks on a sheet.
MIN_MARKER_DISTANCE: Final = 36
#: No mark is moved nearer to the edge than this; on a picture it may stand nearer.
_MARKER_MARGIN: Final = 76
_MARKER_MARGIN_ON_PICTURE: Final = 30
#: Eight ways aside in thousandths, tried in this order for a mark that would cover another.
_DIRECTIONS: Final = (
    (1000, 0), (-1000, 0), (707, 707), (-707, 707),
    (707, -707), (-707, -707), (0, 1000), (0, -1000),
)  # fmt: skip
#: How far aside a mark may be moved, in least distances.
_MAX_SHIFT: Final = 24
#: Round numbers that a scale may show, in miles.
_ROUND_MILES: Final = tuple(part * 10**power for power in range(6) for part in (1, 2, 5))
#: About as long as a bar may get.
_MAX_BAR_LENGTH: Final = 190


@dataclass(frozen=True, slots=True)
class MapScale:
    """How the plane is laid on the sheet: ``part`` units of the sheet for ``whole`` of the plane.

    ``corner`` of the plane comes to lie at ``start``. Marks are moved within ``inner`` alone.
    """

    part: int
    whole: int
    corner: PlanePoint
    start: Point
    height: int
    inner: Box

    def point(self, spot: PlanePoint) -> Point:
        """Where a spot comes to lie."""
        x, y = spot[0] - self.corner[0], spot[1] - self.corner[1]
        return self.start[0] + self._long(x), self.start[1] + self._long(y)

    def held(self, point: Point) -> Point:
        """The nearest point to one on which a mark may stand."""
        left, top, right, bottom = self.inner
        return min(max(point[0], left), right), min(max(point[1], top), bottom)

    def _long(self, length: int) -> int:
        return (2 * length * self.part + self.whole) // (2 * self.whole)

    def bar(self) -> ScaleBar | None:
        """The scale where the plane is in miles; None where none of the round numbers fits."""
        fitting = [miles for miles in _ROUND_MILES if self._long(miles * 100) <= _MAX_BAR_LENGTH]
        return ScaleBar(self._long(fitting[-1] * 100), fitting[-1]) if fitting else None


def fit_to_points(spots: Iterable[PlanePoint]) -> MapScale:
    """The largest scale at which all spots lie on the sheet."""
    found = list(spots) or [(0, 0)]
    left, right = min(x for x, _ in found), max(x for x, _ in found)
    top, bottom = min(y for _, y in found), max(y for _, y in found)
    across, down = right - left, bottom - top
    wide, tall = WIDTH - 2 * SIDE_MARGIN, MAX_HEIGHT - 2 * TOP_MARGIN
    # Whichever way is the longer for its room decides; a lone place lies in the middle.
    part, whole = (wide, across) if across * tall >= down * wide else (tall, down)
    if not whole:
        part, whole = 1, 1
    used = (2 * down * part + whole) // (2 * whole)
    height = max(MIN_HEIGHT, used + 2 * TOP_MARGIN)
    free_across = WIDTH - (2 * across * part + whole) // (2 * whole)
    start = free_across // 2, (height - used) // 2
    inner = _MARKER_MARGIN, _MARKER_MARGIN, WIDTH - _MARKER_MARGIN, height - _MARKER_MARGIN
    return MapScale(part, whole, (left, top), start, height, inner)


def fit_to_backdrop(corners: tuple[PlanePoint, PlanePoint]) -> tuple[MapScale, Box]:
    """The scale at which a picture between two corners fills the sheet, and its box there."""
    (left, top), (right, bottom) = corners
    across, down = max(right - left, 1), max(bottom - top, 1)
    part, whole = (WIDTH, across)
    if down * WIDTH > MAX_PICTURE_HEIGHT * across:
        part, whole = (MAX_PICTURE_HEIGHT, down)
    wide, high = across * part // whole, max(down * part // whole, 1)
    height = max(high, MIN_HEIGHT)
    x, y = (WIDTH - wide) // 2, (height - high) // 2
    box = x, y, x + wide, y + high
    rim = min(_MARKER_MARGIN_ON_PICTURE, wide // 2, high // 2)
    inner = x + rim, y + rim, x + wide - rim, y + high - rim
    return MapScale(part, whole, (left, top), (x, y), height, inner), box


def spread_markers(wanted: Sequence[tuple[str, Point]], fit: MapScale) -> Mapping[str, Point]:
    """Points of marks by id, each where it is wanted or as near as the earlier ones leave it."""
    found: dict[str, Point] = {}
    for id, point in wanted:
        found[id] = _free_point(point, list(found.values()), fit)
    return found


def _free_point(point: Point, taken: Sequence[Point], fit: MapScale) -> Point:
    for out in (
        0,
        *range(MIN_MARKER_DISTANCE, _MAX_SHIFT * MIN_MARKER_DISTANCE, MIN_MARKER_DISTANCE // 2),
    ):
        for x, y in _DIRECTIONS if out else ((0, 0),):
            tried = point[0] + x * out // 1000, point[1] + y * out // 1000
            if tried == fit.held(tried) and all(
                squared_distance(tried, other)
                >= MIN_MARKER_DISTANCE * MIN_MARKER_DISTANCE * 9 // 10
                for other in taken
            ):
                return tried
    return point
