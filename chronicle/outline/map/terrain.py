"""The small drawings of a land: hills, woods and others, where they cover nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from chronicle.model.campaign import Land
from chronicle.outline.map.cells import Cell, rows_within
from chronicle.outline.map.records import Box, Point

#: The distance of drawings across and down, by land; the coast has none.
_SPACES: Final[Mapping[Land, tuple[int, int]]] = {
    "hills": (58, 34),
    "woods": (31, 22),
    "ice": (62, 40),
    "marsh": (50, 30),
    "streets": (17, 13),
}
#: Half the width and height of a drawing, by land.
HALVES: Final[Mapping[Land, tuple[int, int]]] = {
    "hills": (20, 13),
    "woods": (9, 11),
    "ice": (18, 8),
    "marsh": (14, 7),
    "streets": (6, 6),
}
#: How far drawings keep away from the sea.
_MARGIN_AT_SEA: Final = 26.0


def drawings_in(
    cell: Cell, land: Land, at_sea: Mapping[int, float], is_free: Callable[[Box], bool]
) -> Iterator[Point]:
    """The middles of the drawings in a cell, on rows that all cells of a land share."""
    if land not in _SPACES:
        return
    across, down = _SPACES[land]
    half, high = HALVES[land]
    top, bottom = min(y for _, y, _ in cell.corners), max(y for _, y, _ in cell.corners)
    rows = range(int(top // down) * down, int(bottom // down) * down + 1, down)
    for middle, left, right in rows_within(cell, rows, half, at_sea):
        row = middle // down
        for column in range(int(left // across), int(right // across) + 1):
            mixed = (row * 73856093 ^ column * 19349663) & 0x7FFFFFFF
            x = column * across + (row % 2) * across // 2 + mixed % (across // 3)
            y = middle + mixed // 64 % (down // 3) - down // 6
            # Every sixth is left out, so that no rows are seen.
            if (
                mixed % 6
                and left <= x <= right
                and is_free((x - half, y - high, x + half, y + high))
            ):
                yield x, y


def margins_at_sea(first: int, count: int) -> Mapping[int, float]:
    """The distance that drawings keep from the sites of the sea."""
    return dict.fromkeys(range(first, first + count), _MARGIN_AT_SEA)
