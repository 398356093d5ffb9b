"""Records as a line of text: the fields that say something and aren't as they are by default."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from chronicle.records import Record, default_values, field_names

_EMPTY: Final[tuple[Any, ...]] = (None, "", (), frozenset(), {})


def fields_as_text(record: Record) -> str:
    """The fields of a record, as ``field value, field Name(…)``."""
    defaults = dict.fromkeys(field_names(type(record)), _EMPTY)
    defaults |= {name: (value, *_EMPTY) for name, value in default_values(type(record)).items()}
    stated = ((name, getattr(record, name)) for name in field_names(type(record)))
    return ", ".join(
        f"{name} {_as_text(value)}" for name, value in stated if value not in defaults[name]
    )


def _as_text(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case tuple():
            return f"[{', '.join(map(_as_text, value))}]"
        case frozenset():
            return f"{{{', '.join(sorted(map(_as_text, value)))}}}"
        case Mapping():
            return f"{{{', '.join(f'{key}: {_as_text(one)}' for key, one in value.items())}}}"
        case Record():
            return f"{type(value).__name__}({fields_as_text(value)})"
        case _:
            return str(value)
