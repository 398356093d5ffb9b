"""Split texts into words and phrases for comparison, ignoring punctuation."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, pairwise
from typing import Final, TypeAlias, TypeVar

from chronicle.records import dataclass

#: Consecutive words.
Phrase: TypeAlias = tuple[str, ...]

T = TypeVar("T")

#: Number of words in a phrase taken from a longer text.
PHRASE_LENGTH: Final = 5
#: Shorter words are too common to reveal anything.
MIN_WORD_LENGTH: Final = 4
_WORD: Final = re.compile(r"[^\W_]+")
#: The separators between the words of an id, and spaces that a page may add.
_ID_SEPARATOR: Final = re.compile(r"\s*[-_/\u2010]\s*")
#: Invisible characters: soft hyphens, joiners, direction marks and byte order marks.
_INVISIBLE: Final = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")


def normalize_text(text: str) -> str:
    """A text normalised for comparison (NFKC), without invisible characters."""
    return text if text.isascii() else _INVISIBLE.sub("", unicodedata.normalize("NFKC", text))


def words_of(text: str) -> list[str]:
    """The words of a text in order, case folded."""
    return _WORD.findall(normalize_text(text).casefold())


def word_positions(text: str) -> Iterator[tuple[str, int, int]]:
    """The words of a normalised text, case folded, each with its start and end."""
    for found in _WORD.finditer(text):
        # A letter may fold to several characters, which may be separate words.
        yield from ((word, *found.span()) for word in _WORD.findall(found[0].casefold()))


def is_joined(text: str, places: Sequence[tuple[str, int, int]]) -> bool:
    """Whether words at these positions of a normalised text are joined like those of an id."""
    return all(
        _ID_SEPARATOR.fullmatch(text[end:start]) for (_, _, end), (_, start, _) in pairwise(places)
    )


def is_joined_in(text: str, phrase: Phrase) -> bool:
    """Whether a text contains an id made of the words of a phrase."""
    plain = normalize_text(text)
    places = list(word_positions(plain))
    return any(
        tuple(word for word, _, _ in row) == phrase and is_joined(plain, row)
        for start in range(len(places) - len(phrase) + 1)
        if (row := places[start : start + len(phrase)])
    )


def is_significant(word: str) -> bool:
    """Whether a word is long enough to reveal something, and not a number."""
    return len(word) >= MIN_WORD_LENGTH and not word.isdecimal()


def ngrams(words: Sequence[str], length: int) -> Iterator[Phrase]:
    """All phrases of ``length`` words in a text."""
    return zip(words, *(words[start:] for start in range(1, length)), strict=False)


def phrases_of(words: Sequence[str]) -> Iterator[Phrase]:
    """All phrases of 2 to ``PHRASE_LENGTH`` words in a text."""
    return chain.from_iterable(ngrams(words, length) for length in range(2, PHRASE_LENGTH + 1))


class TextMemo(dict[str, T]):
    """A cache of results by text, each computed on first use."""

    def __init__(self, look: Callable[[str], T]) -> None:
        self._look = look

    def __missing__(self, text: str) -> T:
        found = self[text] = self._look(text)
        return found


@dataclass(frozen=True, slots=True)
class TextTerms:
    """The words of a text and its phrases of 2 to ``PHRASE_LENGTH`` words, for comparison."""

    words: frozenset[str]
    phrases: frozenset[Phrase]


def text_terms_of(text: str) -> TextTerms:
    """All words and phrases of a text."""
    found = words_of(text)
    return TextTerms(frozenset(found), frozenset(phrases_of(found)))


def secret_terms_of(text: str) -> Iterator[str | Phrase]:
    """The terms that identify a hidden text: its significant words and its phrases.

    A short text is one phrase, with and without its leading article; a longer one has a phrase for
    every ``PHRASE_LENGTH`` consecutive words.
    """
    return secret_terms_among(words_of(text))


def secret_terms_among(found: Sequence[str]) -> Iterator[str | Phrase]:
    """The terms that identify a hidden text with these words."""
    yield from (word for word in found if is_significant(word))
    if len(found) > PHRASE_LENGTH:
        yield from ngrams(found, PHRASE_LENGTH)
        return
    for phrase in (
        tuple(found),
        tuple(found[1:]) if found and len(found[0]) < MIN_WORD_LENGTH else (),
    ):
        if len(phrase) > 1 and any(is_significant(word) for word in phrase):
            yield phrase
