"""Charts: one for each figure, with a small drawing for each faction and a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Final, TypeAlias

from chronicle.model.facts import faction_ref
from chronicle.outline.charts.plot import Plot, PlotFormat, TurnValues, plot_of, sample_turns
from chronicle.project.edition import RULED_PLACES, Edition, EventView, TurnView, ruled_places
from chronicle.records import Record, field
from chronicle.rules.protocol import Figure

#: By name and faction the value at the end of each turn, from the first on; None where not known.
FigureSeries: TypeAlias = Mapping[str, Mapping[str, tuple[int | None, ...]]]

#: A name, a faction, the number of a turn, and the value at its end.
_FigureEntry: TypeAlias = tuple[str, str, int, int]

#: Maximum number of columns of a table.
_MAX_COLUMNS: Final = 24
#: Number of turns in a faction's charts, on a page that belongs to one turn.
FACTION_CHART_TURNS: Final = 24
#: Maximum number of changes that a chart names for each faction.
_MAX_CHANGES: Final = 2
_FORMAT: Final = PlotFormat(240, 104, 34, 42, top=12, bottom=24, rows=2, columns=4, points=48)
#: The event known to have changed a figure of a faction in a turn by so much.
EventOfChange: TypeAlias = Callable[[str, str, int, int], EventView | None]


def figures_of(edition: Edition) -> FigureSeries:
    """The figures that charts of all factions show; of ruled places only where there are any.

    Names come in the order in which the turns have them, factions in that of the edition.
    """
    measured = (entry for turn in edition.turns for entry in _measured_entries(edition, turn))
    found = _series_by_name(edition, measured)
    ruled = found.get(RULED_PLACES, {}).values()
    has_ruled = any(any(values) for values in ruled)
    return {name: it for name, it in found.items() if has_ruled or name != RULED_PLACES}


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
    """A change of a figure from the turn before, and an event that may have caused it, if known."""

    turn: int
    before: int
    value: int
    event: EventView | None

    @property
    def is_public(self) -> bool:
        """Whether the event is one that the public is told."""
        return self.event is not None and self.event.anchor.startswith("s")


class Chart(Record):
    """One figure over a range of turns, inclusive.

    ``plots`` are drawings by faction, all with the same scale. ``turns`` are the columns of the
    table, latest first, ``rows`` its values by faction, None if unknown. ``changes`` are the
    largest ones of each faction, latest first. ``public_plots`` and ``public_rows`` are for what
    the public knew of the reader's own faction; they are empty if it knew nothing, or the same.
    """

    name: str
    first: int
    last: int
    plots: Mapping[str, Plot]
    turns: tuple[int, ...]
    rows: Mapping[str, tuple[int | None, ...]]
    changes: Mapping[str, tuple[ChartChange, ...]]
    public_plots: Mapping[str, Plot] = field(default_factory=dict)
    public_rows: Mapping[str, tuple[int | None, ...]] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """The number of turns."""
        return self.last - self.first + 1


def charts_of(
    edition: Edition, found: FigureSeries, public: FigureSeries, event_of: EventOfChange
) -> tuple[Chart, ...]:
    """The charts of those figures that all factions have, with the events of large changes.

    ``public`` is what the public knew of the reader's own faction.
    """
    count = len(edition.turns)
    return tuple(
        _chart(
            name,
            lines,
            _differing_lines(lines, public.get(name, {})),
            1,
            count,
            {
                id: largest_changes(values, partial(event_of, name, id))
                for id, values in lines.items()
            },
        )
        for name, lines in found.items()
    )


def faction_charts(
    figures: FigureSeries, public: FigureSeries, faction: str, last: int, first: int = 1
) -> tuple[Chart, ...]:
    """Charts of one faction's figures over some turns.

    Figures that didn't change in these turns are left out, unless the public knew other values.
    """
    charts = []
    for name, lines in figures.items():
        own = {faction: lines[faction][first - 1 : last]} if faction in lines else {}
        known = {id: values[first - 1 : last] for id, values in public.get(name, {}).items()}
        other = _differing_lines(own, known)
        if other or any(len({*values} - {None}) > 1 for values in own.values()):
            charts.append(_chart(name, own, other, first, last, {}))
    return tuple(charts)


def _differing_lines(
    lines: Mapping[str, TurnValues], public: Mapping[str, TurnValues]
) -> Mapping[str, TurnValues]:
    """The lines as the public knew them; those without a difference or unknown are left out."""
    return {
        id: public[id]
        for id, values in lines.items()
        if id in public and {*public[id]} != {None} and public[id] != values
    }


def largest_changes(
    values: TurnValues, event_of: Callable[[int, int], EventView | None]
) -> tuple[ChartChange, ...]:
    """The largest changes from one turn to the next, latest first; of equal ones the latest."""
    changes = [
        (turn, before, value)
        for turn, (before, value) in enumerate(pairwise(values), start=2)
        if before is not None and value is not None and before != value
    ]
    changes.sort(key=lambda it: (abs(it[2] - it[1]), it[0]), reverse=True)
    return tuple(
        ChartChange(turn, before, value, event_of(turn, value - before))
        for turn, before, value in sorted(changes[:_MAX_CHANGES], reverse=True)
    )


def _chart(
    name: str,
    lines: Mapping[str, TurnValues],
    public: Mapping[str, TurnValues],
    first: int,
    last: int,
    changes: Mapping[str, tuple[ChartChange, ...]],
) -> Chart:
    places: Sequence[int] = sample_turns(last - first + 1, _MAX_COLUMNS)[::-1]
    every = (*lines.values(), *public.values())
    scale = [value for values in every for value in values if value is not None]
    return Chart(
        name=name,
        first=first,
        last=last,
        plots={
            id: plot_of(
                values,
                _FORMAT,
                first,
                scale=scale,
                marked=[change.turn for change in changes.get(id, ())],
            )
            for id, values in lines.items()
        },
        turns=tuple(place + first - 1 for place in places),
        rows={id: tuple(values[place - 1] for place in places) for id, values in lines.items()},
        changes=changes,
        public_plots={
            id: plot_of(values, _FORMAT, first, scale=scale) for id, values in public.items()
        },
        public_rows={
            id: tuple(values[place - 1] for place in places) for id, values in public.items()
        },
    )
