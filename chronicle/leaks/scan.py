"""Search published lines for secret terms, in all their encodings.

Pages share most of their texts. So lines are not searched one by one: their distinct texts are
joined, and each step is done once for all of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from chronicle.leaks.encodings import decode_run, encoded_runs, readable_texts, texts_of_lines
from chronicle.leaks.words import (
    PHRASE_LENGTH,
    Phrase,
    Term,
    TermSet,
    is_joined,
    is_joined_in,
    normalize_text,
    tokens_of,
    word_positions,
    words_of,
)
from chronicle.records import Record

#: Shorter words occur in too many longer ones to be searched for within them.
_STEM_LENGTH: Final = 6
#: Longer parts of words are not searched for.
_MAX_PART_LENGTH: Final = 40
#: Into how many parts lines are divided to find those with terms.
_PARTS: Final = 16
#: Maximum length of a quoted leak.
_MAX_QUOTE_LENGTH: Final = 90


class SearchText(Record):
    """Texts as they are searched, normalised and case folded, one in a line.

    ``tokens`` are their words and line breaks. ``familiar_runs`` are the runs of hexadecimal or
    Base64 digits in them that were not decoded, because they are made of known words.
    """

    texts: str
    tokens: list[str]
    familiar_runs: frozenset[str]


class Scanner(Record):
    """Searches lines for secret terms.

    ``stems`` are the first letters of words among the terms. ``ids`` are phrases that occur only in
    ids; they count only if their words are joined as in an id, because they may follow each other
    by chance. ``vocabulary`` are the words of campaign and theme; only other words are searched for
    terms within them.

    Whether a term is found does not depend on the other terms.
    """

    terms: TermSet
    stems: frozenset[str]
    ids: frozenset[Phrase]
    vocabulary: frozenset[str]

    def read(self, texts: Iterable[str]) -> SearchText:
        """The texts of lines, with what their runs of digits decode to."""
        read = {*texts}
        runs = {*encoded_runs("\n".join(read))}
        familiar = frozenset(filter(self.is_familiar, runs))
        read |= decoded_texts(runs - familiar)
        normal = "\n".join(map(normalize_text, read)).casefold()
        return SearchText(normal, tokens_of(normal), familiar)

    def is_familiar(self, run: str) -> bool:
        return all(word in self.vocabulary or word.isdecimal() for word in words_of(run))

    def terms_in(self, searched: SearchText) -> set[Term]:
        """All terms in texts."""
        found = self.terms.found_in(searched.tokens)
        for word in {*searched.tokens} - self.vocabulary:
            found.update(self.terms_in_word(word))
        return found - {
            phrase for phrase in self.ids & found if not is_joined_in(searched.texts, phrase)
        }

    def terms_in_word(self, word: str) -> Iterator[str]:
        """The terms within a word that is not in the vocabulary, such as `raven2`.

        Parts of a longer word from the vocabulary don't count.
        """
        digitless = word.strip("0123456789")
        if digitless in self.terms.words:
            yield digitless
        held = [at for at in _word_parts(word, self.stems) if word[slice(*at)] in self.terms.words]
        if held:
            known = [at for at in _word_parts(word) if word[slice(*at)] in self.vocabulary]
            for at in held:
                if not any(_lies_in(at, it) for it in known):
                    yield word[slice(*at)]

    def words_with_terms(self, words: Collection[str]) -> set[str]:
        """Those of the words, none of which is in the vocabulary, that contain terms."""
        joined = "\n".join(words)
        if not any(stem in joined for stem in self.stems):
            return set()
        return {word for word in words if any(self.terms_in_word(word))}

    def lines_with_terms(self, lines: Sequence[str]) -> dict[str, frozenset[Term]]:
        """Those of the lines that contain terms, with the terms."""
        found = self.terms_in(self.read(texts_of_lines(lines)))
        if not found or len(lines) == 1:
            return {line: frozenset(found) for line in lines if found}
        # Most parts contain none, and one search finishes each of those.
        step = -(-len(lines) // _PARTS)
        parts = (lines[start : start + step] for start in range(0, len(lines), step))
        return {line: held for part in parts for line, held in self.lines_with_terms(part).items()}

    def readings(self, line: str) -> Iterator[str]:
        """All readings of a line, for quoting."""
        for plain in readable_texts(line):
            yield plain
            for run in dict.fromkeys(encoded_runs(plain)):
                for text in decode_run(run):
                    yield from readable_texts(text)

    def quotes(self, line: str, marks: Iterable[Term]) -> Iterator[tuple[str, tuple[Term, ...]]]:
        """The parts of a line that these terms cover, each with the terms in it.

        A term that is found only within a word or in encoded text is quoted itself.
        """
        wanted = set(marks)
        met: set[Term] = set()
        for reading in self.readings(line):
            for quote, inside in self._quoted_parts(normalize_text(reading), wanted):
                if not met.issuperset(inside):
                    met.update(inside)
                    yield quote, inside
        for mark in sorted(wanted - met, key=_text_of_term):
            yield _text_of_term(mark), (mark,)

    def _quoted_parts(self, text: str, wanted: set[Term]) -> Iterator[tuple[str, tuple[Term, ...]]]:
        places = list(word_positions(text))
        covered: list[list[Term]] = [[] for _ in places]
        first_words = {mark if isinstance(mark, str) else mark[0] for mark in wanted}
        for index, place in enumerate(places):
            for length in range(1, PHRASE_LENGTH + 1) if place[0] in first_words else ():
                part = places[index : index + length]
                mark: Term = part[0][0] if length == 1 else tuple(word for word, _, _ in part)
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


def decoded_texts(runs: Iterable[str]) -> set[str]:
    """The texts that runs of digits decode to, decoded further."""
    return texts_of_lines({text for run in runs for text in decode_run(run)})


def _word_parts(word: str, stems: frozenset[str] | None = None) -> Iterator[tuple[int, int]]:
    """Start and end of each part of a word that is long enough to be checked.

    With ``stems``, only of parts that begin with one of them.
    """
    for start in range(len(word) - _STEM_LENGTH + 1):
        if stems is None or word[start : start + _STEM_LENGTH] in stems:
            for end in range(start + _STEM_LENGTH, min(len(word), start + _MAX_PART_LENGTH) + 1):
                yield start, end


def _lies_in(part: tuple[int, int], whole: tuple[int, int]) -> bool:
    return part != whole and whole[0] <= part[0] and part[1] <= whole[1]


def _shorten_quote(text: str) -> str:
    line = " ".join(text.split())
    return (
        line
        if len(line) <= _MAX_QUOTE_LENGTH
        else line[:_MAX_QUOTE_LENGTH].rpartition(" ")[0] + " …"
    )


def _text_of_term(mark: Term) -> str:
    return mark if isinstance(mark, str) else " ".join(mark)


def scanner_for(
    terms: TermSet, vocabulary: frozenset[str], ids: frozenset[Phrase] = frozenset()
) -> Scanner:
    """A scanner for these terms; ``ids`` are those that count only if written like an id."""
    return Scanner(terms, frozenset(word[:_STEM_LENGTH] for word in terms.words), ids, vocabulary)
