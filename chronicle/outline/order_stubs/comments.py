"""The text of comments about choices, chances, costs and actors."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Final

from chronicle.model.facts import Fact, Facts, Ref
from chronicle.outline.order_stubs.possible_orders import AllowedValues
from chronicle.records import Record, field
from chronicle.rules import order_form
from chronicle.yaml.placeholders import wanted_for

LINE_WIDTH: Final = 110
#: Facts shown by value only, and facts shown with a text instead of their name.
_PLAIN: Final = ("type", "power", "faction", "npc")
_IN_WORDS: Final[Mapping[str, str]] = {
    "stance": "{} until ordered otherwise",
    "each": "cost {} each",
    "least": "brings {}",
    "most": "to {}",
}


_CONDITIONS: Final[Mapping[order_form.Condition, str]] = {
    "unguarded": "if nobody guards it",
    "as-known": "if all is as known",
}


class CommentWriter(Record):
    """Writes comments; ``names`` are the names that they may use.

    A fact about a choice is shown only once. Without ``is_english``, comments are
    in no language: ids, names, ranges and chances, but no facts.
    """

    names: Mapping[Ref, str]
    is_english: bool = True
    #: The facts already shown about choices, by value and name.
    shown_facts: dict[tuple[str, Fact], dict[str, Fact]] = field(default_factory=dict)

    def field(self, part: order_form.FormPart) -> str:
        """The allowed values of a field, with cost and chance; empty if there is only one."""
        match part:
            case (
                order_form.SelectField(choices=choices)
                | order_form.MultiSelectField(choices=choices)
            ):
                texts = [self.choice(it) for it in choices]
                return ", ".join(texts) if len(texts) > 1 or texts[0] != choices[0].value else ""
            case order_form.IntegerField(least=least, most=most):
                return self.range(least, most) if least < most else ""
            case order_form.TextField(key=key) if self.is_english:
                return wanted_for(key)
            case _:
                return ""

    def values(self, allowed: AllowedValues) -> str:
        """The allowed values of a key."""
        texts = [self.choice(choice) for choice in allowed.choices]
        if allowed.least is not None:
            texts.append(self.range(allowed.least, allowed.most))
        return ", ".join(texts)

    def range(self, least: int, most: int | None) -> str:
        return f"{least} to {most}" if self.is_english else f"{least}–{most}"

    def choice(self, choice: order_form.FieldChoice) -> str:
        key = (choice.value, choice.name)
        label = self.label(choice) if key not in self.shown_facts else ""
        shown_facts = self.shown_facts.setdefault(key, {})
        # A choice without a name is not a thing, and differs between orders.
        is_thing = choice.name is not None
        new_facts = {
            name: fact
            for name, fact in choice.facts.items()
            if shown_facts.get(name) != fact or not is_thing
        }
        shown_facts.update(new_facts)
        chance = self.chance(choice.likely)
        facts = self.facts(Facts(new_facts), ids=True)
        comment = ", ".join(filter(None, (label, chance, facts)))
        return f"{choice.value} ({comment})" if comment else choice.value

    def chance(self, likely: order_form.ProbabilityRange | None) -> str:
        return format_chance(likely, is_english=self.is_english)

    def label(self, choice: order_form.FieldChoice) -> str:
        """The name of a choice; empty if its id says the same."""
        # The name may come from a catalogue in English.
        if not self.is_english and not isinstance(choice.name, Ref):
            return ""
        named = self.named(choice.name)
        return "" if named.casefold().endswith(choice.value.replace("-", " ")) else named

    def who(self, actor: order_form.ActionField) -> str:
        """The name of an actor, with its facts."""
        facts = self.facts(actor.facts)
        name = self.named(actor.who) or actor.code
        return f"{name}: {facts}" if facts else name

    def facts(self, facts: Facts, *, ids: bool = False) -> str:
        """Facts as text; with ``ids``, things are given by id instead of name."""
        if not self.is_english:
            return ""
        texts = {
            name: fact.id if ids and isinstance(fact, Ref) else self.named(fact)
            for name, fact in facts.items()
            if name != "kind"
        }
        return ", ".join(
            _IN_WORDS.get(
                name, "{}" if name in _PLAIN else f"{name.replace('_', ' ')} {{}}"
            ).format(text)
            for name, text in texts.items()
            if text
        )

    def named(self, fact: Fact) -> str:
        match fact:
            case Ref():
                return self.names.get(fact, fact.id)
            case bool() | None:
                return ""
            case Facts():
                return " ".join(filter(None, map(self.named, fact.values())))
            case tuple():
                return " ".join(filter(None, map(self.named, fact)))
            case _:
                return str(fact)


def format_chance(likely: order_form.ProbabilityRange | None, *, is_english: bool = True) -> str:
    """A chance or range of chances in whole per cent, with its condition.

    Without words of a language, one with a condition begins at 0.
    """
    if likely is None:
        return ""
    least, most = _percent(likely.least), _percent(likely.most)
    if likely.provided and not is_english:
        least = 0
    chance = f"{least} %" if least == most else f"{least}–{most} %"
    return f"{chance} {_CONDITIONS[likely.provided]}" if likely.provided and is_english else chance


def join_equal(said: Iterable[tuple[str, str]]) -> Iterable[str]:
    """Lines of keys with their allowed values; keys with the same values share a line."""
    keys: dict[str, list[str]] = {}
    for label, text in said:
        keys.setdefault(text, []).append(label)
    return [f"{', '.join(labels)}: {text}" for text, labels in keys.items()]


def with_comment(line: str, about: str) -> Iterator[str]:
    """A line with a comment after it, or below it if that is too long."""
    if about and len(line) + len(about) + 5 <= LINE_WIDTH:
        yield f"{line}  #: {about}"
        return
    yield line
    yield from comment_lines(about, " " * (len(line) - len(line.lstrip())), inner="  ")


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


def _percent(chance: Fraction) -> int:
    """A chance in per cent, rounded; 0 and 100 only if it is exactly that."""
    near = round(chance * 100)
    return min(max(near, 1), 99) if 0 < chance < 1 else near
