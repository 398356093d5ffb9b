"""The base classes of records: slots, compared by their fields, and frozen unless they say so.

Only this module uses msgspec. Its classes are made in a twentieth of the time that
:mod:`dataclasses` needs, which was half the time a command needs to start. Type checkers treat them
as dataclasses, and check the arguments of :func:`replace`.

Classes not yet converted use ``dataclass``: the decorator of :mod:`dataclasses`, with methods
compiled when first called, because it compiles them all when it is applied. Its classes are
ordinary dataclasses, except that ``InitVar`` is not supported and that ``repr`` does not look for a
record that contains itself.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, FrozenInstanceError, fields
from types import CodeType
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    TypeAlias,
    dataclass_transform,
    get_args,
    get_type_hints,
)

from msgspec import NODEFAULT, Struct, field
from msgspec.structs import replace as _replace_struct

__all__ = [
    "CODE",
    "CONSTANT",
    "UNION",
    "MutableRecord",
    "Record",
    "dataclass",
    "default_values",
    "field",
    "field_names",
    "is_record",
    "marked_fields",
    "replace",
]

#: The code of compiled methods by source.
CODE: Final[dict[str, CodeType]] = {}
#: Makes the source of a method of a dataclass.
_SourceOf: TypeAlias = Callable[[type[Any]], str]
#: Marks a field, by ``Annotated``, whose records are of several types: JSON names the type of each.
UNION: Final = "union"
#: Marks a field that is the same in every turn: JSON does without it.
CONSTANT: Final = "constant"


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Record(Struct, frozen=True):
    """A frozen record: equal to records of its own class with equal fields, hashed by them.

    A subclass takes ``kw_only=True``, ``order=True`` and ``eq=False`` as dataclasses do, and
    ``dict=True`` if it has a ``cached_property``. To assign to a field raises AttributeError.
    """


@dataclass_transform(field_specifiers=(field,))
class MutableRecord(Struct):
    """A record whose fields may be assigned to; it has no hash."""


if TYPE_CHECKING:
    # Type checkers know its arguments: those of the record's own fields.
    from dataclasses import replace
else:

    def replace(record: Any, /, **changes: Any) -> Any:
        """Return a copy of a record with some fields changed."""
        if isinstance(record, Struct):
            return _replace_struct(record, **changes)
        return dataclasses.replace(record, **changes)


def is_record(kind: type[Any]) -> bool:
    """Return whether a class is one of records."""
    return issubclass(kind, Struct) or dataclasses.is_dataclass(kind)


def field_names(kind: type[Any]) -> tuple[str, ...]:
    """Return the names of the fields of a class of records, in order."""
    if issubclass(kind, Struct):
        return kind.__struct_fields__
    return tuple(it.name for it in fields(kind))


def default_values(kind: type[Record]) -> dict[str, Any]:
    """Return the default values of a record's fields by name, without those made by a factory."""
    names, values = kind.__struct_fields__, kind.__struct_defaults__
    found = zip(names[len(names) - len(values) :], values, strict=True)
    return {name: value for name, value in found if value is not NODEFAULT}


def marked_fields(kind: type[Any], mark: str) -> frozenset[str]:
    """Return the names of the fields of a record that have a mark."""
    hints = get_type_hints(kind, include_extras=True)
    return frozenset(name for name, hint in hints.items() if mark in get_args(hint)[1:])


def _dataclass(
    *, frozen: bool = False, slots: bool = False, kw_only: bool = False, order: bool = False
) -> Callable[[type[Any]], type[Any]]:
    """Return a decorator that makes a class a dataclass."""
    sources = {
        **_SOURCES,
        **(_FROZEN_SOURCES if frozen else {}),
        **(_ORDER_SOURCES if order else {}),
    }
    ready = _FROZEN_METHODS if frozen else {"__hash__": None}

    def decorate(cls: type[Any]) -> type[Any]:
        own = {name for name, value in vars(cls).items() if value is not None}
        record = dataclasses.dataclass(
            init=False, repr=False, eq=False, slots=slots, kw_only=kw_only
        )(cls)
        methods = {name: _compiled_later(record, name, sources[name]) for name in sources}
        for name, method in {**methods, **ready}.items():
            if name not in own:
                setattr(record, name, method)
        return record

    return decorate


if TYPE_CHECKING:
    # Type checkers know what the standard decorator does, and check `replace` for its classes.
    from dataclasses import dataclass
else:
    dataclass = _dataclass


def _compiled_later(record: type[Any], name: str, source_of: _SourceOf) -> Callable[..., Any]:
    """Return a method that compiles the real one, replaces itself by it, and calls it."""

    def method(self: object, /, *args: Any, **kwargs: Any) -> Any:
        scope: dict[str, Any] = {"assign": object.__setattr__, "MISSING": MISSING}
        for it in fields(record):
            scope[f"default_{it.name}"] = it.default
            scope[f"new_{it.name}"] = it.default_factory
        source = source_of(record)
        if source not in CODE:
            CODE[source] = compile(source, "<record>", "exec")
        exec(CODE[source], scope)  # noqa: S102  as `dataclasses` does
        compiled = scope[name]
        compiled.__qualname__ = f"{record.__qualname__}.{name}"
        setattr(record, name, compiled)
        return compiled(self, *args, **kwargs)

    return method


def _init_source(record: type[Any], assignment: str = "self.{name} = {value}") -> str:
    parameters = [_parameter(field) for field in fields(record) if field.init and not field.kw_only]
    keywords = [_parameter(field) for field in fields(record) if field.init and field.kw_only]
    if keywords:
        parameters += ["*", *keywords]
    body = [
        assignment.format(name=field.name, value=value)
        for field in fields(record)
        if (value := _initial_value(field))
    ]
    if hasattr(record, "__post_init__"):
        body.append("self.__post_init__()")
    lines = "\n ".join(body) or "pass"
    return f"def __init__({', '.join(['self', *parameters])}):\n {lines}"


def _frozen_init_source(record: type[Any]) -> str:
    return _init_source(record, "assign(self, {name!r}, {value})")


def _parameter(field: Field[Any]) -> str:
    if field.default is not MISSING:
        return f"{field.name}=default_{field.name}"
    return field.name if field.default_factory is MISSING else f"{field.name}=MISSING"


def _initial_value(field: Field[Any]) -> str:
    """Return the expression for the value of a field; empty if `__init__` sets none."""
    if field.default_factory is not MISSING:
        made = f"new_{field.name}()"
        return f"{made} if {field.name} is MISSING else {field.name}" if field.init else made
    if field.init:
        return field.name
    return "" if field.default is MISSING else f"default_{field.name}"


def _repr_source(record: type[Any]) -> str:
    shown = ", ".join(
        f"{field.name}={{self.{field.name}!r}}" for field in fields(record) if field.repr
    )
    return f"def __repr__(self):\n return f'{{self.__class__.__qualname__}}({shown})'"


def _comparison(name: str, operator: str) -> _SourceOf:
    """Return what makes the source of a method that compares two records of one class."""
    return lambda record: (
        f"def {name}(self, other):\n"
        " if other.__class__ is self.__class__:\n"
        f"  return {_compared(record, 'self')} {operator} {_compared(record, 'other')}\n"
        " return NotImplemented"
    )


def _hash_source(record: type[Any]) -> str:
    return f"def __hash__(self):\n return hash({_compared(record, 'self')})"


def _compared(record: type[Any], name: str) -> str:
    """Return the expression for a tuple of the fields by which records are compared."""
    return (
        "(" + "".join(f"{name}.{field.name}, " for field in fields(record) if field.compare) + ")"
    )


def _refuse_to_assign(self: object, name: str, value: object) -> None:  # noqa: ARG001  Python passes it
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(self: object, name: str) -> None:  # noqa: ARG001  Python passes it
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _state_source(record: type[Any]) -> str:
    """Return the source of a method that returns the values of the fields, for pickle and copy."""
    values = "".join(f"self.{field.name}, " for field in fields(record))
    return f"def __getstate__(self):\n return ({values})"


def _restore_source(record: type[Any]) -> str:
    names = [field.name for field in fields(record)]
    body = [f"assign(self, {name!r}, state[{index}])" for index, name in enumerate(names)]
    lines = "\n ".join(body) or "pass"
    return f"def __setstate__(self, state):\n {lines}"


_SOURCES: Final[dict[str, _SourceOf]] = {
    "__init__": _init_source,
    "__repr__": _repr_source,
    "__eq__": _comparison("__eq__", "=="),
}
_FROZEN_SOURCES: Final[dict[str, _SourceOf]] = {
    "__init__": _frozen_init_source,
    "__hash__": _hash_source,
    # Both are needed because pickle and copy would assign to the fields.
    "__getstate__": _state_source,
    "__setstate__": _restore_source,
}
_ORDER_SOURCES: Final[dict[str, _SourceOf]] = {
    name: _comparison(name, operator)
    for name, operator in {"__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">="}.items()
}
_FROZEN_METHODS: Final[Mapping[str, Callable[..., Any]]] = {
    "__setattr__": _refuse_to_assign,
    "__delattr__": _refuse_to_delete,
}
