"""Who holds a sphere, according to its sheet (S-ENT)."""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.model.facts import Facts
from chronicle.rules.protocol import Holding, Sheet
from chronicle.rules.shadow.state import MAX_INFLUENCE
from chronicle.rules.shared.holders import count_by_faction, faction_under, rank_holdings, rows_of


def holders_on_sheet(sheet: Sheet) -> tuple[Holding, ...]:
    """Return the holders: dominance rules, less Influence is a seat, the rest was seen there."""
    return rank_holdings((*_influential(sheet.facts), *_present(sheet.facts)))


def _influential(facts: Facts) -> Iterator[Holding]:
    for row in rows_of(facts, "influence"):
        power, level = faction_under(row, "power"), row["level"]
        if power is not None and isinstance(level, int):
            yield Holding(power, "rules" if level >= MAX_INFLUENCE else "seated", level)


def _present(facts: Facts) -> Iterator[Holding]:
    rows = (*rows_of(facts, "actors"), *rows_of(facts, "resources"))
    for power, number in count_by_faction(rows, "power").items():
        yield Holding(power, "present", number)
