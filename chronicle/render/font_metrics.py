"""The fonts of preview images: two files in the package, and the widths of their characters.

Only the width tables of the fonts are read here; text is drawn elsewhere.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Final, Literal

from chronicle.records import Record

FaceName = Literal["upright", "italic"]

_FOLDER: Final = Path(__file__).resolve().parent / "fonts"
_FILES: Final[Mapping[FaceName, str]] = {
    "upright": "EBGaramond-Medium.ttf",
    "italic": "EBGaramond-Italic.ttf",
}
#: The paths of the font files.
FONT_PATHS: Final = tuple(str(_FOLDER / name) for name in _FILES.values())
_STEP: Final = 4
_ELLIPSIS: Final = "…"


class Face(Record):
    """The advance width of each character of a font, relative to the font size."""

    advances: Mapping[str, float]

    def has(self, text: str) -> bool:
        """Whether the font has every character of a text."""
        return all(letter in self.advances or letter.isspace() for letter in text)

    def width(self, text: str) -> float:
        """The width of a text at font size 1, without kerning."""
        return sum(self.advances.get(letter, 1.0) for letter in text)


class FittedText(Record):
    """A text in lines of one font size; no lines if the font lacks a character."""

    size: int
    lines: tuple[str, ...]


@lru_cache(maxsize=2)
def load_face(name: FaceName) -> Face:
    """Load a font by name."""
    return Face(_advances((_FOLDER / _FILES[name]).read_bytes()))


def fit_text(
    text: str, name: FaceName, width: int, sizes: Sequence[int], min_size: int
) -> FittedText:
    """Fit a text into a width, as large as possible, in several lines if it gets too small.

    ``sizes`` are the maximum font sizes for one line, for two and so on, each also the minimum with
    one line fewer; ``min_size`` is the minimum for the maximum number of lines. Lines are as even
    as words allow. Text that doesn't fit is cut off.
    """
    own, words = load_face(name), text.split()
    if not words or not own.has(text):
        return FittedText(min_size, ())
    for count, (greatest, end) in enumerate(pairwise((*sizes, min_size)), start=1):
        for size in range(greatest, end - 1, -_STEP):
            lines = _wrap(words, own, width / size)
            if len(lines) <= count and all(own.width(line) * size <= width for line in lines):
                return FittedText(size, _balance_lines(words, own, width / size, len(lines)))
    kept = _wrap(words, own, width / min_size)[: len(sizes)]
    return FittedText(min_size, (*kept[:-1], _truncate(kept[-1], own, width / min_size)))


def _wrap(words: Sequence[str], own: Face, width: float) -> tuple[str, ...]:
    lines = [words[0]]
    for word in words[1:]:
        if own.width(f"{lines[-1]} {word}") <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return tuple(lines)


def _balance_lines(words: Sequence[str], own: Face, width: float, count: int) -> tuple[str, ...]:
    """The same number of lines with the smallest possible width."""
    narrow, wide = 0.0, width
    while wide - narrow > 0.05:
        middle = (narrow + wide) / 2
        lines = _wrap(words, own, middle)
        fits = len(lines) <= count and all(own.width(line) <= middle for line in lines)
        narrow, wide = (narrow, middle) if fits else (middle, wide)
    return _wrap(words, own, wide)


def _truncate(line: str, own: Face, width: float) -> str:
    while line and own.width(line + _ELLIPSIS) > width:
        line = line[:-1]
    return line.rstrip() + _ELLIPSIS


def _advances(font: bytes) -> dict[str, float]:
    """The advance widths of a TrueType font, from its tables `cmap`, `hmtx` and `head`."""
    tables = dict(_tables(font))
    (em,) = struct.unpack_from(">H", font, tables[b"head"] + 18)
    (count,) = struct.unpack_from(">H", font, tables[b"hhea"] + 34)
    widths = [width for width, _ in struct.iter_unpack(">Hh", font[tables[b"hmtx"] :][: 4 * count])]
    return {
        letter: widths[min(glyph, count - 1)] / em
        for letter, glyph in _glyphs(font, tables[b"cmap"])
    }


def _tables(font: bytes) -> Iterator[tuple[bytes, int]]:
    (count,) = struct.unpack_from(">H", font, 4)
    for number in range(count):
        tag, _, offset, _ = struct.unpack_from(">4sLLL", font, 12 + 16 * number)
        yield tag, offset


def _glyphs(font: bytes, cmap: int) -> Iterator[tuple[str, int]]:
    """Characters and their glyphs from the first table of format 4, which all our fonts have."""
    (count,) = struct.unpack_from(">H", font, cmap + 2)
    offsets = [struct.unpack_from(">L", font, cmap + 8 + 8 * n)[0] + cmap for n in range(count)]
    at = next(at for at in offsets if struct.unpack_from(">H", font, at)[0] == 4)
    (doubled,) = struct.unpack_from(">H", font, at + 6)
    number = doubled // 2
    # Four arrays, one entry per segment, with two bytes between the first two arrays.
    ends, starts, shifts, ranges = (at + 14 + doubled * row + (2 if row else 0) for row in range(4))
    for run in range(number):
        start, end, shift, way = (
            struct.unpack_from(">H", font, row + 2 * run)[0]
            for row in (starts, ends, shifts, ranges)
        )
        for code in range(start, end + 1 if end < 0xFFFF else start):
            here = ranges + 2 * run + way + 2 * (code - start)
            glyph = struct.unpack_from(">H", font, here)[0] if way else code
            if glyph:
                yield chr(code), (glyph + shift) & 0xFFFF
