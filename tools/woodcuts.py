"""Woodcuts: pictures drawn with strokes alone, so that no program and no font is needed for it."""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, TypeAlias

Point: TypeAlias = tuple[float, float]
Line: TypeAlias = Sequence[Point]

_PAPER, _INK = (244, 236, 214), (38, 34, 30)
#: Steps from paper to ink; with four bits for a pixel, sixteen.
_SHADES: Final = 16
#: Letters as strokes on a grid of four by six, each stroke a run of points.
_LETTERS: Final = {
    "A": ("06 20 46", "14 34"),
    "D": ("00 06 26 44 42 20 00",),
    "E": ("40 00 06 46", "03 33"),
    "H": ("00 06", "40 46", "03 43"),
    "I": ("20 26",),
    "K": ("00 06", "40 03 46"),
    "L": ("00 06 46",),
    "M": ("06 00 23 40 46",),
    "N": ("06 00 46 40",),
    "O": ("10 30 42 44 36 16 04 02 10",),
    "P": ("06 00 30 41 42 33 03",),
    "R": ("06 00 30 41 42 33 03", "23 46"),
    "S": ("41 30 10 01 02 13 33 44 45 36 16 05",),
    "T": ("00 40", "20 26"),
    "U": ("00 05 16 36 45 40",),
    "V": ("00 26 40",),
}


@dataclass(slots=True)
class Block:
    """A block of wood: how much ink each of its pixels takes, from 0 to 1."""

    width: int
    height: int
    ink: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.ink = [0.0] * (self.width * self.height)

    def near(self, a: Point, b: Point, reach: float) -> Iterator[tuple[int, float]]:
        """The pixels near a stretch from one point to another, each with how far off it is."""
        (ax, ay), (bx, by) = a, b
        across, down = bx - ax, by - ay
        square = across * across + down * down or 1.0
        left, right = (
            max(0, int(min(ax, bx) - reach)),
            min(self.width - 1, int(max(ax, bx) + reach)),
        )
        top, low = max(0, int(min(ay, by) - reach)), min(self.height - 1, int(max(ay, by) + reach))
        for y in range(top, low + 1):
            for x in range(left, right + 1):
                along = min(1.0, max(0.0, ((x - ax) * across + (y - ay) * down) / square))
                off = math.hypot(x - ax - along * across, y - ay - along * down)
                if off < reach:
                    yield y * self.width + x, off

    def cut(self, line: Line, width: float = 1.6) -> None:
        """Draws a line through all its points."""
        for a, b in pairwise(line):
            for at, off in self.near(a, b, width / 2 + 1):
                self.ink[at] = max(self.ink[at], min(1.0, width / 2 + 0.5 - off))

    def clear(self, corners: Line) -> None:
        """Leaves paper within a shape, for what stands before what is drawn already."""
        for y in range(self.height):
            sides = sorted(_crossings(corners, y))
            for left, right in zip(sides[::2], sides[1::2], strict=False):
                for x in range(max(0, math.ceil(left)), min(self.width, int(right) + 1)):
                    self.ink[y * self.width + x] = 0.0

    def shape(self, corners: Line, width: float = 1.6) -> None:
        """Draws a shape that hides what is behind it."""
        self.clear(corners)
        self.cut([*corners, corners[0]], width)

    def write(self, words: str, left: float, top: float, size: float = 2.2) -> None:
        """Writes capital letters, each four grids wide."""
        for index, letter in enumerate(words):
            for stroke in _LETTERS.get(letter, ()):
                points = [(int(point[0]), int(point[1])) for point in stroke.split()]
                x = left + index * 5.6 * size
                self.cut([(x + size * px, top + size * py) for px, py in points], 1.7)

    def waters(self, shore: Line, *, at: Sequence[float]) -> None:
        """Draws lines along the inside of a shore, at these distances from it."""
        reach = max(at) + 2
        distances: dict[int, float] = {}
        for a, b in zip(shore, [*shore[1:], shore[0]], strict=True):
            for pixel, off in self.near(a, b, reach):
                distances[pixel] = min(off, distances.get(pixel, reach))
        for y in range(self.height):
            sides = sorted(_crossings(shore, y))
            for left, right in zip(sides[::2], sides[1::2], strict=False):
                for x in range(max(0, math.ceil(left)), min(self.width, int(right) + 1)):
                    off = distances.get(y * self.width + x, reach)
                    shade = max(1.0 - abs(off - line) for line in at)
                    pixel = y * self.width + x
                    self.ink[pixel] = max(self.ink[pixel], 0.75 * max(0.0, shade))

    def printed(self) -> bytes:
        """The block as a PNG of sixteen shades."""
        rows = bytearray()
        for y in range(self.height):
            row = self.ink[y * self.width : (y + 1) * self.width]
            shades = [round(ink * (_SHADES - 1)) for ink in row]
            rows += b"\0" + bytes(
                left << 4 | right for left, right in zip(shades[::2], shades[1::2], strict=True)
            )
        palette = bytes(
            round(paper + (ink - paper) * shade / (_SHADES - 1))
            for shade in range(_SHADES)
            for paper, ink in zip(_PAPER, _INK, strict=True)
        )
        head = struct.pack(">IIBBBBB", self.width, self.height, 4, 3, 0, 0, 0)
        parts = ((b"IHDR", head), (b"PLTE", palette), (b"IDAT", zlib.compress(bytes(rows), 9)))
        return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*part) for part in (*parts, (b"IEND", b"")))


def _chunk(kind: bytes, payload: bytes) -> bytes:
    sum_ = zlib.crc32(kind + payload)
    return struct.pack(">I", len(payload)) + kind + payload + struct.pack(">I", sum_)


def _crossings(corners: Line, y: float) -> Iterator[float]:
    """Where the sides of a shape cross a row."""
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
        if (ay <= y) != (by <= y):
            yield ax + (y - ay) * (bx - ax) / (by - ay)


def bent(points: Line, *, closed: bool = True, steps: int = 7) -> list[Point]:
    """A smooth line through points."""
    ring = list(points)
    before = [ring[-1], *ring[:-1]] if closed else [ring[0], *ring[:-1]]
    after = [*ring[1:], ring[0]] if closed else [*ring[1:], ring[-1]]
    beyond = [*after[1:], after[0]] if closed else [*after[1:], after[-1]]
    found: list[Point] = []
    for p, a, b, n in zip(before, ring, after, beyond, strict=True):
        for step in range(steps):
            t = step / steps
            found.append((_spline(p[0], a[0], b[0], n[0], t), _spline(p[1], a[1], b[1], n[1], t)))
    return found


def _spline(p: float, a: float, b: float, n: float, t: float) -> float:
    bend = (2 * p - 5 * a + 4 * b - n) * t + (3 * a - p - 3 * b + n) * t * t
    return a + 0.5 * t * (b - p + bend)
