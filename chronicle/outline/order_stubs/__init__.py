"""A turn's orders as YAML to fill in: standing orders, and a few suggested orders as comments.

A suggested order is a comment in block style; without the `# ` before its lines, it is a complete
order. Comments after `#:` are explanations.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from chronicle.model.facts import Fact, Ref
from chronicle.outline.order_stubs.comments import (
    LINE_WIDTH,
    CommentWriter,
    format_chance,
    with_comment,
)
from chronicle.outline.order_stubs.possible_orders import keys_without_action
from chronicle.outline.order_stubs.suggestions import Suggestion, suggestions
from chronicle.outline.order_stubs.yaml_text import default_entry, order_lines
from chronicle.records import Record, field
from chronicle.rules.order_form import Form

#: Whether a faction may give the orders in a YAML text, which stands under its id.
OrdersCheck: TypeAlias = Callable[[str, str], bool]
#: The indentation of what stands under a faction.
_INDENT: Final = "    "


def write_stubs(
    forms: Sequence[Form], names: Mapping[Ref, str], most_lines: int, is_legal: OrdersCheck
) -> str:
    """The text below `orders:`, with a section for each faction.

    It has at most ``most_lines`` lines, if the standing orders leave room for it; factions get
    suggestions in turn. ``names`` are the names that comments may use. Orders that are not
    ``is_legal`` beside the standing orders are not suggested.
    """
    writer = CommentWriter(names)
    sections = [_Section.of(form, writer, is_legal) for form in forms]
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

    head: str
    standing: tuple[str, ...]
    writer: _SuggestionWriter
    rest: Iterator[Suggestion]
    taken: list[Suggestion] = field(default_factory=list)

    @classmethod
    def of(cls, form: Form, comments: CommentWriter, is_legal: OrdersCheck) -> _Section:
        named = comments.named(Ref("faction", form.faction))
        head = f"  {form.faction}:" + (f"  #: {named}" if named != form.faction else "")
        standing, writer = tuple(standing_lines(form)), _SuggestionWriter(form.funds, comments)
        legal = (
            it for it in suggestions(form) if is_legal(form.faction, writer.alone(it, standing))
        )
        return cls(head, tuple(f"{_INDENT}{line}" for line in standing), writer, legal)

    def take(self, most_lines: int) -> int:
        """Take the next suggestion that fits; return how many lines it needs, 0 for none."""
        keys = {it.order.list_key for it in self.taken}
        for found in self.rest:
            key = found.order.list_key
            needed = len(order_lines(found.order.part, self.writer.funds))
            needed += bool(key and key not in keys)
            if needed <= most_lines:
                self.taken.append(found)
                return needed
        return 0

    def lines(self) -> Iterator[str]:
        yield self.head
        yield from self.standing
        keys = dict.fromkeys(it.order.list_key for it in self.taken)
        for key in sorted(keys, key=bool):
            if key:
                yield f"{_INDENT}{key}:"
            actors: dict[Fact, list[Suggestion]] = {}
            for found in self.taken:
                if found.order.list_key == key:
                    actors.setdefault(found.order.actor_name, []).append(found)
            for first, *others in actors.values():
                yield from self.writer.lines(first)
                for other in others:
                    yield from self.writer.lines(other, is_other=bool(key))


class _SuggestionWriter(Record):
    """Writes suggested orders of a faction with these funds."""

    funds: int | None
    comments: CommentWriter

    def lines(self, found: Suggestion, *, is_other: bool = False) -> Iterator[str]:
        """The comment of one order, with who gives it, its chance and its price.

        ``is_other`` says that the same actor could be given the order before it instead.
        """
        case, actor = found.order.case, found.order.actor
        name = self.comments.named(actor.who) if actor is not None else ""
        who = f"or {name}" if is_other and name else name
        facts = self.comments.facts(case.facts) if case is not None else ""
        figures = ", ".join(filter(None, (format_chance(found.likely), facts)))
        about = ": ".join(filter(None, (who, figures)))
        indent = f"{_INDENT}  # " if found.order.list_key else f"{_INDENT}# "
        for number, line in enumerate(order_lines(found.order.part, self.funds)):
            text = f"{indent}{line.text}"
            said = line.about if number else about
            # A comment below the line would be in the way when the order is uncommented.
            yield next(with_comment(text, said if len(text) + len(said) < LINE_WIDTH - 5 else who))

    def alone(self, found: Suggestion, standing: Iterable[str]) -> str:
        """The orders of a faction with one suggestion beside its standing orders."""
        key = found.order.list_key
        lines = [line.text for line in order_lines(found.order.part, self.funds)]
        own = (f"{key}:", *(f"  {it}" for it in lines)) if key else lines
        return "\n".join((*standing, *own))


def standing_lines(form: Form) -> Iterator[str]:
    """The standing orders of a faction, as they are written without indentation."""
    for written in filter(None, map(default_entry, keys_without_action(form))):
        yield from textwrap.wrap(
            written, LINE_WIDTH - 4, subsequent_indent="  ", break_on_hyphens=False
        )
