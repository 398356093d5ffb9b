"""Labels of places, positioned where they cover nothing, if necessary away from the place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from math import isqrt
from typing import Final, TypeAlias

from chronicle.outline.map.positions import squared_distance
from chronicle.outline.map.records import WIDTH, Box, Label, Point, TextAnchor
from chronicle.records import dataclass

#: The font size by depth of a place.
LABEL_SIZES: Final = (17, 16, 14)
#: Approximate widths of characters in hundredths of the font size; all others are 50.
_WIDTHS: Final = {
    **dict.fromkeys("iljtfr.,:;'’!|I()[] -", 31),
    **dict.fromkeys("mwMW@—", 82),
    **dict.fromkeys("ABCDEFGHKLNOPQRSTUVXYZÄÖÜÉ", 69),
}
#: A longer name is broken into two lines.
_MAX_LINE_LENGTH: Final = 13
#: Distances and directions for a label that has no space next to its marker.
_DISTANCES: Final = (24, 44, 68, 96, 128, 164)
_DIRECTIONS: Final = (
    (1000, 0), (-1000, 0), (924, 383), (-924, 383), (924, -383), (-924, -383),
    (707, 707), (-707, 707), (707, -707), (-707, -707), (0, 1000), (0, -1000),
    (383, 924), (-383, 924), (383, -924), (-383, -924),
)  # fmt: skip
#: Minimum distance of a label from the edge.
_MIN_MARGIN: Final = 6
LeaderLine: TypeAlias = tuple[Point, Point] | None
#: The width of a shield in the row of holders, and the height of the row.
HOLDER_WIDTH: Final = 26
HOLDER_HEIGHT: Final = 26


def break_name(name: str) -> tuple[str, ...]:
    """A name in one line, or broken into two of similar length."""
    gaps = [at for at, letter in enumerate(name) if letter == " "]
    if len(name) <= _MAX_LINE_LENGTH or not gaps:
        return (name,)
    cut = min(gaps, key=lambda at: (abs(2 * at - len(name)), at))
    return name[:cut], name[cut + 1 :]


def text_width(text: str, size: int) -> int:
    """The approximate width of a line of text."""
    return sum(_WIDTHS.get(letter, 50) for letter in text) * size // 100


@dataclass(frozen=True, slots=True)
class LabelContent:
    """What to place next to a point: lines of text, and a row of holders below them.

    ``is_key`` marks a placeholder for a name without space, whose label is a number.
    """

    lines: tuple[str, ...]
    size: int
    holders: int = 0
    is_key: bool = False

    @property
    def width(self) -> int:
        words = max(text_width(line, self.size) for line in self.lines)
        return max(words, self.holders * HOLDER_WIDTH)

    @property
    def line(self) -> int:
        return self.size + 2

    @property
    def height(self) -> int:
        return len(self.lines) * self.line + (HOLDER_HEIGHT if self.holders else 0)

    def label(self, box: Box, anchor: TextAnchor, leader: LeaderLine = None) -> Label:
        """The label in a box, with its text aligned as the anchor says."""
        left, top, right, _ = box
        x = {"start": left, "middle": (left + right) // 2, "end": right}[anchor]
        first = top + self.size - 1
        row = top + len(self.lines) * self.line + HOLDER_HEIGHT // 2 + 1
        number = int(self.is_key)
        return Label(self.lines, (x, first), anchor, self.line, (x, row), box, leader, number)


@dataclass(slots=True)
class LabelPlacer:
    """Finds positions for labels on a map on which markers are already placed.

    ``key`` is a placeholder as wide as the longest number that may replace a name.
    """

    height: int
    marks: Sequence[Box]
    roads: list[Point]
    key: LabelContent
    taken: list[Box] = field(default_factory=list)

    def beside(self, point: Point, plate: LabelContent, off: int) -> Label:
        """Place a label at a distance from a point, further away if it would cover something.

        If there is no space at all, the label is a placeholder for a number.
        """
        for found in (
            self._best(_boxes_beside(point, plate, off), plate),
            self._led(point, plate, off, point),
            self._best(_boxes_beside(point, self.key, off), self.key),
        ):
            if found is not None:
                return found
        return self._key(point, off)

    def around(self, box: Box, plate: LabelContent) -> Label:
        """Place a label above, below or within a box, else further away."""
        left, top, right, bottom = box
        middle, wide = (left + right) // 2, plate.width
        tops = (top - plate.height - 4, bottom + 4, top + 6, (top + bottom - plate.height) // 2)
        starts = (middle - wide // 2, left, right - wide)
        boxes = [(x, y, x + wide, y + plate.height) for y in tops for x in starts]
        centre = middle, (top + bottom) // 2
        return (
            self._best(((box, "middle") for box in boxes), plate)
            or self._led(centre, plate, 0, None)
            or self._key(centre, 0)
        )

    def _best(self, sides: Iterable[tuple[Box, TextAnchor]], plate: LabelContent) -> Label | None:
        """A label at the best of these positions; None if it would cover something at each."""
        free = [(box, anchor) for box, anchor in sides if self._is_free(box)]
        if not free:
            return None
        box, anchor = min(free, key=lambda side: self._crossed(side[0]))
        return self._put(plate.label(box, anchor))

    def _led(self, point: Point, plate: LabelContent, off: int, mark: Point | None) -> Label | None:
        """A label at some distance, with a line that leads to its point."""
        for far in _DISTANCES:
            free: list[tuple[int, Label]] = []
            for box, anchor in _boxes_at_distance(point, plate, off + far):
                start, end = _leader_line(point, box, off)
                if self._is_free(box) and self._is_open(start, end, mark):
                    cost = self._crossed(box)
                    free.append((cost, plate.label(box, anchor, (start, end))))
            if free:
                return self._put(min(free, key=lambda one: one[0])[1])
        return None

    def _key(self, point: Point, off: int) -> Label:
        """A placeholder as near to a point as possible; if there is no space, on the point."""
        wide, high = self.key.width, self.key.height
        boxes = [
            (x, y, x + wide, y + high)
            for x in range(8, WIDTH - wide - 8, wide + 4)
            for y in range(8, self.height - high - 8, high + 4)
        ]
        free = [box for box in boxes if self._is_free(box)]
        if not free:
            x, y = point[0] - wide // 2, point[1] - high // 2
            return self._put(self.key.label((x, y, x + wide, y + high), "middle"))
        box = min(free, key=lambda box: (squared_distance(_centre(box), point), box))
        return self._put(self.key.label(box, "middle", _leader_line(point, box, off)))

    def _put(self, label: Label) -> Label:
        self.taken.append(label.box)
        if label.leader is not None:
            self.roads += _points_between(*label.leader)
        return label

    def _is_free(self, box: Box) -> bool:
        """Whether a box is on the map and covers no label and no marker."""
        left, top, right, bottom = box
        if min(left, top, WIDTH - right, self.height - bottom) < _MIN_MARGIN:
            return False
        return not (_is_covered(box, self.taken) or _is_covered(box, self.marks))

    def _is_open(self, start: Point, end: Point, own: Point | None) -> bool:
        """Whether a line crosses no label and no marker except its own."""
        others = [box for box in self.marks if own is None or not _contains(box, own)]
        way = list(_points_between(start, end))
        # Most boxes are far away, so compare bounding boxes first.
        across, down = sorted((start[0], end[0])), sorted((start[1], end[1]))
        around = across[0], down[0], across[1], down[1]
        near = [box for box in (*self.taken, *others) if _boxes_touch(box, around)]
        return not any(_contains(box, point) for box in near for point in way)

    def _crossed(self, box: Box) -> int:
        # This is the slowest part: all points of all roads, for every possible position of a label.
        left, top, right, bottom = box
        return sum(1 for x, y in self.roads if left <= x <= right and top <= y <= bottom)


def _boxes_beside(point: Point, plate: LabelContent, off: int) -> Iterator[tuple[Box, TextAnchor]]:
    """Positions around a point: to the sides first, then below, above and diagonal."""
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


def _boxes_at_distance(
    point: Point, plate: LabelContent, far: int
) -> Iterator[tuple[Box, TextAnchor]]:
    """Positions at a distance from a point, in all directions."""
    wide, high = plate.width, plate.height
    for across, down in _DIRECTIONS:
        x, y = point[0] + across * far // 1000, point[1] + down * far // 1000
        left = x if across > 300 else x - wide if across < -300 else x - wide // 2
        top = y if down > 800 else y - high if down < -800 else y - high // 2
        anchor: TextAnchor = "start" if across > 300 else "end" if across < -300 else "middle"
        yield (left, top, left + wide, top + high), anchor


def _leader_line(point: Point, box: Box, off: int) -> tuple[Point, Point]:
    """A line from the edge of a marker to the nearest point of a box."""
    x, y = point
    end = min(max(x, box[0]), box[2]), min(max(y, box[1]), box[3])
    long = max(isqrt(squared_distance(point, end)), 1)
    rim = min(off, long)
    return (x + (end[0] - x) * rim // long, y + (end[1] - y) * rim // long), end


def _points_between(start: Point, end: Point) -> Iterator[Point]:
    """Points along a line, without its ends."""
    steps = max(isqrt(squared_distance(start, end)) // 6, 2)
    for at in range(1, steps):
        across, down = (end[0] - start[0]) * at // steps, (end[1] - start[1]) * at // steps
        yield start[0] + across, start[1] + down


def _centre(box: Box) -> Point:
    return (box[0] + box[2]) // 2, (box[1] + box[3]) // 2


def _contains(box: Box, point: Point) -> bool:
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


def _boxes_touch(one: Box, other: Box) -> bool:
    """Whether two boxes overlap or touch."""
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


def _is_covered(box: Box, others: Iterable[Box]) -> bool:
    """Whether a box overlaps one of the others."""
    left, top, right, bottom = box
    for start, high, end, low in others:
        if left < end and start < right and top < low and high < bottom:
            return True
    return False
