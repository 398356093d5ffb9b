"""A turn's orders as YAML to fill in: standing orders, and a few suggested orders as comments.

A suggested order is a comment in block style; without the `# ` before its lines, it is a complete
order. Comments after `#:` are explanations.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, TypeAlias

from chronicle.model.facts import Ref
from chronicle.outline.order_stubs.comments import (
    LINE_WIDTH,
    CommentWriter,
    format_chance,
    with_comment,
)
from chronicle.outline.order_stubs.possible_orders import keys_without_action
from chronicle.outline.order_stubs.suggestions import Suggestion
from chronicle.outline.order_stubs.yaml_text import default_entry, order_lines
from chronicle.records import Record, field, replace
from chronicle.rules.order_form import Form, ProbabilityRange

#: What comes of the orders of a faction in a YAML text, which stands under its id: the chance of
#: success of each that has one, by id. None if the faction may not give them.
OrdersTrial: TypeAlias = Callable[[str, str], Mapping[str, Fraction] | None]
#: Stands for a space at which no line breaks.
_NO_BREAK: Final = "\0"
#: The indentation of what stands under a faction.
_INDENT: Final = "    "


def write_stubs(
    forms: Sequence[tuple[Form, Iterator[Suggestion]]],
    names: Mapping[Ref, str],
    most_lines: int,
    trial: OrdersTrial,
) -> str:
    """The text below `orders:`, with a section for each faction.

    It has at most ``most_lines`` lines, if the standing orders leave room for it; factions get
    suggestions in turn. ``names`` are the names that comments may use. Orders that fail the
    ``trial`` beside the standing orders are not suggested; its chances are shown. Each form
    has its suggestions, the best first.
    """
    writer = CommentWriter(names)
    sections = [_Section.of(form, writer, trial, rest) for form, rest in forms]
    left = most_lines - sum(len(list(section.lines())) for section in sections)
    open_sections = list(sections)
    while open_sections:
        for section in tuple(open_sections):
            taken = section.take(left)
            left -= taken
            if not taken:
                open_sections.remove(section)
    return "".join(f"{line}\n" for section in sections for line in section.lines())


class _Section(Record):
    """The section of one faction: its line, its standing orders, and the suggestions taken."""

    faction: str
    head: str
    standing: tuple[str, ...]
    writer: _SuggestionWriter
    trial: OrdersTrial
    rest: Iterator[Suggestion]
    taken: list[Suggestion] = field(default_factory=list)

    @classmethod
    def of(
        cls, form: Form, comments: CommentWriter, trial: OrdersTrial, rest: Iterator[Suggestion]
    ) -> _Section:
        named = comments.named(Ref("faction", form.faction))
        head = f"  {form.faction}:" + (f"  #: {named}" if named != form.faction else "")
        standing, writer = tuple(standing_lines(form)), _SuggestionWriter(form.funds, comments)
        return cls(form.faction, head, standing, writer, trial, rest)

    def take(self, most_lines: int) -> int:
        """Take the next suggestion that fits; return how many lines it needs, 0 for none.

        It can be given together with those before it, and concerns nothing that one of them does.
        """
        keys = {it.order.list_key for it in self.taken}
        for found in self.rest:
            key = found.order.list_key
            needed = len(order_lines(found.order.part, self.writer.funds))
            needed += bool(key and key not in keys)
            if needed > most_lines or any(map(found.repeats, self.taken)):
                continue
            odds = self.odds_of(found)
            beside = self.odds_of(*self.taken, found) if self.taken else odds
            if odds is None or beside is None:
                continue
            if (exact := _with_exact_chance(found, odds)) is not None:
                self.taken.append(exact)
                return needed
        return 0

    def odds_of(self, *found: Suggestion) -> Mapping[str, Fraction] | None:
        """What comes of these suggestions beside the standing orders."""
        return self.trial(self.faction, self.writer.together(found, self.standing))

    def lines(self) -> Iterator[str]:
        yield self.head
        yield from (f"{_INDENT}{line}" for line in self.standing)
        for key, found in _by_list(self.taken).items():
            if key:
                yield f"{_INDENT}{key}:"
            for one in found:
                yield from self.writer.lines(one)


def _by_list(found: Iterable[Suggestion]) -> Mapping[str, list[Suggestion]]:
    """Suggestions by the list that they belong to, first those that belong to none."""
    lists: dict[str, list[Suggestion]] = {}
    for one in sorted(found, key=lambda it: bool(it.order.list_key)):
        lists.setdefault(one.order.list_key, []).append(one)
    return lists


def _with_exact_chance(found: Suggestion, odds: Mapping[str, Fraction]) -> Suggestion | None:
    """A suggestion with the chance of its order as it is written; None if it is 0.

    Without dice, or when it is sure without being said in the form, there is none to show.
    """
    exact = next((odds[id] for id in found.order.ids() if id in odds), None)
    if exact == 0:
        return None
    shown = exact is not None and (exact != 1 or found.likely is not None)
    return replace(found, likely=ProbabilityRange(exact, exact) if exact and shown else None)


class _SuggestionWriter(Record):
    """Writes suggested orders of a faction with these funds."""

    funds: int | None
    comments: CommentWriter

    def lines(self, found: Suggestion) -> Iterator[str]:
        """The comment of one order, with who gives it, its chance and its price."""
        case, actor = found.order.case, found.order.actor
        who = self.comments.named(actor.who) if actor is not None else ""
        facts = self.comments.facts(case.facts) if case is not None else ""
        figures = ", ".join(filter(None, (format_chance(found.likely), facts)))
        about = ": ".join(filter(None, (who, figures)))
        indent = f"{_INDENT}  # " if found.order.list_key else f"{_INDENT}# "
        for number, line in enumerate(order_lines(found.order.part, self.funds)):
            text = f"{indent}{line.text}"
            said = line.about if number else about
            # A comment below the line would be in the way when the order is uncommented.
            yield next(with_comment(text, said if len(text) + len(said) < LINE_WIDTH - 5 else who))

    def together(self, found: Iterable[Suggestion], standing: Iterable[str]) -> str:
        """The orders of a faction with these suggestions beside its standing orders."""
        lines = list(standing)
        for key, some in _by_list(found).items():
            own = [line.text for it in some for line in order_lines(it.order.part, self.funds)]
            lines += (f"{key}:", *(f"  {it}" for it in own)) if key else own
        return "\n".join(lines)


def standing_lines(form: Form) -> Iterator[str]:
    """The standing orders of a faction, as they are written without indentation."""
    for written in filter(None, map(default_entry, keys_without_action(form))):
        # Lines break only behind commas, never between a key and its value.
        joined = re.sub(r"(?<!,) ", _NO_BREAK, written)
        for line in textwrap.wrap(
            joined,
            LINE_WIDTH - 4,
            subsequent_indent="  ",
            break_long_words=False,
            break_on_hyphens=False,
        ):
            yield line.replace(_NO_BREAK, " ")
