"""Who holds a place, as its sheet has it (W-ENT-2)."""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.model.facts import Facts
from chronicle.rules.protocol import Holding, Sheet
from chronicle.rules.shared.holders import counted, faction_in, ranked, rows_of


def holders(sheet: Sheet) -> tuple[Holding, ...]:
    """The ruler is its master; a base is a footing, and assets are what stands there."""
    return ranked(_found(sheet.facts))


def _found(facts: Facts) -> Iterator[Holding]:
    ruler = faction_in(facts, "ruler")
    if ruler is not None:
        yield Holding(ruler, "rules")
    pieces = rows_of(facts, "pieces")
    for who in counted((row for row in pieces if row.get("base")), "faction"):
        yield Holding(who, "seated")
    for who, number in counted((row for row in pieces if not row.get("base")), "faction").items():
        yield Holding(who, "present", number)
