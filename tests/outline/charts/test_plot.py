"""Lines over turns: scales, steps with gaps, and labels that keep apart."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chronicle.outline.charts.chart import faction_charts
from chronicle.outline.charts.plot import (
    PlotFormat,
    marker_points,
    plot_of,
    round_step,
    sample_turns,
    spread_labels,
    step_path,
    tick_values,
    unbroken_runs,
)
from chronicle.outline.charts.series import FigureSeries

FORM = PlotFormat(300, 200, 40, 60, 20, 5, 6, 50)


@pytest.mark.parametrize(
    ("count", "most", "turns"),
    [(3, 5, (1, 2, 3)), (7, 3, (1, 4, 7)), (8, 3, (2, 5, 8)), (1, 1, (1,))],
)
def test_many_turns_are_labelled_at_regular_steps(
    count: int, most: int, turns: tuple[int, ...]
) -> None:
    assert sample_turns(count, most) == turns


@given(st.integers(-5000, 5000), st.integers(0, 9000), st.integers(2, 8))
def test_an_axis_has_even_steps_and_covers_all_values(low: int, more: int, most: int) -> None:
    levels = tick_values(low, low + more, most)
    assert levels[0] <= low
    assert levels[-1] >= low + more
    assert len({after - before for before, after in pairwise(levels)}) == 1
    assert len(levels) <= most + 2


def test_axis_steps_are_round_numbers() -> None:
    assert [round_step(length, 6) for length in (3, 7, 13, 31, 61, 2000)] == [1, 2, 5, 10, 20, 500]


@given(st.lists(st.integers(0, 400), min_size=1, max_size=12), st.integers(5, 30))
def test_labels_keep_apart_and_in_order(wanted: list[int], gap: int) -> None:
    places = spread_labels(wanted, gap, 0, 400)
    assert all(after - before >= gap for before, after in pairwise(sorted(places)))
    order = sorted(range(len(wanted)), key=lambda index: (wanted[index], index))
    assert [places[index] for index in order] == sorted(places)


def test_labels_with_room_are_not_moved() -> None:
    assert spread_labels([90, 10, 50], 20, 0, 100) == (90, 10, 50)


def test_a_line_has_a_corner_at_each_change_and_ends_where_data_ends() -> None:
    steps = [(0, 10, 5), (10, 20, 5), (20, 30, 8), None, (40, 50, 8)]
    assert list(unbroken_runs(steps)) == [((0, 5), (20, 5), (20, 8), (30, 8)), ((40, 8), (50, 8))]
    assert list(marker_points(steps)) == [(5, 5), (15, 5), (25, 8), (45, 8)]


def test_higher_values_are_drawn_higher_and_equal_ones_side_by_side() -> None:
    plot = plot_of({"a": (1, 4), "b": (1, None), "c": (4, 4)}, 2, FORM)
    a, b, c = plot.lines
    assert a.marks[0][1] > a.marks[1][1]
    assert len({a.marks[0], b.marks[0]}) == 2
    assert (a.end[1], c.end[1]) == (c.end[1] - FORM.lane, c.end[1]) or a.end[1] != c.end[1]
    assert b.end[0] < a.end[0] == plot.right
    assert [line.value for line in plot.lines] == [4, 1, 4]


@settings(max_examples=40)
@given(
    st.integers(1, 2000),
    st.lists(st.integers(-9, 200), min_size=1, max_size=6),
)
def test_everything_is_drawn_within_the_plot_area(count: int, values: list[int]) -> None:
    lines = {f"f{at}": [None] * (count - 1) + [value] for at, value in enumerate(values)}
    plot = plot_of(lines, count, FORM)
    for line in plot.lines:
        for x, y in (*line.marks, *(point for run in line.runs for point in run)):
            assert plot.left <= x <= plot.right
            assert 0 <= y <= plot.bottom
    assert len(plot.columns) <= FORM.columns + 2
    assert plot.columns[-1].value == count


def test_a_chart_of_past_turns_does_not_depend_on_later_ones() -> None:
    early: FigureSeries = {"coin": {"vael": (3, 4)}}
    late: FigureSeries = {
        "coin": {"vael": (3, 4, 90)},
        "ships": {"vael": (0, 0, 7), "oru": (1, 1, 1)},
    }
    assert faction_charts(early, "vael", 2) == faction_charts(late, "vael", 2)
    assert [chart.name for chart in faction_charts(late, "vael", 3)] == ["coin", "ships"]


@given(st.lists(st.integers(-9, 40) | st.none(), min_size=2, max_size=60), st.data())
def test_a_chart_of_a_turn_range_ignores_other_turns(
    values: list[int | None], data: st.DataObject
) -> None:
    first = data.draw(st.integers(1, len(values)))
    cut: FigureSeries = {"coin": {"vael": tuple(values[first - 1 :])}}
    alone = faction_charts(cut, "vael", len(values) - first + 1)
    found = faction_charts({"coin": {"vael": tuple(values)}}, "vael", len(values), first)
    assert [chart.plots[0].lines for chart in found] == [chart.plots[0].lines for chart in alone]
    for chart, own in zip(found, alone, strict=True):
        assert chart.turns == tuple(turn + first - 1 for turn in own.turns)
        assert dict(chart.rows) == dict(own.rows)
        assert chart.count == len(values) - first + 1
        ticks = [tick.value for tick in chart.plots[0].columns]
        assert (ticks[0], ticks[-1]) == (first, len(values))


def test_round_turn_numbers_are_labelled_whatever_the_first_turn() -> None:
    coin: FigureSeries = {"coin": {"vael": tuple(range(60))}}
    (chart,) = faction_charts(coin, "vael", 57, 34)
    assert [tick.value for tick in chart.plots[0].columns] == [34, 40, 50, 57]


@given(st.lists(st.integers(0, 9), min_size=1, max_size=30))
def test_a_path_goes_through_all_corners(heights: list[int]) -> None:
    (corners,) = unbroken_runs(
        [(10 * at, 10 * at + 10, height) for at, height in enumerate(heights)]
    )
    x, y, found = 0, 0, []
    for sign, number, other in re.findall(r"([Mhv])(-?\d+)(?: (\d+))?", step_path(corners)):
        x, y = (int(number), int(other)) if sign == "M" else (x, y)
        x, y = x + int(number) * (sign == "h"), y + int(number) * (sign == "v")
        found.append((x, y))
    assert tuple(found) == corners


def test_a_constant_value_has_no_line() -> None:
    still: FigureSeries = {"coin": {"vael": (3, 3, 3)}, "ships": {"vael": (None, 2, 3)}}
    assert [chart.name for chart in faction_charts(still, "vael", 3)] == ["ships"]
    assert faction_charts(still, "vael", 2) == ()
