"""Orders that a stub may suggest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chronicle.model.facts import Ref
from chronicle.outline.order_stubs.possible_orders import PossibleOrder, possible_orders
from chronicle.outline.order_stubs.yaml_text import chosen_values
from chronicle.records import Record
from chronicle.rules.order_form import ActionChoice, FieldChoice, Form, ProbabilityRange


class Suggestion(Record):
    """An order as a stub writes it, and its chance."""

    order: PossibleOrder
    likely: ProbabilityRange | None
    #: What it concerns: ids of named things.
    targets: frozenset[str]

    @classmethod
    def of(cls, order: PossibleOrder, chosen: Iterable[FieldChoice]) -> Suggestion:
        """An order in which these values are chosen."""
        chosen, facts = tuple(chosen), order.case.facts if order.case is not None else {}
        targets = {it.value for it in chosen if it.name is not None}
        targets |= {it.id for it in facts.values() if isinstance(it, Ref)}
        return cls(order, chance_of(order.case, chosen), frozenset(targets))

    def repeats(self, other: Suggestion) -> bool:
        """Whether the same actor gives it, or it concerns the same thing, as the same purchase."""
        same = self.order.actor is not None and self.order.actor_name == other.order.actor_name
        return same or not self.targets.isdisjoint(other.targets)


def suggestions(form: Form) -> Iterator[Suggestion]:
    """The orders of a form, in its order; for rulesets that cannot value boards."""
    for order in possible_orders(form):
        if order.case is not None:
            yield Suggestion.of(order, chosen_values(order.part, form.funds))


def chance_of(
    case: ActionChoice | None, chosen: tuple[FieldChoice, ...]
) -> ProbabilityRange | None:
    """The chance of an order as written: that of its action, else that of its target."""
    if case is not None and case.likely is not None:
        return case.likely
    return next((it.likely for it in chosen if it.likely is not None), None)
