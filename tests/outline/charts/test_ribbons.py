"""Bands over turns: ranks, scales, gaps and paths."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chronicle.outline.charts.chart import FigureSeries, faction_chart
from chronicle.outline.charts.ribbons import (
    ROW,
    WIDTH,
    RibbonLayout,
    rankings,
    ribbon_path,
    round_step,
    sample_turns,
    unbroken_runs,
)


def layout(first: int = 1, *, ranked: bool = True, **lines: tuple[int | None, ...]) -> RibbonLayout:
    return RibbonLayout.of(lines, {}, first, ranked=ranked)


@pytest.mark.parametrize(
    ("count", "most", "turns"),
    [(3, 5, (1, 2, 3)), (7, 3, (1, 4, 7)), (8, 3, (2, 5, 8)), (1, 1, (1,))],
)
def test_many_turns_are_sampled_at_regular_steps(
    count: int, most: int, turns: tuple[int, ...]
) -> None:
    assert sample_turns(count, most) == turns


def test_axis_steps_are_round_numbers() -> None:
    assert [round_step(length, 6) for length in (3, 7, 13, 31, 61, 2000)] == [1, 2, 5, 10, 20, 500]


def test_who_has_most_is_on_top_and_equals_stay_as_they_were() -> None:
    lines = {"a": (1, 3, 3, None), "b": (2, 2, 3, 3), "c": (None, 9, 1, 3)}
    found = list(rankings(lines, (1, 2, 3, 4)))
    assert found == [("b", "a", "c"), ("c", "a", "b"), ("a", "b", "c"), ("b", "c", "a")]


def test_a_band_is_as_broad_as_its_value_around_the_middle_of_its_rank() -> None:
    # Two turns of 500 with centres at 250 and 750; 72 for the highest value, 8.
    bands = layout(a=(2, 8), b=(4, 0)).ribbons()
    assert list(bands) == ["a", "b"]
    assert bands["a"].runs == (((0, 141, 159), (250, 141, 159), (750, 14, 86), (1000, 14, 86)),)
    assert bands["b"].runs == (((0, 32, 68), (250, 32, 68), (750, 150, 150), (1000, 150, 150)),)
    assert [band.row for band in bands.values()] == [1, 0]


def test_without_ranks_each_line_has_its_row_and_scale() -> None:
    # Values stand on a line 86 below the top of the row.
    bands = layout(a=(1, 2), b=(4, 1), ranked=False).ribbons()
    assert bands["a"].runs == (((0, 50, 86), (250, 50, 86), (750, 14, 86), (1000, 14, 86)),)
    assert bands["b"].runs == (((0, 114, 186), (250, 114, 186), (750, 168, 186), (1000, 168, 186)),)


def test_what_the_public_knew_has_the_scale_of_its_line() -> None:
    found = RibbonLayout.of({"a": (1, 1), "b": (9, 9)}, {"a": (None, 2)}, 1, ranked=False)
    band = found.ribbons()["a"]
    assert band.runs[0][0] == (0, 50, 86)
    assert band.public == (((500, 14, 86), (750, 14, 86), (1000, 14, 86)),)
    assert found.ribbons()["b"].public == ()


def test_values_below_nothing_are_narrower_than_nothing() -> None:
    (run,) = layout(a=(-2, 0, 2)).ribbons()["a"].runs
    assert [bottom - top for _, top, bottom in run] == [0, 0, 36, 72, 72]


def test_a_band_has_a_gap_where_a_value_is_unknown() -> None:
    points = [(100, (5, 7)), (300, None), (500, (4, 8)), (700, (4, 8)), (900, None)]
    assert list(unbroken_runs(points)) == [
        ((0, 5, 7), (100, 5, 7), (200, 5, 7)),
        ((400, 4, 8), (500, 4, 8), (700, 4, 8), (800, 4, 8)),
    ]


@settings(max_examples=40)
@given(
    st.integers(0, 300),
    st.lists(st.integers(-9, 200) | st.none(), min_size=1, max_size=6),
    st.booleans(),
)
def test_everything_is_drawn_within_its_row(
    count: int, values: list[int | None], ranked: bool
) -> None:
    lines: dict[str, tuple[int | None, ...]] = {
        "a": (*[None] * count, *values),
        "b": (*range(count), *values),
    }
    found = RibbonLayout.of(lines, {}, 1, ranked=ranked)
    for key, band in found.ribbons().items():
        for run in band.runs:
            assert [x for x, _, _ in run] == sorted(x for x, _, _ in run)
            for x, top, bottom in run:
                assert 0 <= x <= WIDTH
                assert 0 <= top <= bottom <= 2 * ROW
                assert top // ROW == bottom // ROW
        assert list(found.final) == list(found.ribbons())
        assert len(found.ribbons()[key].runs) <= 13
    ticks = list(found.ticks())
    assert (ticks[0].turn, ticks[-1].turn) == (1, count + len(values))
    assert len(ticks) <= 12


def test_a_mark_is_on_its_band() -> None:
    # Three turns of 333 with centres at 166, 500 and 833.
    found = layout(7, a=(1, 4, 2), b=(2, 2, 3))
    assert [found.mark("a", turn) for turn in (7, 8, 9)] == [(166, 150), (500, 50), (833, 150)]
    assert layout(a=(1, None)).mark("a", 2) is None
    # Of 100 turns every fifth is drawn, from 5 on: 48 lies where 50 is drawn.
    many = layout(a=tuple(range(100)))
    assert many.mark("a", 48) == (1000 * 99 // 200, 50)
    assert any(x == 495 for x, _, _ in many.ribbons()["a"].runs[0])


@pytest.mark.parametrize(
    ("count", "first", "turns"),
    [
        (12, 1, list(range(1, 13))),
        # Of 13 turns every fifth: 5 is 4 from the first; of 24 it is 5, 10, 15 and 20.
        (13, 1, [1, 5, 10, 13]),
        (24, 34, [34, 40, 45, 50, 57]),
        (1000, 1, [1, 200, 400, 600, 800, 1000]),
    ],
)
def test_all_turns_or_round_ones_are_labelled(count: int, first: int, turns: list[int]) -> None:
    assert [tick.turn for tick in layout(first, a=(1,) * count).ticks()] == turns


def test_a_chart_of_past_turns_does_not_depend_on_later_ones() -> None:
    early: FigureSeries = {"coin": {"vael": (3, 4)}}
    late: FigureSeries = {
        "coin": {"vael": (3, 4, 90)},
        "ships": {"vael": (0, 0, 7), "oru": (1, 1, 1)},
    }
    assert faction_chart(early, {}, "vael", 2) == faction_chart(late, {}, "vael", 2)
    found = faction_chart(late, {}, "vael", 3)
    assert found is not None
    assert list(found.rows) == ["coin", "ships"]


@given(st.lists(st.integers(-9, 40) | st.none(), min_size=2, max_size=60), st.data())
def test_a_chart_of_a_turn_range_ignores_other_turns(
    values: list[int | None], data: st.DataObject
) -> None:
    first = data.draw(st.integers(1, len(values)))
    cut: FigureSeries = {"coin": {"vael": tuple(values[first - 1 :])}}
    own = faction_chart(cut, {}, "vael", len(values) - first + 1)
    found = faction_chart({"coin": {"vael": tuple(values)}}, {}, "vael", len(values), first)
    assert (found is None) == (own is None)
    if found and own:
        assert found.ribbons == own.ribbons
        assert found.turns == tuple(turn + first - 1 for turn in own.turns)
        assert found.rows == own.rows
        assert found.count == len(values) - first + 1
        assert (found.ticks[0].turn, found.ticks[-1].turn) == (first, len(values))


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=30))
def test_a_path_goes_around_its_band(heights: list[tuple[int, int]]) -> None:
    run = tuple((10 * at, top, top + more) for at, (top, more) in enumerate(heights))
    path = ribbon_path(run)
    start = re.match(r"M(\d+) (\d+)", path)
    assert start is not None
    assert path.endswith("z")
    x, y = (int(it) for it in start.groups())
    corners = {(x, y)}
    for sign, numbers in re.findall(r"([hcV])((?: ?-?\d+)+)", path):
        parts = [int(it) for it in numbers.split()]
        if sign == "V":
            y = parts[0]
        else:
            x, y = x + parts[-2 if sign == "c" else 0], y + (parts[-1] if sign == "c" else 0)
        corners.add((x, y))
    assert (x, y) == (0, run[0][2])
    for edge in ([(x, top) for x, top, _ in run], [(x, low) for x, _, low in run]):
        # All points but those within a level stretch.
        levels = [y for _, y in edge]
        for at in range(1, len(edge) - 1):
            if levels[at - 1] != levels[at] or levels[at] != levels[at + 1]:
                assert edge[at] in corners
        assert {edge[0], edge[-1]} <= corners
    assert len(corners) <= 2 * len(run)


def test_a_constant_value_has_no_line() -> None:
    still: FigureSeries = {"coin": {"vael": (3, 3, 3)}, "ships": {"vael": (None, 2, 3)}}
    found = faction_chart(still, {}, "vael", 3)
    assert found is not None
    assert list(found.ribbons) == ["ships"]
    assert faction_chart(still, {}, "vael", 2) is None
