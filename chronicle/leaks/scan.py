"""Search published lines for secret terms, in all their encodings."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import Final

from chronicle.leaks.encodings import decode_run, encoded_runs, readable_texts, texts_of_lines
from chronicle.leaks.term_search import TermSearch
from chronicle.leaks.words import (
    PHRASE_LENGTH,
    Term,
    is_joined,
    is_joined_in,
    normalize_text,
    tokens_of,
    word_positions,
    words_of,
)

_DIGITS: Final = "0123456789"
#: A number, or numbers as in the path of a drawing (`12h18v12z`), which are no text in Base64.
_NUMBERS: Final = re.compile(r"(?:\d+[g-z]{0,2})+")
#: Maximum length of a quoted leak.
_MAX_QUOTE_LENGTH: Final = 90


class Scanner:
    """Searches lines for secret terms.

    ``ids`` are phrases that occur only in ids; they count only if their words are joined as in an
    id, because they may follow each other by chance. ``vocabulary`` are the words of campaign and
    theme; only other words are searched for terms within them.
    """

    def __init__(
        self, search: TermSearch, vocabulary: frozenset[str], ids: frozenset[Term] = frozenset()
    ) -> None:
        self._search, self._vocabulary, self._ids = search, vocabulary, ids

    def terms_in(self, texts: Collection[str]) -> set[Term]:
        """All terms in texts, and in what their runs of digits decode to."""
        runs = {*encoded_runs("\n".join(texts))}
        unfamiliar = (run for run in runs if not self._is_familiar(run))
        decoded = texts_of_lines(text for run in unfamiliar for text in decode_run(run))
        text = "\n".join(map(normalize_text, (*texts, *decoded))).casefold()
        tokens = tokens_of(text)
        found = self._search.found_in(" ".join(tokens))
        found -= {phrase for phrase in self._ids & found if not is_joined_in(text, phrase)}
        for word in {*tokens} - self._vocabulary:
            found |= self._terms_in_word(word)
        return found

    def _is_familiar(self, run: str) -> bool:
        """Whether a run of digits is made of known words and numbers, and encodes nothing."""
        return all(word in self._vocabulary or _NUMBERS.fullmatch(word) for word in words_of(run))

    def _terms_in_word(self, word: str) -> set[Term]:
        """The terms within a word that is not in the vocabulary, such as `raven2`.

        Parts of a longer word from the vocabulary don't count.
        """
        digitless = word.strip(_DIGITS)
        found = self._search.found_within(word, self._vocabulary)
        return found | {digitless} if digitless in self._search.terms else found

    def quotes(self, line: str, terms: Iterable[Term]) -> Iterator[tuple[str, tuple[Term, ...]]]:
        """The parts of a line that these terms cover, each with the terms in it.

        A term that is found only within a word or in encoded text is quoted itself.
        """
        wanted = set(terms)
        met: set[Term] = set()
        for text in _readings(line):
            for quote, inside in self._quoted_parts(normalize_text(text), wanted):
                if not met.issuperset(inside):
                    met.update(inside)
                    yield quote, inside
        for term in sorted(wanted - met):
            yield term, (term,)

    def _quoted_parts(self, text: str, wanted: set[Term]) -> Iterator[tuple[str, tuple[Term, ...]]]:
        places = list(word_positions(text))
        covered: list[list[Term]] = [[] for _ in places]
        for index in range(len(places)):
            for length in range(1, PHRASE_LENGTH + 1):
                part = places[index : index + length]
                term = " ".join(word for word, _, _ in part)
                if len(part) < length or term not in wanted:
                    continue
                if term not in self._ids or is_joined(text, part):
                    for row in range(index, index + length):
                        covered[row].append(term)
        start = 0
        while start < len(covered):
            end = start
            while end < len(covered) and covered[end]:
                end += 1
            if end > start:
                inside = dict.fromkeys(term for row in covered[start:end] for term in row)
                yield _shorten_quote(text[places[start][1] : places[end - 1][2]]), tuple(inside)
            start = end + 1


def _readings(line: str) -> Iterator[str]:
    """All texts in a line, as written and decoded."""
    for text in readable_texts(line):
        yield text
        for run in dict.fromkeys(encoded_runs(text)):
            for row in decode_run(run):
                yield from readable_texts(row)


def _shorten_quote(text: str) -> str:
    line = " ".join(text.split())
    return (
        line
        if len(line) <= _MAX_QUOTE_LENGTH
        else line[:_MAX_QUOTE_LENGTH].rpartition(" ")[0] + " …"
    )
