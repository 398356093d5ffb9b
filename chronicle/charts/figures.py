"""The figures of an edition, turn by turn, as far as its reader knows them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from chronicle.edition import Edition, TurnView
from chronicle.facts import faction

#: By name and faction the value at the end of each turn, from the first on; None where not known.
Figures: TypeAlias = Mapping[str, Mapping[str, tuple[int | None, ...]]]
#: The name of the one figure that no ruleset gives: of how many places a faction is the master.
RULED: Final = "ruled"


def figures_of(edition: Edition) -> Figures:
    """All figures that the reader of an edition may see; those without any number are left out.

    Names come in the order in which the turns have them, factions in that of the edition.
    """
    found: dict[str, dict[str, list[int | None]]] = {}
    for index, turn in enumerate(edition.turns):
        for name, id, value in (*_measured(turn), *_ruled(edition, turn)):
            values = found.setdefault(name, {}).setdefault(id, [None] * len(edition.turns))
            values[index] = value
    if not any(any(values) for values in found.get(RULED, {}).values()):
        found.pop(RULED, None)
    return {
        name: {it.id: tuple(lines[it.id]) for it in edition.factions if it.id in lines}
        for name, lines in found.items()
    }


def _measured(turn: TurnView) -> Iterator[tuple[str, str, int]]:
    for measure in turn.measures:
        yield measure.name, measure.faction, measure.value


def _ruled(edition: Edition, turn: TurnView) -> Iterator[tuple[str, str, int]]:
    """How many places each faction rules of those that the reader knew; of no place, nothing."""
    masters = [
        holding.faction.id
        for holdings in turn.holdings.values()
        for holding in holdings
        if holding.kind == "rules"
    ]
    if turn.holdings:
        for it in edition.factions:
            if edition.knows(faction(it.id), turn.number):
                yield RULED, it.id, masters.count(it.id)
