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
from chronicle.outline.order_stubs.choices import Blank, Way, blanks, shared, ways
from chronicle.outline.order_stubs.comments import Told, likely, together
from chronicle.outline.order_stubs.yaml_text import flow, holding, some
from chronicle.rules.order_form import (
    Case,
    Entry,
    Form,
    Group,
    OneOf,
    Part,
    Pick,
    Picks,
    Settled,
    parts_of,
)

WIDTH: Final = 110
#: Fewer lines than this are told again rather than looked up.
FEW: Final = 3


def stubs(forms: Sequence[Form], names: Mapping[Ref, str]) -> str:
    """What stands under `orders:`, each faction under its id, as lines that end in line breaks.

    ``names`` are those that comments may use.
    """
    writer = _Stub(Told(names), shared(forms))
    lines = [*writer.head(forms), *(line for form in forms for line in writer.faction(form))]
    return "".join(f"{line.rstrip()}\n" for line in lines)


@dataclass(frozen=True, slots=True)
class _Stub:
    told: Told
    #: What keys hold for all factions, by what they are called.
    shared: Mapping[str, Blank]
    #: Who has been told of in the faction at hand.
    met: set[str] = field(default_factory=set)

    def head(self, forms: Iterable[Form]) -> Iterator[str]:
        """What is the same for all factions: the kinds of order, and what keys may hold."""
        if kinds := _kinds(forms):
            yield from said("Kinds of order, with rules and keys:", "  ")
        for line in kinds:
            yield from said(line, "  ", inner="  ")
        if self.shared:
            yield from said("What keys may hold:", "  ")
            yield from self.choices(self.shared, "  ")

    def faction(self, form: Form) -> Iterator[str]:
        self.met.clear()
        named = self.told.named(Ref("faction", form.faction))
        yield ""
        yield f"  {form.faction}:" + (f"  #: {named}" if named != form.faction else "")
        own = {it: one for it, one in blanks(form.parts).items() if it not in self.shared}
        yield from self.choices(own, "    ")
        lists, others = ways(form.parts)
        for case, part in others:
            yield from self.key(case, part)
        for key, found in lists.items():
            yield f"    {key}:"
            yield from self.listed(found)

    def choices(self, found: Mapping[str, Blank], indent: str) -> Iterator[str]:
        lines = together((label, self.told.blank(it)) for label, it in found.items())
        for line in lines:
            yield from said(line, indent, inner="  ")

    def key(self, case: Case | None, part: Part) -> Iterator[str]:
        """A key of its own: as it stands when something holds anyhow, in a comment otherwise.

        What is one of several ways to act, by its ``case``, never holds by itself.
        """
        written = holding(part) if case is None else ""
        if written:
            yield from textwrap.wrap(
                written,
                WIDTH,
                initial_indent="    ",
                subsequent_indent="      ",
                break_on_hyphens=False,
            )
            return
        about = [case.rule, likely(case.likely), self.told.facts(case.facts)] if case else []
        yield from beside(f"    # {some(part)}", ", ".join(filter(None, about)), "    ")

    def listed(self, found: Sequence[Way]) -> Iterator[str]:
        """The orders of one list, under a heading for whoever would give them."""
        base: _Doer | None = None
        for actor, group in _by_actor(found):
            name = self.told.named(actor.who) if actor else ""
            if actor is not None and (len(group) > 1 or name not in self.met):
                yield from said(self.told.who(actor) if name not in self.met else name, "      ")
                self.met.add(name)
            doer = _Doer(name, _token(group), tuple(group))
            same = doer.same(base) if base is not None else ()
            if base is None or len(same) <= FEW:
                same = ()
            else:
                listed = ", ".join(f"{it.code} {likely(it.likely)}".rstrip() for it in same)
                text = f"as {base.name}, with {doer.id} for {base.id}: {listed}"
                yield from said(text, "      ", inner="  ")
            for way in group:
                if way not in same:
                    yield from self.way(way)
            base = base or doer

    def way(self, way: Way) -> Iterator[str]:
        yield from beside(f"      # - {flow(way.entry.parts)}", self.told.way(way), "      ")


@dataclass(frozen=True, slots=True)
class _Doer:
    """Somebody who may act: the id that his orders have in common, and all of them."""

    name: str
    id: str
    ways: tuple[Way, ...]

    def general(self, way: Way) -> str:
        """An order with a gap for its doer."""
        return re.sub(rf"\b{re.escape(self.id)}\b", "…", flow(way.entry.parts))

    def same(self, other: _Doer) -> tuple[Way, ...]:
        """The orders that another could give just so."""
        if not (self.id and other.id):
            return ()
        known = {other.general(way) for way in other.ways}
        return tuple(way for way in self.ways if self.general(way) in known)


def _by_actor(found: Iterable[Way]) -> Iterator[tuple[OneOf | None, list[Way]]]:
    groups: dict[int, list[Way]] = {}
    for way in found:
        groups.setdefault(id(way.actor), []).append(way)
    yield from ((group[0].actor, group) for group in groups.values())


def _token(group: Iterable[Way]) -> str:
    """The id by which all orders of somebody name him; empty when there is none."""
    named = [
        {it.value for it in way.entry.parts if isinstance(it, Settled) and it.key != "action"}
        for way in group
    ]
    ids = sorted(str(it) for it in frozenset[object](named[0]).intersection(*named[1:]))
    return min(ids, key=len, default="")


def _kinds(forms: Iterable[Form]) -> list[str]:
    """For each list the kinds of order in it, with their rules and the keys beside settled ones."""
    kinds: dict[str, dict[str, tuple[dict[str, None], dict[str, None]]]] = {}
    for form in forms:
        for key, found in ways(form.parts)[0].items():
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


def _keys(parts: Iterable[Part]) -> Iterator[str]:
    for part in parts:
        match part:
            case Entry(parts=inner):
                yield from _keys(inner)
            case Group(key=key, parts=inner):
                named = (one for one in parts_of(inner) if not isinstance(one, OneOf))
                yield from (key if _is_named(one) else f"{key}.{one.key}" for one in named)
            case OneOf(cases=cases):
                for case in cases:
                    yield from _keys(case.parts)
            case Settled():
                pass
            case _:
                yield part.key


def _is_named(part: Part) -> bool:
    """Whether a key is an id of the author's."""
    return isinstance(part, Pick | Picks) and part.name is not None


def beside(line: str, about: str, indent: str) -> Iterator[str]:
    """A line, and beside it what there is to say; below it when that is too much.

    An order that is too long goes on below, as far as YAML lets it be parted.
    """
    *before, last = textwrap.wrap(
        line.strip(),
        WIDTH,
        initial_indent=indent,
        subsequent_indent=f"{indent}#    ",
        break_on_hyphens=False,
        break_long_words=False,
    )
    yield from before
    if about and len(last) + len(about) + 5 <= WIDTH:
        yield f"{last}  #: {about}"
        return
    yield last
    yield from said(about, indent, inner="    ")


def said(text: str, indent: str, *, inner: str = "") -> Iterator[str]:
    """Words of explanation in as many lines of comment as they take."""
    return iter(
        textwrap.wrap(
            text,
            WIDTH,
            initial_indent=f"{indent}#: {inner}",
            subsequent_indent=f"{indent}#: {inner}  ",
            break_on_hyphens=False,
        )
    )
