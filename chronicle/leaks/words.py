"""Split texts into words and phrases for comparison, ignoring punctuation."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from sys import intern
from typing import Final, TypeAlias

from chronicle.records import Record

#: Consecutive words.
Phrase: TypeAlias = tuple[str, ...]
#: A word or a phrase to search for.
Term: TypeAlias = str | Phrase

#: Number of words in a phrase taken from a longer text.
PHRASE_LENGTH: Final = 5
#: Shorter words are too common to reveal anything.
MIN_WORD_LENGTH: Final = 4
_WORD: Final = re.compile(r"[^\W_]+")
_TOKEN: Final = re.compile(r"[^\W_]+|\n")
#: The separators between the words of an id, and spaces that a page may add.
_ID_SEPARATOR: Final = re.compile(r"\s*[-_/\u2010]\s*")
#: Invisible characters: soft hyphens, joiners, direction marks and byte order marks.
_INVISIBLE: Final = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")


def normalize_text(text: str) -> str:
    """A text normalised for comparison (NFKC), without invisible characters."""
    return text if text.isascii() else _INVISIBLE.sub("", unicodedata.normalize("NFKC", text))


def words_of(text: str) -> list[str]:
    """The words of a text in order, case folded."""
    # Comparing interned words is comparing addresses, which makes searching for phrases faster.
    return list(map(intern, _WORD.findall(normalize_text(text).casefold())))


def tokens_of(normal: str) -> list[str]:
    """The words of normalised, case folded texts, and the line breaks between the texts.

    No phrase contains a line break, so many texts are searched like one.
    """
    return list(map(intern, _TOKEN.findall(normal)))


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


def is_joined_in(normal: str, phrase: Phrase) -> bool:
    """Whether normalised, case folded texts contain an id made of the words of a phrase."""
    joined = r"[^\S\n]*[-_/\u2010][^\S\n]*".join(map(re.escape, phrase))
    return re.search(rf"(?<![^\W_]){joined}(?![^\W_])", normal) is not None


def is_significant(word: str) -> bool:
    """Whether a word is long enough to reveal something, and not a number."""
    return len(word) >= MIN_WORD_LENGTH and not word.isdecimal()


def ngrams(words: Sequence[str], length: int) -> Iterator[Phrase]:
    """All phrases of ``length`` words in a text."""
    return zip(words, *(words[start:] for start in range(1, length)), strict=False)


def grams_of(words: Sequence[str]) -> set[Term]:
    """All words of a text, and its phrases of 2 to ``PHRASE_LENGTH`` words."""
    grams: set[Term] = {*words}
    return grams.union(*(ngrams(words, length) for length in range(2, PHRASE_LENGTH + 1)))


class TermSet(Record):
    """Terms to search for: words, and phrases by their number of words."""

    words: frozenset[str]
    phrases: Mapping[int, frozenset[Phrase]]

    @classmethod
    def of(cls, terms: Iterable[Term]) -> TermSet:
        """The set of these terms."""
        words: set[str] = set()
        phrases: set[Phrase] = set()
        for term in terms:
            if isinstance(term, str):
                words.add(term)
            else:
                phrases.add(term)
        return cls.of_phrases(words, phrases)

    @classmethod
    def of_phrases(cls, words: Iterable[str], phrases: Iterable[Phrase]) -> TermSet:
        """The set of these words and phrases."""
        by_length: dict[int, set[Phrase]] = {}
        for phrase in phrases:
            by_length.setdefault(len(phrase), set()).add(phrase)
        lengths = sorted(by_length)
        return cls(frozenset(words), {length: frozenset(by_length[length]) for length in lengths})

    def __contains__(self, term: Term) -> bool:
        if isinstance(term, str):
            return term in self.words
        return term in self.phrases.get(len(term), ())

    def __iter__(self) -> Iterator[Term]:
        return chain(self.words, *self.phrases.values())

    def found_in(self, tokens: Sequence[str]) -> set[Term]:
        """Those of the terms that occur in tokens."""
        found: set[Term] = {*self.words.intersection(tokens)}
        for length, phrases in self.phrases.items():
            found |= phrases.intersection(ngrams(tokens, length))
        return found


def secret_phrases_of(words: Sequence[str]) -> Iterable[Phrase]:
    """The phrases that identify a hidden text with these words.

    A short text is one phrase, with and without its leading article; a longer one has a phrase for
    every ``PHRASE_LENGTH`` consecutive words.
    """
    if len(words) > PHRASE_LENGTH:
        return ngrams(words, PHRASE_LENGTH)
    whole = tuple(words)
    without_article = whole[1:] if whole and len(whole[0]) < MIN_WORD_LENGTH else ()
    return [
        phrase
        for phrase in (whole, without_article)
        if len(phrase) > 1 and any(map(is_significant, phrase))
    ]


def secret_terms_of(words: Sequence[str]) -> Iterator[Term]:
    """The terms that identify a hidden text with these words: significant words and phrases."""
    yield from (word for word in words if is_significant(word))
    yield from secret_phrases_of(words)
