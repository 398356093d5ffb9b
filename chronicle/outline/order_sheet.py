"""The order sheet: a faction's order form, arranged to list repeated parts only once.

Characters and assets of one faction often have the same actions, and a form lists them all for each
of them. Here each action is listed once, with gaps for what differs, and each list of choices once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import dedent, indent
from typing import TypeAlias

from chronicle.model.facts import Ref
from chronicle.outline.order_stubs.options import write_options
from chronicle.outline.order_stubs.possible_orders import possible_orders
from chronicle.records import Record, field, replace
from chronicle.rules import order_form

#: The chances of a list's choices, in order; empty if none has any.
ChoiceOdds: TypeAlias = tuple[order_form.ProbabilityRange | None, ...]


class MenuGap(Record):
    """A gap that is filled from a list: the ``menu``'s number, the value ``now``, and chances."""

    menu: int
    now: str = ""
    odds: ChoiceOdds = ()


#: What differs between actors: fixed values, choices, chances of nested cases.
Gap: TypeAlias = str | int | bool | tuple[str, ...] | MenuGap | order_form.ProbabilityRange | None


class Menu(Record):
    """A numbered list of choices without chances; ``part`` is the first field that uses it."""

    number: int
    part: order_form.SelectField | order_form.MultiSelectField
    choices: tuple[order_form.FieldChoice, ...]


class ActorOption(Record):
    """An action as one actor has it: its gaps in order, and its chance.

    ``way`` is the number of its pattern. ``likely`` ranges over all targets, from the lowest to the
    highest chance; None if that of any is unknown.
    """

    way: int
    gaps: tuple[Gap, ...]
    likely: order_form.ProbabilityRange | None


class SheetActor(Record):
    """One who may take one of several actions."""

    asked: order_form.ActionField
    options: tuple[ActorOption, ...]


class ActionPattern(Record):
    """An action, listed once: its number from 1 on, its case, and the lists for its gaps.

    ``case`` is that of the first actor. ``menus`` are by gap, in order.
    """

    number: int
    case: order_form.ActionChoice
    menus: tuple[tuple[int, ...], ...]


class OrderSheet(Record):
    """An arranged form: actors, other fields, and each action and list of choices once.

    ``rest`` are the fields outside of actors, with their ``gaps`` and ``lists``. ``menus`` and
    ``ways`` are in order of number. ``stub`` is the same form as YAML with comments, for players
    who fill it in by hand.
    """

    form: order_form.Form
    doers: tuple[SheetActor, ...]
    rest: tuple[order_form.FormPart, ...]
    gaps: tuple[Gap, ...]
    lists: tuple[tuple[int, ...], ...]
    ways: tuple[ActionPattern, ...]
    menus: tuple[Menu, ...]
    stub: str


def order_sheet_of(form: order_form.Form, turn: int, names: Mapping[Ref, str]) -> OrderSheet:
    """The order sheet of a form for a turn; ``names`` are those that its reader knows."""
    layout = _SheetLayout()
    doers = tuple(
        layout.doer(part) for part in form.parts if isinstance(part, order_form.ActionField)
    )
    rest = settled_first(
        part for part in form.parts if not isinstance(part, order_form.ActionField)
    )
    gaps = tuple(layout.gaps(rest))
    lists = tuple((gap.menu,) for gap in gaps if isinstance(gap, MenuGap))
    ways, menus = tuple(layout.ways()), tuple(layout.found.values())
    options = write_options(form, names, possible_orders(form), as_comments=True)
    # Those of the faction are comments.
    stub = f"turn: {turn}\nfaction: {form.faction}\norders:\n{indent(dedent(options), '  ')}"
    return OrderSheet(form, doers, rest, gaps, lists, ways, menus, stub)


def settled_first(parts: Iterable[order_form.FormPart]) -> tuple[order_form.FormPart, ...]:
    """The parts in the order of the sheet: fixed fields first."""
    return tuple(sorted(parts, key=lambda part: not isinstance(part, order_form.FixedField)))


class _SheetLayout(Record):
    found: dict[tuple[str, tuple[order_form.FieldChoice, ...]], Menu] = field(default_factory=dict)
    numbers: dict[order_form.ActionChoice, int] = field(default_factory=dict)
    first: list[order_form.ActionChoice] = field(default_factory=list)
    used: list[list[dict[int, None]]] = field(default_factory=list)

    def doer(self, asked: order_form.ActionField) -> SheetActor:
        return SheetActor(asked, tuple(self.option(case) for case in asked.cases))

    def option(self, case: order_form.ActionChoice) -> ActorOption:
        gaps = tuple(self.gaps(case.parts))
        chosen = [gap for gap in gaps if isinstance(gap, MenuGap)]
        pattern = _case_without_gaps(case)
        if pattern not in self.numbers:
            self.numbers[pattern] = len(self.first)
            self.first.append(case)
            self.used.append([{} for _ in chosen])
        number = self.numbers[pattern]
        for column, gap in zip(self.used[number], chosen, strict=True):
            column[gap.menu] = None
        return ActorOption(number + 1, gaps, case.likely or _chance_range(chosen))

    def gaps(self, parts: Iterable[order_form.FormPart]) -> Iterator[Gap]:
        """The values for gaps: fixed fields first, then the others in order."""
        for part in settled_first(parts):
            match part:
                case order_form.FixedField(value=value):
                    yield value
                case order_form.SelectField(now=now):
                    yield MenuGap(self.menu(part), now, _odds(part.choices))
                case order_form.MultiSelectField():
                    yield MenuGap(self.menu(part), "", _odds(part.choices))
                case order_form.FieldGroup(parts=inner) | order_form.ListItem(parts=inner):
                    yield from self.gaps(inner)
                case order_form.ActionField(cases=cases):
                    for case in cases:
                        yield case.likely
                        yield from self.gaps(case.parts)
                case _:
                    pass

    def menu(self, part: order_form.SelectField | order_form.MultiSelectField) -> int:
        bare = tuple(replace(choice, likely=None) for choice in part.choices)
        # Values without a name are labelled by their key, unless the author chose it.
        is_told = part.name is not None or all(choice.name is not None for choice in bare)
        key = "" if is_told else part.key
        new = Menu(len(self.found) + 1, part, bare)
        return self.found.setdefault((key, bare), new).number

    def ways(self) -> Iterator[ActionPattern]:
        for number, (case, used) in enumerate(zip(self.first, self.used, strict=True), start=1):
            yield ActionPattern(number, case, tuple(tuple(column) for column in used))


def _case_without_gaps(case: order_form.ActionChoice) -> order_form.ActionChoice:
    """A case without the values that go into gaps."""
    return replace(
        case, parts=tuple(map(_part_without_gaps, settled_first(case.parts))), likely=None
    )


def _part_without_gaps(part: order_form.FormPart) -> order_form.FormPart:
    match part:
        case order_form.FixedField(key=key):
            return order_form.FixedField(key, "")
        case order_form.SelectField():
            return replace(part, choices=(), now="")
        case order_form.MultiSelectField():
            return replace(part, choices=())
        case order_form.FieldGroup() | order_form.ListItem():
            return replace(part, parts=tuple(map(_part_without_gaps, settled_first(part.parts))))
        case order_form.ActionField():
            return replace(part, cases=tuple(map(_case_without_gaps, part.cases)))
        case _:
            return part


def _odds(choices: Sequence[order_form.FieldChoice]) -> ChoiceOdds:
    odds = tuple(choice.likely for choice in choices)
    return odds if any(odds) else ()


def _chance_range(chosen: Iterable[MenuGap]) -> order_form.ProbabilityRange | None:
    """The range from the lowest to the highest chance of the choices; None if any is unknown."""
    odds = [likely for gap in chosen for likely in gap.odds]
    return None if None in odds else order_form.merge_ranges(odds)
