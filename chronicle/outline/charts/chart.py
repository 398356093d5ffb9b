"""Charts: one for each figure of all factions, and one for all figures of a faction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from operator import itemgetter
from typing import Final, TypeAlias

from chronicle.model.facts import faction_ref
from chronicle.outline.charts.ribbons import (
    ROW,
    WIDTH,
    Ribbon,
    RibbonLayout,
    Tick,
    TurnValues,
    sample_turns,
)
from chronicle.project.edition import RULED_PLACES, Edition, EventView, TurnView, ruled_places
from chronicle.records import Record
from chronicle.rules.protocol import Figure

#: By name and faction the value at the end of each turn, from the first on; None where not known.
FigureSeries: TypeAlias = Mapping[str, Mapping[str, tuple[int | None, ...]]]

#: A name, a faction, the number of a turn, and the value at its end.
_FigureEntry: TypeAlias = tuple[str, str, int, int]

#: Maximum number of columns of a table.
_MAX_COLUMNS: Final = 24
#: Number of turns in a faction's charts, on a page that belongs to one turn.
FACTION_CHART_TURNS: Final = 24
#: Maximum number of changes that a chart names, which its lines share; and of one line.
_MAX_CHANGES: Final = 12
_MAX_CHANGES_OF_LINE: Final = 4
#: Minimum distance of the marks of one line or row, which are 18 pixels wide on a drawing of 120.
_MARK_DISTANCE: Final = 160
#: The event known to have changed a figure of a faction in a turn by so much.
EventOfChange: TypeAlias = Callable[[str, str, int, int], EventView | None]
#: The same of one figure by faction, or of one faction by figure.
EventOfLine: TypeAlias = Callable[[str, int, int], EventView | None]


def figures_of(edition: Edition) -> FigureSeries:
    """The figures that charts of all factions show; of ruled places only where there are any.

    Names come in the order in which the turns have them, factions in that of the edition.
    """
    measured = (entry for turn in edition.turns for entry in _measured_entries(edition, turn))
    found = _series_by_name(edition, measured)
    ruled = found.get(RULED_PLACES, {}).values()
    has_ruled = any(any(values) for values in ruled)
    return {name: it for name, it in found.items() if has_ruled or name != RULED_PLACES}


def has_figures(edition: Edition) -> bool:
    """Whether there are figures of charts of all factions; found without all of them."""
    return any(
        value or name != RULED_PLACES
        for turn in edition.turns
        for name, _, _, value in _measured_entries(edition, turn)
    )


def own_figures(edition: Edition, figures: FigureSeries) -> FigureSeries:
    """The figures that the lines of one faction show: these, and what its own sheets state."""
    found = dict(figures)
    for name, lines in _series_by_name(edition, _stated_entries(edition.figures)).items():
        found[name] = {**found.get(name, {}), **lines}
    return found


def public_figures(edition: Edition) -> FigureSeries:
    """What the public knew of the figures of the reader's own faction."""
    return _series_by_name(edition, _stated_entries(edition.public_figures))


def _stated_entries(
    figures: Mapping[tuple[str, int], tuple[Figure, ...]],
) -> Iterator[_FigureEntry]:
    for (faction, turn), own in figures.items():
        for figure in own:
            yield figure.name, faction, turn, figure.value


def _series_by_name(edition: Edition, entries: Iterable[_FigureEntry]) -> FigureSeries:
    found: dict[str, dict[str, list[int | None]]] = {}
    for name, id, turn, value in entries:
        values = found.setdefault(name, {}).setdefault(id, [None] * len(edition.turns))
        values[turn - 1] = value
    return {
        name: {it.id: tuple(lines[it.id]) for it in edition.factions if it.id in lines}
        for name, lines in found.items()
    }


def _measured_entries(edition: Edition, turn: TurnView) -> Iterator[_FigureEntry]:
    """The measures of a turn, and how many known places each faction ruled; of none, nothing."""
    for measure in turn.measures:
        yield measure.name, measure.faction, turn.number, measure.value
    held = edition.holdings[turn.number - 1]
    ruled = ruled_places(held)
    for it in edition.factions:
        if held and edition.knows(faction_ref(it.id), turn.number):
            yield RULED_PLACES, it.id, turn.number, ruled[it.id]


class ChartChange(Record):
    """A change of a line from the turn before, and an event that may have caused it, if known.

    ``key`` is that of the line; ``at`` is its mark in the drawing, in thousandths of its size.
    """

    key: str
    turn: int
    before: int
    value: int
    at: tuple[int, int]
    event: EventView | None

    @property
    def is_public(self) -> bool:
        """Whether the event is one that the public is told."""
        return self.event is not None and self.event.anchor.startswith("s")


class Chart(Record):
    """Lines over a range of turns, inclusive: one figure of factions, or the figures of one.

    ``subject`` is that figure, or that faction; the others are the keys of lines. ``ribbons`` are
    their drawings, in the order of their last values or of figures, all ``width`` by ``height``.
    ``turns`` are the columns of the table, latest first, ``rows`` its values, None if unknown.
    ``public_rows`` are for what the public knew of the reader's own faction; empty if it knew
    nothing, or the same. ``changes`` are the largest ones of each line, earliest first.
    ``unknown`` are the factions of which nothing that it shows is known.
    """

    subject: str
    first: int
    last: int
    height: int
    ribbons: Mapping[str, Ribbon]
    ticks: tuple[Tick, ...]
    turns: tuple[int, ...]
    rows: Mapping[str, tuple[int | None, ...]]
    public_rows: Mapping[str, tuple[int | None, ...]]
    changes: tuple[ChartChange, ...] = ()
    unknown: tuple[str, ...] = ()
    width: int = WIDTH

    @property
    def count(self) -> int:
        """The number of turns."""
        return self.last - self.first + 1

    @property
    def range(self) -> tuple[int, int]:
        """The lowest and the highest value of its table."""
        known = [it for values in self.rows.values() for it in values if it is not None]
        return min(known, default=0), max(known, default=0)


def charts_of(
    edition: Edition, found: FigureSeries, public: FigureSeries, event_of: EventOfChange
) -> tuple[Chart, ...]:
    """The charts of figures, with the events of their largest changes.

    First those known of several factions, then for each faction those known of it alone.
    ``public`` is what the public knew of the reader's own faction.
    """
    own = [(name, *lines) for name, lines in found.items() if len(lines) == 1]
    charts = []
    for name, lines in found.items():
        if len(lines) > 1:
            other = _differing_lines(lines, public.get(name, {}))
            layout = RibbonLayout.of(lines, other, 1, ranked=True)
            unknown = tuple(it.id for it in edition.factions if it.id not in lines)
            charts.append(_chart(name, layout, partial(event_of, name), unknown))
    for faction in dict.fromkeys(faction for _, faction in own):
        figures = {name: found[name][faction] for name, of in own if of == faction}
        known = {name: lines[faction] for name, lines in public.items() if faction in lines}
        layout = RibbonLayout.of(figures, _differing_lines(figures, known), 1, ranked=False)
        others = tuple(it.id for it in edition.factions if it.id != faction)
        charts.append(_chart(faction, layout, _events_of_faction(event_of, faction), others))
    return tuple(charts)


def _events_of_faction(event_of: EventOfChange, faction: str) -> EventOfLine:
    return lambda name, turn, change: event_of(name, faction, turn, change)


def faction_chart(
    figures: FigureSeries, public: FigureSeries, faction: str, last: int, first: int = 1
) -> Chart | None:
    """The chart of one faction's figures over some turns; None if there is none to show.

    Figures that didn't change in these turns are left out, unless the public knew other values.
    """
    own, known = (
        {
            name: lines[faction][first - 1 : last]
            for name, lines in series.items()
            if faction in lines
        }
        for series in (figures, public)
    )
    differing = _differing_lines(own, known)
    shown = {
        name: values
        for name, values in own.items()
        if name in differing or len({*values} - {None}) > 1
    }
    if not shown:
        return None
    return _chart(faction, RibbonLayout.of(shown, differing, first, ranked=False))


def _differing_lines(
    lines: Mapping[str, TurnValues], public: Mapping[str, TurnValues]
) -> Mapping[str, TurnValues]:
    """The lines as the public knew them; those without a difference or unknown are left out."""
    return {
        key: public[key]
        for key, values in lines.items()
        if key in public and {*public[key]} != {None} and public[key] != values
    }


def _chart(
    subject: str,
    layout: RibbonLayout,
    event_of: EventOfLine | None = None,
    unknown: tuple[str, ...] = (),
) -> Chart:
    first, lines = layout.first, layout.lines
    places: Sequence[int] = sample_turns(layout.count, _MAX_COLUMNS)[::-1]
    return Chart(
        subject=subject,
        first=first,
        last=first + layout.count - 1,
        height=ROW * len(lines),
        ribbons=layout.ribbons(),
        ticks=tuple(layout.ticks()),
        turns=tuple(place + first - 1 for place in places),
        rows={key: tuple(lines[key][place - 1] for place in places) for key in layout.final},
        public_rows={
            key: tuple(values[place - 1] for place in places)
            for key, values in layout.public.items()
        },
        changes=tuple(_largest_changes(layout, event_of)) if event_of else (),
        unknown=unknown,
    )


def _largest_changes(layout: RibbonLayout, event_of: EventOfLine) -> Iterator[ChartChange]:
    """The largest changes of each line whose marks have enough space, earliest first."""
    most = max(1, min(_MAX_CHANGES // len(layout.lines), _MAX_CHANGES_OF_LINE))
    changes = [
        (abs(value - before), turn, key, before, value)
        for key, values in layout.lines.items()
        for turn, (before, value) in enumerate(pairwise(values), start=layout.first + 1)
        if before is not None and value is not None and before != value
    ]
    # Of equal ones the latest.
    changes.sort(key=itemgetter(0, 1), reverse=True)
    count: Counter[str] = Counter()
    found: list[tuple[tuple[int, int], str, int, int, int]] = []
    for _, turn, key, before, value in changes:
        mark = layout.mark(key, turn) if count[key] < most else None
        if mark and not any(
            abs(mark[0] - x) < _MARK_DISTANCE and (key == other or mark[1] == y)
            for (x, y), other, *_ in found
        ):
            found.append((mark, key, turn, before, value))
            count[key] += 1
    # From left to right, and at each turn from top to bottom.
    for (x, y), key, turn, before, value in sorted(found):
        at = (x * 1000 // WIDTH, y * 1000 // (ROW * len(layout.lines)))
        yield ChartChange(key, turn, before, value, at, event_of(key, turn, value - before))
