"""A drawing of a line over turns: scales, ticks and steps, in whole units."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

from chronicle.records import Record

#: Horizontal and vertical position.
Point: TypeAlias = tuple[int, int]
#: A value for each turn; None if unknown.
TurnValues: TypeAlias = Sequence[int | None]


class PlotFormat(Record):
    """The size of a drawing and of its parts.

    ``left`` is the width of the axis labels, ``right`` that of the last value. ``rows`` and
    ``columns`` are maximum numbers of ticks, ``points`` that of turns.
    """

    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int
    rows: int
    columns: int
    points: int


class Tick(Record):
    """A position on an axis, and its value."""

    at: int
    value: int


class Plot(Record):
    """A drawing: its size, its ticks, and a line in steps.

    ``left``, ``top``, ``right`` and ``bottom`` bound the plot area. ``runs`` are the parts of the
    line without a gap, as corners; ``marks`` are points on it with a symbol: where marked turns
    begin, and last where it ends, with its ``value`` there.
    """

    width: int
    height: int
    left: int
    top: int
    right: int
    bottom: int
    rows: tuple[Tick, ...]
    columns: tuple[Tick, ...]
    runs: tuple[tuple[Point, ...], ...]
    marks: tuple[Point, ...]
    value: int


def sample_turns(count: int, most: int) -> tuple[int, ...]:
    """All turns from 1 on, or every n-th and the last if there are more than ``most``."""
    step = -(-count // most)
    return tuple(range(count, 0, -step))[::-1]


def plot_of(
    values: TurnValues,
    form: PlotFormat,
    first: int = 1,
    *,
    scale: Sequence[int] = (),
    marked: Sequence[int] = (),
) -> Plot:
    """The drawing of the values of some turns, ``first`` being the first of these.

    At least one of the values must be known. The axis covers these values and those of ``scale``;
    ``marked`` are turns that get a symbol.
    """
    return _Plotter(values, form, first, scale, marked).plot()


class _Plotter(Record):
    values: TurnValues
    form: PlotFormat
    first: int
    scale: Sequence[int]
    marked: Sequence[int]

    @property
    def right(self) -> int:
        return self.form.width - self.form.right

    @property
    def bottom(self) -> int:
        return self.form.height - self.form.bottom

    def plot(self) -> Plot:
        form = self.form
        known = [value for value in self.values if value is not None]
        covered = (0, *known, *self.scale)
        levels = tick_values(min(covered), max(covered), form.rows)
        turns = sample_turns(len(self.values), form.points)
        steps: list[tuple[int, int, int] | None] = []
        for before, turn in pairwise((0, *turns)):
            value = self.values[turn - 1]
            left, right = self.across(2 * before + 1), self.across(2 * turn + 1)
            steps.append(None if value is None else (left, right, self.down(value, levels)))
        end = [step for step in steps if step is not None][-1]
        marked = [steps[bisect_left(turns, turn - self.first + 1)] for turn in self.marked]
        changes = [(step[0], step[2]) for step in marked if step is not None]
        return Plot(
            width=form.width,
            height=form.height,
            left=form.left,
            top=form.top,
            right=self.right,
            bottom=self.bottom,
            rows=tuple(Tick(self.down(value, levels), value) for value in levels),
            columns=tuple(self.columns()),
            runs=tuple(unbroken_runs(steps)),
            marks=(*changes, (end[1], end[2])),
            value=[value for turn in turns if (value := self.values[turn - 1]) is not None][-1],
        )

    def across(self, halves: int) -> int:
        """The position of a turn: its centre for ``2 * n``, its edges for one less and one more."""
        length = self.right - self.form.left
        return self.form.left + length * (halves - 1) // (2 * len(self.values))

    def down(self, value: int, levels: Sequence[int]) -> int:
        """The position of a value."""
        low, high, top = levels[0], levels[-1], self.form.top
        return self.bottom - 4 - (self.bottom - 6 - top) * (value - low) // (high - low)

    def columns(self) -> Iterator[Tick]:
        """Ticks for the first and last turn, and for round numbers not too near to them."""
        count = len(self.values)
        step = round_step(count, self.form.columns)
        for at in range(1, count + 1):
            off, turn = min(at - 1, count - at), at + self.first - 1
            if off == 0 or (turn % step == 0 and 5 * off >= 3 * step):
                yield Tick(self.across(2 * at), turn)


def unbroken_runs(steps: Sequence[tuple[int, int, int] | None]) -> Iterator[tuple[Point, ...]]:
    """The corners of each part without a gap."""
    corners: list[Point] = []
    for step in (*steps, None):
        if step is None:
            if corners:
                yield tuple(corners)
            corners = []
            continue
        left, right, at = step
        if corners and corners[-1][1] == at:
            corners.pop()
        else:
            corners.append((left, at))
        corners.append((right, at))


def step_path(corners: Sequence[Point]) -> str:
    """The SVG path through corners, at right angles."""
    (x, y), *others = corners
    path = [f"M{x} {y}"]
    for across, down in others:
        path.append(f"h{across - x}" if down == y else f"v{down - y}")
        x, y = across, down
    return "".join(path)


def tick_values(low: int, high: int, most: int) -> tuple[int, ...]:
    """Round numbers from below the lowest to above the highest, with at most ``most`` steps."""
    step = round_step(max(high - low, 1), most)
    first, last = low // step, max(-(-high // step), low // step + 1)
    return tuple(step * number for number in range(first, last + 1))


def round_step(length: int, most: int) -> int:
    """The least of 1, 2, 5, 10, 20, 50 … of which at most ``most`` cover a length."""
    power = 1
    while True:
        for step in (power, 2 * power, 5 * power):
            if -(-length // step) <= most:
                return step
        power *= 10
