"""Which of all possible orders a stub suggests, the best first.

A ruleset lists the actions that make sense for a faction now (:class:`Form`), the most useful
first. Of these,

- what has no chance, or costs more than the faction has, is left out;
- an order comes first if it succeeds at best at least every second time, then what needs no dice or
  has an unknown chance, then the rest; in each of these groups, the ruleset's order counts;
- each actor gets its best order, in turn, then its second best; an action that was suggested for
  another actor comes after those that were not, and the same choice is suggested once.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from chronicle.model.facts import Fact
from chronicle.outline.order_stubs.possible_orders import PossibleOrder, possible_orders
from chronicle.outline.order_stubs.yaml_text import can_be_paid, chosen_values
from chronicle.records import Record
from chronicle.rules.order_form import ActionChoice, FieldChoice, Form, ProbabilityRange

#: How many orders are suggested for one actor.
_MAX_PER_ACTOR: Final = 2
_GOOD_CHANCE: Final = Fraction(1, 2)


class Suggestion(Record):
    """An order as it is written, and its chance; ``rank`` is lower for better ones."""

    order: PossibleOrder
    likely: ProbabilityRange | None
    rank: tuple[int, int]
    chosen: tuple[str, ...]

    def repeats(self, other: Suggestion) -> bool:
        """Whether it has an action chosen alike, as the purchase of the same thing."""
        same = (self.order.code, self.chosen) == (other.order.code, other.chosen)
        return bool(self.chosen) and same


def suggestions(form: Form) -> Iterator[Suggestion]:
    """The orders to suggest for a faction, the best first."""
    queues: dict[Fact, list[Suggestion]] = {}
    for order in possible_orders(form):
        found = _suggestion(form, order)
        if found is not None:
            queues.setdefault(order.actor_name, []).append(found)
    used: set[str] = set()
    in_turn = sorted(queues.values(), key=lambda it: min(one.rank for one in it))
    for _ in range(_MAX_PER_ACTOR):
        for queue in filter(None, in_turn):
            best = min(queue, key=lambda it: (it.rank[0], it.order.code in used, it.rank[1]))
            queue.remove(best)
            used.add(best.order.code)
            for rest in in_turn:
                rest[:] = [it for it in rest if not it.repeats(best)]
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
    return Suggestion(order, likely, rank, tuple(it.value for it in chosen))


def chance_of(
    case: ActionChoice | None, chosen: tuple[FieldChoice, ...]
) -> ProbabilityRange | None:
    """The chance of an order as written: that of its action, else that of its target."""
    if case is not None and case.likely is not None:
        return case.likely
    return next((it.likely for it in chosen if it.likely is not None), None)
