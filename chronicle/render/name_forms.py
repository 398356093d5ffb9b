"""How names stand within sentences: their articles, and the words that join with them.

A language's catalogue says which articles a name may begin with (`articles`), which words contract
with them (`contractions`), and which lose their last vowel (`elisions`) before which letters
(`vowels`). In French “de” and “Les Sauniers” become “des Sauniers”, “de” and “Orrow” “d’Orrow”.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from chronicle.records import Record, field

#: Stands before a name that depends on what is before it, until that is known: before an article
#: ("The Sixteen"), or a vowel. It is a noncharacter, which no text may contain (R005).
ARTICLE_MARK: Final = "\ufdd1"
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
    rf"(?<![^\W])([^\W\d_]+) ((?:<svg\b(?:(?!</svg>).)*</svg>|<[^>]*>)*){ARTICLE_MARK}", re.DOTALL
)
_APOSTROPHES: Final = ("'", "’", "&#39;")


class NameForms(Record):
    """The articles of a language in lower case, and what a word becomes before a name.

    ``contractions`` are by word and article, ``elisions`` by word; all in lower case. Articles that
    end with an apostrophe stand before a name without a space.
    """

    articles: frozenset[str] = frozenset()
    contractions: Mapping[tuple[str, str], str] = field(default_factory=dict)
    elisions: Mapping[str, str] = field(default_factory=dict)
    vowels: frozenset[str] = frozenset()

    @classmethod
    def of(cls, catalogue: Mapping[str, object]) -> NameForms:
        """How names stand within the sentences of a catalogue."""
        keys = ("articles", "contractions", "elisions", "vowels")
        articles, contractions, elisions, vowels = (str(catalogue.get(key, "")) for key in keys)
        return cls(
            frozenset(articles.lower().replace("'", "’").split()),
            {(word, article): form for word, article, form in _rows(contractions, 3)},
            {word: form for word, form in _rows(elisions, 2)},  # noqa: C416  rows of any length
            frozenset(vowels.split()),
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

    def mark(self, name: str) -> str:
        """A name, with :data:`ARTICLE_MARK` before it if its form depends on what is before it."""
        if self.article(name) or name[:1].lower() in self.vowels:
            return f"{ARTICLE_MARK}{name}"
        return name

    def join(self, word: str, name: str) -> tuple[str, str] | None:
        """What a word with its space becomes before a name, and the rest of the name, or None."""
        article = self.article(name)
        found = self.contractions.get((word.lower(), article.lower())) if article else None
        if found is not None:
            found, name = f"{found} ", name[len(article) + 1 :]
        elif not article and name[:1].lower() in self.vowels:
            found = self.elisions.get(word.lower())
        if found is None:
            return None
        return (found[0].upper() + found[1:] if word[0].isupper() else found), name

    def settle(self, html: str) -> str:
        """HTML in which marked names fit what is before them, and are no longer marked.

        Inside a sentence their articles are in lower case. Names that begin the text, a sentence or
        a block stay as they are, and marked.
        """
        # Pieces of markup escape what is added to them.
        html = str(html)
        if self.contractions or self.elisions:
            html = self._joined(html)
        start, settled = 0, ""
        while (at := html.find(ARTICLE_MARK, start)) >= 0:
            settled += html[start:at]
            start = at + 1
            text = _TAG.sub("", _BLOCK_TAG.sub(".", _DRAWING.sub("", html[:at])))
            text = text.replace(ARTICLE_MARK, "").rstrip()
            if not text or text[-1] in _SENTENCE_START:
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


def _small(word: str) -> str:
    """A word whose first letter is in lower case; a name in capitals does not get an article so."""
    return word[:1].lower() + word[1:]


def _rows(words: str, size: int) -> list[tuple[str, ...]]:
    """Rows of words, which commas separate; rows of another size are left out."""
    rows = (tuple(row.split()) for row in words.lower().split(","))
    return [row for row in rows if len(row) == size]
