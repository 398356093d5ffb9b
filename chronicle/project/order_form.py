"""What a faction may order, limited to the things it knows."""

from __future__ import annotations

from collections.abc import Iterable

from chronicle.model.facts import Fact, Facts, Ref
from chronicle.project.visibility import AudienceView
from chronicle.records import replace
from chronicle.rules import order_form


def filter_form(audience_view: AudienceView, form: order_form.Form, turn: int) -> order_form.Form:
    """Return a form without parts that refer to things the reader doesn't know in a turn.

    A part that needs a choice and has none left is removed too, so that no gap shows.
    """
    return replace(form, parts=_FormFilter(audience_view, turn).remaining_parts(form.parts))


class _FormFilter:
    def __init__(self, knowing: AudienceView, turn: int) -> None:
        self._knowing = knowing
        self._turn = turn

    def remaining_parts(
        self, parts: Iterable[order_form.FormPart]
    ) -> tuple[order_form.FormPart, ...]:
        """The parts that are left, each filtered for itself."""
        return tuple(kept for part in parts if (kept := self.part(part)) is not None)

    def whole(self, parts: Iterable[order_form.FormPart]) -> tuple[order_form.FormPart, ...] | None:
        """The parts that are left; None if a required one is not."""
        kept = [(part, self.part(part)) for part in parts]
        if any(left is None and _is_required(part) for part, left in kept):
            return None
        return tuple(left for _, left in kept if left is not None)

    def part(self, part: order_form.FormPart) -> order_form.FormPart | None:
        match part:
            case order_form.FixedField() | order_form.IntegerField() | order_form.TextField():
                return part
            case order_form.SelectField() | order_form.MultiSelectField() if not self.known(
                part.name
            ):
                return None
            case order_form.SelectField():
                choices = self.choices(part.choices)
                held = {choice.value for choice in choices}
                now = part.now if part.now in held else ""
                return replace(part, choices=choices, now=now) if choices else None
            case order_form.MultiSelectField():
                choices = self.choices(part.choices)
                left = {choice.value for choice in choices}
                still = tuple(value for value in part.now if value in left)
                return replace(part, choices=choices, now=still) if choices else None
            case order_form.FieldGroup() | order_form.ListItem():
                inner = self.whole(part.parts)
                return None if inner is None else replace(part, parts=inner)
            case order_form.ActionField():
                cases = tuple(kept for case in part.cases if (kept := self.case(case)) is not None)
                facts = self._knowing.facts(part.facts, self._turn)
                sound = bool(cases) and self.known(part.who)
                return replace(part, cases=cases, facts=facts) if sound else None

    def case(self, case: order_form.ActionChoice) -> order_form.ActionChoice | None:
        parts = self.whole(case.parts) if self.known(case.facts) else None
        return None if parts is None else replace(case, parts=parts)

    def choices(
        self, choices: Iterable[order_form.FieldChoice]
    ) -> tuple[order_form.FieldChoice, ...]:
        return tuple(
            choice for choice in choices if self.known(choice.name) and self.known(choice.facts)
        )

    def known(self, fact: Fact) -> bool:
        """Whether all references in a fact are known."""
        match fact:
            case Ref():
                return self._knowing.knows(fact, self._turn)
            case Facts():
                return all(self.known(inner) for inner in fact.values())
            case tuple():
                return all(self.known(inner) for inner in fact)
            case _:
                return True


def _is_required(part: order_form.FormPart) -> bool:
    match part:
        case order_form.SelectField(needed=needed) | order_form.MultiSelectField(needed=needed):
            return needed
        case order_form.FieldGroup() | order_form.ListItem():
            return True
        case _:
            return False
