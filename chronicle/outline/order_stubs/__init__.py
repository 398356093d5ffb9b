"""Orders to be filled in: forms as the YAML of a turn file, with all that may be done in comments.

What holds anyhow stands there to be changed. Each kind of order that somebody may give is one line
in a comment that begins with `# `, a whole order once that is gone. Lines that begin with `#:` say
who could give it and what the keys may hold, each once, for the file or for a faction.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
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
#: Fewer lines than this are told again rather than looked up.
MIN_SHARED_ORDERS: Final = 3


def write_stubs(forms: Sequence[Form], names: Mapping[Ref, str]) -> str:
    """What stands under `orders:`, each faction under its id, as lines that end in line breaks.

    ``names`` are those that comments may use.
    """
    writer = _StubWriter(CommentWriter(names), shared_values(forms))
    lines = [*writer.head(forms), *(line for form in forms for line in writer.faction(form))]
    return "".join(f"{line.rstrip()}\n" for line in lines)


@dataclass(frozen=True, slots=True)
class _StubWriter:
    told: CommentWriter
    #: What keys hold for all factions, by what they are called.
    shared: Mapping[str, AllowedValues]
    #: Who has been told of in the faction at hand.
    met: set[str] = field(default_factory=set)

    def head(self, forms: Iterable[Form]) -> Iterator[str]:
        """What is the same for all factions: the kinds of order, and what keys may hold."""
        if kinds := _order_kinds(forms):
            yield from comment_lines("Kinds of order, with rules and keys:", "  ")
        for line in kinds:
            yield from comment_lines(line, "  ", inner="  ")
        if self.shared:
            yield from comment_lines("What keys may hold:", "  ")
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
        """A key of its own: as it stands when something holds anyhow, in a comment otherwise.

        What is one of several ways to act, by its ``case``, never holds by itself.
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
        """The orders of one list, under a heading for whoever would give them."""
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
                text = f"as {base.name}, with {doer.id} for {base.id}: {listed}"
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
    """Somebody who may act: the id that his orders have in common, and all of them."""

    name: str
    id: str
    ways: tuple[OrderVariants, ...]

    def general(self, way: OrderVariants) -> str:
        """An order with a gap for its doer."""
        return re.sub(rf"\b{re.escape(self.id)}\b", "…", flow_mapping(way.entry.parts))

    def same(self, other: _StubActor) -> tuple[OrderVariants, ...]:
        """The orders that another could give just so."""
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
    """The id by which all orders of somebody name him; empty when there is none."""
    named = [
        {it.value for it in way.entry.parts if isinstance(it, FixedField) and it.key != "action"}
        for way in group
    ]
    ids = sorted(str(it) for it in frozenset[object](named[0]).intersection(*named[1:]))
    return min(ids, key=len, default="")


def _order_kinds(forms: Iterable[Form]) -> list[str]:
    """For each list the kinds of order in it, with their rules and the keys beside settled ones."""
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
    """Whether a key is an id of the author's."""
    return isinstance(part, SelectField | MultiSelectField) and part.name is not None


def with_comment(line: str, about: str, indent: str) -> Iterator[str]:
    """A line, and beside it what there is to say; below it when that is too much.

    An order that is too long goes on below, as far as YAML lets it be parted.
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
    """Words of explanation in as many lines of comment as they take."""
    return iter(
        textwrap.wrap(
            text,
            LINE_WIDTH,
            initial_indent=f"{indent}#: {inner}",
            subsequent_indent=f"{indent}#: {inner}  ",
            break_on_hyphens=False,
        )
    )
