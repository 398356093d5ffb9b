"""A line over turns: scales, steps with gaps, and marked turns."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chronicle.outline.charts.chart import FigureSeries, faction_charts
from chronicle.outline.charts.plot import (
    PlotFormat,
    plot_of,
    round_step,
    sample_turns,
    step_path,
    tick_values,
    unbroken_runs,
)

FORM = PlotFormat(300, 200, 40, 60, top=14, bottom=30, rows=5, columns=6, points=50)


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


def test_a_line_has_a_corner_at_each_change_and_ends_where_data_ends() -> None:
    steps = [(0, 10, 5), (10, 20, 5), (20, 30, 8), None, (40, 50, 8)]
    assert list(unbroken_runs(steps)) == [((0, 5), (20, 5), (20, 8), (30, 8)), ((40, 8), (50, 8))]


def test_higher_values_are_drawn_higher() -> None:
    plot = plot_of((1, 4, None), FORM)
    (((_, low), *_, (_, high)),) = plot.runs
    assert low > high
    assert plot.value == 4
    # It ends with the second of three turns, each of them 66 or 67 wide.
    assert plot.marks == ((40 + 200 * 2 // 3, high),)


@settings(max_examples=40)
@given(st.integers(1, 2000), st.lists(st.integers(-9, 200), min_size=1, max_size=6))
def test_everything_is_drawn_within_the_plot_area(count: int, values: list[int]) -> None:
    own = [None] * count + values
    marked = range(count + 1, len(own) + 1)
    plot = plot_of(own, FORM, scale=(300, -20), marked=marked)
    for x, y in (*plot.marks, *(point for run in plot.runs for point in run)):
        assert plot.left <= x <= plot.right
        assert plot.top <= y <= plot.bottom
    assert (plot.rows[0].value, plot.rows[-1].value) == (-100, 300)
    assert len(plot.columns) <= FORM.columns + 2
    assert plot.columns[-1].value == len(own)


def test_a_marked_turn_has_its_symbol_where_the_line_changes() -> None:
    # Three turns of 200 from 40 on: the second begins at 106, the third at 173.
    plot = plot_of((1, 4, 2), FORM, first=7, marked=(9, 8))
    assert [x for x, _ in plot.marks] == [40 + 200 * 2 // 3, 40 + 200 // 3, 240]
    heights = [y for y, _ in sorted((y, x) for x, y in plot.marks)]
    assert plot.marks[1][1] == min(heights)
    # Of many turns not all are drawn, and a mark is on the line.
    many = plot_of(tuple(range(100)), FORM, marked=(50,))
    assert many.marks[0] in many.runs[0]


def test_a_chart_of_past_turns_does_not_depend_on_later_ones() -> None:
    early: FigureSeries = {"coin": {"vael": (3, 4)}}
    late: FigureSeries = {
        "coin": {"vael": (3, 4, 90)},
        "ships": {"vael": (0, 0, 7), "oru": (1, 1, 1)},
    }
    assert faction_charts(early, {}, "vael", 2) == faction_charts(late, {}, "vael", 2)
    assert [chart.name for chart in faction_charts(late, {}, "vael", 3)] == ["coin", "ships"]


@given(st.lists(st.integers(-9, 40) | st.none(), min_size=2, max_size=60), st.data())
def test_a_chart_of_a_turn_range_ignores_other_turns(
    values: list[int | None], data: st.DataObject
) -> None:
    first = data.draw(st.integers(1, len(values)))
    cut: FigureSeries = {"coin": {"vael": tuple(values[first - 1 :])}}
    alone = faction_charts(cut, {}, "vael", len(values) - first + 1)
    found = faction_charts({"coin": {"vael": tuple(values)}}, {}, "vael", len(values), first)
    assert [it.plots["vael"].runs for it in found] == [it.plots["vael"].runs for it in alone]
    for chart, own in zip(found, alone, strict=True):
        assert chart.turns == tuple(turn + first - 1 for turn in own.turns)
        assert dict(chart.rows) == dict(own.rows)
        assert chart.count == len(values) - first + 1
        ticks = [tick.value for tick in chart.plots["vael"].columns]
        assert (ticks[0], ticks[-1]) == (first, len(values))


def test_round_turn_numbers_are_labelled_whatever_the_first_turn() -> None:
    coin: FigureSeries = {"coin": {"vael": tuple(range(60))}}
    (chart,) = faction_charts(coin, {}, "vael", 57, 34)
    assert [tick.value for tick in chart.plots["vael"].columns] == [34, 40, 50, 57]


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
    assert [chart.name for chart in faction_charts(still, {}, "vael", 3)] == ["ships"]
    assert faction_charts(still, {}, "vael", 2) == ()
