"""What charts and maps read from sheets: figures of factions, holders of places (L-ENT)."""

from __future__ import annotations

from typing import Final

from chronicle.rules.protocol import Figure, Holding, Sheet
from chronicle.rules.shared.figures import (
    count_by_faction,
    faction_under,
    figures_named,
    income_and_costs,
    rank_holdings,
    rows_of,
)

#: Keys of facts of the sheet; each has a label in the theme texts.
FIGURE_NAMES: Final = ("capital", "respect", "reach", "leadership", "cohesion")


def figures_on_sheet(sheet: Sheet) -> tuple[Figure, ...]:
    """Return a faction's figures from its own sheet, with income and costs."""
    if sheet.code != "own-sheet":
        return ()
    return (*figures_named(sheet.facts, FIGURE_NAMES), *income_and_costs(sheet.facts))


def holders_on_sheet(sheet: Sheet) -> tuple[Holding, ...]:
    """Return the owner and the factions whose lieutenants and units were seen there."""
    owner = faction_under(sheet.facts, "owner")
    own = () if owner is None else (Holding(owner, "rules"),)
    there = count_by_faction(rows_of(sheet.facts, "present"), "faction")
    return rank_holdings(
        (*own, *(Holding(who, "present", number) for who, number in there.items()))
    )
