"""The orders that the files of new turns suggested before there were proposals.

Of a list of actions for each ruleset, the most useful first,

- what has no chance, or costs more than the faction has, is left out;
- an order comes first if it succeeds at best at least every second time, then what needs no dice or
  has an unknown chance, then the rest; in each of these groups, the order of the list counts;
- the actors take turns, each with the best of its orders; an action that was suggested for another
  actor comes after those that were not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from chronicle.model.facts import Fact
from chronicle.outline.order_stubs.possible_orders import PossibleOrder, possible_orders
from chronicle.outline.order_stubs.suggestions import chance_of
from chronicle.outline.order_stubs.yaml_text import can_be_paid, chosen_values
from chronicle.rules.order_form import Form

#: The goals of `wwn`, for who has none to abandon.
_GOALS: Final = ("expand-influence", "blood-the-enemy", "peaceable-kingdom")
_CODES: Final[Mapping[str, Sequence[str]]] = {
    "shadow": ("raise", "attack-resource", "attack-actor", "mobilize"),
    "lieutenants": (
        *("go-on", "steal", "raid", "gain-influence", "purchase", "work", "surveil", "recruit"),
        *("investigate", "train", "research", "cautious-attack", "ally", "conceal", "move"),
    ),
    "wwn": ("yields", "mends", "repair", "attack", "create", "expand", "demands", "exposes"),
}
_GOOD_CHANCE: Final = Fraction(1, 2)


def suggested_codes(ruleset: str, form: Form) -> Sequence[str]:
    """The actions to suggest for a faction, the most useful first."""
    has_goal = any(it.code == "abandon" for it in possible_orders(form))
    return _CODES[ruleset] if ruleset != "wwn" or has_goal else (*_GOALS, *_CODES[ruleset])


def earlier_suggestions(form: Form, codes: Sequence[str]) -> Iterator[PossibleOrder]:
    """The orders of these actions, the best first; of these one for each actor."""
    queues: dict[Fact, list[tuple[tuple[int, int], PossibleOrder]]] = {}
    for order in possible_orders(form):
        if (rank := _rank(form, order, codes)) is not None:
            queues.setdefault(order.actor_name, []).append((rank, order))
    used: set[str] = set()
    in_turn = sorted(queues.values(), key=lambda it: min(rank for rank, _ in it))
    while any(in_turn):
        for queue in filter(None, in_turn):
            best = min(queue, key=lambda it: (it[0][0], it[1].code in used, it[0][1]))
            queue.remove(best)
            used.add(best[1].code)
            yield best[1]


def _rank(form: Form, order: PossibleOrder, codes: Sequence[str]) -> tuple[int, int] | None:
    """How good an order is, lower is better; None if it makes no sense."""
    case = order.case
    if case is None or case.code not in codes:
        return None
    chosen = chosen_values(order.part, form.funds)
    facts = (case.facts, *(it.facts for it in chosen))
    likely = chance_of(case, chosen)
    if not all(can_be_paid(it, form.funds) for it in facts) or (likely and not likely.most):
        return None
    group = 1 if likely is None else 0 if likely.most >= _GOOD_CHANCE else 2
    return group, codes.index(case.code)
