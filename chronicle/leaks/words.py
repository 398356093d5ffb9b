"""Words and phrases: what texts are compared by, whatever marks stand around them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Final, TypeAlias, TypeVar

#: Words in a row.
Phrase: TypeAlias = tuple[str, ...]

T = TypeVar("T")

#: Words of a phrase that is taken out of a longer text.
PHRASE_LENGTH: Final = 5
#: Shorter words are in too many texts to give anything away.
MIN_WORD_LENGTH: Final = 4
_WORD: Final = re.compile(r"[^\W_]+")
#: What stands between the words of an id, and the blanks that a page may put around it.
_ID_SEPARATOR: Final = re.compile(r"\s*[-_/\u2010]\s*")
#: What is in a text and not seen: soft hyphens, joiners, marks of direction and of byte order.
_INVISIBLE: Final = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")


def normalize_text(text: str) -> str:
    """A text as it is compared: one form for each letter, and nothing that is not seen."""
    return text if text.isascii() else _INVISIBLE.sub("", unicodedata.normalize("NFKC", text))


def words_of(text: str) -> list[str]:
    """The words of a text in order, without case."""
    return _WORD.findall(normalize_text(text).casefold())


def word_positions(text: str) -> Iterator[tuple[str, int, int]]:
    """The words of a folded text without case, each with where it starts and ends."""
    for found in _WORD.finditer(text):
        # Some letters fold into several signs, and those may be parted in their turn.
        yield from ((word, *found.span()) for word in _WORD.findall(found[0].casefold()))


def is_joined(text: str, places: Sequence[tuple[str, int, int]]) -> bool:
    """Whether words of a folded text, with their places, stand together as those of an id do."""
    return all(
        _ID_SEPARATOR.fullmatch(text[end:start]) for (_, _, end), (_, start, _) in pairwise(places)
    )


def is_joined_in(text: str, phrase: Phrase) -> bool:
    """Whether a phrase stands in a text as an id that is made of its words."""
    plain = normalize_text(text)
    places = list(word_positions(plain))
    return any(
        tuple(word for word, _, _ in row) == phrase and is_joined(plain, row)
        for start in range(len(places) - len(phrase) + 1)
        if (row := places[start : start + len(phrase)])
    )


def is_significant(word: str) -> bool:
    """Whether a word is long enough to give something away, and no mere number."""
    return len(word) >= MIN_WORD_LENGTH and not word.isdecimal()


def ngrams(words: Sequence[str], length: int) -> Iterator[Phrase]:
    """All phrases of this many words that a text holds."""
    return zip(words, *(words[start:] for start in range(1, length)), strict=False)


def phrases_of(words: Sequence[str]) -> Iterator[Phrase]:
    """All phrases of 2 to ``PHRASE_LENGTH`` words that a text holds."""
    return chain.from_iterable(ngrams(words, length) for length in range(2, PHRASE_LENGTH + 1))


class TextMemo(dict[str, T]):
    """What was found out of texts, each looked at when it is first asked for."""

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
    """All that a text says."""
    found = words_of(text)
    return TextTerms(frozenset(found), frozenset(phrases_of(found)))


def secret_terms_of(text: str) -> Iterator[str | Phrase]:
    """What a hidden text can be known by: its telling words, and its phrases.

    A short text is one phrase, with and without the article it begins with; of a longer one every
    ``PHRASE_LENGTH`` words are.
    """
    return secret_terms_among(words_of(text))


def secret_terms_among(found: Sequence[str]) -> Iterator[str | Phrase]:
    """What a hidden text of these words can be known by."""
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
