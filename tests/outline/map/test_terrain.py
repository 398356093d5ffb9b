"""The small drawings of a land, in cells worked out by hand."""

from __future__ import annotations

from typing import Final, get_args

import pytest

from chronicle.model.campaign import Land
from chronicle.outline.map.cells import EDGE, Cell
from chronicle.outline.map.ground import HALVES, drawings_in, margins_at_sea
from chronicle.outline.map.records import Box, Point

#: The number of a site in the sea.
SEA: Final = 7
WIDE: Final[Box] = (0, 0, 1056, 860)
LANDS: Final = sorted(HALVES)
every_land = pytest.mark.parametrize("land", LANDS)


def drawn(land: Land, box: Box, *, covered: Box | None = None, east: int = EDGE) -> list[Point]:
    """The drawings in a rectangle, of which a part is covered, or which has the sea to the east."""
    left, top, right, bottom = box
    corners = ((left, top, EDGE), (right, top, east), (right, bottom, EDGE), (left, bottom, EDGE))
    cell = Cell(((left + right) // 2, (top + bottom) // 2), corners)
    at_sea = margins_at_sea(SEA, 1)
    return list(drawings_in(cell, land, at_sea, lambda it: not (covered and overlap(it, covered))))


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def extent(land: Land, at: Point) -> Box:
    half, high = HALVES[land]
    return at[0] - half, at[1] - high, at[0] + half, at[1] + high


@every_land
def test_a_part_of_a_cell_has_the_drawings_that_the_whole_has_there(land: Land) -> None:
    """All cells of a land share their rows, so no border between them is seen in the drawings."""
    every = drawn(land, WIDE)
    half = HALVES[land][0]
    for right in range(500, 580, 3):
        there = [at for at in every if 200 + half <= at[0] <= right - half]
        assert drawn(land, (200, 0, right, 860)) == there


@pytest.mark.parametrize(
    ("bottom", "rows"),
    # Hills are 40 wide, on rows 34 apart, from 5 above a row to 5 below it; the row of 102 is too
    # near to the top of the cell, and that of 136 is near to its bottom by less or more than 20.
    [(155, range(0)), (157, range(131, 142)), (189, range(131, 142)), (191, range(131, 176))],
)
def test_hills_are_on_each_row_that_has_space(bottom: int, rows: range) -> None:
    found = {y for _, y in drawn("hills", (0, 100, 1056, bottom))}
    assert found <= set(rows)
    assert all(not found.isdisjoint(rows[at : at + 11]) for at in range(0, len(rows), 34))


def test_about_one_drawing_in_six_is_left_out() -> None:
    """So no rows are seen. Hills are 58 apart across, and 34 down."""
    found = drawn("hills", (0, 0, 100 * 58, 100 * 34))
    # Five sixths of 10,000 are 8,333, of which up to 200 are too near to the edge.
    assert 8000 < len(found) < 8333


@every_land
def test_no_drawing_is_on_what_is_covered_and_the_others_stay(land: Land) -> None:
    covered = (310, 205, 545, 390)
    every = drawn(land, WIDE)
    free = [at for at in every if not overlap(extent(land, at), covered)]
    assert drawn(land, WIDE, covered=covered) == free
    assert 0 < len(free) < len(every)


@every_land
def test_drawings_keep_farther_away_from_the_sea_than_from_neighbours(land: Land) -> None:
    kept, left_out = 0, 0
    for right in range(700, 760, 3):
        inland = drawn(land, (0, 0, right, 860))
        assert all(x <= right - HALVES[land][0] for x, _ in inland)
        # From their middles.
        expected = [(x, y) for x, y in inland if x <= right - 26]
        assert drawn(land, (0, 0, right, 860), east=SEA) == expected
        kept += len(expected)
        left_out += len(inland) - len(expected)
    assert kept > left_out > 0


def test_the_coast_has_no_drawings() -> None:
    assert drawn("coast", WIDE) == []
    assert set(get_args(Land)) - set(LANDS) == {"coast"}
