"""A grid finds all that touches a box, and leaves out what is far away."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from chronicle.outline.map.grid import Grid, box_around, box_of_points
from chronicle.outline.map.records import Box

_numbers = st.integers(-3_000, 3_000)


@st.composite
def boxes(draw: st.DrawFn) -> Box:
    """Boxes from a point to half of the plane."""
    left, top = draw(_numbers), draw(_numbers)
    size = st.integers(0, draw(st.sampled_from([0, 50, 3_000])))
    return left, top, left + draw(size), top + draw(size)


@given(st.lists(boxes(), max_size=40), boxes())
def test_everything_that_touches_a_box_is_near_it(added: list[Box], box: Box) -> None:
    grid: Grid[int] = Grid(64)
    for number, one in enumerate(added):
        grid.add(one, number)
    touching = {
        number
        for number, one in enumerate(added)
        if one[0] <= box[2] and box[0] <= one[2] and one[1] <= box[3] and box[1] <= one[3]
    }
    assert touching <= set(grid.near(box))


def test_what_is_far_away_is_not_near() -> None:
    grid: Grid[int] = Grid(64)
    for number in range(1_000):
        grid.add((number * 100, 0, number * 100 + 90, 20), number)
    assert set(grid.near((50_010, 5, 50_020, 6))) <= {499, 500, 501}


def test_boxes_of_points() -> None:
    assert box_of_points([(3, 9), (-2, 4), (0, 11)]) == (-2, 4, 3, 11)
    assert box_around((3, 9), 5) == (-2, 4, 8, 14)
