"""Natural-looking lines: points are moved by noise that depends on where they are alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import sqrt
from typing import Final, TypeAlias

from chronicle.outline.map.records import Point

#: Horizontal and vertical position between whole units.
Spot: TypeAlias = tuple[float, float]
#: The waves of the noise: the distance of their crests, how far they move a point, and at what
#: distance from the next place they are as high as they get. They are flat enough that lines which
#: don't meet still don't meet afterwards.
_WAVES: Final = ((230, 19, 150), (61, 7, 40), (27, 3, 18))
#: The distance of points along a line.
_STEP: Final = 9


#: The noise is the same again after so many crests.
_PERIOD: Final = 64


@cache
def _crests() -> tuple[Sequence[float], Sequence[float]]:
    """The noise at each crest, row by row: how far across and down, from -1 to 1."""
    across, down = [], []
    for place in range(_PERIOD * _PERIOD):
        mixed = (place * 668265263 + 374761393) & 0xFFFFFFFF
        mixed = ((mixed ^ (mixed >> 13)) * 1274126177) & 0xFFFFFFFF
        mixed ^= mixed >> 16
        across.append((mixed & 0xFF) / 127.5 - 1)
        down.append((mixed >> 8 & 0xFF) / 127.5 - 1)
    return across, down


def shift(x: float, y: float, away: float) -> Spot:
    """How far the noise moves a point that is at a distance from the next place."""
    wide, high = _crests()
    across = down = 0.0
    for size, most, far in _WAVES:
        left, top = int(x // size), int(y // size)
        u, v = x / size - left, y / size - top
        u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
        left, right = (left + most) % _PERIOD, (left + most + 1) % _PERIOD
        row, below = top % _PERIOD * _PERIOD, (top + 1) % _PERIOD * _PERIOD
        strength = most * away / far if away < far else most
        a, b = (1 - u) * (1 - v) * strength, u * (1 - v) * strength
        c, d = (1 - u) * v * strength, u * v * strength
        one, two, three, four = row + left, row + right, below + left, below + right
        across += wide[one] * a + wide[two] * b + wide[three] * c + wide[four] * d
        down += high[one] * a + high[two] * b + high[three] * c + high[four] * d
    return across, down


def rough_line(start: Spot, end: Spot, site: Spot) -> tuple[Point, ...]:
    """A line between two points, less rough near the place whose ground it bounds."""
    long = sqrt((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2)
    steps = max(int(long / _STEP + 0.5), 1)
    found = []
    for at in range(steps + 1):
        x = start[0] + (end[0] - start[0]) * at / steps
        y = start[1] + (end[1] - start[1]) * at / steps
        away = sqrt((x - site[0]) ** 2 + (y - site[1]) ** 2)
        across, down = shift(x, y, away)
        found.append((round(x + across), round(y + down)))
    return tuple(found)


def winding_line(start: Spot, end: Spot, leave: Spot, arrive: Spot) -> Iterator[Point]:
    """A curve between two points that winds between them; it leaves and arrives in directions."""
    long = sqrt((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2)
    steps = max(int(long / _STEP + 0.5), 2)
    for at in range(steps + 1):
        t = at / steps
        rest = 1 - t
        a, b = rest * rest * (1 + 2 * t), t * t * (3 - 2 * t)
        c, d = t * rest * rest, -t * t * rest
        x = a * start[0] + b * end[0] + c * leave[0] + d * arrive[0]
        y = a * start[1] + b * end[1] + c * leave[1] + d * arrive[1]
        across, down = shift(x, y, long * t * rest)
        yield round(x + across), round(y + down)


def path_of(points: Iterable[Point], *, is_closed: bool = False) -> str:
    """Points as a path of SVG."""
    found = iter(points)
    x, y = next(found)
    drawn = [f"M{x} {y}"]
    begun = False
    for across, down in found:
        if (across, down) == (x, y):
            continue
        step = f"{across - x}{'' if down < y else ' '}{down - y}"
        drawn.append(("" if step[0] == "-" else " ") + step if begun else "l" + step)
        begun = True
        x, y = across, down
    return "".join(drawn) + ("z" if is_closed else "" if begun else "h0")
