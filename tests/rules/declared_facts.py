"""What facts may be, from the types that a ruleset declares for them."""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any, Final, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from chronicle.model.facts import Fact, Facts, FactsOf, Ref, faction_ref, place_ref

#: What a fact may be; the first stands for all that is known, the last for nothing.
Values: TypeAlias = tuple[Fact, ...]
#: The facts of a code by name, each with what it may be.
Space: TypeAlias = Mapping[str, Values]

VAEL, ORU = faction_ref("vael"), faction_ref("oru")
MILL, INN = place_ref("mill"), place_ref("inn")
#: Names as authors write them, for the middle of a sentence and with what HTML would eat.
KNIVES: Final = "the Knives & Co"
GUARD: Final = "the Guard"
PLACES: Final = frozenset({"at", "place", "start", "end"})


def space_of(hint: Any, words: Space) -> dict[str, Values]:
    """Every fact of a code or a row; ``words`` are texts, and facts and rows like no others."""
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
    if hint == tuple[str, ...]:
        names = (KNIVES, GUARD, "a Sage")
        return names, names[:2], names[:1], ()
    if origin is tuple:
        rows = tuple(row for row in _values(arguments[0], name, words) if row is not None)
        # A way is told by itself too.
        alone = rows[1:] if name == "legs" else ()
        return (rows[:1], rows, *((row,) for row in alone), ())
    if origin is FactsOf:
        row = arguments[0]
        return words.get(row.__name__) or rows_of(space_of(row, words))
    if hint is Ref:
        return (MILL,) if name in PLACES else (ORU,)
    plain: Mapping[Any, Values] = {
        bool: (False, True, False),
        int: (3, 1, 0),
        str: (KNIVES, ""),
        type(None): (None,),
    }
    return plain[hint]


def rows_of(space: Space) -> tuple[Facts, ...]:
    """A row in which all is known, in which nothing is, and those with one other value."""
    whole = {name: values[0] for name, values in space.items()}
    bare = {name: values[-1] for name, values in space.items()}
    single = (
        {**row, name: value}
        for row in (whole, bare)
        for name, values in space.items()
        for value in values
    )
    return tuple(dict.fromkeys(map(Facts, (whole, *single, bare))))


def listed(**space: Values) -> tuple[tuple[Facts, ...], ...]:
    """Lists of rows: one in which all is known, all rows, and none."""
    rows = rows_of(space)
    return rows[:1], rows, ()


def drawn_facts(
    space: Space, meeting: Iterable[str], usual: Mapping[str, Fact], *, every: bool
) -> Iterator[Facts]:
    """The facts of a code as they may be; ``every`` value of those ``meeting`` with every other."""
    whole = {**{name: values[0] for name, values in space.items()}, **usual}
    bare = {**{name: values[-1] for name, values in space.items()}, **usual}
    yield Facts(bare)
    for name, values in space.items():
        for value in values:
            yield Facts({**whole, name: value})
    if not every:
        return
    names = [name for name in meeting if name in space]
    for values in product(*(space[name] for name in names)):
        met = dict(zip(names, values, strict=True))
        yield Facts({**whole, **met})
        yield Facts({**bare, **met})
    # Of several unknown things each may be the one that leaves a hole.
    for name in sorted(space.keys() - set(names)):
        for value in (whole[name], *(it for it in space[name] if isinstance(it, str))):
            yield Facts({**bare, name: value})
