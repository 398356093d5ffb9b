"""The gate in its plainest form: every line of every file by itself, and every phrase one by one.

It is slow, remembers nothing, and says what the gate has to find.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, pairwise
from typing import Final

from chronicle.leaks.authored_texts import ADJUSTMENT_REASON, ID_LABELS, VETO_REASON
from chronicle.leaks.encodings import decode_run, encoded_runs, readable_texts
from chronicle.leaks.secrets import Secrets, _compositions
from chronicle.leaks.words import (
    Term,
    is_significant,
    list_parts,
    normalize_text,
    secret_terms_of,
    words_of,
)

_JOINED: Final = "[-_/\u2010]"


def grams(text: str) -> set[Term]:
    """The words of a text, and its phrases of up to five."""
    words = words_of(text)
    return {
        " ".join(words[at : at + length])
        for length in (1, 2, 3, 4, 5)
        for at in range(len(words) - length + 1)
    }


class Plainest:
    """The secrets of a campaign, looked for from the beginning for each audience and line."""

    def __init__(self, secrets: Secrets) -> None:
        self.secrets = secrets
        self.vocabulary = {*secrets.theme_text.words}
        by_id: set[Term] = set()
        by_others: set[Term] = set()
        for piece in secrets.pieces:
            self.vocabulary.update(words_of(piece.text))
            (by_id if piece.what in ID_LABELS else by_others).update(
                secret_terms_of(words_of(piece.text))
            )
        self.ids = {mark for mark in by_id - by_others if " " in mark}

    def leaking(self, word: str, files: Mapping[str, bytes]) -> dict[str, frozenset[Term]]:
        """The lines of text files, and names of files, that show an audience what is hidden."""
        hidden = self.hidden(word)
        held = {line: self.marks_in(line, hidden) for line in lines_of(files)}
        leaked = self.unexcused(word, set().union(*held.values()))
        return {line: frozenset(marks & leaked) for line, marks in held.items() if marks & leaked}

    def hidden(self, word: str) -> set[Term]:
        found: set[Term] = set()
        for piece in self.secrets.pieces:
            found.update(() if word in piece.readers else secret_terms_of(words_of(piece.text)))
        return self.unread(word, found) - self.secrets.theme_text.words

    def unread(self, word: str, marks: set[Term]) -> set[Term]:
        for piece in self.secrets.pieces:
            if word in piece.readers:
                marks = marks - grams(piece.text)
        return marks

    def unexcused(self, word: str, marks: set[Term]) -> set[Term]:
        left = self.untold(word, marks)
        made_up = {
            mark
            for mark in left
            for way in _compositions(mark)
            if not self.untold(word, self.unread(word, set(way)))
        }
        return {mark for mark in left - made_up if not self.is_made_of_names(word, mark)}

    def is_made_of_names(self, word: str, mark: Term) -> bool:
        """Whether a phrase lists short texts that are read, or joins them by words of the theme.

        In a list each part, as “and” splits it, is of such a text. A sentence is of a longer text.
        """
        readable = [piece.text for piece in self.secrets.pieces if word in piece.readers]
        readable += [text for text, readers in self.secrets.told.told.items() if word in readers]
        names = [list_parts(" ".join(words_of(text)))[0].split() for text in readable]
        names = [name for name in names if len(name) <= 5]

        def are_names(parts: list[list[str]]) -> bool:
            first, *middle, last = parts
            return (
                any(name[len(name) - len(first) :] == first for name in names)
                and all(part in names for part in middle)
                and any(name[: len(last)] == last for name in names)
            )

        listed = list(map(str.split, list_parts(mark)))
        if len(listed) > 1 and are_names(listed):
            return True
        words = mark.split()
        if len(words) < 5 or any(words_of(piece.text) == words for piece in self.secrets.pieces):
            return False
        house = f" {self.secrets.theme_text.texts} "
        for count in (2, 4):
            for cuts in combinations(range(1, len(words)), count):
                spans = pairwise((0, *cuts, len(words)))
                parts = [" ".join(words[start:end]) for start, end in spans]
                listed = [list_parts(part) for part in parts[::2]]
                if (
                    all(len(part) == 1 and part[0] for part in listed)
                    and are_names([part.split() for (part,) in listed])
                    and all(f" {part} " in house for part in parts[1::2])
                ):
                    return True
        return False

    def untold(self, word: str, marks: set[Term]) -> set[Term]:
        reasons = [it for it in self.secrets.pieces if it.what in (ADJUSTMENT_REASON, VETO_REASON)]
        own = {" ".join(it.text.split()) for it in reasons if word in it.readers}
        others = {" ".join(it.text.split()) for it in reasons} - own
        texts = {text for text, readers in self.secrets.told.told.items() if word in readers}
        texts |= {text for lot in self.secrets.further_texts(word) for text in lot}
        for text in texts:
            if " ".join(text.split()) not in others:
                marks = marks - grams(text)
        house = f" {self.secrets.theme_text.texts} "
        return {m for m in marks if " " not in m or f" {m} " not in house}

    def marks_in(self, line: str, marks: set[Term]) -> set[Term]:
        found: set[Term] = set()
        for text in readable_texts(line):
            found |= self.spoken(text, marks)
            for run in encoded_runs(text):
                if not all(it in self.vocabulary or it.isdecimal() for it in words_of(run)):
                    for inner in decode_run(run):
                        found |= {m for it in readable_texts(inner) for m in self.spoken(it, marks)}
        return found

    def spoken(self, text: str, marks: set[Term]) -> set[Term]:
        found = grams(text) & marks
        plain = normalize_text(text).casefold()
        for mark in found & self.ids:
            first, *others = map(re.escape, mark.split())
            # A sign before a number is no hyphen if a space comes before it.
            before = ["" if word.isdecimal() else r"\s*" for word in others]
            joined = (f"{it}{_JOINED}\\s*{word}" for it, word in zip(before, others, strict=True))
            words = "".join((first, *joined))
            if not re.search(rf"(?<![^\W_]){words}(?![^\W_])", plain):
                found.remove(mark)
        for word in {*words_of(text)} - self.vocabulary:
            found |= {part for part in self.within(word) if part in marks}
        return found

    def within(self, word: str) -> Iterator[str]:
        digitless = word.strip("0123456789")
        if is_significant(digitless):
            yield digitless
        ends = [
            (start, end)
            for start in range(len(word))
            for end in range(start + 6, min(len(word), start + 40) + 1)
        ]
        known = [(start, end) for start, end in ends if word[start:end] in self.vocabulary]
        for start, end in ends:
            if not any(a <= start and end <= b and (a, b) != (start, end) for a, b in known):
                yield word[start:end]


def lines_of(files: Mapping[str, bytes]) -> Iterable[str]:
    """Every line of files that are text, those of a paragraph joined, and every name."""
    yield from files
    for path, content in files.items():
        if not path.startswith("sealed/"):
            yield from re.sub(r"\n(?![\s<])", " ", content.decode()).split("\n")
