"""A drawing of values over turns: a band for each, as high as its value at that turn."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import Final, TypeAlias

from chronicle.records import Record

#: A value for each turn; None if unknown.
TurnValues: TypeAlias = Sequence[int | None]
#: The top and the bottom of a band; with the horizontal position in front, a point of it.
Band: TypeAlias = tuple[int, int]
BandPoint: TypeAlias = tuple[int, int, int]
#: A part of a band without a gap.
BandRun: TypeAlias = tuple[BandPoint, ...]

#: The width of a drawing, and the height of each of its rows.
WIDTH: Final = 1000
ROW: Final = 100
#: The height of the highest value in a row.
_HIGHEST: Final = 72
#: Maximum number of turns that are drawn.
_MAX_POINTS: Final = 24
#: Maximum number of turns that are all labelled, and of labels where not all are.
_MAX_TICKS: Final = 12
_MAX_ROUND_TICKS: Final = 5


class Tick(Record):
    """A position on the axis of turns, and its turn."""

    at: int
    turn: int


class Ribbon(Record):
    """The band of one line: ``runs`` are the parts of it without a gap.

    ``public`` are those of what the public knew. ``row`` is the one in which the band begins,
    counted from the top.
    """

    runs: tuple[BandRun, ...]
    public: tuple[BandRun, ...]
    row: int


class RibbonLayout(Record):
    """Where the values of some lines over the same turns are drawn, ``first`` being the first turn.

    If ``ranked``, a line is at each turn in the row of its rank, with the highest value on top and
    unknown ones at the bottom, and all have the same scale. Otherwise each stays in its own row,
    with its own scale.
    """

    lines: Mapping[str, TurnValues]
    public: Mapping[str, TurnValues]
    first: int
    ranked: bool
    turns: tuple[int, ...]
    order: Sequence[Sequence[str]]

    @classmethod
    def of(
        cls,
        lines: Mapping[str, TurnValues],
        public: Mapping[str, TurnValues],
        first: int,
        *,
        ranked: bool,
    ) -> RibbonLayout:
        """The layout; there is at least one line."""
        turns = sample_turns(len(next(iter(lines.values()))), _MAX_POINTS)
        order = tuple(rankings(lines, turns)) if ranked else (tuple(lines),) * len(turns)
        return cls(lines, public, first, ranked, turns, order)

    @property
    def final(self) -> Sequence[str]:
        """The lines in the order of their last rows."""
        return self.order[-1]

    @property
    def count(self) -> int:
        """The number of turns."""
        return len(next(iter(self.lines.values())))

    def across(self, turn: int) -> int:
        """The position of the centre of a turn, counted from 1."""
        return WIDTH * (2 * turn - 1) // (2 * self.count)

    def mark(self, key: str, turn: int) -> tuple[int, int] | None:
        """The centre of a line's row at a turn of the campaign; None where nothing is drawn."""
        index = bisect_left(self.turns, turn - self.first + 1)
        if self.lines[key][self.turns[index] - 1] is None:
            return None
        row = self.order[index].index(key)
        return self.across(self.turns[index]), ROW * row + ROW // 2

    def ribbons(self) -> Mapping[str, Ribbon]:
        """The bands by line, in the order of their last rows."""
        across = [self.across(turn) for turn in self.turns]
        of_all = self._scale(self.lines) if self.ranked else None
        found = {}
        for key in self.final:
            rows = [order.index(key) for order in self.order]
            scale = of_all or self._scale((key,))
            own, public = (
                self._runs(it[key], across, rows, scale) if key in it else ()
                for it in (self.lines, self.public)
            )
            found[key] = Ribbon(own, public, rows[0])
        return found

    def _runs(
        self,
        values: TurnValues,
        across: Sequence[int],
        rows: Sequence[int],
        scale: tuple[int, int],
    ) -> tuple[BandRun, ...]:
        low, span = scale
        points: list[tuple[int, Band | None]] = []
        for turn, x, row in zip(self.turns, across, rows, strict=True):
            value = values[turn - 1]
            if value is None:
                points.append((x, None))
                continue
            height = _HIGHEST * (value - low) // span
            # Ranked bands lie around the middles of their rows, others stand on a line.
            bottom = ROW * row + (ROW + (height if self.ranked else _HIGHEST)) // 2
            points.append((x, (bottom - height, bottom)))
        return tuple(unbroken_runs(points))

    def _scale(self, keys: Iterable[str]) -> tuple[int, int]:
        """The lowest value of lines that have the same scale, and how far the highest is above."""
        found: set[int | None] = {0}
        for key in keys:
            found.update(self.lines[key], self.public.get(key, ()))
        known = [value for value in found if value is not None]
        return min(known), max(max(known) - min(known), 1)

    def ticks(self) -> Iterator[Tick]:
        """All turns, or the first and last and round numbers not too near to them."""
        count = self.count
        step = 1 if count <= _MAX_TICKS else round_step(count, _MAX_ROUND_TICKS)
        for at in range(1, count + 1):
            off, turn = min(at - 1, count - at), at + self.first - 1
            if off == 0 or (turn % step == 0 and 5 * off >= 3 * step):
                yield Tick(self.across(at), turn)


def sample_turns(count: int, most: int) -> tuple[int, ...]:
    """All turns from 1 on, or every n-th and the last if there are more than ``most``."""
    step = -(-count // most)
    return tuple(range(count, 0, -step))[::-1]


def rankings(lines: Mapping[str, TurnValues], turns: Iterable[int]) -> Iterator[tuple[str, ...]]:
    """The lines by value at each of these turns; equals stand as they did at the turn before."""
    order = tuple(lines)
    for turn in turns:
        values = {key: values[turn - 1] for key, values in lines.items()}
        order = tuple(sorted(order, key=_descending(values)))
        yield order


def _descending(values: Mapping[str, int | None]) -> Callable[[str], tuple[bool, int]]:
    return lambda key: (values[key] is None, -(values[key] or 0))


def unbroken_runs(points: Sequence[tuple[int, Band | None]]) -> Iterator[BandRun]:
    """The parts without a gap of a band; each begins and ends half the way to its neighbours."""
    middles = [(one + other) // 2 for (one, _), (other, _) in pairwise(points)]
    edges = (0, *middles, WIDTH)
    for known, group in groupby(range(len(points)), lambda index: points[index][1] is not None):
        own = tuple(group)
        bands = [(x, *band) for x, band in points[own[0] : own[-1] + 1] if band is not None]
        if known:
            yield (
                (edges[own[0]], *bands[0][1:]),
                *bands,
                (edges[own[-1] + 1], *bands[-1][1:]),
            )


def ribbon_path(run: BandRun) -> str:
    """The SVG path around a part of a band: level stretches, and curves between them."""
    top = [(x, top) for x, top, _ in run]
    bottom = [(x, bottom) for x, _, bottom in reversed(run)]
    (x, y), (_, low) = top[0], bottom[0]
    # Without blanks the leak gate would try the path as a text in Base64.
    return f"M{x} {y} {_edge(top)} V{low} {_edge(bottom)} z"


def _edge(points: Sequence[tuple[int, int]]) -> str:
    path, level = [], 0
    for (x, y), (after, other) in pairwise(points):
        if other == y:
            level += after - x
            continue
        if level:
            path.append(f"h{level}")
        across, level = after - x, 0
        path.append(f"c{across // 2} 0 {across - across // 2} {other - y} {across} {other - y}")
    if level:
        path.append(f"h{level}")
    return " ".join(path)


def round_step(length: int, most: int) -> int:
    """The least of 1, 2, 5, 10, 20, 50 … of which at most ``most`` cover a length."""
    power = 1
    while True:
        for step in (power, 2 * power, 5 * power):
            if -(-length // step) <= most:
                return step
        power *= 10
