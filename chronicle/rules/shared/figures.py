"""The numbers on a faction's own sheet, for every ruleset."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chronicle.model.facts import Facts
from chronicle.rules.protocol import Figure
from chronicle.rules.shared.holders import rows_of


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
