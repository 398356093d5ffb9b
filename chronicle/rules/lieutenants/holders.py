"""The holders of a place according to its sheet (L-ENT)."""

from __future__ import annotations

from chronicle.rules.protocol import Holding, Sheet
from chronicle.rules.shared.holders import count_by_faction, faction_under, rank_holdings, rows_of


def holders_on_sheet(sheet: Sheet) -> tuple[Holding, ...]:
    """Return the owner and the factions whose lieutenants and units were seen there."""
    owner = faction_under(sheet.facts, "owner")
    own = () if owner is None else (Holding(owner, "rules"),)
    there = count_by_faction(rows_of(sheet.facts, "present"), "faction")
    return rank_holdings(
        (*own, *(Holding(who, "present", number) for who, number in there.items()))
    )
