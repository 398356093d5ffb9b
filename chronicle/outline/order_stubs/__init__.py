"""Order forms as the YAML of a turn file, with all possible orders as comments.

Standing orders are written out. Each possible order is a comment on one line that begins with `# `;
without that, it is a complete order. Lines that begin with `#:` say who could give it and which
values the keys allow, each once, for the file or for a faction.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Final

from chronicle.model.facts import Ref
from chronicle.outline.order_stubs.choices import (
    AllowedValues,
    OrderVariants,
    allowed_values,
    shared_values,
    split_orders,
)
from chronicle.outline.order_stubs.comments import CommentWriter, format_chance, join_equal
from chronicle.outline.order_stubs.yaml_text import default_entry, example_entry, flow_mapping
from chronicle.records import dataclass
from chronicle.rules.order_form import (
    ActionChoice,
    ActionField,
    FieldGroup,
    FixedField,
    Form,
    FormPart,
    ListItem,
    MultiSelectField,
    SelectField,
    walk_parts,
)

LINE_WIDTH: Final = 110
#: Up to this number, orders are repeated rather than replaced by a reference.
MIN_SHARED_ORDERS: Final = 3


def write_stubs(forms: Sequence[Form], names: Mapping[Ref, str]) -> str:
    """The text below `orders:`, with a section for each faction.

    ``names`` are the names that comments may use.
    """
    writer = _StubWriter(CommentWriter(names), shared_values(forms))
    lines = [*writer.head(forms), *(line for form in forms for line in writer.faction(form))]
    return "".join(f"{line.rstrip()}\n" for line in lines)


@dataclass(frozen=True, slots=True)
class _StubWriter:
    told: CommentWriter
    #: The values that keys allow for all factions, by label.
    shared: Mapping[str, AllowedValues]
    #: The names of those already described in the current faction.
    met: set[str] = field(default_factory=set)

    def head(self, forms: Iterable[Form]) -> Iterator[str]:
        """The comments for all factions: the kinds of order, and the allowed values of keys."""
        if kinds := _order_kinds(forms):
            yield from comment_lines("Kinds of order, with rules and keys:", "  ")
        for line in kinds:
            yield from comment_lines(line, "  ", inner="  ")
        if self.shared:
            yield from comment_lines("Allowed values:", "  ")
            yield from self.choices(self.shared, "  ")

    def faction(self, form: Form) -> Iterator[str]:
        self.met.clear()
        named = self.told.named(Ref("faction", form.faction))
        yield ""
        yield f"  {form.faction}:" + (f"  #: {named}" if named != form.faction else "")
        own = {it: one for it, one in allowed_values(form.parts).items() if it not in self.shared}
        yield from self.choices(own, "    ")
        lists, others = split_orders(form.parts)
        for case, part in others:
            yield from self.key(case, part)
        for key, found in lists.items():
            yield f"    {key}:"
            yield from self.listed(found)

    def choices(self, found: Mapping[str, AllowedValues], indent: str) -> Iterator[str]:
        lines = join_equal((label, self.told.blank(it)) for label, it in found.items())
        for line in lines:
            yield from comment_lines(line, indent, inner="  ")

    def key(self, case: ActionChoice | None, part: FormPart) -> Iterator[str]:
        """A key outside of a list: written out if it has a standing value, else a comment.

        A key that belongs to a ``case``, one of several actions, is always a comment.
        """
        written = default_entry(part) if case is None else ""
        if written:
            yield from textwrap.wrap(
                written,
                LINE_WIDTH,
                initial_indent="    ",
                subsequent_indent="      ",
                break_on_hyphens=False,
            )
            return
        about = [case.rule, format_chance(case.likely), self.told.facts(case.facts)] if case else []
        yield from with_comment(
            f"    # {example_entry(part)}", ", ".join(filter(None, about)), "    "
        )

    def listed(self, found: Sequence[OrderVariants]) -> Iterator[str]:
        """The orders of one list, under a heading for each actor."""
        base: _StubActor | None = None
        for actor, group in _by_actor(found):
            name = self.told.named(actor.who) if actor else ""
            if actor is not None and (len(group) > 1 or name not in self.met):
                yield from comment_lines(
                    self.told.who(actor) if name not in self.met else name, "      "
                )
                self.met.add(name)
            doer = _StubActor(name, _common_id(group), tuple(group))
            same = doer.same(base) if base is not None else ()
            if base is None or len(same) <= MIN_SHARED_ORDERS:
                same = ()
            else:
                listed = ", ".join(f"{it.code} {format_chance(it.likely)}".rstrip() for it in same)
                text = f"same as {base.name}, with {doer.id} instead of {base.id}: {listed}"
                yield from comment_lines(text, "      ", inner="  ")
            for way in group:
                if way not in same:
                    yield from self.way(way)
            base = base or doer

    def way(self, way: OrderVariants) -> Iterator[str]:
        yield from with_comment(
            f"      # - {flow_mapping(way.entry.parts)}", self.told.way(way), "      "
        )


@dataclass(frozen=True, slots=True)
class _StubActor:
    """An actor with all its orders, and the id that they have in common."""

    name: str
    id: str
    ways: tuple[OrderVariants, ...]

    def general(self, way: OrderVariants) -> str:
        """An order with a placeholder for its actor's id."""
        return re.sub(rf"\b{re.escape(self.id)}\b", "…", flow_mapping(way.entry.parts))

    def same(self, other: _StubActor) -> tuple[OrderVariants, ...]:
        """The orders that another actor could give too, with only the id replaced."""
        if not (self.id and other.id):
            return ()
        known = {other.general(way) for way in other.ways}
        return tuple(way for way in self.ways if self.general(way) in known)


def _by_actor(
    found: Iterable[OrderVariants],
) -> Iterator[tuple[ActionField | None, list[OrderVariants]]]:
    groups: dict[int, list[OrderVariants]] = {}
    for way in found:
        groups.setdefault(id(way.actor), []).append(way)
    yield from ((group[0].actor, group) for group in groups.values())


def _common_id(group: Iterable[OrderVariants]) -> str:
    """The id that all orders of an actor contain; empty if there is none."""
    named = [
        {it.value for it in way.entry.parts if isinstance(it, FixedField) and it.key != "action"}
        for way in group
    ]
    ids = sorted(str(it) for it in frozenset[object](named[0]).intersection(*named[1:]))
    return min(ids, key=len, default="")


def _order_kinds(forms: Iterable[Form]) -> list[str]:
    """For each list the kinds of order in it, with their rules and the keys to fill in."""
    kinds: dict[str, dict[str, tuple[dict[str, None], dict[str, None]]]] = {}
    for form in forms:
        for key, found in split_orders(form.parts)[0].items():
            for case in (case for way in found for case in way.cases):
                rules, keys = kinds.setdefault(key, {}).setdefault(case.code, ({}, {}))
                rules[case.rule] = None
                keys.update(dict.fromkeys(_keys(case.parts)))
    lines = []
    for key, codes in kinds.items():
        for code, (rules, keys) in codes.items():
            named = code if code == key else f"{key}, {code}"
            lines.append(f"{named} ({', '.join(rules)}): {', '.join(keys)}".removesuffix(": "))
    return lines


def _keys(parts: Iterable[FormPart]) -> Iterator[str]:
    for part in parts:
        match part:
            case ListItem(parts=inner):
                yield from _keys(inner)
            case FieldGroup(key=key, parts=inner):
                named = (one for one in walk_parts(inner) if not isinstance(one, ActionField))
                yield from (key if _is_named(one) else f"{key}.{one.key}" for one in named)
            case ActionField(cases=cases):
                for case in cases:
                    yield from _keys(case.parts)
            case FixedField():
                pass
            case _:
                yield part.key


def _is_named(part: FormPart) -> bool:
    """Whether a key is an id from the author's files."""
    return isinstance(part, SelectField | MultiSelectField) and part.name is not None


def with_comment(line: str, about: str, indent: str) -> Iterator[str]:
    """A line with a comment after it, or below it if that is too long.

    An order that is too long is wrapped, as far as YAML allows.
    """
    *before, last = textwrap.wrap(
        line.strip(),
        LINE_WIDTH,
        initial_indent=indent,
        subsequent_indent=f"{indent}#    ",
        break_on_hyphens=False,
        break_long_words=False,
    )
    yield from before
    if about and len(last) + len(about) + 5 <= LINE_WIDTH:
        yield f"{last}  #: {about}"
        return
    yield last
    yield from comment_lines(about, indent, inner="    ")


def comment_lines(text: str, indent: str, *, inner: str = "") -> Iterator[str]:
    """A text as wrapped comment lines that begin with `#:`."""
    return iter(
        textwrap.wrap(
            text,
            LINE_WIDTH,
            initial_indent=f"{indent}#: {inner}",
            subsequent_indent=f"{indent}#: {inner}  ",
            break_on_hyphens=False,
        )
    )
