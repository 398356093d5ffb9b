"""Labels of places and the title of a map, positioned where they cover nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import isqrt
from typing import Final, TypeAlias

from chronicle.outline.map.grid import Grid, box_of_points
from chronicle.outline.map.positions import squared_distance
from chronicle.outline.map.records import Box, Cartouche, Label, Point, TextAnchor
from chronicle.records import Record, field

#: The font size by depth of a place.
LABEL_SIZES: Final = (17, 16, 14)
#: The font size by depth of an area without a marker, as if its spaced letters were larger.
AREA_LABEL_SIZES: Final = (26, 20)
#: The same where a map is small.
FAR_AREA_LABEL_SIZE: Final = 22
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
#: The size of cells in which labels, markers and lines are looked up.
_CELL: Final = 64
LeaderLine: TypeAlias = tuple[Point, Point] | None
#: The width of a shield in the row of holders, and the height of the row.
HOLDER_WIDTH: Final = 26
HOLDER_HEIGHT: Final = 26

#: The size of its letters, the height of a line, and the space around the lines.
_SIZE: Final = 26
_LINE: Final = 30
_SPACE: Final = (34, 18)
#: The distance from the edge of the sheet, and from places.
_MARGIN: Final = 30
_CLEAR: Final = 10


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


class LabelContent(Record):
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


class LabelPlacer(Record):
    """Finds positions for labels on a map of a size.

    ``key`` is a placeholder as wide as the longest number that may replace a name, ``space`` the
    space between labels. ``taken`` are the boxes of markers and labels, and ``roads`` points along
    all lines.
    """

    width: int
    height: int
    key: LabelContent
    space: int = 0
    taken: Grid[Box] = field(default_factory=lambda: Grid(_CELL))
    roads: Grid[Point] = field(default_factory=lambda: Grid(_CELL))

    def add_mark(self, box: Box) -> None:
        """Add the box of a marker, which labels must not cover."""
        self.taken.add(box, box)

    def add_line(self, points: Iterable[Point]) -> None:
        """Add points along a line, of which labels should cover few."""
        for point in points:
            self.roads.add((*point, *point), point)

    def beside(self, point: Point, plate: LabelContent, off: int) -> Label | None:
        """Place a label at a distance from a point, further away if it would cover something.

        A label that doesn't fit is replaced by a placeholder for a number, or None.
        """
        for content in (plate, self.key):
            if label := self.close_to(point, content, off) or self._led(point, content, off, point):
                return label
        return None

    def close_to(self, point: Point, plate: LabelContent, off: int) -> Label | None:
        """Place a label at a distance from a point; None if it would cover something."""
        return self._best(
            ((box, side, None) for box, side in _boxes_beside(point, plate, off)), plate
        )

    def within(self, spots: Sequence[Point], plates: Iterable[LabelContent]) -> Label | None:
        """Place a label on the first of these points where it covers nothing, and else a line.

        The first of these contents that fits is taken; None if none does.
        """
        for plate in plates:
            wide, high = plate.width, plate.height
            boxes = (
                (x - wide // 2, y - high // 2, x - wide // 2 + wide, y - high // 2 + high)
                for x, y in spots
            )
            if label := self._best(((box, "middle", None) for box in boxes), plate):
                return label
        return None

    def is_clear(self, box: Box) -> bool:
        """Whether a box is on the map and covers no label, no marker and no line."""
        return self._is_free(box) and not self._crossed(box)

    def _led(self, point: Point, plate: LabelContent, off: int, mark: Point | None) -> Label | None:
        """A label at some distance, with a line that leads to its point."""
        for far in _DISTANCES:
            sides = (
                (box, anchor, leader)
                for box, anchor in _boxes_at_distance(point, plate, off + far)
                if self._is_free(box)
                and self._is_open(*(leader := _leader_line(point, box, off)), mark)
            )
            if label := self._best(sides, plate):
                return label
        return None

    def _best(
        self, sides: Iterable[tuple[Box, TextAnchor, LeaderLine]], plate: LabelContent
    ) -> Label | None:
        """A label at the best of these positions; None if it would cover something at each."""
        fewest, found = None, None
        for box, anchor, leader in sides:
            if leader is not None or self._is_free(box):
                crossed = self._crossed(box)
                if fewest is None or crossed < fewest:
                    fewest, found = crossed, plate.label(box, anchor, leader)
                if not crossed:
                    break
        if found is not None:
            left, top, right, bottom = found.box
            self.add_mark(
                (left - self.space, top - self.space, right + self.space, bottom + self.space)
            )
            if found.leader is not None:
                self.add_line(_points_between(*found.leader))
        return found

    def _is_free(self, box: Box) -> bool:
        """Whether a box is on the map and covers no label and no marker."""
        left, top, right, bottom = box
        if min(left, top, self.width - right, self.height - bottom) < _MIN_MARGIN:
            return False
        return not is_covered(box, self.taken.near(box))

    def _is_open(self, start: Point, end: Point, own: Point | None) -> bool:
        """Whether a line crosses no label and no marker except its own."""
        around = self.taken.near(box_of_points((start, end)))
        others = [box for box in around if own is None or not _contains(box, own)]
        return not any(
            _contains(box, point) for point in _points_between(start, end) for box in others
        )

    def _crossed(self, box: Box) -> int:
        """The number of points along lines that a box covers."""
        return sum(1 for point in self.roads.near(box) if _contains(box, point))


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


def _contains(box: Box, point: Point) -> bool:
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


def is_covered(box: Box, others: Iterable[Box]) -> bool:
    """Whether a box overlaps one of the others."""
    left, top, right, bottom = box
    for start, high, end, low in others:
        if left < end and start < right and top < low and high < bottom:
            return True
    return False


def cartouche_of(
    title: str, size: tuple[int, int], taken: Sequence[Box], *, has_bar: bool
) -> Cartouche | None:
    """The cartouche in the first free corner; None if there is none, or no title.

    ``taken`` are the boxes of the places. A scale bar is in the lower left corner.
    """
    lines = break_name(title)
    wide = max(text_width(line, _SIZE) for line in lines) + 2 * _SPACE[0]
    high = len(lines) * _LINE + 2 * _SPACE[1]
    right, bottom = size[0] - _MARGIN - wide, size[1] - _MARGIN - high
    corners = [(_MARGIN, _MARGIN), (right, _MARGIN), (right, bottom)]
    if not has_bar:
        corners.append((_MARGIN, bottom))
    middle = (size[0] - wide) // 2
    for left, top in (*corners, (middle, _MARGIN), (middle, bottom)):
        box = left, top, left + wide, top + high
        near = left - _CLEAR, top - _CLEAR, left + wide + _CLEAR, top + high + _CLEAR
        if title and left > 0 and not is_covered(near, taken):
            return Cartouche(lines, (left + wide // 2, top + _SPACE[1] + _SIZE - 3), box)
    return None
