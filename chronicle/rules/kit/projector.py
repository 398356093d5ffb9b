"""The facts of a record: every field says who may read it, and one function reads it for them.

The type of a field is annotated with its readers, and with how an id is told:
``paid_to: Annotated[FactionId, OWN, GM]``. A property is told in the same way, by the type that it
returns. What has no readers is told to nobody, so a forgotten annotation hides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    TypeAlias,
    TypedDict,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from chronicle.model.facts import Fact, FactsOf, Ref, faction_ref, place_ref
from chronicle.records import Record, is_record

#: The faction that acts or owns, the one that it is done to, those who see it and know who acted,
#: those of them who learn figures too, all who learn of it, and the GM.
OWN: Final = "own"
TARGET: Final = "target"
WITNESS: Final = "witness"
FIGURES: Final = "figures"
EVERYBODY: Final = "everybody"
GM: Final = "gm"
#: Some of these: those that a code of a telling is for, or those that an audience is.
Readers: TypeAlias = frozenset[str]
_READERS: Final = frozenset({OWN, TARGET, WITNESS, FIGURES, EVERYBODY, GM})


class Told(Record):
    """How an id is told: by a method of the reader's view, as a fact of this type."""

    method: str
    type: Any


FactionId: TypeAlias = Annotated[str, Told("who", Ref | None)]
PlaceId: TypeAlias = Annotated[str, Told("place", Ref | None)]
#: The id of something that has only a name, empty for those who do not see it.
NamedId: TypeAlias = Annotated[str, Told("name", str)]


class Refs(Record):
    """The plainest view: ids of factions and places as pointers, and none of nothing.

    Those that a reader does not know are taken out later.
    """

    def who(self, id: str) -> Ref | None:
        return faction_ref(id) if id else None

    def place(self, id: str) -> Ref | None:
        return place_ref(id) if id else None


class Row(Record):
    """How a tuple is told: as a row of facts, by the name of its type and the keys of its parts.

    A part without a key is not told.
    """

    name: str
    keys: tuple[str, ...]


class Unread(Record):
    """What stands for a field to those who may not read it, if not the usual empty value."""

    value: Fact


def facts_of(record: Record, shape: Readers, readers: Readers, view: object) -> dict[str, Fact]:
    """Return what ``readers`` are told of a record: all facts of the ``shape``, some of them empty.

    The shape are all readers of a code of a telling; ``view`` tells them ids.
    """
    readers |= {EVERYBODY}
    return {
        name: tell(getattr(record, name), readers, view) if marks & readers else unread
        for name, marks, tell, unread in _plan(type(record), shape)
    }


def fact_types(kind: type[Record], shape: Readers) -> dict[str, Any]:
    """Return the names of the facts of a record, and what each may be."""
    found = {}
    for name, marks, hint in _fields(kind, shape):
        told = _fact_type(hint, shape)
        unread = _unread(hint)
        kept = EVERYBODY in marks or marks >= shape or isinstance(unread, (bool, tuple))
        found[name] = told if kept else told | (None if unread is None else Literal[unread])
    return found


def declared_facts(name: str, *parts: Mapping[str, Any]) -> Any:
    """Return the type of a code's facts: a `TypedDict` of the facts in all parts."""
    make: Any = TypedDict
    return make(name, {key: value for part in parts for key, value in part.items()})


_Teller: TypeAlias = Callable[[Any, Readers, object], Fact]


@cache
def _plan(kind: type[Record], shape: Readers) -> tuple[tuple[str, Readers, _Teller, Fact], ...]:
    found = _fields(kind, shape)
    return tuple((name, marks, _teller(hint, shape), _unread(hint)) for name, marks, hint in found)


def _fields(kind: type[Record], shape: Readers) -> Iterator[tuple[str, Readers, Any]]:
    """Yield the fields and properties for readers in the shape: name, readers and type."""
    hints = get_type_hints(kind, include_extras=True)
    for base in reversed(kind.__mro__):
        for name, member in vars(base).items():
            # A field may stand for the property of a base.
            if isinstance(member, property) and getattr(kind, name) is member:
                hints[name] = get_type_hints(member.fget, include_extras=True).get("return")
    for name, hint in hints.items():
        marks = frozenset(mark for mark in _marks(hint) if isinstance(mark, str)) & _READERS
        if marks & (shape | {EVERYBODY}):
            yield name, marks, hint


def _marks(hint: Any) -> tuple[Any, ...]:
    return get_args(hint)[1:] if get_origin(hint) is Annotated else ()


def _bare(hint: Any) -> Any:
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def _of_kind(hint: Any, kind: type[Any]) -> Any:
    return next((mark for mark in _marks(hint) if isinstance(mark, kind)), None)


def _options(hint: Any) -> tuple[Any, ...]:
    """Return the types of a union, otherwise the one type."""
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


def _record_in(hint: Any) -> type[Record] | None:
    kinds = (one for one in _options(hint) if isinstance(one, type) and is_record(one))
    return next(kinds, None)


def _teller(hint: Any, shape: Readers) -> _Teller:
    """Return the function that tells a value of a type."""
    told, row, hint = _of_kind(hint, Told), _of_kind(hint, Row), _bare(hint)
    if told is not None:
        return lambda value, _, view: getattr(view, told.method)(value)
    if row is not None:
        parts = tuple((key, at, _teller(part, shape)) for key, at, part in _parts(row, hint))
        return lambda value, readers, view: FactsOf(
            {key: tell(value[at], readers, view) for key, at, tell in parts}
        )
    if get_origin(hint) is tuple:
        each = _teller(get_args(hint)[0], shape)
        return lambda value, readers, view: tuple(each(one, readers, view) for one in value)
    if _record_in(hint) is not None:
        return lambda value, readers, view: (
            None if value is None else FactsOf(facts_of(value, shape, readers, view))
        )
    return lambda value, _readers, _view: value


def _fact_type(hint: Any, shape: Readers) -> Any:
    """Return the type of the facts that a value of a type is told as."""
    told, row, hint = _of_kind(hint, Told), _of_kind(hint, Row), _bare(hint)
    generic: Any = FactsOf
    if told is not None:
        return told.type
    if row is not None:
        types = {key: _fact_type(part, shape) for key, _, part in _parts(row, hint)}
        return generic[declared_facts(row.name, types)]
    if get_origin(hint) is tuple:
        rows: Any = tuple
        return rows[_fact_type(get_args(hint)[0], shape), ...]
    record = _record_in(hint)
    if record is None:
        return hint
    facts = generic[declared_facts(record.__name__, fact_types(record, shape))]
    return facts | None if type(None) in _options(hint) else facts


def _parts(row: Row, hint: Any) -> Iterator[tuple[str, int, Any]]:
    """Yield the parts of a tuple that are told: key, position and type."""
    for at, (key, part) in enumerate(zip(row.keys, get_args(hint), strict=True)):
        if key:
            yield key, at, part


def _unread(hint: Any) -> Fact:
    """Return what stands for a value that is not told: nothing, no, or an empty word or list."""
    given, told, hint = _of_kind(hint, Unread), _of_kind(hint, Told), _bare(hint)
    if given is not None:
        value: Fact = given.value
        return value
    if told is not None:
        return "" if told.type is str else None
    if hint is bool:
        return False
    if get_origin(hint) is tuple:
        return ()
    words = [one for one in _options(hint) if one is str or get_origin(one) is Literal]
    return "" if words else None
