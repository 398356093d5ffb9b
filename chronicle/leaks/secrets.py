"""Secrets: for each audience the words and phrases that stand only in what is hidden from it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import tee
from typing import Final, TypeAlias

from chronicle.leaks.authored_texts import BECAUSE, IDS, VETO, Known, Piece, Readers
from chronicle.leaks.disclosed_texts import Told
from chronicle.leaks.words import (
    SPAN,
    Memo,
    Phrase,
    Speech,
    marks_among,
    phrases_among,
    rows,
    speech_of,
    tells,
    words_of,
)
from chronicle.model.audience import EVERYONE_WORD

#: What is looked for: a word, or words in a row.
Mark: TypeAlias = str | Phrase
#: So few phrases can be looked for in the theme one by one.
_FEW: Final = 60
#: The words of tags and attributes that Markdown comes to.
_MARKDOWN: Final = (
    "blockquote code strong table thead tbody href title tabindex role region style text align "
    "left right center class language start http https mailto"
)


@dataclass(frozen=True, slots=True)
class House:
    """What a theme says of itself, which is no secret: its words, and its texts in a row.

    ``own`` are files of the author's own. Those may hold any word, but not the name of what is
    hidden.
    """

    words: frozenset[str]
    pairs: frozenset[Phrase]
    texts: str
    own: tuple[str, ...] = ()

    def says(self, phrase: Phrase) -> bool:
        """Whether a phrase stands in the theme."""
        # Few phrases are made of pairs of the theme's and have to be looked for in all of it.
        return self.pairs.issuperset(rows(phrase, 2)) and f" {' '.join(phrase)} " in self.texts


def house_of(shipped: frozenset[str], own: Iterable[str] = ()) -> House:
    """What a theme says: ``shipped`` are texts that come with chronicle, ``own`` the author's."""
    return replace(_said(shipped), own=tuple(own))


@lru_cache(maxsize=2)
def _said(shipped: frozenset[str]) -> House:
    found = [words_of(text) for text in (*sorted(shipped), _MARKDOWN)]
    joined = " \n ".join(" ".join(words) for words in found)
    pairs = frozenset(pair for words in found for pair in rows(words, 2))
    return House(frozenset().union(*found), pairs, f" {joined} ")


@dataclass(frozen=True, slots=True)
class Secrets:
    """All that is needed to say what an audience must not read: the pieces, and their texts.

    By text there are its ``words`` and the ``marks`` that it is known by where it is hidden.
    ``every`` mark is there that is no word of the theme, and those that are ``read`` in pieces of
    the same readers; ``heard`` is the speech of what was told, and of texts by themselves.
    """

    pieces: tuple[Piece, ...]
    marks: Mapping[str, frozenset[Mark]]
    words: Mapping[str, Sequence[str]]
    read: Mapping[Readers, frozenset[Mark]]
    every: frozenset[Mark]
    known: Known
    told: Told
    house: House
    heard: Memo[Speech] = field(default_factory=lambda: Memo(speech_of))

    @classmethod
    def of(cls, pieces: tuple[Piece, ...], known: Known, told: Told, house: House) -> Secrets:
        """The secrets of these pieces."""
        words = {text: words_of(text) for text in dict.fromkeys(piece.text for piece in pieces)}
        marks = {text: frozenset(marks_among(found)) for text, found in words.items()}
        every = frozenset().union(*marks.values()).difference(house.words)
        read: dict[Readers, set[Mark]] = {}
        for readers, text in {(piece.readers, piece.text) for piece in pieces if piece.readers}:
            found = read.setdefault(readers, set())
            found.update(every.intersection(words[text]))
            # There are many more phrases than marks among them: they are not kept to be looked up.
            found.update(every.intersection(phrases_among(words[text])))
        frozen = {readers: frozenset(found) for readers, found in read.items()}
        return cls(pieces, marks, words, frozen, every, known, told, house)

    @property
    def audiences(self) -> tuple[str, ...]:
        """The audiences that there are secrets from, by word, the public first."""
        return (EVERYONE_WORD, *sorted(self.known.words - {EVERYONE_WORD}))

    def hidden(self, word: str) -> frozenset[Mark]:
        """The marks of what is hidden from an audience and stands nowhere that it may read."""
        read = (marks for readers, marks in self.read.items() if word in readers)
        found = self.every.difference(*read)
        names = [piece.text for piece in self.pieces if piece.about and word not in piece.readers]
        return found - _words_without(self.house.own, names) if self.house.own else found

    def ids(self) -> frozenset[Phrase]:
        """The phrases that stand in ids alone: a text in which their words meet says nothing."""
        ids = {piece.text for piece in self.pieces if piece.what in IDS}
        others = {piece.text for piece in self.pieces if piece.what not in IDS}
        only_ids = (
            frozenset[Mark]()
            .union(*map(self.marks.__getitem__, ids))
            .difference(*map(self.marks.__getitem__, others))
        )
        return frozenset(mark for mark in only_ids if not isinstance(mark, str))

    def unexcused(self, word: str, marks: Iterable[Mark]) -> set[Mark]:
        """Those of some marks that nothing told to this audience and nothing in the theme holds.

        A theme puts names into its sentences, and a phrase may begin in one and end in the other.
        So a long one is excused as well when it is made of two that are no secret, small words at
        its ends left aside.
        """
        now, later = tee(self.lots(word))
        left = self.untold(word, marks, now)
        ways = {mark: list(_ways(mark)) for mark in left if _length(mark) == SPAN}
        parts = {part for way in ways.values() for parts in way for part in parts}
        secret = self.untold(word, self.unread(word, parts), later) if parts else set()
        made_up = {mark for mark in ways if any(secret.isdisjoint(way) for way in ways[mark])}
        return left - made_up

    def unread(self, word: str, marks: Iterable[Mark]) -> set[Mark]:
        """Those of some marks that stand in no text whose circles admit an audience."""
        left = set(marks)
        for text in {piece.text for piece in self.pieces if word in piece.readers}:
            # Of two sets the smaller is gone through, and few marks are left to look for.
            left -= left & self.heard[text].words
            left -= left & self.heard[text].phrases
        return left

    def untold(self, word: str, marks: Iterable[Mark], lots: Iterator[Iterable[str]]) -> set[Mark]:
        """Those of some marks that neither the theme nor any lot of texts holds.

        No more lots are asked for than it takes: figures are the dearest to come by.
        """
        left = set(marks)
        kept_back = self.kept_back(word)
        while left and (lot := next(lots, None)) is not None:
            for text in lot:
                said = self.heard[text]
                says_any = not (left.isdisjoint(said.words) and left.isdisjoint(said.phrases))
                if says_any and _bare(text) not in kept_back:
                    left -= said.words
                    left -= said.phrases
            if len(left) < _FEW:
                left = self.unsaid(left)
        return self.unsaid(left)

    def unsaid(self, marks: Iterable[Mark]) -> set[Mark]:
        """Those of some marks that do not stand in the theme."""
        return {mark for mark in marks if isinstance(mark, str) or not self.house.says(mark)}

    def lots(self, word: str) -> Iterator[Iterable[str]]:
        """What the ruleset tells an audience, lot by lot."""
        things = (ref for ref in self.known.since if word in self.known.knowers(ref))
        return self.told.texts(
            word,
            [ref for ref in things if ref.kind in ("faction", "place")],
            lambda circle: word in self.known.admitted(circle),
        )

    def kept_back(self, word: str) -> set[str]:
        """Reasons that are not for an audience, whatever the ruleset tells it."""
        reasons = [piece for piece in self.pieces if piece.what in (BECAUSE, VETO)]
        read = {_bare(piece.text) for piece in reasons if word in piece.readers}
        return {_bare(piece.text) for piece in reasons} - read

    def origin(self, word: str, marks: Sequence[Mark]) -> tuple[Piece, Mark] | None:
        """What is hidden from an audience and holds one of these marks; earlier ones first."""
        for mark in marks:
            for piece in self.pieces:
                if mark in self.marks[piece.text] and word not in piece.readers:
                    return piece, mark
        return None


def _ways(mark: Mark) -> Iterator[tuple[Mark, ...]]:
    """The ways in which a phrase can be made of two others, or of another and a word."""
    if isinstance(mark, str):
        return
    core = mark
    while core and not tells(core[0]):
        core = core[1:]
    while core and not tells(core[-1]):
        core = core[:-1]
    if core != mark:
        yield (core,) if len(core) > 1 else core
    if len(core) > 2:
        for cut in range(1, len(core)):
            yield tuple(part for part in (core[:cut], core[cut:]) if len(part) > 1)


def _length(mark: Mark) -> int:
    return 1 if isinstance(mark, str) else len(mark)


def _bare(text: str) -> str:
    return " ".join(text.split())


def _words_without(texts: Iterable[str], names: Iterable[str]) -> set[str]:
    """The words of texts beside these names, which are looked for as they are written."""
    longest_first = sorted(names, key=len, reverse=True)
    listed = "|".join(re.escape(name) for name in longest_first) or r"(?!)"
    found = re.compile(rf"(?<!\w)(?:{listed})(?!\w)")
    return {word for text in texts for word in words_of(found.sub(" ", text))}
