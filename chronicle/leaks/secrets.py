"""The secrets of each audience: words and phrases that occur only in what is hidden from it."""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple, TypeAlias

from chronicle.cache.fingerprint import program_fingerprint
from chronicle.cache.store import cache_key, load_shared, save_shared
from chronicle.leaks.authored_texts import (
    ADJUSTMENT_REASON,
    ID_LABELS,
    VETO_REASON,
    AuthoredText,
    Knowledge,
    Readers,
)
from chronicle.leaks.campaign_texts import CampaignTexts
from chronicle.leaks.disclosed_texts import DisclosedTexts
from chronicle.leaks.encodings import SEPARATOR_WORD
from chronicle.leaks.words import (
    PHRASE_LENGTH,
    Phrase,
    Term,
    TermSet,
    grams_of,
    is_significant,
    secret_phrases_of,
    secret_terms_of,
    words_of,
)
from chronicle.model.audience import EVERYONE_ID
from chronicle.records import Record, replace

#: Some of the audiences: the sum of their bits in the order of :attr:`Secrets.audiences`.
Mask: TypeAlias = int
_THEME_KIND: Final = "theme-texts"
_MAX_THEMES: Final = 16
#: The words of tags and attributes that Markdown is rendered to.
_MARKUP_WORDS: Final = (
    "blockquote code strong table thead tbody href title tabindex role region style text align "
    "left right center class language start http https mailto"
)


class ThemeText(Record):
    """The text of a theme, which is never secret: its words and full texts.

    ``own`` are the author's own theme files. They may contain any word, but not the name of
    something hidden.
    """

    words: frozenset[str]
    texts: str
    own: tuple[str, ...] = ()

    def contains(self, phrase: Phrase) -> bool:
        """Whether the theme contains a phrase."""
        return self.words.issuperset(phrase) and f" {' '.join(phrase)} " in self.texts


def theme_text_of(shipped: frozenset[str], own: Iterable[str] = ()) -> ThemeText:
    """The text of a theme: ``shipped`` files come with chronicle, ``own`` ones are the author's."""
    return replace(_shipped_theme_text(shipped), own=tuple(own))


@lru_cache(maxsize=2)
def _shipped_theme_text(shipped: frozenset[str]) -> ThemeText:
    key = cache_key(program_fingerprint(), *sorted(shipped))
    kept = load_shared(_THEME_KIND, key)
    found = pickle.loads(kept) if kept is not None else None  # noqa: S301  only the user can write the cache
    if not isinstance(found, ThemeText):
        found = _computed_theme_text(shipped)
        save_shared(_THEME_KIND, key, pickle.dumps(found), max_entries=_MAX_THEMES)
    return found


def _computed_theme_text(shipped: frozenset[str]) -> ThemeText:
    found = [words_of(text) for text in (*sorted(shipped), _MARKUP_WORDS)]
    joined = " \n ".join(" ".join(words) for words in found)
    return ThemeText(frozenset().union(*found), f" {joined} ")


class TextUse(NamedTuple):
    """Who may read a text, whether the author wrote it, and whether as more than an id."""

    readers: Mask
    is_authored: bool = False
    is_prose: bool = False


class Secrets(Record):
    """All texts of a campaign with their use, and what follows from them.

    ``texts`` are what the author wrote and what events tell, ``words`` the words of each, and
    ``tokens`` those of all texts with the same readers, with line breaks between texts. ``terms``
    identify the author's texts where they are hidden. ``vocabulary`` are the words of the author's
    texts and of the theme. ``ids`` are phrases that occur only in ids. ``own_words`` are the words
    that the author's own theme may show, with the audiences that it may show them. ``reasons`` are
    those of adjustments and vetoes.
    """

    pieces: tuple[AuthoredText, ...]
    known: Knowledge
    told: DisclosedTexts
    theme_text: ThemeText
    texts: Mapping[str, TextUse]
    words: Mapping[str, Sequence[str]]
    tokens: Mapping[Mask, Sequence[str]]
    terms: TermSet
    vocabulary: frozenset[str]
    ids: frozenset[Phrase]
    own_words: Mapping[Term, Mask]
    reasons: Sequence[AuthoredText]

    @classmethod
    def of(cls, campaign_texts: CampaignTexts, theme_text: ThemeText) -> Secrets:
        """Compute the secrets of a campaign with these texts."""
        pieces, known, told = campaign_texts.pieces, campaign_texts.known, campaign_texts.told
        reasons = [piece for piece in pieces if piece.what in (ADJUSTMENT_REASON, VETO_REASON)]
        texts = _texts_with_use(pieces, reasons, known, told)
        words = {text: words_of(text) for text in texts}
        everyone = (1 << len(audience_words(known))) - 1
        authored: set[str] = set()
        secret_words: set[str] = set()
        of_ids: set[Phrase] = set()
        of_prose: set[Phrase] = set()
        for text, use in texts.items():
            if not use.is_authored:
                continue
            authored.update(words[text])
            # What everybody may read is hidden nowhere.
            if use.readers != everyone:
                secret_words.update(words[text])
                (of_prose if use.is_prose else of_ids).update(secret_phrases_of(words[text]))
        return cls(
            pieces=pieces,
            known=known,
            told=told,
            theme_text=theme_text,
            texts=texts,
            words=words,
            tokens=_tokens_by_readers(texts, words),
            terms=TermSet.of_phrases(
                filter(is_significant, secret_words - theme_text.words), of_ids | of_prose
            ),
            vocabulary=frozenset({SEPARATOR_WORD.strip()}.union(authored, theme_text.words)),
            ids=frozenset(of_ids - of_prose),
            own_words=_words_of_own_theme(pieces, known, theme_text),
            reasons=reasons,
        )

    @property
    def audiences(self) -> tuple[str, ...]:
        """The audiences that have secrets kept from them, by word, the public first."""
        return audience_words(self.known)

    def hidden(self, terms: TermSet) -> dict[Term, Mask]:
        """Those of the terms that some audiences may not read, with those audiences."""
        readers, own = self.readers_of(terms), self.own_words
        everyone = (1 << len(self.audiences)) - 1
        return {
            term: left
            for term in terms
            if (left := everyone & ~readers.get(term, 0) & ~own.get(term, 0))
        }

    def readers_of(self, terms: TermSet) -> dict[Term, Mask]:
        """The audiences that may read each of these terms in some text."""
        readers: dict[Term, Mask] = {}
        for mask, tokens in self.tokens.items():
            for term in terms.found_in(tokens):
                readers[term] = readers.get(term, 0) | mask
        return readers

    def unexcused(self, masks: Mapping[Term, Mask]) -> dict[Term, Mask]:
        """Hidden terms, without those in the theme or in what the ruleset shows besides events.

        A theme inserts names into its sentences, so a phrase may begin in one and end in the other.
        Therefore a long phrase is allowed too if it consists of two that are not secret, ignoring
        small words at its ends.
        """
        left = {term: mask for term, mask in masks.items() if not self._in_theme(term)}
        ways = {term: ways for term in left if (ways := tuple(_compositions(term)))}
        parts = {part for one in ways.values() for way in one for part in way}
        readers = self.readers_of(TermSet.of(parts)) if parts else {}
        public = frozenset(filter(self._in_theme, parts))
        leaks: dict[Term, Mask] = {}
        for index, audience_id in enumerate(self.audiences):
            secret = {term for term, mask in left.items() if mask >> index & 1}
            free = {*public, *(part for part, mask in readers.items() if mask >> index & 1)}
            for batch in chain([()], self.further_texts(audience_id)) if secret else ():
                grams: set[Term] = set().union(*(grams_of(words_of(text)) for text in batch))
                free |= grams & parts
                secret -= grams
                secret -= {
                    term
                    for term in secret.intersection(ways)
                    if any(free.issuperset(way) for way in ways[term])
                }
                if not secret:
                    break
            for term in secret:
                leaks[term] = leaks.get(term, 0) | 1 << index
        return leaks

    def _in_theme(self, term: Term) -> bool:
        return not isinstance(term, str) and self.theme_text.contains(term)

    def further_texts(self, audience_id: str) -> Iterator[Iterable[str]]:
        """Batches of what the ruleset tells an audience besides events."""
        withheld = _withheld(self.reasons, audience_id)
        things = (ref for ref in self.known.since if audience_id in self.known.knowers(ref))
        batches = self.told.further_texts(
            audience_id,
            [ref for ref in things if ref.kind in ("faction", "place")],
            lambda visibility: audience_id in self.known.admitted(visibility),
        )
        for batch in batches:
            yield [text for text in batch if _collapse_spaces(text) not in withheld]

    def origin(self, terms: Sequence[Term]) -> tuple[AuthoredText, Term]:
        """A text that contains one of these terms, and the term; earlier terms first.

        It is hidden from everybody from whom the term is hidden.
        """
        return next(
            (piece, term)
            for term in terms
            for piece in self.pieces
            if term in secret_terms_of(self.words[piece.text])
        )


def audience_words(known: Knowledge) -> tuple[str, ...]:
    """The audiences that have secrets kept from them, by word, the public first."""
    return (EVERYONE_ID, *sorted(known.words - {EVERYONE_ID}))


def _texts_with_use(
    pieces: Sequence[AuthoredText],
    reasons: Sequence[AuthoredText],
    known: Knowledge,
    told: DisclosedTexts,
) -> dict[str, TextUse]:
    """All texts of the author, and what events tell."""
    audiences = audience_words(known)
    masks: dict[Readers, Mask] = {}

    def mask_of(readers: Readers) -> Mask:
        if readers not in masks:
            masks[readers] = sum(1 << audiences.index(word) for word in readers)
        return masks[readers]

    readers: dict[str, Mask] = {}
    for piece in pieces:
        readers[piece.text] = readers.get(piece.text, 0) | mask_of(piece.readers)
    authored = {piece.text for piece in pieces}
    prose = {piece.text for piece in pieces if piece.what not in ID_LABELS}
    withheld = {word: _withheld(reasons, word) for word in audiences}
    for text, words in told.told.items():
        plain = _collapse_spaces(text)
        admitted = frozenset(word for word in words if plain not in withheld[word])
        readers[text] = readers.get(text, 0) | mask_of(admitted)
    return {text: TextUse(mask, text in authored, text in prose) for text, mask in readers.items()}


def _tokens_by_readers(
    texts: Mapping[str, TextUse], words: Mapping[str, Sequence[str]]
) -> dict[Mask, list[str]]:
    """The words of all texts by their readers, with a line break after each text."""
    found: dict[Mask, list[str]] = {}
    for text, use in texts.items():
        if use.readers:
            tokens = found.setdefault(use.readers, [])
            tokens += words[text]
            tokens.append("\n")
    return found


def _words_of_own_theme(
    pieces: Sequence[AuthoredText], known: Knowledge, theme_text: ThemeText
) -> dict[Term, Mask]:
    """The words in the author's own theme, without the names of what is hidden from a reader."""
    masks: dict[Term, Mask] = {}
    for index, word in enumerate(audience_words(known) if theme_text.own else ()):
        names = [piece.text for piece in pieces if piece.about and word not in piece.readers]
        for found in _words_except_names(theme_text.own, names):
            masks[found] = masks.get(found, 0) | 1 << index
    return masks


def _withheld(reasons: Sequence[AuthoredText], audience_id: str) -> set[str]:
    """Reasons that an audience must not read even if the ruleset tells it."""
    read = {_collapse_spaces(piece.text) for piece in reasons if audience_id in piece.readers}
    return {_collapse_spaces(piece.text) for piece in reasons} - read


def _compositions(mark: Term) -> Iterator[tuple[Term, ...]]:
    """The ways to split a long phrase into two phrases, or a phrase and a word."""
    if isinstance(mark, str) or len(mark) < PHRASE_LENGTH:
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


def _collapse_spaces(text: str) -> str:
    return " ".join(text.split())


def _words_except_names(texts: Iterable[str], names: Iterable[str]) -> set[str]:
    """The words of texts without these names, which are case-sensitive."""
    longest_first = sorted(names, key=len, reverse=True)
    listed = "|".join(re.escape(name) for name in longest_first) or r"(?!)"
    found = re.compile(rf"(?<!\w)(?:{listed})(?!\w)")
    return {word for text in texts for word in words_of(found.sub(" ", text))}
