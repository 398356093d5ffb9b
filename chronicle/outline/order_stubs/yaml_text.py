"""One order as YAML on one line: its required keys, with the first allowed values."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Final

from chronicle.rules.order_form import (
    ActionField,
    FieldChoice,
    FieldGroup,
    FixedField,
    FormPart,
    IntegerField,
    MultiSelectField,
    SelectField,
    TextField,
)

#: The placeholder for a text that the author must write; also valid as id and name.
PLACEHOLDER: Final = "new"
#: Text that needs no quotes in YAML.
_PLAIN: Final = re.compile(r"[A-Za-z][\w/-]*(?: [\w/-]+)*")
_YAML_WORDS: Final = frozenset({"null", "true", "false", "yes", "no", "on", "off", "y", "n"})


def flow_mapping(parts: Iterable[FormPart]) -> str:
    """A mapping with the required keys, and with numbers to be changed."""
    return f"{{{', '.join(filter(None, map(required_entry, parts)))}}}"


def required_entry(part: FormPart) -> str:
    """A key with its first allowed value; empty if the key is optional."""
    match part:
        case FixedField(key=key, value=value):
            return f"{key}: {yaml_scalar(value)}"
        case SelectField(key=key, choices=choices, needed=True):
            return f"{key}: {yaml_scalar(_first(choices))}"
        case MultiSelectField(key=key, choices=choices, needed=True):
            return f"{key}: [{yaml_scalar(_first(choices))}]"
        case IntegerField(key=key, least=least, usual=usual):
            return f"{key}: {least if usual is None else usual}"
        case TextField(key=key, needed=True):
            return f"{key}: {PLACEHOLDER}"
        case FieldGroup(key=key, parts=inner) if any(map(is_required, inner)):
            return f"{key}: {flow_mapping(inner)}"
        case _:
            return ""


def example_entry(part: FormPart) -> str:
    """A key with its first allowed value, even if it is optional."""
    match part:
        case SelectField(key=key, choices=choices):
            return f"{key}: {yaml_scalar(_first(choices))}"
        case MultiSelectField(key=key, choices=choices):
            return f"{key}: [{yaml_scalar(_first(choices))}]"
        case TextField(key=key):
            return f"{key}: {PLACEHOLDER}"
        case FieldGroup(key=key, parts=inner):
            return required_entry(part) or (
                f"{key}: {{{example_entry(inner[0])}}}" if inner else ""
            )
        case _:
            return required_entry(part)


def _first(choices: Iterable[FieldChoice]) -> str:
    """The first choice with a chance of success; else the first choice."""
    found = list(choices)
    return next((it.value for it in found if it.likely is not None), found[0].value)


def default_entry(part: FormPart) -> str:
    """A key with its standing value; empty if it has none."""
    match part:
        case SelectField(key=key, now=now) if now:
            return f"{key}: {yaml_scalar(now)}"
        case MultiSelectField(key=key, choices=choices, now=now) if now or any(
            map(is_default, choices)
        ):
            held = now or tuple(it.value for it in choices if is_default(it))
            return f"{key}: {yaml_scalar(held)}"
        case FieldGroup(key=key, parts=inner):
            written = ", ".join(filter(None, map(default_entry, inner)))
            return f"{key}: {{{written}}}" if written else ""
        case ActionField(cases=cases):
            found = (default_entry(one) for case in cases for one in case.parts)
            return next(filter(None, found), "")
        case _:
            return ""


def is_default(choice: FieldChoice) -> bool:
    """Whether a choice is the standing one."""
    return choice.facts.get("now") is True


def is_required(part: FormPart) -> bool:
    """Whether an order needs this key."""
    match part:
        case (
            SelectField(needed=is_needed)
            | MultiSelectField(needed=is_needed)
            | TextField(needed=is_needed)
        ):
            return is_needed
        case IntegerField(needed=is_needed):
            return is_needed
        case FieldGroup(parts=inner):
            return any(map(is_required, inner))
        case _:
            return isinstance(part, FixedField)


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
