"""The possible orders of a form, and the allowed values of its keys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from typing import Final

from chronicle.records import dataclass
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
    ProbabilityRange,
    SelectField,
)

#: An actor with more possible orders than this gets only one line for each kind of order.
MANY_VARIANTS: Final = 16
#: Fixed keys that don't say what kind of thing a group describes.
_NO_KIND: Final = frozenset({"id", "kind"})


@dataclass(frozen=True, slots=True)
class OrderVariants:
    """One kind of order that is a list item: its actor and all its variants.

    ``entry`` is the item of the first variant, which is written to the file.
    """

    actor: ActionField | None
    entry: ListItem
    cases: tuple[ActionChoice, ...] = ()

    @property
    def code(self) -> str:
        return self.cases[0].code if self.cases else self.entry.key

    @property
    def likely(self) -> ProbabilityRange | None:
        """The range of chances over all variants and choices."""
        found = [case.likely for case in self.cases]
        for case in self.cases or (ActionChoice("", "", (self.entry,)),):
            found += [
                it.likely for blank in allowed_values(case.parts).values() for it in blank.choices
            ]
        return chance_range(found)


@dataclass(slots=True)
class AllowedValues:
    """The values that a key allows in all orders: choices by value, or a range of integers."""

    found: dict[str, FieldChoice] = field(default_factory=dict)
    least: int | None = None
    most: int | None = None

    @property
    def choices(self) -> tuple[FieldChoice, ...]:
        return tuple(self.found.values())

    @property
    def values(self) -> tuple[object, ...]:
        """The allowed values, for comparison."""
        return (*((it.value, it.name, it.facts) for it in self.choices), self.least, self.most)

    def add(self, part: SelectField | MultiSelectField | IntegerField) -> None:
        if isinstance(part, IntegerField):
            self.least = part.least if self.least is None else min(self.least, part.least)
            self.most = part.most if self.most is None else max(self.most, part.most)
            return
        for choice in part.choices:
            self.found.setdefault(choice.value, choice)


def chance_range(chances: Iterable[ProbabilityRange | None]) -> ProbabilityRange | None:
    """The range from the lowest to the highest chance; None if there are none."""
    found = tuple(it for it in chances if it is not None)
    if not found:
        return None
    return ProbabilityRange(min(it.least for it in found), max(it.most for it in found))


def split_orders(
    parts: Iterable[FormPart],
) -> tuple[Mapping[str, list[OrderVariants]], list[tuple[ActionChoice | None, FormPart]]]:
    """The parts of one mapping: the orders of each list by its key, and all other keys."""
    lists: dict[str, list[OrderVariants]] = {}
    others: list[tuple[ActionChoice | None, FormPart]] = []
    for actor, case, part in _flatten(parts):
        if isinstance(part, ListItem):
            lists.setdefault(part.key, []).append(
                OrderVariants(actor, part, (case,) if case else ())
            )
        else:
            others.append((case, part))
    return {key: list(_merge_variants(found)) for key, found in lists.items()}, others


def _merge_variants(found: list[OrderVariants]) -> Iterator[OrderVariants]:
    """The orders of one list; those of an actor with many are merged by code."""
    counts: dict[int, int] = {}
    for way in found:
        counts[id(way.actor)] = counts.get(id(way.actor), 0) + 1
    kinds: dict[tuple[int, object], list[OrderVariants]] = {}
    for place, way in enumerate(found):
        many = bool(way.cases) and counts[id(way.actor)] > MANY_VARIANTS
        kind: object = way.cases[0].code if many else place
        kinds.setdefault((id(way.actor), kind), []).append(way)
    for first, *more in kinds.values():
        cases = (*first.cases, *(case for way in more for case in way.cases))
        yield OrderVariants(first.actor, first.entry, cases)


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


def shared_values(forms: Iterable[Form]) -> dict[str, AllowedValues]:
    """The allowed values of keys that several factions have and that are the same for each."""
    found: dict[str, list[AllowedValues]] = {}
    for form in forms:
        for label, blank in allowed_values(form.parts).items():
            found.setdefault(label, []).append(blank)
    return {
        label: first
        for label, (first, *more) in found.items()
        if more and all(blank.values == first.values for blank in more)
    }
