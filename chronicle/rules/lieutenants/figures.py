"""The numbers of a faction's own sheet that are worth a line over the turns (L-ENT)."""

from __future__ import annotations

from typing import Final

from chronicle.rules.protocol import Figure, Sheet
from chronicle.rules.shared.figures import figures_named, income_and_costs

#: The keys of that sheet, which have words in a theme.
FIGURE_NAMES: Final = ("capital", "respect", "reach", "leadership", "cohesion")


def figures_on_sheet(sheet: Sheet) -> tuple[Figure, ...]:
    """What a faction has by its own sheet, and what came and went of its capital."""
    if sheet.code != "own-sheet":
        return ()
    return (*figures_named(sheet.facts, FIGURE_NAMES), *income_and_costs(sheet.facts))
