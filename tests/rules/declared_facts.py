"""What facts may be, from the types that a ruleset declares for them."""

from __future__ import annotations

import types
from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from chronicle.model.facts import Fact, Facts, FactsOf, Ref, faction_ref, place_ref

#: What a fact may be; the first stands for all that is known, the last for nothing.
Values: TypeAlias = tuple[Fact, ...]
#: The facts of a code by name, each with what it may be.
Space: TypeAlias = Mapping[str, Values]

PLACES: Final = frozenset({"at", "place", "start", "end"})


def space_of(hint: Any, words: Space) -> dict[str, Values]:
    """Every fact of a code or a row; ``words`` are those of texts and of facts like no others."""
    return {name: _values(of, name, words) for name, of in get_type_hints(hint).items()}


def _values(hint: Any, name: str, words: Space) -> Values:
    origin, arguments = get_origin(hint), get_args(hint)
    if name in words:
        return words[name]
    if origin in (Union, types.UnionType):
        found = [value for of in arguments for value in _values(of, name, words)]
        # Nothing and the empty word come last.
        return tuple(sorted(dict.fromkeys(found), key=lambda it: it is None or it == ""))
    if origin is Literal:
        # A word that is declared first is the usual one.
        return (*arguments, "") if arguments[0] == "" else arguments
    if origin is tuple:
        rows = tuple(row for row in _values(arguments[0], name, words) if row is not None)
        # A way is told by itself too.
        alone = rows[1:] if name == "legs" else ()
        return (rows[:1], rows, *((row,) for row in alone), ())
    if origin is FactsOf:
        return _rows(arguments[0], words)
    if hint is Ref:
        return (place_ref("mill"),) if name in PLACES else (faction_ref("oru"),)
    plain: Mapping[Any, Values] = {
        bool: (False, True, False),
        int: (3, 1, 0),
        str: ("the Knives & Co", ""),
        type(None): (None,),
    }
    return plain[hint]


def _rows(hint: Any, words: Space) -> tuple[Facts, ...]:
    """A row in which all is known, in which nothing is, and one with each other value."""
    space = space_of(hint, words)
    whole = {name: values[0] for name, values in space.items()}
    bare = {name: values[-1] for name, values in space.items()}
    single = ({**whole, name: value} for name, values in space.items() for value in values)
    return tuple(dict.fromkeys(map(Facts, (whole, *single, bare))))
