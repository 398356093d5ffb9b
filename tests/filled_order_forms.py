"""Forms filled in: what a player may write by them, as the mapping that stands under a faction."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

from chronicle.proposals.evaluation import node_of
from chronicle.records import Record, replace
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
    TextField,
)
from chronicle.yaml.nodes import Node

#: What stands under some keys; entries are lists of mappings, groups mappings.
Written: TypeAlias = dict[str, Any]
#: What is written where a form asks for words, by key; ``SOMETHING`` under all others.
Said: TypeAlias = Mapping[str, str]
SOMETHING: Final = "something-new"


class Filled(Record):
    """A form with one thing filled in, and what had to be chosen on the way to it.

    ``counts`` are its numbers and texts with their value, which is 1 for a text; those left out
    have the value that they have then.
    """

    written: Written
    chosen: tuple[FieldChoice | ActionChoice, ...] = ()
    counts: tuple[tuple[IntegerField | TextField, int], ...] = ()


def fillings(form: Form, said: Said | None = None) -> Iterator[Filled]:
    """Every case once, every choice once, and every number at its least and most.

    Blanks that are needed on the way are filled, others are left alone.
    """
    return _ways(form.parts, said or {})


def as_text(written: Written) -> str:
    """What is filled in as it may stand in a turn's file."""
    return json.dumps(written, ensure_ascii=False)


def as_node(written: Written) -> Node:
    """The node of :func:`as_text`, which takes ten times as long to parse."""
    return node_of(written)


def scalar(value: str) -> str | int | bool:
    """The value of a choice as YAML has it where it stands bare."""
    if value in ("true", "false"):
        return value == "true"
    return int(value) if value.lstrip("-").isdecimal() else value


def _ways(parts: tuple[FormPart, ...], said: Said) -> Iterator[Filled]:
    needed = [_least(part, said) for part in parts]
    yield _joined(needed)
    for position, part in enumerate(parts):
        for way in _ways_of(part, said):
            yield _joined([*needed[:position], way, *needed[position + 1 :]])


def _least(part: FormPart, said: Said) -> Filled:
    """What stands there when nothing is done but what must be."""
    match part:
        case FixedField(key=key, value=value):
            return Filled({key: list(value) if isinstance(value, tuple) else value})
        case SelectField(key=key, choices=(first, *_), needed=True):
            return Filled({key: scalar(first.value)}, (first,))
        case MultiSelectField(key=key, choices=choices, needed=True, most=most):
            some = choices[:most]
            return Filled({key: [scalar(choice.value) for choice in some]}, some)
        case IntegerField(key=key, least=least, needed=True):
            return Filled({key: least}, counts=((part, least),))
        case IntegerField(usual=int(usual)):
            return Filled({}, counts=((part, usual),))
        case TextField(key=key, needed=True):
            return Filled({key: said.get(key, SOMETHING)}, counts=((part, 1),))
        case FieldGroup(key=key, parts=parts):
            inner = _joined([_least(one, said) for one in parts])
            return replace(inner, written={key: inner.written} if inner.written else {})
        case ListItem(key=key, parts=parts):
            inner = _joined([_least(one, said) for one in parts])
            return replace(inner, written={key: [inner.written]})
        case _:
            return Filled({})


def _ways_of(part: FormPart, said: Said) -> Iterator[Filled]:
    """Everything that can be done with a part beside the least."""
    match part:
        case SelectField(key=key, choices=choices):
            yield from (Filled({key: scalar(it.value)}, (it,)) for it in choices)
        case MultiSelectField(key=key, choices=choices):
            yield from (Filled({key: [scalar(it.value)]}, (it,)) for it in choices)
        case IntegerField(key=key, least=least, most=most):
            numbers = dict.fromkeys((least, most))
            yield from (Filled({key: it}, counts=((part, it),)) for it in numbers)
        case TextField(key=key):
            yield Filled({key: said.get(key, SOMETHING)}, counts=((part, 1),))
        case FieldGroup(key=key, parts=parts):
            ways = (way for way in _ways(parts, said) if way.written)
            yield from (replace(way, written={key: way.written}) for way in ways)
        case ListItem(key=key, parts=parts):
            yield from (replace(it, written={key: [it.written]}) for it in _ways(parts, said))
        case ActionField(cases=cases):
            for case in cases:
                for way in _ways(case.parts, said):
                    yield replace(way, chosen=(case, *way.chosen))
        case FixedField():
            pass


def _joined(filled: list[Filled]) -> Filled:
    """Parts that stand side by side."""
    written: Written = {}
    for one in filled:
        written = _merged(written, one.written)
    chosen = tuple(choice for one in filled for choice in one.chosen)
    return Filled(written, chosen, tuple(count for one in filled for count in one.counts))


def _merged(one: Written, other: Written) -> Written:
    """Two mappings as one: lists go on, mappings are joined, of all else the later counts."""
    merged = dict(one)
    for key, value in other.items():
        was = merged.get(key)
        if isinstance(was, list) and isinstance(value, list):
            merged[key] = was + value
        elif isinstance(was, dict) and isinstance(value, dict):
            merged[key] = _merged(was, value)
        else:
            merged[key] = value
    return merged
