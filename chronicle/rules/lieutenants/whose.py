"""Who holds a place, as its sheet has it (L-ENT)."""

from __future__ import annotations

from chronicle.rules.shared.holding import counted, faction_in, ranked, rows_of
from chronicle.rules.system import Holding, Sheet


def holders(sheet: Sheet) -> tuple[Holding, ...]:
    """The owner is its master; others count by the lieutenants and units that were seen there."""
    owner = faction_in(sheet.facts, "owner")
    own = () if owner is None else (Holding(owner, "rules"),)
    there = counted(rows_of(sheet.facts, "present"), "faction")
    return ranked((*own, *(Holding(who, "present", number) for who, number in there.items())))
