"""What a faction may order in the coming turn: a form with blanks, key by key as in turn files.

A form is made for one reader, of what that reader is told anyhow. Whatever it lets somebody write
is read and checked as all orders are: a form makes nothing legal. Its parts mirror the mapping that
stands under the faction's id in `orders:`; what of it needs words in a theme is in
:class:`FormVocabulary`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

from chronicle.model.facts import Fact, Facts


@dataclass(frozen=True, slots=True)
class ProbabilityRange:
    """How likely something is to succeed, from 0 to 1: at worst and at best, as far as is known."""

    least: Fraction
    most: Fraction


@dataclass(frozen=True, slots=True)
class FieldChoice:
    """One thing that a blank may hold, as turn files have it.

    ``name`` is a pointer or an author's name, None where the theme has words for the value itself.
    ``facts`` are what it costs or takes.
    """

    value: str
    name: Fact = None
    facts: Facts = field(default_factory=Facts)
    likely: ProbabilityRange | None = None


@dataclass(frozen=True, slots=True)
class FixedField:
    """A key whose value follows from the choice that led here; a tuple is a list."""

    key: str
    value: str | int | bool | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SelectField:
    """A key that holds one of some choices; ``now`` is what holds when it is left out, or empty.

    ``name`` stands for the key where that is an id of the author's.
    """

    key: str
    choices: tuple[FieldChoice, ...]
    now: str = ""
    needed: bool = False
    name: Fact = None


@dataclass(frozen=True, slots=True)
class MultiSelectField:
    """A key that holds a list of some choices, ``most`` at once; it goes on from a settled one.

    ``name`` stands for the key as in :class:`SelectField`; ``now`` is what holds when it is left
    out.
    """

    key: str
    choices: tuple[FieldChoice, ...]
    needed: bool = False
    most: int | None = None
    name: Fact = None
    now: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class IntegerField:
    """A key that holds a whole number; ``usual`` is what holds when it is left out."""

    key: str
    least: int
    most: int
    usual: int | None = None
    needed: bool = False


@dataclass(frozen=True, slots=True)
class TextField:
    """A key that holds what the player writes: a line, or more when ``long``."""

    key: str
    long: bool = False
    needed: bool = False


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """A key that holds a mapping; left out when nothing in it is filled in."""

    key: str
    parts: tuple[FormPart, ...]


@dataclass(frozen=True, slots=True)
class ListItem:
    """One more mapping in the list that a key holds."""

    key: str
    parts: tuple[FormPart, ...]


@dataclass(frozen=True, slots=True)
class ActionChoice:
    """One thing that may be done, by the rule that allows it, with the blanks it brings."""

    code: str
    rule: str
    parts: tuple[FormPart, ...]
    facts: Facts = field(default_factory=Facts)
    likely: ProbabilityRange | None = None


@dataclass(frozen=True, slots=True)
class ActionField:
    """Something that may be done in one way or not at all; ``who`` would do it, None the faction.

    What is filled in stands beside whatever stands around this.
    """

    code: str
    cases: tuple[ActionChoice, ...]
    who: Fact = None
    facts: Facts = field(default_factory=Facts)


FormPart: TypeAlias = (
    FixedField
    | SelectField
    | MultiSelectField
    | IntegerField
    | TextField
    | FieldGroup
    | ListItem
    | ActionField
)


@dataclass(frozen=True, slots=True)
class Form:
    """All that a faction may order, under its id."""

    faction: str
    parts: tuple[FormPart, ...]


@dataclass(frozen=True, slots=True)
class FormVocabulary:
    """What of a ruleset's forms needs words in a theme; whatever has a name of its own needs none.

    ``asks`` are codes of :class:`ActionField`, ``cases`` those of :class:`ActionChoice`, ``keys``
    all that a reader fills in or reads as a heading: those of settled parts and entries are left
    out. ``values`` are choices without a name, by key; under ``""`` for keys that have a name.
    ``facts`` are the names of facts with the codes that each may hold: none for numbers, pointers,
    and words that are an author's.
    """

    asks: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    facts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def walk_parts(parts: tuple[FormPart, ...]) -> Iterator[FormPart]:
    """All parts, each before those within it."""
    for part in parts:
        yield part
        match part:
            case FieldGroup(parts=inner) | ListItem(parts=inner):
                yield from walk_parts(inner)
            case ActionField(cases=cases):
                for case in cases:
                    yield from walk_parts(case.parts)
            case _:
                pass
