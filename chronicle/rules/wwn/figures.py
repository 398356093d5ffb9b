"""What charts and maps read from sheets: figures of factions, holders of places (W-ENT-1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chronicle.model.facts import Facts
from chronicle.rules.protocol import Figure, Holding, Sheet
from chronicle.rules.shared.figures import (
    count_by_faction,
    faction_under,
    figures_named,
    income_and_costs,
    rank_holdings,
    rows_of,
)

#: The keys of that sheet that have words in a theme.
FIGURE_NAMES: Final = ("treasure", "hp", "xp", "force", "cunning", "wealth")


def figures_on_sheet(sheet: Sheet) -> tuple[Figure, ...]:
    """Return a faction's figures from its own sheet; others' sheets contain none of them."""
    if sheet.code != "own-sheet":
        return ()
    return (*figures_named(sheet.facts, FIGURE_NAMES), *income_and_costs(sheet.facts))


def holders_on_sheet(sheet: Sheet) -> tuple[Holding, ...]:
    """Return the holders: the ruler rules, a base is a seat, and assets are present."""
    return rank_holdings(_holdings(sheet.facts))


def _holdings(facts: Facts) -> Iterator[Holding]:
    ruler = faction_under(facts, "ruler")
    if ruler is not None:
        yield Holding(ruler, "rules")
    pieces = rows_of(facts, "pieces")
    for who in count_by_faction((row for row in pieces if row.get("base")), "faction"):
        yield Holding(who, "seated")
    for who, number in count_by_faction(
        (row for row in pieces if not row.get("base")), "faction"
    ).items():
        yield Holding(who, "present", number)
