"""The orders that a form allows, one by one, and the values that their keys allow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chronicle.model.facts import Fact
from chronicle.records import MutableRecord, Record, field
from chronicle.rules.order_form import (
    ActionChoice,
    ActionField,
    FieldChoice,
    FieldGroup,
    FixedField,
    Form,
    FormPart,
    IntegerField,
    ListItem,
    MultiSelectField,
    SelectField,
    walk_parts,
)

#: Fixed keys that don't say what kind of thing a group describes.
_NO_KIND = frozenset({"id", "kind"})


class PossibleOrder(Record):
    """One order: who would give it, its action, and what is written for it.

    ``part`` is an item of a list, or a key with its value. ``actor`` and ``case`` are None for keys
    that belong to no action.
    """

    actor: ActionField | None
    case: ActionChoice | None
    part: FormPart

    @property
    def list_key(self) -> str:
        """The key of the list that the order belongs to; empty for a key of its own."""
        return self.part.key if isinstance(self.part, ListItem) else ""

    @property
    def code(self) -> str:
        return self.case.code if self.case is not None else ""

    @property
    def actor_name(self) -> Fact:
        """Who carries it out: a name, or the code of what the faction itself does."""
        if self.actor is None:
            return None
        return self.actor.who if self.actor.who is not None else self.actor.code

    def ids(self) -> Iterator[str]:
        """The ids and codes that are fixed for this order."""
        for part in walk_parts((self.part,)):
            if isinstance(part, FixedField) and isinstance(part.value, str):
                yield part.value


def possible_orders(form: Form) -> tuple[PossibleOrder, ...]:
    """Everything that a form allows, in its order; the keys that belong to no action are last."""
    found = tuple(PossibleOrder(actor, case, part) for actor, case, part in _flatten(form.parts))
    return tuple(sorted(found, key=lambda order: order.case is None))


def keys_without_action(form: Form) -> tuple[FormPart, ...]:
    """The parts that belong to no action, such as positions and standing orders."""
    return tuple(part for _, case, part in _flatten(form.parts) if case is None)


def _flatten(
    parts: Iterable[FormPart], actor: ActionField | None = None, by: ActionChoice | None = None
) -> Iterator[tuple[ActionField | None, ActionChoice | None, FormPart]]:
    """The parts of one mapping, each with its actor and action, if any."""
    for part in parts:
        match part:
            case ActionField(cases=cases):
                for case in cases:
                    yield from _flatten(case.parts, part, case)
            case FieldGroup(key=key, parts=inner) if all(
                isinstance(one, ActionField) for one in inner
            ):
                for who, how, way in _flatten(inner, actor, by):
                    yield who, how, FieldGroup(key, (way,))
            case _:
                yield actor, by, part


# ── Allowed values ───────────────────────────────────────────────────────────────────────────────


class AllowedValues(MutableRecord):
    """The values that a key allows in some orders: choices by value, or a range of integers."""

    found: dict[str, FieldChoice] = field(default_factory=dict)
    least: int | None = None
    most: int | None = None

    @property
    def choices(self) -> tuple[FieldChoice, ...]:
        return tuple(self.found.values())

    def add(self, part: SelectField | MultiSelectField | IntegerField) -> None:
        if isinstance(part, IntegerField):
            self.least = part.least if self.least is None else min(self.least, part.least)
            self.most = part.most if self.most is None else max(self.most, part.most)
            return
        for choice in part.choices:
            self.found.setdefault(choice.value, choice)


def allowed_values(parts: Iterable[FormPart]) -> dict[str, AllowedValues]:
    """The allowed values of the keys of some parts, by their label in comments."""
    found: dict[str, AllowedValues] = {}
    for label, part in _labelled_parts(parts, "", ""):
        found.setdefault(label, AllowedValues()).add(part)
    return found


def _labelled_parts(
    parts: Iterable[FormPart], group: str, kind: str
) -> Iterator[tuple[str, SelectField | MultiSelectField | IntegerField]]:
    for part in parts:
        match part:
            case SelectField(key=key, name=name) | MultiSelectField(key=key, name=name):
                # A key that is an id has the same values as the others in its group.
                named = group.rstrip(".") if name is not None else ""
                yield named or f"{group}{key}{kind}", part
            case IntegerField(key=key):
                yield f"{group}{key}", part
            case FieldGroup(key=key, parts=inner):
                yield from _labelled_parts(inner, f"{key}.", _kind(inner))
            case ListItem(parts=inner):
                yield from _labelled_parts(inner, "", "")
            case ActionField(cases=cases):
                for case in cases:
                    yield from _labelled_parts(case.parts, group, kind)
            case _:
                pass


def _kind(inner: tuple[FormPart, ...]) -> str:
    """The kind of a new thing whose id is in a group, in parentheses."""
    first = inner[0] if inner else None
    return f" ({first.key})" if isinstance(first, FixedField) and first.key not in _NO_KIND else ""
