"""Records as a line of text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from chronicle.records import Record, default_values, field_names
from tests.rules.notation import is_wrongly_none


def fields_as_text(record: Record, *, full: bool = False) -> str:
    """The fields of a record that say something, as ``field value, field Name(…)``.

    Those that are as they are by default are left out, unless it is told in full.
    """
    return ", ".join(_said(record, full=full))


def _said(record: Record, *, full: bool) -> Iterator[str]:
    defaults: Mapping[str, Any] = {} if full else default_values(type(record))
    for name in field_names(type(record)):
        value = getattr(record, name)
        text = as_text(value, full=full)
        if is_wrongly_none(record, name) or (not text and _is_stated(defaults.get(name))):
            yield f"{name} nothing"
        elif text and (value if full else value != defaults.get(name, "")):
            yield f"{name} {text}"


def _is_stated(default: object) -> bool:
    """Whether a default says something, so that a field without a value isn't as by default."""
    return isinstance(default, str | int | Record) and as_text(default) != ""


def as_text(value: object, *, full: bool = False) -> str:
    """A value; empty if it says nothing."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case tuple() if value:
            return f"[{', '.join(as_text(one, full=full) for one in value)}]"
        case frozenset() if value:
            return f"{{{', '.join(sorted(as_text(one, full=full) for one in value))}}}"
        case Mapping() if value:
            return f"{{{', '.join(f'{key}: {as_text(one)}' for key, one in value.items())}}}"
        case Record() if type(value).__str__ is object.__str__:
            return f"{type(value).__name__}({fields_as_text(value, full=full)})"
        case tuple() | frozenset() | Mapping():
            return ""
        case _:
            return str(value)


def read_records(path: Path) -> list[str]:
    """The records of a file, each on a line; those that are longer go on indented."""
    lines = [line for line in path.read_text("utf-8").splitlines() if line[:1] not in ("", "#")]
    return re.sub(r"\n +", " ", "\n".join(lines)).split("\n")
