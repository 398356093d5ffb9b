"""Order forms: what a faction may order in the coming turn, with the keys of turn files.

A form is made for one reader, from what that reader is told anyway. What a player writes with it is
read and checked like all orders: a form makes nothing legal. Its parts mirror the mapping under the
faction's id in `orders:`; :class:`FormVocabulary` lists the parts that need words in a theme.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Literal, TypeAlias

from chronicle.model.facts import Fact, Facts
from chronicle.records import Record, field

#: Nobody opposes it, who might be there unseen; or everything is as the reader knows it.
Condition = Literal["unguarded", "as-known"]


class ProbabilityRange(Record):
    """The lowest and the highest probability of success, from 0 to 1, as far as known.

    ``by_stake`` has one range for each value of the field with :attr:`IntegerField.sets_odds`, from
    its least on; it is empty without such a field. ``provided`` is a condition that the reader
    cannot be sure of, if there is one; the theme has words for it.
    """

    least: Fraction
    most: Fraction
    by_stake: tuple[ProbabilityRange, ...] = ()
    provided: Condition | Literal[""] = ""


def merge_ranges(found: Iterable[ProbabilityRange | None]) -> ProbabilityRange | None:
    """The lowest and the highest of several chances, with what they depend on; None if none is."""
    known = [it for it in found if it is not None]
    if not known:
        return None
    conditions = {it.provided for it in known} - {""}
    provided = conditions.pop() if len(conditions) == 1 else "as-known" if conditions else ""
    least, most = min(it.least for it in known), max(it.most for it in known)
    return ProbabilityRange(least, most, provided=provided)


class FieldChoice(Record):
    """One possible value of a field, as written in turn files.

    ``name`` is a pointer or an author's name, None where the theme has words for the value.
    ``facts`` are what it costs or takes. What the order takes of the form's funds is multiplied by
    ``factor``; with ``at_most`` it is possibly less than that.
    """

    value: str
    name: Fact = None
    facts: Facts = field(default_factory=Facts)
    likely: ProbabilityRange | None = None
    factor: int = 1
    at_most: bool = False


class FixedField(Record):
    """A key whose value follows from an earlier choice; a tuple is a list."""

    key: str
    value: str | int | bool | tuple[str, ...]


class SelectField(Record):
    """A key with one of several values; ``now`` is the value when it is left out, or empty.

    ``name`` is shown for a key that is an author's id.
    """

    key: str
    choices: tuple[FieldChoice, ...]
    now: str = ""
    needed: bool = False
    name: Fact = None


class MultiSelectField(Record):
    """A key with a list of several choices, at most ``most`` of them, after any fixed ones.

    ``name`` is shown for the key as in :class:`SelectField`; ``now`` is the value when it is left
    out.
    """

    key: str
    choices: tuple[FieldChoice, ...]
    needed: bool = False
    most: int | None = None
    name: Fact = None
    now: tuple[str, ...] = ()


class IntegerField(Record):
    """A key with an integer; ``usual`` is the value when it is left out.

    ``suggested`` is a better value for an order that is given, None if there is none.
    With ``sets_odds`` the chances of the order depend on it. ``price`` is what each unit takes of
    the form's funds; the second takes ``rise`` more than an action without this field, and each
    further one ``rise`` more than the one before.
    """

    key: str
    least: int
    most: int
    usual: int | None = None
    needed: bool = False
    suggested: int | None = None
    sets_odds: bool = False
    price: int = 0
    rise: int = 0


class TextField(Record):
    """A key with the player's text: one line, or several when ``long``.

    ``price`` is what it takes of the form's funds when it is filled in.
    """

    key: str
    long: bool = False
    needed: bool = False
    price: int = 0


class FieldGroup(Record):
    """A key with a mapping; left out when nothing in it is filled in."""

    key: str
    parts: tuple[FormPart, ...]


class ListItem(Record):
    """Another mapping in the list under a key."""

    key: str
    parts: tuple[FormPart, ...]


class ActionChoice(Record):
    """One possible action, by the rule that allows it, with its fields.

    ``price`` is what it takes of the form's funds when it succeeds; None if that is the cost in its
    ``facts``. With ``at_most`` it is possibly less.
    """

    code: str
    rule: str
    parts: tuple[FormPart, ...]
    facts: Facts = field(default_factory=Facts)
    likely: ProbabilityRange | None = None
    price: int | None = None
    at_most: bool = False


class ActionField(Record):
    """An optional action with one or more variants; ``who`` would do it, None for the faction.

    Its fields are filled in at the same level as the parts around it.
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


class Form(Record):
    """Everything that a faction may order, under its id.

    ``funds`` are what it can spend on them, None if nothing has a price.
    """

    faction: str
    parts: tuple[FormPart, ...]
    funds: int | None = None


class FormVocabulary(Record):
    """The parts of a ruleset's forms that need words in a theme; named things need none.

    ``asks`` are codes of :class:`ActionField`, ``cases`` those of :class:`ActionChoice`, ``keys``
    the keys that a reader fills in or reads as a heading, without those of fixed fields and list
    items. ``values`` are choices without a name, by key; under ``""`` for keys that have a name.
    ``facts`` are the names of facts with the codes that each may hold: none for numbers, pointers
    and the author's words.
    """

    asks: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    facts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def walk_parts(parts: tuple[FormPart, ...]) -> Iterator[FormPart]:
    """Yield all parts, each before those within it."""
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
