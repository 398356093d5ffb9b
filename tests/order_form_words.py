"""What of some forms needs words in a theme, one by one, to be held against a ruleset's blanks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from chronicle.model.facts import Facts
from chronicle.rules.order_form import (
    ActionChoice,
    ActionField,
    FieldChoice,
    FieldGroup,
    FixedField,
    Form,
    FormPart,
    FormVocabulary,
    IntegerField,
    ListItem,
    MultiSelectField,
    SelectField,
    TextField,
    walk_parts,
)

#: What it is, and the code or key; values and coded facts by the key or name before it.
Word: TypeAlias = tuple[str, ...]


def needed(forms: Iterable[Form], blanks: FormVocabulary) -> frozenset[Word]:
    """All that needs words; ``blanks`` say which facts hold codes."""
    coded = {name for name, codes in blanks.facts.items() if codes}
    parts = (part for form in forms for part in walk_parts(form.parts))
    return frozenset(word for part in parts for word in _of_part(part, coded))


def stated(blanks: FormVocabulary) -> frozenset[Word]:
    """All that a ruleset says it has."""
    return frozenset(
        (
            *(("ask", code) for code in blanks.asks),
            *(("case", code) for code in blanks.cases),
            *(("key", key) for key in blanks.keys),
            *(("value", key, value) for key, held in blanks.values.items() for value in held),
            *(("fact", name) for name in blanks.facts),
            *(("of", name, code) for name, codes in blanks.facts.items() for code in codes),
        )
    )


def _of_part(part: FormPart, coded: set[str]) -> Iterator[Word]:
    match part:
        case FixedField() | ListItem():
            return
        case (
            SelectField(key=key, choices=choices, name=name)
            | MultiSelectField(key=key, choices=choices, name=name)
        ):
            yield from () if name is not None else (("key", key),)
            key = "" if name is not None else key
            yield from (word for it in choices for word in _of_choice(key, it, coded))
        case IntegerField(key=key) | TextField(key=key) | FieldGroup(key=key):
            yield ("key", key)
        case ActionField(code=code, cases=cases, facts=facts):
            yield ("ask", code)
            yield from _of_facts(facts, coded)
            yield from (word for case in cases for word in _of_case(case, coded))


def _of_case(case: ActionChoice, coded: set[str]) -> Iterator[Word]:
    yield ("case", case.code)
    yield from _of_facts(case.facts, coded)


def _of_choice(key: str, choice: FieldChoice, coded: set[str]) -> Iterator[Word]:
    if choice.name is None:
        yield ("value", key, choice.value)
    yield from _of_facts(choice.facts, coded)


def _of_facts(facts: Facts, coded: set[str]) -> Iterator[Word]:
    for name, value in facts.items():
        yield ("fact", name)
        held = value if isinstance(value, tuple) else (value,)
        yield from (("of", name, code) for code in held if name in coded and isinstance(code, str))
