"""Names on the sheet: in lines, on the side where they cover least."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from chronicle.atlas.sheet import WIDTH, Anchor, Box, Label, Point

#: The height of letters by how many places a place lies in.
SIZES: Final = (17, 16, 14)
#: Letters that are narrower or wider than most, in hundredths of the height; the rest are 50.
_WIDTHS: Final = {
    **dict.fromkeys("iljtfr.,:;'’!|I()[] -", 31),
    **dict.fromkeys("mwMW@—", 82),
    **dict.fromkeys("ABCDEFGHKLNOPQRSTUVXYZÄÖÜÉ", 69),
}
#: A name with more letters is broken into two lines.
_LONG: Final = 13
#: A shield in the row of holders takes so much, and a row is so high.
CELL: Final = 26
ROW: Final = 26


def lines_of(name: str) -> tuple[str, ...]:
    """A name in one line, or in two about as long as each other."""
    gaps = [at for at, letter in enumerate(name) if letter == " "]
    if len(name) <= _LONG or not gaps:
        return (name,)
    cut = min(gaps, key=lambda at: (abs(2 * at - len(name)), at))
    return name[:cut], name[cut + 1 :]


def length(text: str, size: int) -> int:
    """About how long a line of letters of this height is."""
    return sum(_WIDTHS.get(letter, 50) for letter in text) * size // 100


@dataclass(frozen=True, slots=True)
class Plate:
    """What has to find room beside a point: lines of letters, and a row of holders below them."""

    lines: tuple[str, ...]
    size: int
    holders: int

    @property
    def width(self) -> int:
        words = max(length(line, self.size) for line in self.lines)
        return max(words, self.holders * CELL)

    @property
    def line(self) -> int:
        return self.size + 2

    @property
    def height(self) -> int:
        return len(self.lines) * self.line + (ROW if self.holders else 0)

    def label(self, box: Box, anchor: Anchor) -> Label:
        """The label as it is written into a box of its own size."""
        left, top, right, _ = box
        x = {"start": left, "middle": (left + right) // 2, "end": right}[anchor]
        first = top + self.size - 1
        row = top + len(self.lines) * self.line + ROW // 2 + 1
        return Label(self.lines, (x, first), anchor, self.line, (x, row))


@dataclass(slots=True)
class Board:
    """A sheet with what is on it already, on which names look for room."""

    height: int
    marks: Sequence[Box]
    roads: Sequence[Point]
    taken: list[Box] = field(default_factory=list)

    def beside(self, point: Point, plate: Plate, off: int) -> Label:
        """Writes a name so far off a point; where nothing is free, where it covers least."""
        return self._best(_sides(point, plate, off), plate)

    def around(self, box: Box, plate: Plate) -> Label:
        """Writes a name above or below what lies in a box, or else within it."""
        left, top, right, bottom = box
        middle, wide = (left + right) // 2, plate.width
        tops = (top - plate.height - 4, bottom + 4, top + 6, (top + bottom - plate.height) // 2)
        starts = (middle - wide // 2, left, right - wide)
        boxes = [(x, y, x + wide, y + plate.height) for y in tops for x in starts]
        return self._best(((box, "middle") for box in boxes), plate)

    def _best(self, sides: Iterable[tuple[Box, Anchor]], plate: Plate) -> Label:
        tried = list(sides)
        costs = [self._cost(box) for box, _ in tried]
        box, anchor = tried[costs.index(min(costs))]
        self.taken.append(box)
        return plate.label(box, anchor)

    def _cost(self, box: Box) -> int:
        outside = _outside(box, self.height)
        covered = sum(_shared(box, other) for other in self.taken)
        hidden = sum(_shared(box, other) for other in self.marks)
        crossed = sum(box[0] <= x <= box[2] and box[1] <= y <= box[3] for x, y in self.roads)
        return 200 * outside + 6 * covered + 8 * hidden + 60 * crossed


def _sides(point: Point, plate: Plate, off: int) -> Iterator[tuple[Box, Anchor]]:
    """The places for a name around a point: beside it first, then below, above, and aslant."""
    x, y = point
    wide, high = plate.width, plate.height
    level = y - (len(plate.lines) * plate.line) // 2
    tops = (level, y - high + off // 2, y - off // 2)
    for far in (off, off + 12):
        for top in tops:
            yield (x + far, top, x + far + wide, top + high), "start"
            yield (x - far - wide, top, x - far, top + high), "end"
        left = x - wide // 2
        yield (left, y + far, left + wide, y + far + high), "middle"
        yield (left, y - far - high, left + wide, y - far), "middle"


def _shared(one: Box, other: Box) -> int:
    """The area that two boxes have in common."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across * down if across > 0 and down > 0 else 0


def _outside(box: Box, height: int) -> int:
    """How far a box sticks out of the sheet."""
    return (
        max(0, 6 - box[0]) + max(0, 6 - box[1])
        + max(0, box[2] - WIDTH + 6) + max(0, box[3] - height + 6)
    )  # fmt: skip
