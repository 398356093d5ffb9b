"""The numbers of a power's own sheet that are plotted over the turns (S-ENT)."""

from __future__ import annotations

from typing import Final

from chronicle.rules.protocol import Figure, Sheet
from chronicle.rules.shared.figures import figures_named, income_and_costs

#: The keys of that sheet, which have words in a theme.
FIGURE_NAMES: Final = ("dice", "chalice")


def figures_on_sheet(sheet: Sheet) -> tuple[Figure, ...]:
    """Return a power's figures from its own sheet, and its Destiny Dice gained and lost."""
    if sheet.code != "own-sheet":
        return ()
    total = tuple(Figure("influence", it.value) for it in figures_named(sheet.facts, ("total",)))
    return (*total, *figures_named(sheet.facts, FIGURE_NAMES), *income_and_costs(sheet.facts))
