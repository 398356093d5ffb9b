"""Load the divisions of shields, and warn about similar shields."""

from __future__ import annotations

from collections.abc import Sequence

from chronicle.diagnostics.catalogue import content
from chronicle.diagnostics.catalogue import shields as problems
from chronicle.diagnostics.report import Report
from chronicle.load.inputs import FactionInput
from chronicle.markup.heraldry import DIVISIONS, default_division, division_preferences
from chronicle.model.campaign import Faction


def shield_division(entry: FactionInput, id: str, report: Report) -> str:
    """The division of a faction's shield: the author's, or a default that depends on its id."""
    if entry.division is None:
        return default_division(id)
    if entry.division not in DIVISIONS:
        at = entry.at("division")
        report.add(content.UnknownWord(at=at, name=entry.division, known=tuple(DIVISIONS)))
        return default_division(id)
    return entry.division


def check_shields(factions: Sequence[Faction], report: Report) -> None:
    """Warn about shields that differ only in colour.

    They are not changed automatically: a shield that changed because of another would reveal it.
    """
    for number, faction in enumerate(factions):
        alike = [other for other in factions if other.sigil == faction.sigil]
        twins = [it for it in factions[:number] if it in alike and it.division == faction.division]
        taken = {other.division for other in alike}
        free = [division for division in division_preferences(faction.id) if division not in taken]
        if twins:
            report.add(
                problems.SimilarShields(
                    at=faction.sigil_at,
                    other=twins[0].name,
                    sigil=faction.sigil,
                    division=faction.division,
                    free=free[0] if free else "",
                )
            )
