"""What charts and maps read from sheets: figures of powers, holders of spheres (S-ENT)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chronicle.model.facts import Facts
from chronicle.rules.protocol import Figure, Holding, Sheet
from chronicle.rules.shadow.state import MAX_INFLUENCE
from chronicle.rules.shared.figures import (
    count_by_faction,
    faction_under,
    figures_named,
    income_and_costs,
    rank_holdings,
    rows_of,
)

#: The keys of that sheet, which have words in a theme.
FIGURE_NAMES: Final = ("dice", "chalice")


def figures_on_sheet(sheet: Sheet) -> tuple[Figure, ...]:
    """Return a power's figures from its own sheet, and its Destiny Dice gained and lost."""
    if sheet.code != "own-sheet":
        return ()
    total = tuple(Figure("influence", it.value) for it in figures_named(sheet.facts, ("total",)))
    return (*total, *figures_named(sheet.facts, FIGURE_NAMES), *income_and_costs(sheet.facts))


def holders_on_sheet(sheet: Sheet) -> tuple[Holding, ...]:
    """Return the holders: dominance rules, less Influence is a seat, the rest was seen there."""
    return rank_holdings((*_influential(sheet.facts), *_present(sheet.facts)))


def _influential(facts: Facts) -> Iterator[Holding]:
    for row in rows_of(facts, "influence"):
        power, level = faction_under(row, "power"), row["level"]
        if power is not None and isinstance(level, int):
            yield Holding(power, "rules" if level >= MAX_INFLUENCE else "seated", level)


def _present(facts: Facts) -> Iterator[Holding]:
    rows = (*rows_of(facts, "actors"), *rows_of(facts, "resources"))
    for power, number in count_by_faction(rows, "power").items():
        yield Holding(power, "present", number)
