"""From the plane to the sheet: one scale for both ways, and marks that don't cover each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from chronicle.outline.map.positions import Spot, apart
from chronicle.outline.map.records import (
    EDGE,
    LOWEST,
    SIDE,
    TALLEST,
    TALLEST_PICTURE,
    WIDTH,
    Bar,
    Box,
    Point,
)

#: The least distance between two marks on a sheet.
GAP: Final = 36
#: No mark is moved nearer to the edge than this; on a picture it may stand nearer.
_RIM: Final = 76
_RIM_OF_PICTURE: Final = 30
#: Eight ways aside in thousandths, tried in this order for a mark that would cover another.
_ASIDE: Final = (
    (1000, 0), (-1000, 0), (707, 707), (-707, 707),
    (707, -707), (-707, -707), (0, 1000), (0, -1000),
)  # fmt: skip
#: How far aside a mark may be moved, in least distances.
_OUT: Final = 24
#: Round numbers that a scale may show, in miles.
_ROUND: Final = tuple(part * 10**power for power in range(6) for part in (1, 2, 5))
#: About as long as a bar may get.
_BAR: Final = 190


@dataclass(frozen=True, slots=True)
class Fitting:
    """How the plane is laid on the sheet: ``part`` units of the sheet for ``whole`` of the plane.

    ``corner`` of the plane comes to lie at ``start``. Marks are moved within ``inner`` alone.
    """

    part: int
    whole: int
    corner: Spot
    start: Point
    height: int
    inner: Box

    def point(self, spot: Spot) -> Point:
        """Where a spot comes to lie."""
        x, y = spot[0] - self.corner[0], spot[1] - self.corner[1]
        return self.start[0] + self._long(x), self.start[1] + self._long(y)

    def held(self, point: Point) -> Point:
        """The nearest point to one on which a mark may stand."""
        left, top, right, bottom = self.inner
        return min(max(point[0], left), right), min(max(point[1], top), bottom)

    def _long(self, length: int) -> int:
        return (2 * length * self.part + self.whole) // (2 * self.whole)

    def bar(self) -> Bar | None:
        """The scale where the plane is in miles; None where none of the round numbers fits."""
        fitting = [miles for miles in _ROUND if self._long(miles * 100) <= _BAR]
        return Bar(self._long(fitting[-1] * 100), fitting[-1]) if fitting else None


def fitting(spots: Iterable[Spot]) -> Fitting:
    """The largest scale at which all spots lie on the sheet."""
    found = list(spots) or [(0, 0)]
    left, right = min(x for x, _ in found), max(x for x, _ in found)
    top, bottom = min(y for _, y in found), max(y for _, y in found)
    across, down = right - left, bottom - top
    wide, tall = WIDTH - 2 * SIDE, TALLEST - 2 * EDGE
    # Whichever way is the longer for its room decides; a lone place lies in the middle.
    part, whole = (wide, across) if across * tall >= down * wide else (tall, down)
    if not whole:
        part, whole = 1, 1
    used = (2 * down * part + whole) // (2 * whole)
    height = max(LOWEST, used + 2 * EDGE)
    free_across = WIDTH - (2 * across * part + whole) // (2 * whole)
    start = free_across // 2, (height - used) // 2
    inner = _RIM, _RIM, WIDTH - _RIM, height - _RIM
    return Fitting(part, whole, (left, top), start, height, inner)


def fitting_on(corners: tuple[Spot, Spot]) -> tuple[Fitting, Box]:
    """The scale at which a picture between two corners fills the sheet, and its box there."""
    (left, top), (right, bottom) = corners
    across, down = max(right - left, 1), max(bottom - top, 1)
    part, whole = (WIDTH, across)
    if down * WIDTH > TALLEST_PICTURE * across:
        part, whole = (TALLEST_PICTURE, down)
    wide, high = across * part // whole, max(down * part // whole, 1)
    height = max(high, LOWEST)
    x, y = (WIDTH - wide) // 2, (height - high) // 2
    box = x, y, x + wide, y + high
    rim = min(_RIM_OF_PICTURE, wide // 2, high // 2)
    inner = x + rim, y + rim, x + wide - rim, y + high - rim
    return Fitting(part, whole, (left, top), (x, y), height, inner), box


def spread(wanted: Sequence[tuple[str, Point]], fit: Fitting) -> Mapping[str, Point]:
    """Points of marks by id, each where it is wanted or as near as the earlier ones leave it."""
    found: dict[str, Point] = {}
    for id, point in wanted:
        found[id] = _clear(point, list(found.values()), fit)
    return found


def _clear(point: Point, taken: Sequence[Point], fit: Fitting) -> Point:
    for out in (0, *range(GAP, _OUT * GAP, GAP // 2)):
        for x, y in _ASIDE if out else ((0, 0),):
            tried = point[0] + x * out // 1000, point[1] + y * out // 1000
            if tried == fit.held(tried) and all(
                apart(tried, other) >= GAP * GAP * 9 // 10 for other in taken
            ):
                return tried
    return point
