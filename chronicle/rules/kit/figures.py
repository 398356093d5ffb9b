"""Figures of factions and holders of places on sheets, for every ruleset."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from chronicle.model.facts import Facts, Ref
from chronicle.rules.protocol import Figure, Holding, HoldingKind


def figures_named(facts: Facts, names: Iterable[str]) -> Iterator[Figure]:
    """Yield the numbers under these names, as far as the sheet has them."""
    for name in names:
        value = facts.get(name)
        if isinstance(value, int):
            yield Figure(name, value)


def income_and_costs(facts: Facts) -> Iterator[Figure]:
    """Yield income and costs of the turn from the sheet's ledger; both are at least 0."""
    changes = [
        change for row in rows_of(facts, "ledger") if isinstance(change := row["change"], int)
    ]
    yield Figure("income", sum(change for change in changes if change > 0))
    yield Figure("costs", -sum(change for change in changes if change < 0))


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
