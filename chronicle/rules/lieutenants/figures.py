"""The figures of a faction's own sheet that are charted over the turns (L-ENT)."""

from __future__ import annotations

from typing import Final

from chronicle.rules.protocol import Figure, Sheet
from chronicle.rules.shared.figures import figures_named, income_and_costs

#: Keys of facts of the sheet; each has a label in the theme texts.
FIGURE_NAMES: Final = ("capital", "respect", "reach", "leadership", "cohesion")


def figures_on_sheet(sheet: Sheet) -> tuple[Figure, ...]:
    """Return a faction's figures from its own sheet, with income and costs."""
    if sheet.code != "own-sheet":
        return ()
    return (*figures_named(sheet.facts, FIGURE_NAMES), *income_and_costs(sheet.facts))
