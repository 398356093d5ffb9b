"""How names stand within sentences: articles, number, and the words that join with them.

A language's catalogue says which articles a name may begin with (`articles`), which words contract
with them (`contractions`), and which lose their last vowel (`elisions`) before which letters
(`vowels`). In French “de” and “Les Sauniers” become “des Sauniers”, “de” and “Orrow” “d’Orrow”.
Where a language declines names, `declension` has the ending of adjectives and what it becomes after
a word that contracts: in German “gegen” and “Der Alte Turm” become “gegen den Alten Turm”.

It also says which names are many ("The Wet Gloves were"), see :class:`PluralNames`; an author may
state the number of a name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from chronicle.model.campaign import NameNumber
from chronicle.records import Record, field, field_names

#: Stands before a name that depends on what is before it, until that is known: before an article
#: ("The Sixteen"), or a vowel. It is a control character, which no text may contain (R005).
ARTICLE_MARK: Final = "\x02"
#: Stands before a name that is many, and before several names in a row; one as well.
PLURAL_MARK: Final = "\x04"
#: What a reader doesn't see as text; the end of a block ends a sentence too.
_DRAWING: Final = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
_BLOCK_TAG: Final = re.compile(
    r"</?(?:p|li|ul|ol|dl|dt|dd|div|h[1-6]|table|tr|td|th|section|figure|figcaption|br)\b[^>]*>"
)
_TAG: Final = re.compile(r"<[^>]*>")
#: After these characters a sentence, a quotation or a list begins.
_SENTENCE_START: Final = frozenset(".!?…:\N{EN DASH}\N{EM DASH}“„‘‚«»([")
#: A word, and what may be between it and the name: a space, tags and drawings.
_WORD_BEFORE: Final = re.compile(
    r"(?<![^\W])([^\W\d_]+) "
    rf"((?:<svg\b(?:(?!</svg>).)*</svg>|<[^>]*>|{PLURAL_MARK})*){ARTICLE_MARK}",
    re.DOTALL,
)
_APOSTROPHES: Final = ("'", "’", "&#39;")


class PluralNames(Record):
    """Which names of a language are many, by their words in lower case.

    A name is many if the last word before one of ``links`` ("of", "in") is one of ``nouns`` or has
    one of ``endings`` and none of ``exceptions``, or if an adjective before it has one of
    ``adjectives``; an adjective with one of ``singular`` says that the ending is none of many.
    Names with one of the articles in ``always`` and ``never`` are always so, and never; those
    without an article only if ``bare``.
    """

    always: frozenset[str] = frozenset()
    never: frozenset[str] = frozenset()
    nouns: frozenset[str] = frozenset()
    endings: tuple[str, ...] = ()
    exceptions: tuple[str, ...] = ()
    adjectives: tuple[str, ...] = ()
    singular: tuple[str, ...] = ()
    links: frozenset[str] = frozenset()
    bare: bool = False

    @classmethod
    def of(cls, catalogue: Mapping[str, object]) -> PluralNames:
        """Which names are many in the language of a catalogue."""
        always, never, nouns, endings, exceptions, adjectives, singular, links, bare = (
            tuple(str(catalogue.get(f"plural.{key}", "")).lower().split())
            for key in field_names(cls)
        )
        return cls(
            frozenset(always),
            frozenset(never),
            frozenset(nouns),
            endings,
            exceptions,
            adjectives,
            singular,
            frozenset(links),
            bool(bare),
        )

    def has(self, name: str, article: str, *, proper: bool) -> bool:
        """Whether a name with this article is many; ``proper`` for those of people and places."""
        if article.lower() in self.always:
            return True
        if article.lower() in self.never or not (article or (self.bare and not proper)):
            return False
        words = name[len(article) :].lower().split()
        end = next((at for at, word in enumerate(words) if at and word in self.links), len(words))
        *adjectives, noun = words[:end] or [""]
        noun = noun.strip(".,;:!?")
        if noun in self.nouns or any(word.endswith(self.adjectives) for word in adjectives):
            return True
        ending = noun.endswith(self.endings) and not noun.endswith(self.exceptions)
        return ending and not any(word.endswith(self.singular) for word in adjectives)


class NameForms(Record):
    """The articles of a language in lower case, and what a word becomes before a name.

    ``contractions`` are by word and article, ``elisions`` by word; all in lower case. Articles that
    end with an apostrophe stand before a name without a space. ``numbers`` are those of names of
    the campaign, as far as they do not follow from the language.
    """

    articles: frozenset[str] = frozenset()
    contractions: Mapping[tuple[str, str], str] = field(default_factory=dict)
    elisions: Mapping[str, str] = field(default_factory=dict)
    vowels: frozenset[str] = frozenset()
    declension: tuple[str, ...] = ()
    plurals: PluralNames = field(default_factory=PluralNames)
    numbers: Mapping[str, NameNumber] = field(default_factory=dict)
    _marked: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(
        cls, catalogue: Mapping[str, object], numbers: Mapping[str, NameNumber] | None = None
    ) -> NameForms:
        """How names stand within the sentences of a catalogue."""
        keys = ("articles", "contractions", "elisions", "vowels")
        articles, contractions, elisions, vowels = (str(catalogue.get(key, "")) for key in keys)
        return cls(
            frozenset(articles.lower().replace("'", "’").split()),
            {(word, article): " ".join(form) for word, article, *form in _rows(contractions, 3)},
            {word: form for word, form, *_ in _rows(elisions, 2)},
            frozenset(vowels.split()),
            tuple(str(catalogue.get("declension", "")).split()),
            PluralNames.of(catalogue),
            numbers or {},
        )

    def article(self, name: str) -> str:
        """The article that a name begins with, as written; empty if there is none."""
        first, space, _ = name.partition(" ")
        if space and _small(first) in self.articles:
            return first
        for sign in _APOSTROPHES:
            first, found, rest = name.partition(sign)
            if found and rest and f"{_small(first)}’" in self.articles:
                return first + sign
        return ""

    def is_many(self, name: str) -> bool:
        """Whether a name is many, so that verbs agree."""
        number = self.numbers.get(name)
        if number in ("one", "many"):
            return number == "many"
        return self.plurals.has(name, self.article(name), proper=number == "proper")

    def mark(self, name: str) -> str:
        """A name as it stands in sentences.

        :data:`ARTICLE_MARK` is before it if its form depends on what is before it, and
        :data:`PLURAL_MARK` if it is many.
        """
        marked = self._marked.get(name)
        if marked is None:
            joins = self.article(name) or name[:1].lower() in self.vowels
            marked = f"{ARTICLE_MARK}{name}" if joins else name
            marked = f"{PLURAL_MARK}{marked}" if self.is_many(name) else marked
            self._marked[name] = marked
        return marked

    def join(self, word: str, name: str) -> tuple[str, str] | None:
        """What a word with its space becomes before a name, and the rest of the name, or None."""
        article = self.article(name)
        found = self.contractions.get((word.lower(), article.lower())) if article else None
        if found is not None:
            name = self._declined(name[len(article) + 1 :])
        # “De” without the article after it loses its vowel, too.
        last = (found or "") if article else word.lower()
        if last in self.elisions and name[:1].lower() in self.vowels:
            found = self.elisions[last]
        elif found is not None:
            found = f"{found} "
        if found is None:
            return None
        return (found[0].upper() + found[1:] if word[0].isupper() else found), name

    def _declined(self, name: str) -> str:
        """A name without its article, whose first words that have the ending are declined."""
        if not self.declension:
            return name
        ending, declined = self.declension
        words = name.split(" ")
        for at, word in enumerate(words):
            text, tag, rest = word.partition("<")
            if not text.endswith(ending) or text.endswith(ending * 2):
                break
            words[at] = text.removesuffix(ending) + declined + tag + rest
            if tag:
                break
        return " ".join(words)

    def settle(self, html: str) -> str:
        """HTML in which marked names fit what is before them, and are no longer marked.

        Inside a sentence their articles are in lower case. Names that begin the text, a sentence or
        a block stay as they are, and marked.
        """
        # Pieces of markup escape what is added to them.
        html = str(html)
        if self.contractions or self.elisions:
            html = self._joined(html)
        start, settled, last = 0, "", ""
        while (at := html.find(ARTICLE_MARK, start)) >= 0:
            between = html[start:at]
            settled += between
            start = at + 1
            text = _TAG.sub("", _BLOCK_TAG.sub(".", _DRAWING.sub("", between)))
            last = without_marks(text).rstrip()[-1:] or last
            if not last or last in _SENTENCE_START:
                settled += ARTICLE_MARK
            elif article := self.article(html[start:].partition("<")[0]):
                settled += article[0].lower()
                start += 1
        return settled + html[start:]

    def _joined(self, html: str) -> str:
        """HTML in which words have joined with the marked names after them."""
        done = 0
        while (found := _WORD_BEFORE.search(html, done)) is not None:
            word, between = found.groups()
            joined = self.join(word, html[found.end() :])
            done = found.end()
            if joined is not None:
                before = f"{html[: found.start()]}{joined[0]}{between}"
                html, done = before + joined[1], len(before)
        return html


def is_many(html: str) -> bool:
    """Whether marked names in a row, or one, as text or HTML, are many."""
    at = html.find(PLURAL_MARK)
    return at >= 0 and not _TAG.sub("", _DRAWING.sub("", html[:at])).strip()


def capitalized(html: str) -> str:
    """A sentence as HTML with a capital at its start, whether or not it starts with a link."""
    html = html.strip()
    start = int(html.startswith(PLURAL_MARK))
    if html.startswith("<", start):
        start = html.find(">") + 1
    while html.startswith((PLURAL_MARK, ARTICLE_MARK), start):
        start += 1
    return f"{html[:start]}{html[start : start + 1].upper()}{html[start + 1 :]}"


def without_marks(text: str) -> str:
    """A text or HTML without what :meth:`NameForms.mark` has put in it."""
    return text.replace(ARTICLE_MARK, "").replace(PLURAL_MARK, "")


def _small(word: str) -> str:
    """A word whose first letter is in lower case; a name in capitals does not get an article so."""
    return word[:1].lower() + word[1:]


def _rows(words: str, size: int) -> list[tuple[str, ...]]:
    """Rows of words, which commas separate; shorter rows are left out."""
    rows = (tuple(row.split()) for row in words.lower().split(","))
    return [row for row in rows if len(row) >= size]
