"""What may be done by a form, way by way, and what its blanks may hold, each told once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from chronicle.rules.order_form import (
    Case,
    Choice,
    Count,
    Entry,
    Form,
    Group,
    Likely,
    OneOf,
    Part,
    Pick,
    Picks,
    Settled,
)

#: Somebody with more ways to act than this has one line for each kind of them.
MANY: Final = 16
#: Settled keys that don't say what kind of thing a group is about.
_NO_KIND: Final = frozenset({"id", "kind"})


@dataclass(frozen=True, slots=True)
class Way:
    """One kind of order that ends in an entry of a list: who would give it, and all its variants.

    The first variant is the one that is written.
    """

    actor: OneOf | None
    entry: Entry
    cases: tuple[Case, ...] = ()

    @property
    def code(self) -> str:
        return self.cases[0].code if self.cases else self.entry.key

    @property
    def likely(self) -> Likely | None:
        """From the least chance of all variants and choices to the greatest."""
        found = [case.likely for case in self.cases]
        for case in self.cases or (Case("", "", (self.entry,)),):
            found += [it.likely for blank in blanks(case.parts).values() for it in blank.choices]
        return around(found)


@dataclass(slots=True)
class Blank:
    """What a key may hold, in all that it may stand in: choices by value, or a number."""

    found: dict[str, Choice] = field(default_factory=dict)
    least: int | None = None
    most: int | None = None

    @property
    def choices(self) -> tuple[Choice, ...]:
        return tuple(self.found.values())

    @property
    def values(self) -> tuple[object, ...]:
        """What it comes to, for comparing."""
        return (*((it.value, it.name, it.facts) for it in self.choices), self.least, self.most)

    def add(self, part: Pick | Picks | Count) -> None:
        if isinstance(part, Count):
            self.least = part.least if self.least is None else min(self.least, part.least)
            self.most = part.most if self.most is None else max(self.most, part.most)
            return
        for choice in part.choices:
            self.found.setdefault(choice.value, choice)


def around(chances: Iterable[Likely | None]) -> Likely | None:
    """From the least of some chances to the greatest."""
    found = tuple(it for it in chances if it is not None)
    if not found:
        return None
    return Likely(min(it.least for it in found), max(it.most for it in found))


def ways(parts: Iterable[Part]) -> tuple[Mapping[str, list[Way]], list[tuple[Case | None, Part]]]:
    """What may stand in one mapping: the orders of each list by its key, and all other keys."""
    lists: dict[str, list[Way]] = {}
    others: list[tuple[Case | None, Part]] = []
    for actor, case, part in _flat(parts):
        if isinstance(part, Entry):
            lists.setdefault(part.key, []).append(Way(actor, part, (case,) if case else ()))
        else:
            others.append((case, part))
    return {key: list(_gathered(found)) for key, found in lists.items()}, others


def _gathered(found: list[Way]) -> Iterator[Way]:
    """The ways of one list, those of whoever has many in one for each code."""
    counts: dict[int, int] = {}
    for way in found:
        counts[id(way.actor)] = counts.get(id(way.actor), 0) + 1
    kinds: dict[tuple[int, object], list[Way]] = {}
    for place, way in enumerate(found):
        many = bool(way.cases) and counts[id(way.actor)] > MANY
        kind: object = way.cases[0].code if many else place
        kinds.setdefault((id(way.actor), kind), []).append(way)
    for first, *more in kinds.values():
        cases = (*first.cases, *(case for way in more for case in way.cases))
        yield Way(first.actor, first.entry, cases)


def _flat(
    parts: Iterable[Part], actor: OneOf | None = None, by: Case | None = None
) -> Iterator[tuple[OneOf | None, Case | None, Part]]:
    """What may stand in one mapping, each with who would act so, and by what."""
    for part in parts:
        match part:
            case OneOf(cases=cases):
                for case in cases:
                    yield from _flat(case.parts, part, case)
            case Group(key=key, parts=inner) if all(isinstance(one, OneOf) for one in inner):
                for who, how, way in _flat(inner, actor, by):
                    yield who, how, Group(key, (way,))
            case _:
                yield actor, by, part


def blanks(parts: Iterable[Part]) -> dict[str, Blank]:
    """What the keys of some parts may hold, by what the keys are called in comments."""
    found: dict[str, Blank] = {}
    for label, part in _labelled(parts, "", ""):
        found.setdefault(label, Blank()).add(part)
    return found


def _labelled(
    parts: Iterable[Part], group: str, kind: str
) -> Iterator[tuple[str, Pick | Picks | Count]]:
    for part in parts:
        match part:
            case Pick(key=key, name=name) | Picks(key=key, name=name):
                # A key that is an id holds what the others beside it hold.
                named = group.rstrip(".") if name is not None else ""
                yield named or f"{group}{key}{kind}", part
            case Count(key=key):
                yield f"{group}{key}", part
            case Group(key=key, parts=inner):
                yield from _labelled(inner, f"{key}.", _kind(inner))
            case Entry(parts=inner):
                yield from _labelled(inner, "", "")
            case OneOf(cases=cases):
                for case in cases:
                    yield from _labelled(case.parts, group, kind)
            case _:
                pass


def _kind(inner: tuple[Part, ...]) -> str:
    """Of what kind a new thing is whose id stands in a group."""
    first = inner[0] if inner else None
    return f" ({first.key})" if isinstance(first, Settled) and first.key not in _NO_KIND else ""


def shared(forms: Iterable[Form]) -> dict[str, Blank]:
    """What is the same for all factions that have a key at all, and for more than one."""
    found: dict[str, list[Blank]] = {}
    for form in forms:
        for label, blank in blanks(form.parts).items():
            found.setdefault(label, []).append(blank)
    return {
        label: first
        for label, (first, *more) in found.items()
        if more and all(blank.values == first.values for blank in more)
    }
