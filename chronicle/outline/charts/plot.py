"""A drawing of lines over turns: scales, ticks, steps and labels, in whole units."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from chronicle.records import dataclass

#: Horizontal and vertical position.
Point: TypeAlias = tuple[int, int]
#: A value for each turn; None if unknown.
TurnValues: TypeAlias = Sequence[int | None]


@dataclass(frozen=True, slots=True)
class PlotFormat:
    """The size of a drawing and of its parts.

    ``left`` is the width of the axis labels, ``right`` that of the line labels, ``gap`` the minimum
    distance of two of these. ``rows`` and ``columns`` are maximum numbers of ticks, ``points`` that
    of turns.
    """

    width: int
    height: int
    left: int
    right: int
    gap: int
    rows: int
    columns: int
    points: int
    top: int = 14
    bottom: int = 30
    lane: int = 4


@dataclass(frozen=True, slots=True)
class Tick:
    """A position on an axis, and its value."""

    at: int
    value: int


@dataclass(frozen=True, slots=True)
class PlotLine:
    """The line of one faction, drawn in steps.

    ``runs`` are its parts without a gap, as corners; ``marks`` the points that carry its symbol;
    ``end`` is where it ends, ``label`` where its name is written, ``value`` its last value.
    """

    faction: str
    runs: tuple[tuple[Point, ...], ...]
    marks: tuple[Point, ...]
    end: Point
    label: Point
    value: int


@dataclass(frozen=True, slots=True)
class Plot:
    """A drawing: its size, its ticks and its lines.

    ``left``, ``top``, ``right`` and ``bottom`` bound the plot area.
    """

    width: int
    height: int
    left: int
    top: int
    right: int
    bottom: int
    rows: tuple[Tick, ...]
    columns: tuple[Tick, ...]
    lines: tuple[PlotLine, ...]


#: Maximum number of symbols on a line.
_MAX_MARKERS: Final = 24


def sample_turns(count: int, most: int) -> tuple[int, ...]:
    """The numbers of all turns from 1 on, or of every n-th if there are more than ``most``.

    The last turn is always included.
    """
    step = -(-count // most)
    return tuple(range(count, 0, -step))[::-1]


def plot_of(lines: Mapping[str, TurnValues], count: int, form: PlotFormat, first: int = 1) -> Plot:
    """The drawing of lines over ``count`` turns, starting with turn ``first``.

    Each line must have a value in at least one of them.
    """
    return _Plotter(lines, count, form, first).plot()


@dataclass(frozen=True, slots=True)
class _Plotter:
    lines: Mapping[str, TurnValues]
    count: int
    form: PlotFormat
    first: int

    @property
    def right(self) -> int:
        return self.form.width - self.form.right

    @property
    def bottom(self) -> int:
        return self.form.height - self.form.bottom

    def plot(self) -> Plot:
        form = self.form
        known = [value for values in self.lines.values() for value in values if value is not None]
        levels = tick_values(min(0, *known), max(known), form.rows)
        rows = tuple(Tick(self.down(value, levels), value) for value in levels)
        lines = [self.line(index, levels) for index in range(len(self.lines))]
        labels = spread_labels([line.label[1] for line in lines], form.gap, form.top, self.bottom)
        return Plot(
            width=form.width,
            height=form.height,
            left=form.left,
            top=form.top,
            right=self.right,
            bottom=self.bottom,
            rows=rows,
            columns=tuple(self.columns()),
            lines=tuple(
                PlotLine(it.faction, it.runs, it.marks, it.end, (it.label[0], y), it.value)
                for it, y in zip(lines, labels, strict=True)
            ),
        )

    def across(self, halves: int) -> int:
        """The position of a turn: its centre for ``2 * n``, its edges for one less and one more."""
        return self.form.left + (self.right - self.form.left) * (halves - 1) // (2 * self.count)

    def down(self, value: int, levels: Sequence[int]) -> int:
        """The position of a value, with margins at top and bottom for parallel lines."""
        low, high, lanes = levels[0], levels[-1], self.form.lane * len(self.lines) // 2
        bottom = self.bottom - lanes - 2
        return bottom - (bottom - self.form.top - lanes) * (value - low) // (high - low)

    def columns(self) -> Iterator[Tick]:
        """Ticks for the first and last turn, and for round numbers not too near to them."""
        step = round_step(self.count, self.form.columns)
        for at in range(1, self.count + 1):
            off, turn = min(at - 1, self.count - at), at + self.first - 1
            if off == 0 or (turn % step == 0 and 5 * off >= 3 * step):
                yield Tick(self.across(2 * at), turn)

    def line(self, index: int, levels: Sequence[int]) -> PlotLine:
        """One line, slightly shifted from the others so that none is hidden."""
        faction, values = list(self.lines.items())[index]
        aside = self.form.lane * (2 * index - len(self.lines) + 1) // 2
        turns = sample_turns(self.count, self.form.points)
        steps: list[tuple[int, int, int] | None] = []
        for before, turn in pairwise((0, *turns)):
            value = values[turn - 1]
            left, right = self.across(2 * before + 1), self.across(2 * turn + 1)
            at = None if value is None else self.down(value, levels) + aside
            steps.append(None if at is None else (left, right, at))
        last = [step for step in steps if step is not None][-1]
        return PlotLine(
            faction=faction,
            runs=tuple(unbroken_runs(steps)),
            marks=tuple(marker_points(steps)),
            end=(last[1], last[2]),
            label=(self.right, last[2]),
            value=[value for turn in turns if (value := values[turn - 1]) is not None][-1],
        )


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


def marker_points(steps: Sequence[tuple[int, int, int] | None]) -> Iterator[Point]:
    """The centres of steps, thinned out to a maximum number; the last is always included."""
    known = [((left + right) // 2, at) for step in steps if step for left, right, at in (step,)]
    every = -(-len(known) // _MAX_MARKERS)
    yield from known[::-1][::every][::-1]


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


def spread_labels(wanted: Sequence[int], gap: int, top: int, bottom: int) -> tuple[int, ...]:
    """Positions as near as possible to ``wanted``, at least ``gap`` apart, in the same order.

    If there is no space for all, they continue below ``bottom``.
    """
    order = sorted(range(len(wanted)), key=lambda index: (wanted[index], index))
    placed: dict[int, int] = {}
    below = bottom
    for rank, index in reversed(list(enumerate(order))):
        placed[index] = max(min(wanted[index], below), top + rank * gap)
        below = placed[index] - gap
    above = top
    for index in order:
        placed[index] = max(placed[index], above)
        above = placed[index] + gap
    return tuple(placed[index] for index in range(len(wanted)))
