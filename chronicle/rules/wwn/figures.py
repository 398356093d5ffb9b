"""The numbers of a faction's own sheet that are plotted over the turns (W-ENT-1)."""

from __future__ import annotations

from typing import Final

from chronicle.rules.protocol import Figure, Sheet
from chronicle.rules.shared.figures import figures_named, income_and_costs

#: The keys of that sheet that have words in a theme.
FIGURE_NAMES: Final = ("treasure", "hp", "xp", "force", "cunning", "wealth")


def figures_on_sheet(sheet: Sheet) -> tuple[Figure, ...]:
    """Return a faction's figures from its own sheet; others' sheets contain none of them."""
    if sheet.code != "own-sheet":
        return ()
    return (*figures_named(sheet.facts, FIGURE_NAMES), *income_and_costs(sheet.facts))
