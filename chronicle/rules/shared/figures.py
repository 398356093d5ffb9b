"""The numbers that a faction's own sheet states, whatever the ruleset."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chronicle.model.facts import Facts
from chronicle.rules.protocol import Figure
from chronicle.rules.shared.holders import rows_of


def figures_named(facts: Facts, names: Iterable[str]) -> Iterator[Figure]:
    """The numbers under these names, as far as the sheet has them."""
    for name in names:
        value = facts.get(name)
        if isinstance(value, int):
            yield Figure(name, value)


def income_and_costs(facts: Facts) -> Iterator[Figure]:
    """What came in by the sheet's ledger in the turn, and what went out; both are from 0 up."""
    changes = [
        change for row in rows_of(facts, "ledger") if isinstance(change := row["change"], int)
    ]
    yield Figure("income", sum(change for change in changes if change > 0))
    yield Figure("costs", -sum(change for change in changes if change < 0))
