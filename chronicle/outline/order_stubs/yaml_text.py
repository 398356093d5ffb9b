"""One order as YAML in block style: its required keys, each with the best allowed value."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from chronicle.model.facts import Facts
from chronicle.rules import order_form
from chronicle.yaml.placeholders import PLACEHOLDER, wanted_for

#: Text that needs no quotes in YAML.
_PLAIN: Final = re.compile(r"[A-Za-z][\w/-]*(?: [\w/-]+)*")
_YAML_WORDS: Final = frozenset({"null", "true", "false", "yes", "no", "on", "off", "y", "n"})
#: The currency of the funds in which prices are compared.
_CURRENCY: Final = "capital"


class Line(NamedTuple):
    """One line of YAML, and the comment after it."""

    text: str
    about: str = ""


#: Returns the comment after the key of a field.
Commenter: TypeAlias = Callable[[order_form.FormPart], str]


def order_lines(
    part: order_form.FormPart, funds: int | None, commenter: Commenter | None = None
) -> tuple[Line, ...]:
    """An order in block style, without indentation; an item of a list begins with `- `.

    Without a ``commenter``, numbers that can be left out are left out unless one is suggested.
    """
    if isinstance(part, order_form.ListItem):
        inner = list(_lines_of_all(part.parts, funds, commenter))
        return (*(Line(f"- {line.text}", line.about) for line in inner[:1]), *_indented(inner[1:]))
    return tuple(_required_lines(part, funds, commenter)) or _optional_lines(part, commenter)


def _lines_of_all(
    parts: Iterable[order_form.FormPart], funds: int | None, commenter: Commenter | None
) -> Iterator[Line]:
    for part in parts:
        yield from _required_lines(part, funds, commenter)


def _required_lines(
    part: order_form.FormPart, funds: int | None, commenter: Commenter | None
) -> Iterator[Line]:
    about = commenter(part) if commenter is not None else ""
    wanted = (
        wanted_for(part.key)
        if commenter is None and isinstance(part, order_form.TextField)
        else about
    )
    match part:
        case order_form.FixedField(key=key, value=value):
            yield Line(f"{key}: {yaml_scalar(value)}")
        case order_form.SelectField(key=key, choices=choices, needed=True):
            yield Line(f"{key}: {yaml_scalar(best_choice(choices, funds).value)}", about)
        case order_form.MultiSelectField(key=key, choices=choices, needed=True):
            yield Line(f"{key}: [{yaml_scalar(best_choice(choices, funds).value)}]", about)
        case order_form.IntegerField(key=key, needed=needed) if (
            needed or part.suggested is not None or commenter is not None
        ):
            yield Line(f"{key}: {_number(part)}", about)
        case order_form.TextField(key=key, long=True, needed=True):
            yield Line(f"{key}: >")
            yield Line(f"  {PLACEHOLDER}{': ' if wanted else ''}{wanted}")
        case order_form.TextField(key=key, needed=True):
            yield Line(f"{key}: {PLACEHOLDER}", wanted)
        case order_form.FieldGroup(key=key, parts=inner) if any(map(is_required, inner)):
            lines = tuple(_lines_of_all(inner, funds, commenter))
            is_prose = any(isinstance(one, order_form.TextField) for one in inner)
            if is_prose or any(line.about for line in lines):
                yield Line(f"{key}:")
                yield from _indented(lines)
            else:
                yield Line(f"{key}: {{{', '.join(line.text for line in lines)}}}")
        case _:
            pass


def _optional_lines(part: order_form.FormPart, commenter: Commenter | None) -> tuple[Line, ...]:
    """The lines of an optional key, with its first allowed value."""
    about = commenter(part) if commenter is not None else ""
    match part:
        case order_form.SelectField(key=key, choices=choices, now=now):
            return (Line(f"{key}: {yaml_scalar(now or choices[0].value)}", about),)
        case order_form.MultiSelectField(key=key, choices=choices, now=now):
            values = now or tuple(it.value for it in choices if is_default(it))
            return (Line(f"{key}: {yaml_scalar(values or (choices[0].value,))}", about),)
        case order_form.IntegerField(key=key):
            return (Line(f"{key}: {_number(part)}", about),)
        case order_form.FieldGroup(key=key, parts=inner):
            lines = [line for one in inner for line in _optional_lines(one, commenter)]
            return (Line(f"{key}:"), *_indented(lines))
        case order_form.ActionField(cases=cases):
            found = (default_entry(one) for case in cases for one in case.parts)
            text = next(filter(None, found), "")
            return (Line(text, about),) if text else ()
        case _:
            return ()


def _indented(lines: Iterable[Line]) -> Iterator[Line]:
    return (Line(f"  {line.text}", line.about) for line in lines)


def _number(part: order_form.IntegerField) -> int:
    if part.suggested is not None:
        return part.suggested
    return part.least if part.usual is None else part.usual


# ── Choices ──────────────────────────────────────────────────────────────────────────────────────


def best_choice(
    choices: Sequence[order_form.FieldChoice], funds: int | None
) -> order_form.FieldChoice:
    """The choice that can be paid and is likeliest to succeed, as far as known; else the first.

    Of choices with the same value, which are written alike, only the first counts.
    """
    first: dict[str, order_form.FieldChoice] = {}
    for choice in choices:
        first.setdefault(choice.value, choice)
    return max(
        first.values(),
        key=lambda it: (
            can_be_paid(it.facts, funds),
            it.likely is not None,
            (it.likely.most, it.likely.least) if it.likely is not None else (),
        ),
    )


def chosen_values(
    part: order_form.FormPart, funds: int | None
) -> tuple[order_form.FieldChoice, ...]:
    """The choices that :func:`order_lines` writes for the required keys of an order."""
    return tuple(
        best_choice(one.choices, funds)
        for one in _required_parts(part)
        if isinstance(one, order_form.SelectField | order_form.MultiSelectField)
    )


def _required_parts(part: order_form.FormPart) -> Iterator[order_form.FormPart]:
    match part:
        case order_form.ListItem(parts=inner) | order_form.FieldGroup(parts=inner):
            for one in inner:
                yield from _required_parts(one)
        case order_form.SelectField(needed=True) | order_form.MultiSelectField(needed=True):
            yield part
        case _:
            pass


def can_be_paid(facts: Facts, funds: int | None) -> bool:
    """Whether funds are enough for the price in some facts; other currencies are not enough."""
    if funds is None or facts.get("cost") is None:
        return True
    cost = cost_of(facts)
    return cost is not None and cost <= funds


def cost_of(facts: Facts) -> int | None:
    """What some facts say that something costs; None for nothing, and for other currencies."""
    price = facts.get("cost")
    if isinstance(price, Facts):
        price = price["amount"] if price["currency"] == _CURRENCY else None
    return int(price) if isinstance(price, int | str) and str(price).isdecimal() else None


# ── Standing values ──────────────────────────────────────────────────────────────────────────────


def default_entry(part: order_form.FormPart) -> str:
    """A key with its standing value on one line; empty if it has none."""
    match part:
        case order_form.SelectField(key=key, now=now) if now:
            return f"{key}: {yaml_scalar(now)}"
        case order_form.MultiSelectField(key=key, choices=choices, now=now) if now or any(
            map(is_default, choices)
        ):
            held = now or tuple(it.value for it in choices if is_default(it))
            return f"{key}: {yaml_scalar(held)}"
        case order_form.FieldGroup(key=key, parts=inner):
            written = ", ".join(filter(None, map(default_entry, inner)))
            return f"{key}: {{{written}}}" if written else ""
        case order_form.ActionField(cases=cases):
            found = (default_entry(one) for case in cases for one in case.parts)
            return next(filter(None, found), "")
        case _:
            return ""


def is_default(choice: order_form.FieldChoice) -> bool:
    """Whether a choice is the standing one."""
    return choice.facts.get("now") is True


def is_required(part: order_form.FormPart) -> bool:
    """Whether an order needs this key."""
    match part:
        case (
            order_form.SelectField(needed=is_needed)
            | order_form.MultiSelectField(needed=is_needed)
            | order_form.TextField(needed=is_needed)
            | order_form.IntegerField(needed=is_needed)
        ):
            return is_needed
        case order_form.FieldGroup(parts=inner):
            return any(map(is_required, inner))
        case _:
            return isinstance(part, order_form.FixedField)


def optional_keys(part: order_form.FormPart) -> tuple[order_form.FormPart, ...]:
    """The parts of an order that can be left out and are not written."""
    match part:
        case order_form.ListItem(parts=inner) | order_form.FieldGroup(parts=inner):
            return tuple(one for each in inner for one in optional_keys(each))
        case order_form.FixedField():
            return ()
        case _:
            return () if is_required(part) or isinstance(part, order_form.IntegerField) else (part,)


def optional_names(part: order_form.FormPart) -> tuple[str, ...]:
    """The keys of these parts."""
    names = dict.fromkeys(
        one.key
        for each in optional_keys(part)
        for one in order_form.walk_parts((each,))
        if not isinstance(one, order_form.ActionField | order_form.FixedField)
    )
    return tuple(names)


def yaml_scalar(value: str | int | bool | tuple[str, ...]) -> str:
    """A value as YAML; a tuple as a list."""
    if isinstance(value, tuple):
        return f"[{', '.join(map(yaml_scalar, value))}]"
    if value in ("true", "false"):
        # As choices, these words are always booleans.
        return str(value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    is_plain = _PLAIN.fullmatch(value) and value.casefold() not in _YAML_WORDS
    is_number = value.isdecimal() and str(int(value)) == value
    return value if is_plain or is_number else json.dumps(value, ensure_ascii=False)
