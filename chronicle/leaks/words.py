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
SPAN: Final = 5
#: Shorter words are in too many texts to give anything away.
SHORTEST: Final = 4
_WORD: Final = re.compile(r"[^\W_]+")
#: What stands between the words of an id, and the blanks that a page may put around it.
_JOINT: Final = re.compile(r"\s*[-_/\u2010]\s*")
#: What is in a text and not seen: soft hyphens, joiners, marks of direction and of byte order.
_UNSEEN: Final = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")


def folded(text: str) -> str:
    """A text as it is compared: one form for each letter, and nothing that is not seen."""
    return text if text.isascii() else _UNSEEN.sub("", unicodedata.normalize("NFKC", text))


def words_of(text: str) -> list[str]:
    """The words of a text in order, without case."""
    return _WORD.findall(folded(text).casefold())


def places_of(text: str) -> Iterator[tuple[str, int, int]]:
    """The words of a folded text without case, each with where it starts and ends."""
    for found in _WORD.finditer(text):
        # Some letters fold into several signs, and those may be parted in their turn.
        yield from ((word, *found.span()) for word in _WORD.findall(found[0].casefold()))


def joined(text: str, places: Sequence[tuple[str, int, int]]) -> bool:
    """Whether words of a folded text, with their places, stand together as those of an id do."""
    return all(_JOINT.fullmatch(text[end:start]) for (_, _, end), (_, start, _) in pairwise(places))


def is_joined_in(text: str, phrase: Phrase) -> bool:
    """Whether a phrase stands in a text as an id that is made of its words."""
    plain = folded(text)
    places = list(places_of(plain))
    return any(
        tuple(word for word, _, _ in row) == phrase and joined(plain, row)
        for start in range(len(places) - len(phrase) + 1)
        if (row := places[start : start + len(phrase)])
    )


def tells(word: str) -> bool:
    """Whether a word is long enough to give something away, and no mere number."""
    return len(word) >= SHORTEST and not word.isdecimal()


def rows(words: Sequence[str], length: int) -> Iterator[Phrase]:
    """All phrases of this many words that a text holds."""
    return zip(words, *(words[start:] for start in range(1, length)), strict=False)


def phrases_among(words: Sequence[str]) -> Iterator[Phrase]:
    """All phrases of 2 to ``SPAN`` words that a text holds."""
    return chain.from_iterable(rows(words, length) for length in range(2, SPAN + 1))


class Memo(dict[str, T]):
    """What was found out of texts, each looked at when it is first asked for."""

    def __init__(self, look: Callable[[str], T]) -> None:
        self._look = look

    def __missing__(self, text: str) -> T:
        found = self[text] = self._look(text)
        return found


@dataclass(frozen=True, slots=True)
class Speech:
    """What a text says, for comparing: its single words, and its phrases of 2 to ``SPAN``."""

    words: frozenset[str]
    phrases: frozenset[Phrase]


def speech_of(text: str) -> Speech:
    """All that a text says."""
    found = words_of(text)
    return Speech(frozenset(found), frozenset(phrases_among(found)))


def marks_of(text: str) -> Iterator[str | Phrase]:
    """What a hidden text can be known by: its telling words, and its phrases.

    A short text is one phrase, with and without the article it begins with; of a longer one every
    ``SPAN`` words are.
    """
    return marks_among(words_of(text))


def marks_among(found: Sequence[str]) -> Iterator[str | Phrase]:
    """What a hidden text of these words can be known by."""
    yield from (word for word in found if tells(word))
    if len(found) > SPAN:
        yield from rows(found, SPAN)
        return
    for phrase in (tuple(found), tuple(found[1:]) if found and len(found[0]) < SHORTEST else ()):
        if len(phrase) > 1 and any(tells(word) for word in phrase):
            yield phrase
