"""The order sheet: what a faction may order, laid out so that what recurs is given once.

Doers of one faction can do much the same: a form tells each of them all of it. Here each way to act
is told once, with blanks for what differs from doer to doer, and each list of choices is told once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from chronicle.model.facts import Ref
from chronicle.outline.order_stubs import write_stubs
from chronicle.rules.order_form import (
    ActionChoice,
    ActionField,
    FieldChoice,
    FieldGroup,
    FixedField,
    Form,
    FormPart,
    ListItem,
    MultiSelectField,
    ProbabilityRange,
    SelectField,
)

#: The chances of a list's choices, in its order; empty where none has any.
ChoiceOdds: TypeAlias = tuple[ProbabilityRange | None, ...]


@dataclass(frozen=True, slots=True)
class MenuGap:
    """Of which list a blank is filled, by its number, what holds now, and the choices' chances."""

    menu: int
    now: str = ""
    odds: ChoiceOdds = ()


#: What differs from doer to doer: what is settled, lists to choose from, chances of nested cases.
Gap: TypeAlias = str | int | bool | tuple[str, ...] | MenuGap | ProbabilityRange | None


@dataclass(frozen=True, slots=True)
class Menu:
    """A list of choices by its number from 1 on; chances stand with those who choose.

    ``part`` is the first blank that one chooses from it for.
    """

    number: int
    part: SelectField | MultiSelectField
    choices: tuple[FieldChoice, ...]


@dataclass(frozen=True, slots=True)
class ActorOption:
    """A way to act as one doer has it: the number of the way, its gaps in order, and its chance.

    A ``likely`` of many targets goes from the least to the greatest; None where none is known.
    """

    way: int
    gaps: tuple[Gap, ...]
    likely: ProbabilityRange | None


@dataclass(frozen=True, slots=True)
class SheetActor:
    """One who may do one thing of some."""

    asked: ActionField
    deeds: tuple[ActorOption, ...]


@dataclass(frozen=True, slots=True)
class ActionPattern:
    """A way to act, told once: its number from 1 on, a case, and the lists of each of its choices.

    ``case`` is as the first doer has it. ``menus`` are by blank, in the order in which gaps come.
    """

    number: int
    case: ActionChoice
    menus: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class OrderSheet:
    """A form laid out: who may do what, what stands by itself, each way and each list once.

    ``rest`` is what stands by itself, with its ``gaps`` and its ``lists`` as those of a way.
    ``menus`` are in order of number, and so are ``ways``. ``stub`` is the same form as YAML with
    comments, to be filled in by hand and sent.
    """

    form: Form
    doers: tuple[SheetActor, ...]
    rest: tuple[FormPart, ...]
    gaps: tuple[Gap, ...]
    lists: tuple[tuple[int, ...], ...]
    ways: tuple[ActionPattern, ...]
    menus: tuple[Menu, ...]
    stub: str


def order_sheet_of(form: Form, turn: int, names: Mapping[Ref, str]) -> OrderSheet:
    """The order sheet of a form for a turn; ``names`` are those that its reader knows."""
    layout = _SheetLayout()
    doers = tuple(layout.doer(part) for part in form.parts if isinstance(part, ActionField))
    rest = settled_first(part for part in form.parts if not isinstance(part, ActionField))
    gaps = tuple(layout.gaps(rest))
    lists = tuple((gap.menu,) for gap in gaps if isinstance(gap, MenuGap))
    ways, menus = tuple(layout.ways()), tuple(layout.found.values())
    return OrderSheet(form, doers, rest, gaps, lists, ways, menus, _order_stub(form, turn, names))


def _order_stub(form: Form, turn: int, names: Mapping[Ref, str]) -> str:
    """Whose orders and of when, and under `orders:` what stands under the faction's id there."""
    own = f"  {form.faction}:"
    lines = (
        line.removeprefix(own).lstrip() if line.startswith(own) else line
        for line in write_stubs([form], names).splitlines()
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


def settled_first(parts: Iterable[FormPart]) -> tuple[FormPart, ...]:
    """Parts as they are gone through: what is settled comes first."""
    return tuple(sorted(parts, key=lambda part: not isinstance(part, FixedField)))


@dataclass(frozen=True, slots=True)
class _SheetLayout:
    found: dict[tuple[str, tuple[FieldChoice, ...]], Menu] = field(default_factory=dict)
    shapes: dict[ActionChoice, int] = field(default_factory=dict)
    first: list[ActionChoice] = field(default_factory=list)
    used: list[list[dict[int, None]]] = field(default_factory=list)

    def doer(self, asked: ActionField) -> SheetActor:
        return SheetActor(asked, tuple(self.deed(case) for case in asked.cases))

    def deed(self, case: ActionChoice) -> ActorOption:
        gaps = tuple(self.gaps(case.parts))
        chosen = [gap for gap in gaps if isinstance(gap, MenuGap)]
        shape = _case_without_gaps(case)
        if shape not in self.shapes:
            self.shapes[shape] = len(self.first)
            self.first.append(case)
            self.used.append([{} for _ in chosen])
        number = self.shapes[shape]
        for column, gap in zip(self.used[number], chosen, strict=True):
            column[gap.menu] = None
        return ActorOption(number + 1, gaps, case.likely or _chance_range(chosen))

    def gaps(self, parts: Iterable[FormPart]) -> Iterator[Gap]:
        """What is settled first, then all else in order, as whoever fills it in goes through it."""
        for part in settled_first(parts):
            match part:
                case FixedField(value=value):
                    yield value
                case SelectField(now=now):
                    yield MenuGap(self.menu(part), now, _odds(part.choices))
                case MultiSelectField():
                    yield MenuGap(self.menu(part), "", _odds(part.choices))
                case FieldGroup(parts=inner) | ListItem(parts=inner):
                    yield from self.gaps(inner)
                case ActionField(cases=cases):
                    for case in cases:
                        yield case.likely
                        yield from self.gaps(case.parts)
                case _:
                    pass

    def menu(self, part: SelectField | MultiSelectField) -> int:
        bare = tuple(replace(choice, likely=None) for choice in part.choices)
        # Values without a name have words by their key, unless that is an author's.
        is_told = part.name is not None or all(choice.name is not None for choice in bare)
        key = "" if is_told else part.key
        new = Menu(len(self.found) + 1, part, bare)
        return self.found.setdefault((key, bare), new).number

    def ways(self) -> Iterator[ActionPattern]:
        for number, (case, used) in enumerate(zip(self.first, self.used, strict=True), start=1):
            yield ActionPattern(number, case, tuple(tuple(column) for column in used))


def _case_without_gaps(case: ActionChoice) -> ActionChoice:
    """A case without all that goes into gaps."""
    return replace(
        case, parts=tuple(map(_part_without_gaps, settled_first(case.parts))), likely=None
    )


def _part_without_gaps(part: FormPart) -> FormPart:
    match part:
        case FixedField(key=key):
            return FixedField(key, "")
        case SelectField():
            return replace(part, choices=(), now="")
        case MultiSelectField():
            return replace(part, choices=())
        case FieldGroup() | ListItem():
            return replace(part, parts=tuple(map(_part_without_gaps, settled_first(part.parts))))
        case ActionField():
            return replace(part, cases=tuple(map(_case_without_gaps, part.cases)))
        case _:
            return part


def _odds(choices: Sequence[FieldChoice]) -> ChoiceOdds:
    odds = tuple(choice.likely for choice in choices)
    return odds if any(odds) else ()


def _chance_range(chosen: Iterable[MenuGap]) -> ProbabilityRange | None:
    """From the least to the greatest chance of what may be chosen."""
    odds = [likely for gap in chosen for likely in gap.odds if likely is not None]
    if not odds:
        return None
    return ProbabilityRange(min(it.least for it in odds), max(it.most for it in odds))
