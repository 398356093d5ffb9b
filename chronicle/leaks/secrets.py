"""The secrets of each audience: words and phrases that occur only in what is hidden from it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import lru_cache
from itertools import tee
from typing import Final, TypeAlias

from chronicle.leaks.authored_texts import (
    ADJUSTMENT_REASON,
    ID_LABELS,
    VETO_REASON,
    AuthoredText,
    Knowledge,
    Readers,
)
from chronicle.leaks.disclosed_texts import DisclosedTexts
from chronicle.leaks.words import (
    PHRASE_LENGTH,
    Phrase,
    TextMemo,
    TextTerms,
    is_significant,
    ngrams,
    phrases_of,
    secret_terms_among,
    text_terms_of,
    words_of,
)
from chronicle.model.audience import EVERYONE_ID
from chronicle.records import dataclass

#: A word or a phrase to search for.
SecretTerm: TypeAlias = str | Phrase
#: Maximum number of phrases that are looked up in the theme one by one.
_MAX_THEME_LOOKUPS: Final = 60
#: The words of tags and attributes that Markdown is rendered to.
_MARKUP_WORDS: Final = (
    "blockquote code strong table thead tbody href title tabindex role region style text align "
    "left right center class language start http https mailto"
)


@dataclass(frozen=True, slots=True)
class ThemeText:
    """The text of a theme, which is never secret: its words, word pairs and full texts.

    ``own`` are the author's own theme files. They may contain any word, but not the name of
    something hidden.
    """

    words: frozenset[str]
    pairs: frozenset[Phrase]
    texts: str
    own: tuple[str, ...] = ()

    def contains(self, phrase: Phrase) -> bool:
        """Whether the theme contains a phrase."""
        # Checking the pairs first is fast and leaves few phrases to search for.
        return self.pairs.issuperset(ngrams(phrase, 2)) and f" {' '.join(phrase)} " in self.texts


def theme_text_of(shipped: frozenset[str], own: Iterable[str] = ()) -> ThemeText:
    """The text of a theme: ``shipped`` files come with chronicle, ``own`` ones are the author's."""
    return replace(_shipped_theme_text(shipped), own=tuple(own))


@lru_cache(maxsize=2)
def _shipped_theme_text(shipped: frozenset[str]) -> ThemeText:
    found = [words_of(text) for text in (*sorted(shipped), _MARKUP_WORDS)]
    joined = " \n ".join(" ".join(words) for words in found)
    pairs = frozenset(pair for words in found for pair in ngrams(words, 2))
    return ThemeText(frozenset().union(*found), pairs, f" {joined} ")


@dataclass(frozen=True, slots=True)
class Secrets:
    """The author's texts and all that is needed to tell what an audience must not read.

    For each text there are its ``words`` and its ``marks``: the terms that identify it where it is
    hidden. ``every`` is the set of all terms that are not words of the theme; ``read`` has those
    that occur in texts with the same readers. ``heard`` caches the terms of tellings and single
    texts.
    """

    pieces: tuple[AuthoredText, ...]
    marks: Mapping[str, frozenset[SecretTerm]]
    words: Mapping[str, Sequence[str]]
    read: Mapping[Readers, frozenset[SecretTerm]]
    every: frozenset[SecretTerm]
    known: Knowledge
    told: DisclosedTexts
    theme_text: ThemeText
    heard: TextMemo[TextTerms] = field(default_factory=lambda: TextMemo(text_terms_of))

    @classmethod
    def of(
        cls,
        pieces: tuple[AuthoredText, ...],
        known: Knowledge,
        told: DisclosedTexts,
        house: ThemeText,
    ) -> Secrets:
        """Compute the secrets of these texts."""
        words = {text: words_of(text) for text in dict.fromkeys(piece.text for piece in pieces)}
        marks = {text: frozenset(secret_terms_among(found)) for text, found in words.items()}
        every = frozenset().union(*marks.values()).difference(house.words)
        read: dict[Readers, set[SecretTerm]] = {}
        for readers, text in {(piece.readers, piece.text) for piece in pieces if piece.readers}:
            found = read.setdefault(readers, set())
            found.update(every.intersection(words[text]))
            # Far more phrases than terms exist, so they are not stored.
            found.update(every.intersection(phrases_of(words[text])))
        frozen = {readers: frozenset(found) for readers, found in read.items()}
        return cls(pieces, marks, words, frozen, every, known, told, house)

    @property
    def audiences(self) -> tuple[str, ...]:
        """The audiences that have secrets kept from them, by word, the public first."""
        return (EVERYONE_ID, *sorted(self.known.words - {EVERYONE_ID}))

    def hidden(self, audience_id: str) -> frozenset[SecretTerm]:
        """The terms hidden from an audience that occur in nothing it may read."""
        read = (marks for readers, marks in self.read.items() if audience_id in readers)
        found = self.every.difference(*read)
        names = [
            piece.text for piece in self.pieces if piece.about and audience_id not in piece.readers
        ]
        return (
            found - _words_except_names(self.theme_text.own, names)
            if self.theme_text.own
            else found
        )

    def ids(self) -> frozenset[Phrase]:
        """The phrases that occur only in ids, whose words may meet by chance elsewhere."""
        ids = {piece.text for piece in self.pieces if piece.what in ID_LABELS}
        others = {piece.text for piece in self.pieces if piece.what not in ID_LABELS}
        only_ids = (
            frozenset[SecretTerm]()
            .union(*map(self.marks.__getitem__, ids))
            .difference(*map(self.marks.__getitem__, others))
        )
        return frozenset(mark for mark in only_ids if not isinstance(mark, str))

    def unexcused(self, audience_id: str, marks: Iterable[SecretTerm]) -> set[SecretTerm]:
        """Those of the terms that occur neither in what this audience is told nor in the theme.

        A theme inserts names into its sentences, so a phrase may begin in one and end in the other.
        Therefore a long phrase is allowed too if it consists of two that are not secret, ignoring
        small words at its ends.
        """
        now, later = tee(self.disclosed_batches(audience_id))
        left = self.not_disclosed(audience_id, marks, now)
        ways = {mark: list(_compositions(mark)) for mark in left if _length(mark) == PHRASE_LENGTH}
        parts = {part for way in ways.values() for parts in way for part in parts}
        secret = (
            self.not_disclosed(audience_id, self.not_in_readable_texts(audience_id, parts), later)
            if parts
            else set()
        )
        made_up = {mark for mark in ways if any(secret.isdisjoint(way) for way in ways[mark])}
        return left - made_up

    def not_in_readable_texts(
        self, audience_id: str, marks: Iterable[SecretTerm]
    ) -> set[SecretTerm]:
        """Those of the terms that occur in no text that the audience may read."""
        left = set(marks)
        for text in {piece.text for piece in self.pieces if audience_id in piece.readers}:
            # Intersecting takes time proportional to the smaller set, and few terms are left.
            left -= left & self.heard[text].words
            left -= left & self.heard[text].phrases
        return left

    def not_disclosed(
        self, audience_id: str, marks: Iterable[SecretTerm], lots: Iterator[Iterable[str]]
    ) -> set[SecretTerm]:
        """Those of the terms that occur neither in the theme nor in any batch of texts.

        Stops at the first batch that leaves no terms, because sheets are slow to compute.
        """
        left = set(marks)
        kept_back = self.withheld_reasons(audience_id)
        while left and (lot := next(lots, None)) is not None:
            for text in lot:
                said = self.heard[text]
                says_any = not (left.isdisjoint(said.words) and left.isdisjoint(said.phrases))
                if says_any and _collapse_spaces(text) not in kept_back:
                    left -= said.words
                    left -= said.phrases
            if len(left) < _MAX_THEME_LOOKUPS:
                left = self.not_in_theme(left)
        return self.not_in_theme(left)

    def not_in_theme(self, marks: Iterable[SecretTerm]) -> set[SecretTerm]:
        """Those of the terms that don't occur in the theme."""
        return {
            mark for mark in marks if isinstance(mark, str) or not self.theme_text.contains(mark)
        }

    def disclosed_batches(self, audience_id: str) -> Iterator[Iterable[str]]:
        """Batches of what the ruleset tells an audience."""
        things = (ref for ref in self.known.since if audience_id in self.known.knowers(ref))
        return self.told.texts(
            audience_id,
            [ref for ref in things if ref.kind in ("faction", "place")],
            lambda circle: audience_id in self.known.admitted(circle),
        )

    def withheld_reasons(self, audience_id: str) -> set[str]:
        """Reasons that an audience must not read even if the ruleset tells it."""
        reasons = [piece for piece in self.pieces if piece.what in (ADJUSTMENT_REASON, VETO_REASON)]
        read = {_collapse_spaces(piece.text) for piece in reasons if audience_id in piece.readers}
        return {_collapse_spaces(piece.text) for piece in reasons} - read

    def origin(
        self, audience_id: str, marks: Sequence[SecretTerm]
    ) -> tuple[AuthoredText, SecretTerm] | None:
        """The hidden text that contains one of these terms, and the term; earlier terms first."""
        for mark in marks:
            for piece in self.pieces:
                if mark in self.marks[piece.text] and audience_id not in piece.readers:
                    return piece, mark
        return None


def _compositions(mark: SecretTerm) -> Iterator[tuple[SecretTerm, ...]]:
    """The ways to split a phrase into two phrases, or a phrase and a word."""
    if isinstance(mark, str):
        return
    core = mark
    while core and not is_significant(core[0]):
        core = core[1:]
    while core and not is_significant(core[-1]):
        core = core[:-1]
    if core != mark:
        yield (core,) if len(core) > 1 else core
    if len(core) > 2:
        for cut in range(1, len(core)):
            yield tuple(part for part in (core[:cut], core[cut:]) if len(part) > 1)


def _length(mark: SecretTerm) -> int:
    return 1 if isinstance(mark, str) else len(mark)


def _collapse_spaces(text: str) -> str:
    return " ".join(text.split())


def _words_except_names(texts: Iterable[str], names: Iterable[str]) -> set[str]:
    """The words of texts without these names, which are matched as they are written."""
    longest_first = sorted(names, key=len, reverse=True)
    listed = "|".join(re.escape(name) for name in longest_first) or r"(?!)"
    found = re.compile(rf"(?<!\w)(?:{listed})(?!\w)")
    return {word for text in texts for word in words_of(found.sub(" ", text))}
