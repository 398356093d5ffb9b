"""Search a published line for secret terms, in all its encodings.

Most lines consist of tags and texts that occur in other lines too. Each of those is scanned once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from itertools import pairwise
from typing import Final

from chronicle.leaks.encodings import (
    SEPARATOR_WORD,
    attribute_texts,
    decode_run,
    decoded_layers,
    encoded_runs,
    readable_texts,
    split_at_tags,
    tag_separator,
)
from chronicle.leaks.secrets import SecretTerm
from chronicle.leaks.words import (
    PHRASE_LENGTH,
    Phrase,
    TextMemo,
    is_joined,
    is_joined_in,
    is_significant,
    ngrams,
    normalize_text,
    word_positions,
    words_of,
)
from chronicle.records import dataclass

#: Shorter words occur in too many longer ones to be searched for within them.
_STEM_LENGTH: Final = 6
#: Maximum length of a quoted leak.
_MAX_QUOTE_LENGTH: Final = 90
_NONE: Final[frozenset[SecretTerm]] = frozenset()


@dataclass(slots=True)
class TermScanner:
    """Searches lines for secret terms and caches the results for their parts.

    ``marks`` are the terms that some audience must not read, ``beginnings`` the first three words
    of longer phrases, ``stems`` the first letters of words. ``ids`` are phrases that occur only in
    ids; they count only if their words are joined as in an id, because they may follow each other
    by chance. ``vocabulary`` are the words of campaign and theme; only other words are searched for
    terms within them.

    Whether a term is found does not depend on the other terms.
    """

    marks: frozenset[SecretTerm]
    beginnings: frozenset[SecretTerm]
    stems: frozenset[str]
    ids: frozenset[Phrase]
    vocabulary: frozenset[str]
    texts: TextMemo[frozenset[SecretTerm]] = field(init=False)
    tags: TextMemo[str] = field(init=False)
    held: dict[str, frozenset[SecretTerm]] = field(default_factory=dict)
    runs: TextMemo[frozenset[SecretTerm]] = field(init=False)
    parts: TextMemo[frozenset[SecretTerm]] = field(init=False)

    def __post_init__(self) -> None:
        self.texts = TextMemo(self._of_text)
        self.tags = TextMemo(self._of_tag)
        self.runs = TextMemo(self._terms_in_run)
        self.parts = TextMemo(self._terms_in_word)

    def terms_in(self, line: str) -> frozenset[SecretTerm]:
        """All terms in a line, in any encoding."""
        found = _NONE
        for layer in decoded_layers(line):
            parts = split_at_tags(layer)
            tags = parts[1::2]
            parts[1::2] = map(self.tags.__getitem__, tags)
            if held := self.texts["".join(parts)]:
                found |= held
            if not self.held.keys().isdisjoint(tags):
                found = found.union(*(self.held.get(tag, _NONE) for tag in tags))
        return found

    def _of_tag(self, tag: str) -> str:
        """What a tag puts between words; the terms within the tag are stored in ``held``."""
        held = _NONE.union(*(self.texts[part] for part in attribute_texts(tag)))
        if held:
            self.held[tag] = held
        return tag_separator(tag)

    def _of_text(self, text: str) -> frozenset[SecretTerm]:
        found = self.terms_in_text(text)
        for run in {*encoded_runs(text)}:
            found |= self.runs[run]
        return frozenset(found) if found else _NONE

    def _terms_in_run(self, run: str) -> frozenset[SecretTerm]:
        """The terms in a decoded run of digits; runs made of known words are not decoded."""
        if self.is_familiar(run):
            return _NONE
        return _NONE.union(*(self.terms_in_text(text) for text in _decoded_texts(run)))

    def readings(self, line: str) -> Iterator[str]:
        """All readings of a line, for quoting."""
        for plain in readable_texts(line):
            yield plain
            for run in dict.fromkeys(encoded_runs(plain)):
                if not self.is_familiar(run):
                    yield from _decoded_texts(run)

    def is_familiar(self, run: str) -> bool:
        return all(word in self.vocabulary or word.isdecimal() for word in words_of(run))

    def terms_in_text(self, text: str) -> set[SecretTerm]:
        """The terms in a text as written."""
        words = words_of(text)
        distinct = frozenset(words)
        found = {*self.marks & distinct}
        for word in distinct - self.vocabulary:
            found |= self.parts[word]
        if len(words) > 1:
            found |= self._phrases(words, text)
        return found

    def _phrases(self, words: Sequence[str], text: str) -> set[SecretTerm]:
        """The phrases among the terms that occur in a text."""
        found = {*self.marks.intersection(pairwise(words))}
        if not self.beginnings.isdisjoint(zip(words, words[1:], words[2:], strict=False)):
            for length in range(3, PHRASE_LENGTH + 1):
                found |= self.marks.intersection(ngrams(words, length))
        if not self.ids.isdisjoint(found):
            found -= {phrase for phrase in self.ids & found if not is_joined_in(text, phrase)}
        return found

    def _terms_in_word(self, word: str) -> frozenset[SecretTerm]:
        """The terms within a word that is not in the vocabulary, such as `raven2`.

        Parts of a longer word from the vocabulary don't count.
        """
        held = [at for at in _word_parts(word, self.stems) if word[slice(*at)] in self.marks]
        shown = set(self.shown(word, held)) if held else set()
        digitless = word.strip("0123456789")
        if is_significant(digitless):
            shown.add(digitless)
        return self.marks.intersection(shown)

    def shown(self, word: str, held: Iterable[tuple[int, int]]) -> Iterator[str]:
        """Those of the parts that are not within a longer word from the vocabulary."""
        known = [at for at in _word_parts(word) if word[slice(*at)] in self.vocabulary]
        for at in held:
            if not any(_lies_in(at, it) for it in known):
                yield word[slice(*at)]

    def quotes(
        self, line: str, marks: Iterable[SecretTerm]
    ) -> Iterator[tuple[str, tuple[SecretTerm, ...]]]:
        """The parts of a line that these terms cover, each with the terms in it.

        A term that is found only within a word or in encoded text is quoted itself.
        """
        wanted = set(marks)
        met: set[SecretTerm] = set()
        for reading in self.readings(line):
            for quote, inside in self._quoted_parts(normalize_text(reading), wanted):
                if not met.issuperset(inside):
                    met.update(inside)
                    yield quote, inside
        for mark in sorted(wanted - met, key=_text_of_term):
            yield _text_of_term(mark), (mark,)

    def _quoted_parts(
        self, text: str, wanted: set[SecretTerm]
    ) -> Iterator[tuple[str, tuple[SecretTerm, ...]]]:
        places = list(word_positions(text))
        covered: list[list[SecretTerm]] = [[] for _ in places]
        for index in range(len(places)):
            for length in range(1, PHRASE_LENGTH + 1):
                part = places[index : index + length]
                mark: SecretTerm = part[0][0] if length == 1 else tuple(word for word, _, _ in part)
                if len(part) < length or mark not in wanted:
                    continue
                if mark not in self.ids or is_joined(text, part):
                    for row in range(index, index + length):
                        covered[row].append(mark)
        start = 0
        while start < len(covered):
            end = start
            while end < len(covered) and covered[end]:
                end += 1
            if end > start:
                inside = dict.fromkeys(mark for row in covered[start:end] for mark in row)
                yield _shorten_quote(text[places[start][1] : places[end - 1][2]]), tuple(inside)
            start = end + 1


def _word_parts(word: str, stems: frozenset[str] | None = None) -> Iterator[tuple[int, int]]:
    """Start and end of each part of a word that is long enough to be checked.

    With ``stems``, only of parts that begin with one of them.
    """
    for start in range(len(word) - _STEM_LENGTH + 1):
        if stems is None or word[start : start + _STEM_LENGTH] in stems:
            for end in range(start + _STEM_LENGTH, min(len(word), start + 40) + 1):
                yield start, end


def _lies_in(part: tuple[int, int], whole: tuple[int, int]) -> bool:
    return part != whole and whole[0] <= part[0] and part[1] <= whole[1]


def _decoded_texts(run: str) -> Iterator[str]:
    """The texts that a run decodes to, decoded further."""
    for text in decode_run(run):
        yield from readable_texts(text)


def _shorten_quote(text: str) -> str:
    line = " ".join(text.split())
    return (
        line
        if len(line) <= _MAX_QUOTE_LENGTH
        else line[:_MAX_QUOTE_LENGTH].rpartition(" ")[0] + " …"
    )


def _text_of_term(mark: SecretTerm) -> str:
    return mark if isinstance(mark, str) else " ".join(mark)


def scanner_for(
    marks: frozenset[SecretTerm], vocabulary: Iterable[str], ids: frozenset[Phrase] = frozenset()
) -> TermScanner:
    """A scanner for these terms; ``ids`` are those that count only if written like an id."""
    phrases = (mark for mark in marks if not isinstance(mark, str))
    beginnings = frozenset(phrase[:3] for phrase in phrases if len(phrase) > 2)
    stems = frozenset(mark[:_STEM_LENGTH] for mark in marks if isinstance(mark, str))
    return TermScanner(
        marks, beginnings, stems, ids, frozenset((*vocabulary, SEPARATOR_WORD.strip()))
    )
