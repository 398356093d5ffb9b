"""Search texts for many terms at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ahocorasick_rs import AhoCorasick

from chronicle.leaks.words import Term

#: Shorter words occur in too many longer ones to be searched for within them.
_MIN_PART_LENGTH: Final = 6
#: Longer parts of words are not searched for.
_MAX_PART_LENGTH: Final = 40


class TermSearch:
    """A search for terms, all in one pass over a text."""

    def __init__(self, terms: Iterable[Term]) -> None:
        self.terms: Final = frozenset(terms)
        # An automaton is made faster from sorted terms.
        self._whole = AhoCorasick(f" {term} " for term in sorted(self.terms))
        self._parts = AhoCorasick(
            term
            for term in self.terms
            if " " not in term and _MIN_PART_LENGTH <= len(term) <= _MAX_PART_LENGTH
        )

    def found_in(self, words: str) -> set[Term]:
        """Those of the terms that occur in words, which have single spaces between them."""
        found = self._whole.find_matches_as_strings(f" {words} ", overlapping=True)
        return set(map(str.strip, {*found}))

    def found_within(self, word: str, known: frozenset[str]) -> set[Term]:
        """Those of the terms that are parts of a word, but not of a longer part that is known."""
        found = self._parts.find_matches_as_indexes(word, overlapping=True)
        return {
            word[start:end]
            for _, start, end in found
            if not any(
                word[first:last] in known
                for first in range(max(0, end - _MAX_PART_LENGTH), start + 1)
                for last in range(end, min(len(word), first + _MAX_PART_LENGTH) + 1)
                if (first, last) != (start, end)
            )
        }
