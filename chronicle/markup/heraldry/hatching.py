"""Hatching: line patterns for colours, used by engravers since 1638.

Gold is dotted and silver is blank; red has vertical lines, blue horizontal ones, green lines that
fall to the right, purple lines that rise; black has crossed lines.
"""

from __future__ import annotations

import colorsys
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, Literal

Tincture = Literal["or", "argent", "gules", "azure", "vert", "purpure", "sable", "tenne"]
Point = tuple[float, float]
Ring = tuple[Point, ...]

#: The distance between lines, in units of a shield, and between dots in a row.
_STEP: Final = 2.6
DOT_GAP: Final = 3.9
_MIN_LINE: Final = 0.1
#: In degrees, clockwise: 45 falls to the right.
_LINES: Final[Mapping[Tincture, tuple[int, ...]]] = {
    "or": (0,),
    "argent": (),
    "gules": (90,),
    "azure": (0,),
    "vert": (45,),
    "purpure": (135,),
    "sable": (0, 90),
    "tenne": (0, 135),
}
#: The tincture of hues up to these, in degrees.
_HUES: Final[tuple[tuple[int, Tincture], ...]] = (
    (14, "gules"),
    (38, "tenne"),
    (68, "or"),
    (170, "vert"),
    (258, "azure"),
    (335, "purpure"),
    (360, "gules"),
)
#: A command of an SVG path and its parameters.
_STROKES: Final = re.compile(r"([MLHVQC])([^MLHVQC]*)")
_AMOUNTS: Final = re.compile(r"-?\d+(?:\.\d+)?")
_CURVE_STEPS: Final = 8


def tincture_of(color: str) -> Tincture:
    """The heraldic tincture nearest to a colour (`#rrggbb`)."""
    red, green, blue = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    hue, lightness, saturation = colorsys.rgb_to_hls(red, green, blue)
    if lightness > 0.86 or (saturation < 0.16 and lightness >= 0.5):
        return "argent"
    if lightness < 0.11 or saturation < 0.16:
        return "sable"
    return next(tincture for most, tincture in _HUES if hue * 360 <= most)


def hatching_path(tincture: Tincture, rings: Sequence[Ring]) -> str:
    """The lines of a tincture inside rings (by the even-odd rule), as a path to be stroked.

    Those of gold must be stroked with dots, ``DOT_GAP`` apart.
    """
    if tincture == "or":
        return "".join(_dotted_path(*line) for line in _lines(0, rings))
    return "".join(
        _line_path(start, end) for angle in _LINES[tincture] for start, end in _lines(angle, rings)
    )


def _line_path(start: Point, end: Point) -> str:
    (x, y), (other_x, other_y) = start, end
    if abs(y - other_y) < 0.05:
        return f"M{_format_number(x)} {_format_number(y)}H{_format_number(other_x)}"
    if abs(x - other_x) < 0.05:
        return f"M{_format_number(x)} {_format_number(y)}V{_format_number(other_y)}"
    move = f"M{_format_number(x)} {_format_number(y)}"
    return f"{move}l{_format_number(other_x - x)} {_format_number(other_y - y)}"


def _dotted_path(start: Point, end: Point) -> str:
    """A row that begins with a dot; every other row is shifted by half a gap."""
    row = round(start[1] / _STEP - 0.5)
    offset = DOT_GAP / 2 if row % 2 else 0.0
    first = math.ceil((start[0] - offset) / DOT_GAP) * DOT_GAP + offset
    return _line_path((first, start[1]), end) if first < end[0] else ""


def rings_of(path: str) -> tuple[Ring, ...]:
    """The closed outlines of a path, with curves as short straight lines."""
    return tuple(ring for part in path.split("z") if (ring := tuple(_path_points(part))))


def _path_points(part: str) -> Iterator[Point]:
    here: Point = (0.0, 0.0)
    for command, written in _STROKES.findall(part):
        amounts = [float(amount) for amount in _AMOUNTS.findall(written)]
        match command:
            case "H":
                points = [here, (amounts[0], here[1])]
            case "V":
                points = [here, (here[0], amounts[0])]
            case _:
                points = [here, *zip(amounts[::2], amounts[1::2], strict=True)]
        yield from _curve_points(points)
        here = points[-1]


def _curve_points(points: Sequence[Point]) -> Iterator[Point]:
    """Points on a Bézier curve without its first one; for a straight line just its end."""
    steps = _CURVE_STEPS if len(points) > 2 else 1
    for step in range(1, steps + 1):
        level, t = list(points), step / steps
        while len(level) > 1:
            level = [
                (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])) for a, b in pairwise(level)
            ]
        yield level[0]


def _lines(angle: int, rings: Sequence[Ring]) -> Iterator[tuple[Point, Point]]:
    """The parts of parallel lines that are inside rings."""
    turned = [tuple(_rotate(point, -angle) for point in ring) for ring in rings]
    heights = [y for ring in turned for _, y in ring]
    if not heights:
        return
    # Shifted by half a step, so that no line is on an edge.
    for number in range(math.floor(min(heights) / _STEP), math.ceil(max(heights) / _STEP)):
        level = (number + 0.5) * _STEP
        crossed = sorted(_crossings(level, turned))
        for start, end in zip(crossed[::2], crossed[1::2], strict=True):
            # Where an edge of the division coincides with the outline, there is no area between
            # them.
            if end - start > _MIN_LINE:
                yield _rotate((start, level), angle), _rotate((end, level), angle)


def _crossings(level: float, rings: Sequence[Ring]) -> Iterator[float]:
    for ring in rings:
        for (x, y), (other_x, other_y) in pairwise((*ring, ring[0])):
            if (y > level) != (other_y > level):
                yield x + (level - y) / (other_y - y) * (other_x - x)


def _rotate(point: Point, degrees: int) -> Point:
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return point[0] * cos - point[1] * sin, point[0] * sin + point[1] * cos


def _format_number(amount: float) -> str:
    return f"{round(amount, 1) + 0:g}"
