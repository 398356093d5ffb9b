"""The order sheet: what a faction may order, laid out so that what recurs is given once.

Doers of one faction can do much the same: a form tells each of them all of it. Here each way to act
is told once, with blanks for what differs from doer to doer, and each list of choices is told once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from chronicle.model.facts import Ref
from chronicle.outline.order_stubs import stubs
from chronicle.rules.order_form import (
    Case,
    Choice,
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

#: The chances of a list's choices, in its order; empty where none has any.
Odds: TypeAlias = tuple[Likely | None, ...]


@dataclass(frozen=True, slots=True)
class Chosen:
    """Of which list a blank is filled, by its number, what holds now, and the choices' chances."""

    menu: int
    now: str = ""
    odds: Odds = ()


#: What differs from doer to doer: what is settled, lists to choose from, chances of nested cases.
Gap: TypeAlias = str | int | bool | tuple[str, ...] | Chosen | Likely | None


@dataclass(frozen=True, slots=True)
class Menu:
    """A list of choices by its number from 1 on; chances stand with those who choose.

    ``part`` is the first blank that one chooses from it for.
    """

    number: int
    part: Pick | Picks
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Deed:
    """A way to act as one doer has it: the number of the way, its gaps in order, and its chance.

    A ``likely`` of many targets goes from the least to the greatest; None where none is known.
    """

    way: int
    gaps: tuple[Gap, ...]
    likely: Likely | None


@dataclass(frozen=True, slots=True)
class Doer:
    """One who may do one thing of some."""

    asked: OneOf
    deeds: tuple[Deed, ...]


@dataclass(frozen=True, slots=True)
class Way:
    """A way to act, told once: its number from 1 on, a case, and the lists of each of its choices.

    ``case`` is as the first doer has it. ``menus`` are by blank, in the order in which gaps come.
    """

    number: int
    case: Case
    menus: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class OrderSheet:
    """A form laid out: who may do what, what stands by itself, each way and each list once.

    ``rest`` is what stands by itself, with its ``gaps`` and its ``lists`` as those of a way.
    ``menus`` are in order of number, and so are ``ways``. ``stub`` is the same form as YAML with
    comments, to be filled in by hand and sent.
    """

    form: Form
    doers: tuple[Doer, ...]
    rest: tuple[Part, ...]
    gaps: tuple[Gap, ...]
    lists: tuple[tuple[int, ...], ...]
    ways: tuple[Way, ...]
    menus: tuple[Menu, ...]
    stub: str


def sheet_of(form: Form, turn: int, names: Mapping[Ref, str]) -> OrderSheet:
    """The order sheet of a form for a turn; ``names`` are those that its reader knows."""
    layout = _Layout()
    doers = tuple(layout.doer(part) for part in form.parts if isinstance(part, OneOf))
    rest = in_order(part for part in form.parts if not isinstance(part, OneOf))
    gaps = tuple(layout.gaps(rest))
    lists = tuple((gap.menu,) for gap in gaps if isinstance(gap, Chosen))
    ways, menus = tuple(layout.ways()), tuple(layout.found.values())
    return OrderSheet(form, doers, rest, gaps, lists, ways, menus, _stub(form, turn, names))


def _stub(form: Form, turn: int, names: Mapping[Ref, str]) -> str:
    """Whose orders and of when, and under `orders:` what stands under the faction's id there."""
    own = f"  {form.faction}:"
    lines = (
        line.removeprefix(own).lstrip() if line.startswith(own) else line
        for line in stubs([form], names).splitlines()
    )
    dedented = ("  " + line.strip() if not line.startswith("    ") else line[2:] for line in lines)
    return "\n".join(
        [
            f"turn: {turn}",
            f"faction: {form.faction}",
            "orders:",
            *(line.rstrip() for line in dedented),
            "",
        ]
    )


def in_order(parts: Iterable[Part]) -> tuple[Part, ...]:
    """Parts as they are gone through: what is settled comes first."""
    return tuple(sorted(parts, key=lambda part: not isinstance(part, Settled)))


@dataclass(frozen=True, slots=True)
class _Layout:
    found: dict[tuple[str, tuple[Choice, ...]], Menu] = field(default_factory=dict)
    shapes: dict[Case, int] = field(default_factory=dict)
    first: list[Case] = field(default_factory=list)
    used: list[list[dict[int, None]]] = field(default_factory=list)

    def doer(self, asked: OneOf) -> Doer:
        return Doer(asked, tuple(self.deed(case) for case in asked.cases))

    def deed(self, case: Case) -> Deed:
        gaps = tuple(self.gaps(case.parts))
        chosen = [gap for gap in gaps if isinstance(gap, Chosen)]
        shape = _shape(case)
        if shape not in self.shapes:
            self.shapes[shape] = len(self.first)
            self.first.append(case)
            self.used.append([{} for _ in chosen])
        number = self.shapes[shape]
        for column, gap in zip(self.used[number], chosen, strict=True):
            column[gap.menu] = None
        return Deed(number + 1, gaps, case.likely or _around(chosen))

    def gaps(self, parts: Iterable[Part]) -> Iterator[Gap]:
        """What is settled first, then all else in order, as whoever fills it in goes through it."""
        for part in in_order(parts):
            match part:
                case Settled(value=value):
                    yield value
                case Pick(now=now):
                    yield Chosen(self.menu(part), now, _odds(part.choices))
                case Picks():
                    yield Chosen(self.menu(part), "", _odds(part.choices))
                case Group(parts=inner) | Entry(parts=inner):
                    yield from self.gaps(inner)
                case OneOf(cases=cases):
                    for case in cases:
                        yield case.likely
                        yield from self.gaps(case.parts)
                case _:
                    pass

    def menu(self, part: Pick | Picks) -> int:
        bare = tuple(replace(choice, likely=None) for choice in part.choices)
        # Values without a name have words by their key, unless that is an author's.
        is_told = part.name is not None or all(choice.name is not None for choice in bare)
        key = "" if is_told else part.key
        new = Menu(len(self.found) + 1, part, bare)
        return self.found.setdefault((key, bare), new).number

    def ways(self) -> Iterator[Way]:
        for number, (case, used) in enumerate(zip(self.first, self.used, strict=True), start=1):
            yield Way(number, case, tuple(tuple(column) for column in used))


def _shape(case: Case) -> Case:
    """A case without all that goes into gaps."""
    return replace(case, parts=tuple(map(_bare, in_order(case.parts))), likely=None)


def _bare(part: Part) -> Part:
    match part:
        case Settled(key=key):
            return Settled(key, "")
        case Pick():
            return replace(part, choices=(), now="")
        case Picks():
            return replace(part, choices=())
        case Group() | Entry():
            return replace(part, parts=tuple(map(_bare, in_order(part.parts))))
        case OneOf():
            return replace(part, cases=tuple(map(_shape, part.cases)))
        case _:
            return part


def _odds(choices: Sequence[Choice]) -> Odds:
    odds = tuple(choice.likely for choice in choices)
    return odds if any(odds) else ()


def _around(chosen: Iterable[Chosen]) -> Likely | None:
    """From the least to the greatest chance of what may be chosen."""
    odds = [likely for gap in chosen for likely in gap.odds if likely is not None]
    if not odds:
        return None
    return Likely(min(it.least for it in odds), max(it.most for it in odds))
