"""Charts: one for each figure, in a wide and a narrow version, with a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Final

from chronicle.outline.charts.plot import Plot, PlotFormat, TurnValues, plot_of, sample_turns
from chronicle.outline.charts.series import FigureSeries
from chronicle.outline.map.labels import break_name, text_width
from chronicle.outline.turn_ranges import TurnRange
from chronicle.project.edition import Edition
from chronicle.records import dataclass

#: Maximum number of columns of a table.
_MAX_COLUMNS: Final = 24
#: Number of turns in a faction's charts, on a page that belongs to one turn.
FACTION_CHART_TURNS: Final = 24
#: With at most this range of values, a drawing is lower.
_FEW: Final = 2
#: The font size of line labels.
LABEL_SIZE: Final = 15
_WIDE: Final = PlotFormat(760, 320, 44, 40, 34, 6, 12, 72)
_NARROW: Final = PlotFormat(340, 260, 36, 34, 26, 5, 6, 36, lane=3)
_SMALL: Final = PlotFormat(240, 104, 34, 42, 20, 2, 4, 48, top=12, bottom=24)


@dataclass(frozen=True, slots=True)
class Chart:
    """One figure over a range of turns, inclusive.

    ``plots`` are drawings for several page widths, the widest first. ``turns`` are the columns of
    the table, ``rows`` its values by faction, None if unknown. ``names`` are the factions' names,
    in lines.
    """

    name: str
    first: int
    last: int
    plots: tuple[Plot, ...]
    turns: tuple[int, ...]
    rows: Mapping[str, tuple[int | None, ...]]
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """The number of turns."""
        return self.last - self.first + 1


def charts_of(edition: Edition, found: FigureSeries) -> tuple[Chart, ...]:
    """The charts of those figures that all factions have."""
    names = {faction.id: faction.name for faction in edition.factions}
    count = len(edition.turns)
    return tuple(_chart(name, lines, names, count) for name, lines in found.items())


def faction_charts(
    figures: FigureSeries, faction: str, last: int, first: int = 1
) -> tuple[Chart, ...]:
    """Small charts of one faction's figures over some turns.

    Figures that didn't change in these turns are left out.
    """
    own = ((name, lines[faction]) for name, lines in figures.items() if faction in lines)
    cut = {name: values[first - 1 : last] for name, values in own}
    return tuple(
        _build_chart(name, {faction: values}, TurnRange(first, last), (_SMALL,))
        for name, values in cut.items()
        if len({value for value in values if value is not None}) > 1
    )


def _chart(
    name: str, lines: Mapping[str, TurnValues], names: Mapping[str, str], count: int
) -> Chart:
    named = {id: break_name(names[id]) for id in lines}
    room = max(text_width(line, LABEL_SIZE) for words in named.values() for line in words)
    most = max(value for values in lines.values() for value in values if value is not None)
    wide = replace(_with_height(_WIDE, len(lines), most), right=50 + room)
    narrow = _with_height(_NARROW, len(lines), most)
    return replace(_build_chart(name, lines, TurnRange(1, count), (wide, narrow)), names=named)


def _with_height(form: PlotFormat, lines: int, most: int) -> PlotFormat:
    """A format with space for all labels, lower if there are few values."""
    height = form.height if most > _FEW else form.height * 5 // 8
    return replace(form, height=max(height, lines * form.gap + 60))


def _build_chart(
    name: str, lines: Mapping[str, TurnValues], stretch: TurnRange, forms: tuple[PlotFormat, ...]
) -> Chart:
    first, count = stretch.first, stretch.last - stretch.first + 1
    places = sample_turns(count, _MAX_COLUMNS)
    return Chart(
        name=name,
        first=first,
        last=stretch.last,
        plots=tuple(plot_of(lines, count, form, first) for form in forms),
        turns=tuple(place + first - 1 for place in places),
        rows={id: tuple(values[place - 1] for place in places) for id, values in lines.items()},
    )
