"""The normal form in which names and sentences are compared, however they are written.

It ignores case, accents, emphasis, hyphens, line breaks and articles, and in German the endings of
words, so that “im HOHLEN *Gewölbe*” has the words of “Das Hohle Gewölbe”.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final

from chronicle.records import Record

#: The articles of English and German, without accents; many campaigns mix the two.
_ARTICLES: Final = frozenset(
    {"the", "a", "an"}
    | {"der", "die", "das", "den", "dem", "des"}
    | {"ein", "eine", "einen", "einem", "einer", "eines"}
)
#: Those of French, also as they contract with “de” and “à”.
_FRENCH_ARTICLES: Final = frozenset({"le", "la", "les", "l", "du", "des", "au", "aux"})
#: Those that may stand before a single word that is a name: in German nouns have capitals anyway.
_DEFINITE: Final = _FRENCH_ARTICLES | {"the", "der", "die", "das", "den", "dem", "des"}
#: Signs within a word that are no letters: emphasis, accents on their own, invisible characters.
_WITHIN: Final = "*~\u0300-\u036f\u00ad\u200b-\u200f\u2060\ufeff"
_WORD: Final = re.compile(rf"[^\W_]+(?:[{_WITHIN}]+[^\W_]+)*")
_SIGN: Final = re.compile(rf"[{_WITHIN}]")
#: Links without a label are checked where links are checked.
_BARE_LINK: Final = re.compile(r"\[\[[^\[\]|\n]*\]\]")
#: Where a link leads, and characters in HTML's notation, such as a space that does not break.
_TARGET: Final = re.compile(r"\]\([^()\n]*\)|\[\[[^\[\]|\n]*\||&#?\w+;")
_GERMAN_ENDING: Final = re.compile(r"(?<=...)(?:e[mnrs]?|[ns])$")
_WORD_OR_STOP: Final = re.compile(rf"{_WORD.pattern}|[.!?]|\n\s*\n")
_PAUSE: Final = re.compile(r"[.!?:;,|]|\n\s*\n")


class Word(Record):
    """A word in normal form, with its start and end in the text.

    ``article`` is before it; ``whole_start`` is where it starts with its article.
    """

    form: str
    start: int
    end: int
    article: str
    whole_start: int


class NormalText(Record):
    """A text in normal form; ``forms`` are its words without articles.

    ``stops`` says before which of them a sentence has ended.
    """

    text: str
    language: str
    forms: tuple[str, ...]
    stops: tuple[int, ...]

    def words(self) -> list[Word]:
        """Its words without articles, each with its position; as many as ``forms``."""
        found: list[Word] = []
        article = ""
        before: tuple[re.Match[str], ...] = ()
        for match in _WORD.finditer(_without_targets(self.text)):
            if form := _form(match[0], self.language):
                first = (*before, match)[0]
                found.append(Word(form, *match.span(), article, first.start()))
                article, before = "", ()
            else:
                article, before = _fold(match[0]), (match,)
        return found

    def sentences(self) -> Iterator[tuple[int, int]]:
        """The start and the end of each sentence among ``forms``."""
        return pairwise((0, *self.stops, len(self.forms)))

    def is_unbroken(self, words: list[Word]) -> bool:
        """Whether no sign that ends a sentence or a part of it is between the words."""
        text = _without_targets(self.text)
        return not any(_PAUSE.search(text, one.end, other.start) for one, other in pairwise(words))


def normal_text(text: str, language: str) -> NormalText:
    """The normal form of a text in a language."""
    forms: list[str] = []
    stops: list[int] = []
    for sign in _WORD_OR_STOP.findall(_without_targets(text)):
        if not sign[0].isalnum():
            stops.append(len(forms))
        elif form := _form(sign, language):
            forms.append(form)
    return NormalText(text, language, tuple(forms), tuple(stops))


@lru_cache(maxsize=1 << 14)
def _form(word: str, language: str) -> str:
    """The normal form of a word; empty for an article."""
    form = _fold(word)
    articles = _ARTICLES | _FRENCH_ARTICLES if language.startswith("fr") else _ARTICLES
    return "" if form in articles else _without_ending(form, language)


def is_definite(article: str) -> bool:
    """Whether it is an article of something certain."""
    return article in _DEFINITE


def _without_targets(text: str) -> str:
    """A text of the same length in which links lead nowhere."""
    # A word that no name has, so that no name reaches over a link.
    text = _BARE_LINK.sub(lambda found: "0" * len(found[0]), text)
    return _TARGET.sub(lambda found: " " * len(found[0]), text)


def _fold(word: str) -> str:
    if word.isascii() and word.isalnum():
        return word.lower()
    bare = unicodedata.normalize("NFKD", _SIGN.sub("", word))
    return _SIGN.sub("", bare).casefold()


def _without_ending(form: str, language: str) -> str:
    return _GERMAN_ENDING.sub("", form) if language.startswith("de") else form
