"""The figures of an edition, turn by turn, as far as its reader knows them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from chronicle.model.facts import faction_ref
from chronicle.project.edition import RULED_PLACES, Edition, TurnView, ruled_places
from chronicle.rules.protocol import Figure

#: By name and faction the value at the end of each turn, from the first on; None where not known.
FigureSeries: TypeAlias = Mapping[str, Mapping[str, tuple[int | None, ...]]]

#: A name, a faction, the number of a turn, and the value at its end.
_FigureEntry: TypeAlias = tuple[str, str, int, int]


def figures_of(edition: Edition) -> FigureSeries:
    """The figures that charts of all factions show; of ruled places only where there are any.

    Names come in the order in which the turns have them, factions in that of the edition.
    """
    measured = (entry for turn in edition.turns for entry in _measured_entries(edition, turn))
    found = _series_by_name(edition, measured)
    ruled = found.get(RULED_PLACES, {}).values()
    return found if any(any(values) for values in ruled) else _without(found, RULED_PLACES)


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


def _without(figures: FigureSeries, name: str) -> FigureSeries:
    return {other: lines for other, lines in figures.items() if other != name}


def _measured_entries(edition: Edition, turn: TurnView) -> Iterator[_FigureEntry]:
    """The measures of a turn, and how many known places each faction ruled; of none, nothing."""
    for measure in turn.measures:
        yield measure.name, measure.faction, turn.number, measure.value
    held = edition.holdings[turn.number - 1]
    ruled = ruled_places(held)
    for it in edition.factions:
        if held and edition.knows(faction_ref(it.id), turn.number):
            yield RULED_PLACES, it.id, turn.number, ruled[it.id]
