"""Which of all possible orders a stub suggests, the best first.

A ruleset lists the actions that make sense for a faction now (:class:`Form`), the most useful
first. Of these,

- what has no chance, or costs more than the faction has, is left out;
- an order comes first if it succeeds at best at least every second time, then what needs no dice or
  has an unknown chance, then the rest; in each of these groups, the ruleset's order counts;
- the actors take turns, each with the best of its orders; an action that was suggested for another
  actor comes after those that were not.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from chronicle.model.facts import Fact, Ref
from chronicle.outline.order_stubs.possible_orders import PossibleOrder, possible_orders
from chronicle.outline.order_stubs.yaml_text import can_be_paid, chosen_values
from chronicle.records import Record
from chronicle.rules.order_form import ActionChoice, FieldChoice, Form, ProbabilityRange

_GOOD_CHANCE: Final = Fraction(1, 2)


class Suggestion(Record):
    """An order as it is written, and its chance; ``rank`` is lower for better ones."""

    order: PossibleOrder
    likely: ProbabilityRange | None
    rank: tuple[int, int]
    #: What it concerns: ids of named things.
    targets: frozenset[str]

    def repeats(self, other: Suggestion) -> bool:
        """Whether the same actor gives it, or it concerns the same thing, as the same purchase."""
        same = self.order.actor is not None and self.order.actor_name == other.order.actor_name
        return same or not self.targets.isdisjoint(other.targets)


def suggestions(form: Form) -> Iterator[Suggestion]:
    """The orders to suggest for a faction, the best first; of these one for each actor."""
    queues: dict[Fact, list[Suggestion]] = {}
    for order in possible_orders(form):
        found = _suggestion(form, order)
        if found is not None:
            queues.setdefault(order.actor_name, []).append(found)
    used: set[str] = set()
    in_turn = sorted(queues.values(), key=lambda it: min(one.rank for one in it))
    while any(in_turn):
        for queue in filter(None, in_turn):
            best = min(queue, key=lambda it: (it.rank[0], it.order.code in used, it.rank[1]))
            queue.remove(best)
            used.add(best.order.code)
            yield best


def _suggestion(form: Form, order: PossibleOrder) -> Suggestion | None:
    """An order as a suggestion; None if it makes no sense now."""
    case = order.case
    if case is None or case.code not in form.suggested:
        return None
    chosen = chosen_values(order.part, form.funds)
    if not all(
        can_be_paid(facts, form.funds) for facts in (case.facts, *(it.facts for it in chosen))
    ):
        return None
    likely = chance_of(case, chosen)
    if likely is not None and not likely.most:
        return None
    group = 1 if likely is None else 0 if likely.most >= _GOOD_CHANCE else 2
    rank = (group, form.suggested.index(case.code))
    targets = {it.value for it in chosen if it.name is not None}
    targets |= {it.id for it in case.facts.values() if isinstance(it, Ref)}
    return Suggestion(order, likely, rank, frozenset(targets))


def chance_of(
    case: ActionChoice | None, chosen: tuple[FieldChoice, ...]
) -> ProbabilityRange | None:
    """The chance of an order as written: that of its action, else that of its target."""
    if case is not None and case.likely is not None:
        return case.likely
    return next((it.likely for it in chosen if it.likely is not None), None)
