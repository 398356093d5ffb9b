"""Who holds a place, according to its sheet (W-ENT-2)."""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.model.facts import Facts
from chronicle.rules.protocol import Holding, Sheet
from chronicle.rules.shared.holders import count_by_faction, faction_under, rank_holdings, rows_of


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
