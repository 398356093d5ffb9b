"""The base classes of records: slots, compared by their fields, and frozen unless they say so.

Only this module uses msgspec. Its classes are made in a twentieth of the time that
:mod:`dataclasses` needs, which was half the time a command needs to start. Type checkers treat them
as dataclasses, and check the arguments of :func:`replace`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, Final, dataclass_transform, get_args, get_type_hints

from msgspec import NODEFAULT, Struct, field
from msgspec import Raw as RawJson
from msgspec.json import Encoder

if TYPE_CHECKING:
    # Type checkers compare its arguments with the fields of the record.
    from dataclasses import replace
else:
    from msgspec.structs import replace

__all__ = [
    "CONSTANT",
    "UNION",
    "MutableRecord",
    "RawJson",
    "Record",
    "default_values",
    "field",
    "field_names",
    "is_record",
    "json_encoder",
    "marked_fields",
    "replace",
]

#: Marks a field, by ``Annotated``, whose records are of several types: JSON names the type of each.
UNION: Final = "union"
#: Marks a field that is the same in every turn: JSON does without it.
CONSTANT: Final = "constant"


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Record(Struct, frozen=True, array_like=True, tag=True, tag_field="class of the record"):
    """A frozen record: equal to records of its own class with equal fields, hashed by them.

    A subclass takes ``kw_only=True``, ``order=True`` and ``eq=False`` as dataclasses do, and
    ``dict=True`` if it has a ``cached_property``. To assign to a field raises AttributeError.
    """


@dataclass_transform(field_specifiers=(field,))
class MutableRecord(Struct):
    """A record whose fields may be assigned to; it has no hash."""


def is_record(kind: type[Any]) -> bool:
    """Return whether a class is one of records."""
    return issubclass(kind, Struct)


def field_names(kind: type[Any]) -> tuple[str, ...]:
    """Return the names of the fields of a class of records, in order."""
    names: tuple[str, ...] = kind.__struct_fields__
    return names


def default_values(kind: type[Record]) -> dict[str, Any]:
    """Return the defaults of a record's fields by name: values, or what stands for a factory."""
    names, values = kind.__struct_fields__, kind.__struct_defaults__
    found = zip(names[len(names) - len(values) :], values, strict=True)
    return {name: value for name, value in found if value is not NODEFAULT}


def json_encoder(plain: Callable[[Any], object]) -> Callable[[object], bytes]:
    """Return a function that writes a value as JSON: equal bytes for equal values only.

    A record is an array of the name of its class and its fields. ``plain`` returns what stands for
    a value of another type, such as :class:`RawJson`, or raises TypeError.
    """
    return Encoder(enc_hook=plain, order="deterministic").encode


@cache
def marked_fields(kind: type[Any], mark: str) -> frozenset[str]:
    """Return the names of the fields of a record that have a mark."""
    hints = get_type_hints(kind, include_extras=True)
    return frozenset(name for name, hint in hints.items() if mark in get_args(hint)[1:])
