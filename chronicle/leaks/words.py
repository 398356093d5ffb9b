"""Split texts into words and phrases for comparison, ignoring punctuation."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, TypeAlias

#: A word or a phrase to search for: case folded, with a space between two words.
Term: TypeAlias = str

#: Number of words in a phrase taken from a longer text.
PHRASE_LENGTH: Final = 5
#: Shorter words are too common to reveal anything.
MIN_WORD_LENGTH: Final = 4
_CONJUNCTIONS: Final = frozenset({"and", "or", "und", "oder", "et", "ou"})
_ARTICLES: Final = frozenset(
    {"the", "a", "an", "der", "die", "das", "den", "dem", "le", "la", "les", "l"}
)
_WORD: Final = re.compile(r"[^\W_]+")
_TOKEN: Final = re.compile(r"[^\W_]+|\n")
#: The separators between the words of an id, and spaces that a page may add.
_SEPARATOR: Final = r"[^\S\n]*[-_/\u2010][^\S\n]*"
#: Before a number: a sign after a space is arithmetic.
_SEPARATOR_OF_NUMBER: Final = r"[-_/\u2010][^\S\n]*"
#: A number; with a letter it means dice (`2d6`), an hour (`3h10`) or a step of a drawing (`9v4`).
_NUMBER: Final = re.compile(r"\d*[^\W_]?\d*")
#: Invisible characters: soft hyphens, joiners, direction marks and byte order marks.
_INVISIBLE: Final = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")


def normalize_text(text: str) -> str:
    """A text normalised for comparison (NFKC), without invisible characters."""
    return text if text.isascii() else _INVISIBLE.sub("", unicodedata.normalize("NFKC", text))


def words_of(text: str) -> list[str]:
    """The words of a text in order, case folded."""
    return _WORD.findall(normalize_text(text).casefold())


def tokens_of(normal: str) -> list[str]:
    """The words of normalised, case folded texts, and the line breaks between the texts.

    No phrase contains a line break, so many texts are searched like one.
    """
    return _TOKEN.findall(normal)


def word_positions(text: str) -> Iterator[tuple[str, int, int]]:
    """The words of a normalised text, case folded, each with its start and end."""
    for found in _WORD.finditer(text):
        # A letter may fold to several characters, which may be separate words.
        yield from ((word, *found.span()) for word in _WORD.findall(found[0].casefold()))


def is_joined(text: str, places: Sequence[tuple[str, int, int]]) -> bool:
    """Whether words at these positions of a normalised text are joined like those of an id."""
    return all(
        re.fullmatch(_separator_before(word), text[end:start])
        for (_, _, end), (word, start, _) in pairwise(places)
    )


def is_joined_in(normal: str, phrase: Term) -> bool:
    """Whether normalised, case folded texts contain an id made of the words of a phrase."""
    first, *others = phrase.split()
    # The search for a text is faster if the pattern begins with it.
    joined = rf"{re.escape(first)}(?<![^\W_]{re.escape(first)})" + "".join(
        _separator_before(word) + re.escape(word) for word in others
    )
    return re.search(rf"{joined}(?![^\W_])", normal) is not None


def _separator_before(word: str) -> str:
    return _SEPARATOR_OF_NUMBER if word.isdecimal() else _SEPARATOR


def is_significant(word: str) -> bool:
    """Whether a word is long enough to reveal something, and not a number."""
    return len(word) >= MIN_WORD_LENGTH and _NUMBER.fullmatch(word) is None


def list_parts(term: Term) -> list[Term]:
    """What a term lists with “and” or “or” in the languages of pages, without articles."""
    parts: list[list[Term]] = [[]]
    for word in term.split():
        if word in _CONJUNCTIONS:
            parts.append([])
        elif parts[-1] or word not in _ARTICLES:
            parts[-1].append(word)
    return [" ".join(part) for part in parts]


def ngrams(words: Sequence[str], length: int) -> Iterator[tuple[str, ...]]:
    """All sequences of ``length`` words in a text."""
    return zip(words, *(words[start:] for start in range(1, length)), strict=False)


def secret_phrases_of(words: Sequence[str]) -> Iterable[Term]:
    """The phrases that identify a hidden text with these words.

    A short text is one phrase, with and without its leading article; a longer one has a phrase for
    every ``PHRASE_LENGTH`` consecutive words.
    """
    if len(words) > PHRASE_LENGTH:
        return map(" ".join, ngrams(words, PHRASE_LENGTH))
    without_article = words[1:] if words and len(words[0]) < MIN_WORD_LENGTH else ()
    return [
        " ".join(phrase)
        for phrase in (words, without_article)
        if len(phrase) > 1 and any(map(is_significant, phrase))
    ]


def secret_terms_of(words: Sequence[str]) -> Iterator[Term]:
    """The terms that identify a hidden text with these words: significant words and phrases."""
    yield from filter(is_significant, words)
    yield from secret_phrases_of(words)
