"""Rough lines: laws of the noise, where lines begin and end, and how a path is written."""

from __future__ import annotations

from itertools import pairwise
from math import dist
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chronicle.outline.map.cells import RoughCells, cells_of
from chronicle.outline.map.records import Point
from chronicle.outline.map.roughness import path_of, rough_line, shift, winding_line

#: The waves move a point by 19, 7 and 3 at most; at 150 from the next place they are that high.
MOST: Final = 19 + 7 + 3
HIGHEST: Final = 150
#: Lines of spots on the whole sheet, a unit apart and not at the crests.
ROWS: Final = tuple(range(7, 600, 83))
SPOTS: Final = tuple(at + 0.5 for at in range(1056))
points = st.tuples(st.integers(0, 1056), st.integers(0, 860))


def test_the_noise_moves_no_point_out_of_its_band_and_no_line_to_one_side() -> None:
    moved = [shift(x, y, HIGHEST) for x in SPOTS[::5] for y in ROWS]
    for direction in zip(*moved, strict=True):
        assert max(map(abs, direction)) <= MOST
        # As far one way as the other, within a quarter of the band.
        assert abs(sum(direction)) / len(direction) < MOST / 4
        assert min(direction) < 0 < max(direction)


def test_the_noise_is_the_higher_the_farther_the_next_place_is_up_to_its_height() -> None:
    for x, y in ((100.5, 70.5), (512.0, 300.0), (900.2, 33.3)):
        assert shift(x, y, 0) == (0, 0)
        # Up to 18 each wave is proportional to the distance.
        assert shift(x, y, 16) == pytest.approx([2 * by for by in shift(x, y, 8)])
        assert shift(x, y, HIGHEST / 2) != shift(x, y, HIGHEST)
        assert shift(x, y, HIGHEST) == shift(x, y, 10_000)


def test_the_noise_never_moves_neighbouring_points_past_each_other() -> None:
    """A wave rises by 3 times its height over its length at most: by less than 1 for all three."""
    for at in ROWS:
        for spots in ([(x, at) for x in SPOTS], [(at, y) for y in SPOTS]):
            moved = [shift(x, y, HIGHEST) for x, y in spots]
            for one, other in pairwise(moved):
                assert abs(one[0] - other[0]) < 1
                assert abs(one[1] - other[1]) < 1


@settings(deadline=None, max_examples=40)
@given(points, points, points, points)
def test_lines_that_meet_do_so_when_they_are_rough(
    one: Point, middle: Point, other: Point, site: Point
) -> None:
    before, after = rough_line(one, middle, site), rough_line(middle, other, site)
    assert before[-1] == after[0]
    # The same line again, and the same from its other end.
    assert rough_line(one, middle, site) == before
    assert rough_line(middle, one, site)[0] == before[-1]
    for (x, y), at in ((before[0], one), (before[-1], middle)):
        assert abs(x - at[0]) <= MOST
        assert abs(y - at[1]) <= MOST


@settings(deadline=None, max_examples=40)
@given(points, points)
def test_a_line_ends_at_a_place_as_it_is(start: Point, site: Point) -> None:
    assert rough_line(start, site, site)[-1] == site
    assert rough_line(site, start, site)[0] == site


@settings(deadline=None, max_examples=40)
@given(points, points, st.tuples(st.integers(-300, 300), st.integers(-300, 300)))
def test_a_winding_line_leads_from_one_place_to_the_other(
    start: Point, end: Point, ahead: Point
) -> None:
    found = list(winding_line(start, end, ahead, ahead))
    assert (found[0], found[-1]) == (start, end)


def test_points_along_a_line_are_no_farther_apart_than_is_smooth() -> None:
    # A step of 9, which the noise makes at most twice as long.
    for line in (
        rough_line((100, 100), (700, 500), (400, 0)),
        tuple(winding_line((100, 100), (700, 500), (600, 400), (600, 400))),
    ):
        assert max(dist(one, other) for one, other in pairwise(line)) < 27


def test_neighbours_share_their_border() -> None:
    sites = ((200, 200), (400, 250), (300, 450))
    rough = RoughCells.of(cells_of(sites, (0, 0, 600, 600)))
    sides = {
        (number, beyond): rough.side(number, beyond, start, end)
        for number, cell in enumerate(rough.cells)
        for beyond, start, end in cell.sides()
        if beyond >= 0
    }
    assert sides.keys() == {(one, other) for one in range(3) for other in range(3) if one != other}
    for (one, other), line in sides.items():
        assert line == sides[other, one][::-1]
        assert len(line) > 2


@pytest.mark.parametrize(
    ("line", "path", "closed"),
    [
        ([(1, 2), (4, 6), (4, 6), (3, 3)], "M1 2l3 4-1-3", "M1 2l3 4-1-3z"),
        ([(1, 2), (0, 9)], "M1 2l-1 7", "M1 2l-1 7z"),
        # A step along a row, and one straight down after it.
        ([(1, 2), (5, 2), (5, 4)], "M1 2l4 0 0 2", "M1 2l4 0 0 2z"),
        # A path of one point is a dot with round ends.
        ([(1, 2), (1, 2)], "M1 2h0", "M1 2z"),
        ([(1, 2)], "M1 2h0", "M1 2z"),
    ],
)
def test_points_as_a_path(line: list[Point], path: str, closed: str) -> None:
    assert path_of(line) == path
    assert path_of(line, is_closed=True) == closed
