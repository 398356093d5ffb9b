"""The holders of a place in one order, for every ruleset."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from chronicle.model.facts import Facts, Ref
from chronicle.rules.protocol import Holding, HoldingKind

_KINDS: Final[tuple[HoldingKind, ...]] = ("rules", "seated", "present")


def rank_holdings(found: Iterable[Holding]) -> tuple[Holding, ...]:
    """Return each faction once, with its strongest holding; strongest first, then by id."""
    best: dict[Ref, Holding] = {}
    for holding in sorted(found, key=_rank):
        best.setdefault(holding.faction, holding)
    return tuple(best.values())


def _rank(holding: Holding) -> tuple[int, int, str]:
    return _KINDS.index(holding.kind), -holding.strength, holding.faction.id


def rows_of(facts: Facts, name: str) -> tuple[Facts, ...]:
    """Return the rows that a sheet has under a name; none when it has no such list."""
    found = facts.get(name)
    return tuple(row for row in found if isinstance(row, Facts)) if isinstance(found, tuple) else ()


def faction_under(facts: Facts, name: str) -> Ref | None:
    """Return the faction under a name, or None when the reader knows of none."""
    found = facts.get(name)
    return found if isinstance(found, Ref) else None


def count_by_faction(rows: Iterable[Facts], name: str) -> dict[Ref, int]:
    """Return the number of rows of each faction that the reader knows under this name."""
    found: dict[Ref, int] = {}
    for row in rows:
        who = faction_under(row, name)
        if who is not None:
            found[who] = found.get(who, 0) + 1
    return found
