"""Convert positions to map coordinates, with one scale and without overlapping markers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import isqrt
from typing import Final

from chronicle.outline.map import records
from chronicle.outline.map.grid import Grid, box_around
from chronicle.outline.map.positions import PlanePoint, squared_distance
from chronicle.records import Record

#: The minimum distance of two markers.
MIN_MARKER_DISTANCE: Final = 36
#: The minimum distance of a marker from the edge, and on an image.
_MARKER_MARGIN: Final = 76
_MARKER_MARGIN_ON_PICTURE: Final = 30
#: The minimum distance on a coast that the author has drawn, where each has its place.
MIN_DRAWN_DISTANCE: Final = 16
#: Eight directions in thousandths, tried in this order for a marker that would cover another.
_DIRECTIONS: Final = (
    (1000, 0), (-1000, 0), (707, 707), (-707, 707),
    (707, -707), (-707, -707), (0, 1000), (0, -1000),
)  # fmt: skip
#: How many markers a map of normal size has space for.
_MARKERS: Final = 100
#: How far a marker may be moved, in minimum distances.
_MAX_SHIFT: Final = 24
#: Round numbers for a scale bar, in miles.
_ROUND_MILES: Final = tuple(part * 10**power for power in range(6) for part in (1, 2, 5))
#: The approximate maximum length of a scale bar.
_MAX_BAR_LENGTH: Final = 190


class MapScale(Record):
    """The scale of a map: ``part`` units of the map for ``whole`` units of positions.

    The position ``corner`` is mapped to ``start``. Markers are kept within ``inner``.
    """

    part: int
    whole: int
    corner: PlanePoint
    start: records.Point
    width: int
    height: int
    inner: records.Box

    def point(self, spot: PlanePoint) -> records.Point:
        """The map coordinates of a position."""
        x, y = spot[0] - self.corner[0], spot[1] - self.corner[1]
        return self.start[0] + self._long(x), self.start[1] + self._long(y)

    def held(self, point: records.Point) -> records.Point:
        """The nearest point on which a marker may be placed."""
        left, top, right, bottom = self.inner
        return min(max(point[0], left), right), min(max(point[1], top), bottom)

    def _long(self, length: int) -> int:
        return (2 * length * self.part + self.whole) // (2 * self.whole)

    def bar(self) -> records.ScaleBar | None:
        """The scale bar for positions in miles; None if no round number fits."""
        fitting = [miles for miles in _ROUND_MILES if self._long(miles * 100) <= _MAX_BAR_LENGTH]
        return records.ScaleBar(self._long(fitting[-1] * 100), fitting[-1]) if fitting else None


def map_size(markers: int, *, has_picture: bool) -> tuple[int, int]:
    """The width and the maximum height of a map; with many markers it is larger.

    It grows in steps of half its normal size, so that it rarely changes.
    """
    halves = max(2, isqrt(max(markers - 1, 0) * 4 // _MARKERS) + 1)
    height = records.MAX_PICTURE_HEIGHT if has_picture else records.MAX_HEIGHT
    return records.WIDTH * halves // 2, height * halves // 2


def fit_to_points(spots: Iterable[PlanePoint], size: tuple[int, int]) -> MapScale:
    """The largest scale at which all positions fit on a map of a width and a maximum height."""
    found = list(spots) or [(0, 0)]
    left, right = min(x for x, _ in found), max(x for x, _ in found)
    top, bottom = min(y for _, y in found), max(y for _, y in found)
    across, down = right - left, bottom - top
    width, max_height = size
    wide, tall = width - 2 * records.SIDE_MARGIN, max_height - 2 * records.TOP_MARGIN
    # The tighter dimension decides; a single place is centred.
    part, whole = (wide, across) if across * tall >= down * wide else (tall, down)
    if not whole:
        part, whole = 1, 1
    used = (2 * down * part + whole) // (2 * whole)
    height = max(records.MIN_HEIGHT, used + 2 * records.TOP_MARGIN)
    free_across = width - (2 * across * part + whole) // (2 * whole)
    start = free_across // 2, (height - used) // 2
    inner = _MARKER_MARGIN, _MARKER_MARGIN, width - _MARKER_MARGIN, height - _MARKER_MARGIN
    return MapScale(part, whole, (left, top), start, width, height, inner)


def fit_to_backdrop(
    corners: tuple[PlanePoint, PlanePoint], size: tuple[int, int]
) -> tuple[MapScale, records.Box]:
    """The scale at which an image between two corners fills the map, and its box."""
    width, max_height = size
    (left, top), (right, bottom) = corners
    across, down = max(right - left, 1), max(bottom - top, 1)
    part, whole = (width, across)
    if down * width > max_height * across:
        part, whole = (max_height, down)
    wide, high = across * part // whole, max(down * part // whole, 1)
    height = max(high, records.MIN_HEIGHT)
    x, y = (width - wide) // 2, (height - high) // 2
    box = x, y, x + wide, y + high
    rim = min(_MARKER_MARGIN_ON_PICTURE, wide // 2, high // 2)
    inner = x + rim, y + rim, x + wide - rim, y + high - rim
    return MapScale(part, whole, (left, top), (x, y), width, height, inner), box


def spread_markers(
    wanted: Sequence[tuple[str, records.Point]], fit: MapScale, least: int = MIN_MARKER_DISTANCE
) -> Mapping[str, records.Point]:
    """Points of markers by id, each as near to its position as the earlier ones allow.

    ``least`` is the minimum distance of two.
    """
    found: dict[str, records.Point] = {}
    taken: Grid[records.Point] = Grid(least)
    for id, point in wanted:
        found[id] = _free_point(point, taken, fit, least)
        taken.add((*found[id], *found[id]), found[id])
    return found


def _free_point(
    point: records.Point, taken: Grid[records.Point], fit: MapScale, least: int
) -> records.Point:
    for out in (0, *range(least, _MAX_SHIFT * least, least // 2)):
        for x, y in _DIRECTIONS if out else ((0, 0),):
            tried = point[0] + x * out // 1000, point[1] + y * out // 1000
            if tried == fit.held(tried) and all(
                squared_distance(tried, other) >= least * least * 9 // 10
                for other in taken.near(box_around(tried, least))
            ):
                return tried
    return point
