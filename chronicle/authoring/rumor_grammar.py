"""The sentences of rumors: reading them from a theme, and filling in names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal

from chronicle.diagnostics.report import Report
from chronicle.model.facts import Fact, Facts
from chronicle.records import Record
from chronicle.render.name_forms import NameForms
from chronicle.render.theme import Theme
from chronicle.yaml.nodes import ListNode, MapNode, Node, ScalarNode
from chronicle.yaml.parser import compose

#: The path of the sentences in a theme.
GRAMMAR_PATH: Final = "rules/{ruleset}/rumors/{language}.yaml"
#: A part in brackets is left out if one of its names is unknown; `{who's}` is a possessive, and
#: `{who:was|were}` a word that agrees with the name.
_PART: Final = re.compile(r"\[([^\[\]]*)\]|([^\[\]]+)")
_PLACEHOLDER: Final = re.compile(r"\{(\w+)(?:('s)|:([^{}|]*)\|([^{}|]*))?\}")
#: After these characters a sentence or a quotation begins.
_SENTENCE_START: Final = ".!?…“„«"
#: The word with a space that a name follows.
_LAST_WORD: Final = re.compile(r"(?<![^\W])([^\W\d_]+) $")


class SentenceTable(Record):
    """The sentences for one outcome of an event, all interchangeable.

    ``when`` is what the facts of the telling have to be, by key: one of some words, see
    :func:`fact_word`.
    """

    code: str
    outcome: str
    when: Mapping[str, Sequence[str]]
    sentences: Sequence[str]

    def placeholders(self) -> Sequence[str]:
        """All placeholders in the sentences, sorted."""
        return sorted({name for one in self.sentences for name in placeholders_in(one)})

    def usable(self, values: Mapping[str, str]) -> Sequence[str]:
        """The sentences of which all needed names are known."""
        return [one for one in self.sentences if all(map(values.get, needed_names(one)))]

    def fits(self, facts: Facts) -> bool:
        """Whether the table is about an event with these facts."""
        return all(
            (found := set(_words_at(facts, key.split(".")))) and found <= set(words)
            for key, words in self.when.items()
        )


class RumorGrammar(Record):
    """A theme's sentences for the rumors of one ruleset.

    ``said`` are the tables for each code of a telling, ``twisted`` those of distorted rumors; the
    first table that fits is used. ``again`` are frames for a sentence that was used
    lately, ``witness`` for what only some saw; ``same_place`` and ``same_people`` stand between two
    events of one rumor. ``details`` are by code what tells apart two events of the same people.
    ``names`` is how names stand within a sentence, ``phrases`` are for what has no name of its own,
    by its type: as something known and as something new.
    """

    names: NameForms
    phrases: Mapping[str, str]
    again: Sequence[str]
    witness: Sequence[str]
    same_place: Sequence[str]
    same_people: Sequence[str]
    details: Mapping[str, Sequence[str]]
    said: Mapping[str, Sequence[SentenceTable]]
    twisted: Mapping[str, Sequence[SentenceTable]]

    def called(self, name: str, form: Literal["known", "new"]) -> str:
        """What something is called: by its name, or by a phrase if that is the name of its type."""
        return self.phrases.get(f"{name.lower().replace(' ', '-')}.{form}", name)

    def detail(self, code: str, values: Mapping[str, str]) -> str:
        """A sentence that tells an event from another of the same people; empty without names."""
        usable = (
            one for one in self.details.get(code, ()) if all(map(values.get, needed_names(one)))
        )
        return next((self.fill(one, values) for one in usable), "")

    def table(
        self, code: str, facts: Facts, values: Mapping[str, str], *, twisted: bool = False
    ) -> SentenceTable | None:
        """The table for what was told, with known names and other values; None if there is none."""
        for table in (self.twisted if twisted else self.said).get(code, ()):
            if table.fits(facts) and table.usable(values):
                return table
        return None

    def tables(self) -> Iterator[SentenceTable]:
        for tables in (*self.said.values(), *self.twisted.values()):
            yield from tables

    def fill(self, sentence: str, values: Mapping[str, str]) -> str:
        """The sentence with names and other values, which begins with a capital letter.

        An article at the beginning of a name is in lower case within the sentence.
        """
        kept = "".join(
            part[2] or part[1]
            for part in _PART.finditer(sentence)
            if part[2] or all(map(values.get, placeholders_in(part[1])))
        )
        text, end = "", 0
        for found in _PLACEHOLDER.finditer(kept):
            text += kept[end : found.start()]
            if found[3] is not None:
                text += found[4] if self.names.is_many(values[found[1]]) else found[3]
                end = found.end()
                continue
            text, name = self._with_name(text, values[found[1]])
            text += possessive(name) if found[2] else name
            end = found.end()
            # A name may end with the full stop that the sentence has, too.
            end += text.endswith(".") and kept[end : end + 1] == "."
        text += kept[end:]
        return text[:1].upper() + text[1:]

    def _with_name(self, text: str, name: str) -> tuple[str, str]:
        """The text and the name after it, as they stand together."""
        before = text.rstrip()
        if not before or before[-1] in _SENTENCE_START:
            return text, name[:1].upper() + name[1:]
        word = _LAST_WORD.search(text)
        if word is not None and (joined := self.names.join(word[1], name)) is not None:
            return text[: word.start()] + joined[0], joined[1]
        return text, name[:1].lower() + name[1:] if self.names.article(name) else name


def needed_names(sentence: str) -> tuple[str, ...]:
    """The placeholders of a sentence outside brackets; it can't be used without their values."""
    return placeholders_in("".join(part[2] or "" for part in _PART.finditer(sentence)))


def placeholders_in(words: str) -> tuple[str, ...]:
    """The placeholders in a part of a sentence."""
    return tuple(found[1] for found in _PLACEHOLDER.finditer(words))


def possessive(name: str) -> str:
    """The possessive of an English name: the Aunts', Moor's; St. Odo's stays as it is."""
    if name.endswith(("'s", "’s", "'", "’")):
        return name
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def fact_word(fact: Fact) -> str:
    """A fact as `when:` names it: a text or number as it is, `true`, `false`, `some` or `none`."""
    if isinstance(fact, bool):
        return "true" if fact else "false"
    if isinstance(fact, int):
        return str(fact)
    if not fact:
        return "none"
    return fact if isinstance(fact, str) else "some"


def _words_at(facts: Fact, keys: Sequence[str]) -> Iterator[str]:
    """The words of a fact; with several keys, of the facts of all rows under the first."""
    if not keys:
        yield fact_word(facts)
    elif isinstance(facts, tuple):
        for row in facts:
            yield from _words_at(row, keys)
    else:
        yield from _words_at(facts.get(keys[0]) if isinstance(facts, Facts) else None, keys[1:])


# ── The file ─────────────────────────────────────────────────────────────────────────────────────


def read_grammar(theme: Theme, ruleset: str, report: Report) -> RumorGrammar | None:
    """The theme's rumor sentences for a ruleset, in its language; None if it has none."""
    source = theme.sources.get(GRAMMAR_PATH.format(ruleset=ruleset, language=theme.language))
    root = compose(source, report) if source is not None else None
    if not isinstance(root, MapNode):
        return None
    return RumorGrammar(
        theme.words.name_forms,
        {
            key.removeprefix(f"{ruleset}.phrase."): str(words)
            for key, words in theme.words.items()
            if key.startswith(f"{ruleset}.phrase.")
        },
        _texts(root.get("again")),
        _texts(root.get("witness")),
        _texts(root.get("same_place")),
        _texts(root.get("same_people")),
        {code: _texts(node) for code, node in _entries(root.get("details"))},
        _tables(root.get("said")),
        _tables(root.get("twisted")),
    )


def _tables(node: Node | None) -> Mapping[str, Sequence[SentenceTable]]:
    """The tables by code; a list is a table for everything of its code."""
    return {
        code: (SentenceTable(code, "any", {}, _texts(tables)),)
        if isinstance(tables, ListNode)
        else tuple(
            SentenceTable(code, outcome, *_table(table)) for outcome, table in _entries(tables)
        )
        for code, tables in _entries(node)
    }


def _table(node: Node) -> tuple[Mapping[str, Sequence[str]], Sequence[str]]:
    if not isinstance(node, MapNode):
        return {}, _texts(node)
    return {key: _texts(value) for key, value in _entries(node.get("when"))}, _texts(
        node.get("say")
    )


def _entries(node: Node | None) -> Iterator[tuple[str, Node]]:
    for entry in node.entries if isinstance(node, MapNode) else ():
        yield entry.key.text, entry.value


def _texts(node: Node | None) -> Sequence[str]:
    """The texts of a list, or one text as a list."""
    items = node.items if isinstance(node, ListNode) else (node,)
    return tuple(item.text for item in items if isinstance(item, ScalarNode))
