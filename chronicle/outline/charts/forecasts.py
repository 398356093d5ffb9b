"""Charts of what may come: for each faction a band that most runs of a simulation stay in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from chronicle.outline.charts.ribbons import (
    ROW,
    WIDTH,
    Band,
    BandRun,
    RibbonLayout,
    Tick,
    sample_turns,
    unbroken_runs,
)
from chronicle.records import Record

#: The 10th, 50th and 90th percentile of a figure over all runs.
Percentiles: TypeAlias = tuple[float, float, float]
#: Those at the start and after each turn; None where no run has a value.
PercentilesByTurn: TypeAlias = Sequence[Percentiles | None]
#: The height of the highest value in a row.
_HIGHEST: Final = 84
_MAX_POINTS: Final = 24


class ForecastBand(Record):
    """The band of one faction, between ``low`` and ``high`` of most runs, and the line in it.

    ``runs`` are its parts without a gap, ``middle`` those of the line that half of the runs are
    below. ``values`` are the figures at the turns of the chart, None where there are none.
    """

    faction: str
    runs: tuple[BandRun, ...]
    middle: tuple[BandRun, ...]
    values: tuple[Percentiles | None, ...]


class ForecastChart(Record):
    """A figure of all factions over the turns of a simulation, each in a row of its own.

    All rows have the same scale. ``turns`` are those that are drawn; the first of them was played.
    The drawing is ``width`` by ``height``.
    """

    measure: str
    turns: tuple[int, ...]
    bands: tuple[ForecastBand, ...]
    ticks: tuple[Tick, ...]
    height: int
    width: int = WIDTH


def forecast_chart(
    measure: str, first: int, lines: Mapping[str, PercentilesByTurn]
) -> ForecastChart:
    """The chart of a figure; ``first`` is the first simulated turn, ``lines`` are by faction."""
    count = len(next(iter(lines.values())))
    places = sample_turns(count, _MAX_POINTS)
    layout = RibbonLayout.of(dict.fromkeys(lines, (0,) * count), {}, first - 1, ranked=False)
    known = [it for line in lines.values() for it in line if it is not None]
    least = min([0.0, *(it[0] for it in known)])
    span = max([0.0, *(it[2] for it in known)]) - least or 1.0
    across = [layout.across(place) for place in places]

    def height(value: float) -> int:
        return round(_HIGHEST * (value - least) / span)

    bands = []
    for row, (faction, line) in enumerate(lines.items()):
        bottom = ROW * row + (ROW + _HIGHEST) // 2
        values = tuple(line[place - 1] for place in places)
        outer, middle = (
            tuple(unbroken_runs(list(_points(across, values, bottom, height, edges))))
            for edges in ((2, 0), (1, 1))
        )
        bands.append(ForecastBand(faction, outer, middle, values))
    turns = tuple(place + first - 2 for place in places)
    return ForecastChart(measure, turns, tuple(bands), tuple(layout.ticks()), ROW * len(lines))


def _points(
    across: Sequence[int],
    values: Sequence[Percentiles | None],
    bottom: int,
    height: Callable[[float], int],
    edges: tuple[int, int],
) -> Iterator[tuple[int, Band | None]]:
    """The tops and bottoms between two of the percentiles, by their numbers."""
    upper, lower = edges
    for x, it in zip(across, values, strict=True):
        yield x, None if it is None else (bottom - height(it[upper]), bottom - height(it[lower]))
