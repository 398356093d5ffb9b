"""Facts: the closed set of value types that an event may tell its readers.

Facts are whitelisted one by one where an event is told. They contain no text of ours (the theme has
that) and no objects that could hold more than they show.
"""

from __future__ import annotations

import re
from collections.abc import ItemsView, Iterable, Iterator, Mapping, Sequence, ValuesView
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar, cast

from chronicle.records import Record

RefKind = Literal["faction", "place", "person", "item", "page", "turn"]
EntityKind = Literal["person", "item"]
#: The kinds of tie of a person or an item: its owner, its location, its holder.
TieKind = Literal["of", "at", "held_by"]


class Ref(Record, order=True):
    """A reference to a thing with its own page; removed where that is hidden."""

    kind: RefKind
    id: str

    def __repr__(self) -> str:
        # The same as the default repr, three times faster: digests need hundreds of thousands.
        return f"Ref(kind={self.kind!r}, id={self.id!r})"


_WORD: Final = re.compile(r"\w+")
#: Types of facts that contain no references. Most facts are of one of these.
_SCALARS: Final = frozenset({str, int, bool, type(None)})


class Facts(Mapping[str, "Fact"]):
    """Named facts, frozen; templates read them as attributes, and an unknown name is an error."""

    __slots__ = ("_named", "_pieces", "_pointers")

    def __init__(self, named: Mapping[str, Fact] | None = None, /, **more: Fact) -> None:
        self._named: dict[str, Fact] = {**(named or {}), **more}
        #: The references in these facts, once computed; they never change.
        self._pointers: frozenset[Ref] | None = None
        #: The names of pieces in them; computed with the references.
        self._pieces: frozenset[PieceName] = frozenset()

    @staticmethod
    def pointers_of(facts: Facts) -> frozenset[Ref]:
        """All references in facts, including nested ones."""
        return facts._collected()

    @staticmethod
    def pieces_of(facts: Facts) -> frozenset[PieceName]:
        """All names of pieces in facts, including nested ones."""
        facts._collected()
        return facts._pieces

    def _collected(self) -> frozenset[Ref]:
        """The references in these facts; cached only here, not for nested facts."""
        if self._pointers is not None:
            return self._pointers
        found: set[Ref] = set()
        pieces: set[PieceName] = set()
        left: list[Iterable[Fact]] = [self._named.values()]
        while left:
            for fact in left.pop():
                if type(fact) in _SCALARS:
                    continue
                if isinstance(fact, Ref):
                    found.add(fact)
                elif isinstance(fact, tuple):
                    left.append(fact)
                elif isinstance(fact, PieceName) and fact:
                    pieces.add(fact)
                elif isinstance(fact, Facts):
                    left.append(fact.values())
        self._pieces, self._pointers = frozenset(pieces), frozenset(found)
        return self._pointers

    def __getitem__(self, name: str) -> Fact:
        return self._named[name]

    def __getattr__(self, name: str) -> Fact:
        # Copies are asked for attributes before they have any.
        if name == "_named":
            raise AttributeError(name)
        try:
            return self._named[name]
        except KeyError:
            raise AttributeError(name) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._named)

    def __len__(self) -> int:
        return len(self._named)

    # Like those of any mapping, but of the dict itself: they are called millions of times.

    def values(self) -> ValuesView[Fact]:
        """The facts."""
        return self._named.values()

    def items(self) -> ItemsView[str, Fact]:
        """The names and the facts."""
        return self._named.items()

    def get(self, name: str, default: Any = None) -> Any:
        """A fact by its name, or the default."""
        return self._named.get(name, default)

    def __hash__(self) -> int:
        return hash(tuple(sorted((name, value) for name, value in self._named.items())))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Facts) and self._named == other._named

    def __repr__(self) -> str:
        return (
            "Facts(" + ", ".join(f"{name}={value!r}" for name, value in self._named.items()) + ")"
        )


Fact: TypeAlias = bool | int | str | Ref | Facts | tuple["Fact", ...] | None

FactsT = TypeVar("FactsT", bound=Mapping[str, object])


class FactsOf(Facts, Generic[FactsT]):
    """Facts with the names and types of a `TypedDict`, so that type checkers see what is told."""

    __slots__ = ()

    def __init__(self, facts: FactsT, /) -> None:
        super().__init__(cast(Mapping[str, Fact], facts))


class PieceName(str):
    """The name of a lieutenant, a unit or another piece in play: text that leads to its entry.

    A reader who may see the name has the entry: it needs no permission besides that of the text.
    """

    __slots__ = ()

    @property
    def anchor(self) -> str:
        """The id of the entry; names that differ in case and punctuation share one."""
        words = "-".join(_WORD.findall(self.casefold())) or self.encode().hex()
        return f"piece-{words}"


def faction_ref(id: str) -> Ref:
    """A reference to a faction."""
    return Ref("faction", id)


def place_ref(id: str) -> Ref:
    """A reference to a place."""
    return Ref("place", id)


class NameIndex(dict[Ref, str]):
    """The names of things, and things by id or by name, ignoring case."""

    __slots__ = ("_ids", "_names")

    def __init__(self, names: Mapping[Ref, str]) -> None:
        super().__init__(names)
        self._ids: dict[str, list[Ref]] = {}
        self._names: dict[str, list[Ref]] = {}
        for ref, name in self.items():
            self._names.setdefault(name.casefold(), []).append(ref)
            if ref.kind != "turn":
                self._ids.setdefault(ref.id, []).append(ref)

    def with_id(self, id: str) -> Sequence[Ref]:
        """The things with an id; turns are not included."""
        return self._ids.get(id, ())

    def called(self, name: str) -> Sequence[Ref]:
        """The things with a name."""
        return self._names.get(name.casefold(), ())
