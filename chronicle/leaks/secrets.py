"""The secrets of each audience: words and phrases that occur only in what is hidden from it."""

from __future__ import annotations

import pickle
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final, TypeAlias

from chronicle.cache.fingerprint import program_fingerprint
from chronicle.cache.store import cache_key, load_shared, save_shared
from chronicle.leaks.authored_texts import (
    ADJUSTMENT_REASON,
    ID_LABELS,
    VETO_REASON,
    AuthoredText,
    Knowledge,
)
from chronicle.leaks.campaign_texts import CampaignTexts
from chronicle.leaks.disclosed_texts import DisclosedTexts
from chronicle.leaks.term_search import TermSearch
from chronicle.leaks.words import (
    PHRASE_LENGTH,
    Term,
    is_significant,
    list_parts,
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
    """The text of a theme, which is never secret: its words, one by one and in full texts.

    ``own`` are the author's own theme files. They may contain any word, but not the name of
    something hidden.
    """

    words: frozenset[str]
    texts: str
    own: tuple[str, ...] = ()


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
    return ThemeText(frozenset().union(*found), _joined(found))


class Secrets(Record):
    """What is hidden from which audiences, and what they may read nevertheless.

    ``search`` finds the terms that identify the author's texts which are hidden from somebody, and
    ``hidden`` says from whom each of them is. ``readable`` are the words of all texts with the same
    readers. ``vocabulary`` are the words of the author's texts and of the theme. ``ids`` are
    phrases that occur only in ids. ``reasons`` are those of adjustments and vetoes.
    """

    pieces: tuple[AuthoredText, ...]
    known: Knowledge
    told: DisclosedTexts
    theme_text: ThemeText
    reasons: Sequence[AuthoredText]
    readable: Mapping[Mask, str]
    search: TermSearch
    hidden: Mapping[Term, Mask]
    vocabulary: frozenset[str]
    ids: frozenset[Term]

    @classmethod
    def of(cls, campaign_texts: CampaignTexts, theme_text: ThemeText) -> Secrets:
        """Compute the secrets of a campaign with these texts."""
        pieces, known, told = campaign_texts.pieces, campaign_texts.known, campaign_texts.told
        reasons = [piece for piece in pieces if piece.what in (ADJUSTMENT_REASON, VETO_REASON)]
        readers = _readers_of_texts(pieces, reasons, known, told)
        words = {text: words_of(text) for text in readers}
        everyone = (1 << len(campaign_texts.audiences)) - 1
        prose = {piece.text for piece in pieces if piece.what not in ID_LABELS}
        authored: set[str] = set()
        secret_words: set[str] = set()
        of_ids: set[Term] = set()
        of_prose: set[Term] = set()
        for text in {piece.text for piece in pieces}:
            authored.update(words[text])
            # What everybody may read is hidden nowhere.
            if readers[text] != everyone:
                secret_words.update(words[text])
                (of_prose if text in prose else of_ids).update(secret_phrases_of(words[text]))
        search = TermSearch(
            {*filter(is_significant, secret_words - theme_text.words), *of_ids, *of_prose}
        )
        by_readers: dict[Mask, list[Sequence[str]]] = {}
        for text, mask in readers.items():
            if mask:
                by_readers.setdefault(mask, []).append(words[text])
        readable = {mask: _joined(texts) for mask, texts in by_readers.items()}
        able = _readers_of_terms(search, readable, theme_text)
        own = _words_of_own_theme(pieces, known, theme_text)
        return cls(
            pieces=pieces,
            known=known,
            told=told,
            theme_text=theme_text,
            reasons=reasons,
            readable=readable,
            search=search,
            hidden={
                term: unaware
                for term in search.terms
                if (unaware := everyone & ~able.get(term, 0) & ~own.get(term, 0))
            },
            vocabulary=theme_text.words | authored,
            ids=frozenset(of_ids - of_prose),
        )

    @property
    def audiences(self) -> tuple[str, ...]:
        """The audiences that have secrets kept from them, by word, the public first."""
        return audience_words(self.known)

    def unexcused(self, masks: Mapping[Term, Mask]) -> dict[Term, Mask]:
        """Hidden terms, without those in what the ruleset shows besides events.

        A theme inserts names into its sentences, so a phrase may begin in one and end in the other.
        Therefore a long phrase is allowed too if it consists of two that are not secret, ignoring
        small words at its ends, or if it is made of names.
        """
        ways = {term: tuple(_compositions(term)) for term in masks}
        parts = {part for one in ways.values() for way in one for part in way}
        readers = _readers_of_terms(TermSearch(parts), self.readable, self.theme_text)
        further = TermSearch({*masks, *parts})
        leaks: dict[Term, Mask] = {}
        for index, audience_id in enumerate(self.audiences):
            secret = {term for term, mask in masks.items() if mask >> index & 1}
            free = {part for part, mask in readers.items() if mask >> index & 1}
            for batch in chain([()], self.further_texts(audience_id)) if secret else ():
                free |= further.found_in(_joined(map(words_of, batch)))
                secret -= free
                secret -= {
                    term for term in secret if any(free.issuperset(way) for way in ways[term])
                }
                if not secret:
                    break
            if secret:
                secret -= self.made_of_names(secret, index)
            for term in secret:
                leaks[term] = leaks.get(term, 0) | 1 << index
        return leaks

    def made_of_names(self, terms: Collection[Term], index: int) -> set[Term]:
        """Those of the terms that are made of short texts which an audience may read, as names are.

        Pages list the names that their readers know, and sentences of the theme have words between
        two of them, as parts of longer texts do. A term may begin and end within a name.
        """
        readable = (text for mask, text in self.readable.items() if mask >> index & 1)
        names = {list_parts(line)[0] for text in readable for line in text.split(" \n ")}
        words = [name.split() for name in names if name.count(" ") < PHRASE_LENGTH]
        ends = {" ".join(name[at:]) for name in words for at in range(len(name) + 1)}
        starts = {" ".join(name[:at]) for name in words for at in range(len(name) + 1)}
        whole = {" ".join(words_of(piece.text)) for piece in self.pieces} if terms else set()

        def is_list(first: Term, *others: Term) -> bool:
            *middle, last = others
            return first in ends and names.issuperset(middle) and last in starts

        def is_sentence(words: Sequence[str], firsts: set[Term]) -> bool:
            return any(
                _name_of(words[:end]) in firsts
                and f" {' '.join(words[end:start])} " in self.theme_text.texts
                and (_name_of(words[start:]) in starts or is_sentence(words[start:], names))
                for end in range(1, len(words) - 1)
                for start in range(end + 1, len(words))
            )

        return {
            term
            for term in terms
            if (len(parts := list_parts(term)) > 1 and is_list(*parts))
            or (
                term.count(" ") == PHRASE_LENGTH - 1
                and term not in whole
                and is_sentence(term.split(), ends)
            )
        }

    def further_texts(self, audience_id: str) -> Iterator[Iterable[str]]:
        """Batches of what the ruleset tells an audience besides events."""
        withheld = _withheld(self.reasons, audience_id)
        known = self.known
        batches = self.told.further_texts(
            audience_id,
            known.with_sheets(audience_id),
            lambda visibility: audience_id in known.admitted(visibility),
        )
        for batch in batches:
            yield [text for text in batch if _collapse_spaces(text) not in withheld]

    def origin(self, terms: Sequence[Term]) -> tuple[AuthoredText, Term]:
        """A text with one of these terms, earlier ones first, hidden from the same audiences."""
        return next(
            (piece, term)
            for term in terms
            for piece in self.pieces
            if term in secret_terms_of(words_of(piece.text))
        )


def audience_words(known: Knowledge) -> tuple[str, ...]:
    """The audiences that have secrets kept from them, by word, the public first."""
    return (EVERYONE_ID, *sorted(known.words - {EVERYONE_ID}))


def _readers_of_texts(
    pieces: Sequence[AuthoredText],
    reasons: Sequence[AuthoredText],
    known: Knowledge,
    told: DisclosedTexts,
) -> dict[str, Mask]:
    """The readers of all texts of the author, and of what events tell."""
    bits = {word: 1 << index for index, word in enumerate(audience_words(known))}
    withheld = {word: _withheld(reasons, word) for word in bits}
    found: dict[str, Mask] = {}

    def add(text: str, readers: Iterable[str]) -> None:
        found[text] = found.get(text, 0) | sum(map(bits.__getitem__, readers))

    for piece in pieces:
        add(piece.text, piece.readers)
    for text, words in told.told.items():
        plain = _collapse_spaces(text)
        add(text, (word for word in words if plain not in withheld[word]))
    return found


def _readers_of_terms(
    search: TermSearch, readable: Mapping[Mask, str], theme_text: ThemeText
) -> dict[Term, Mask]:
    """The audiences that may read each term in some text, or a phrase in the theme."""
    # Everybody, and bits that no audience has.
    readers = dict.fromkeys((it for it in search.found_in(theme_text.texts) if " " in it), -1)
    for mask, words in readable.items():
        for term in search.found_in(words):
            readers[term] = readers.get(term, 0) | mask
    return readers


def _joined(texts: Iterable[Sequence[str]]) -> str:
    """The words of texts, with a line break after each text."""
    return "".join(f"{' '.join(words)} \n " for words in texts)


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


def _name_of(words: Sequence[str]) -> Term | None:
    """The words without an article, if there are others and no conjunction."""
    parts = list_parts(" ".join(words))
    return parts[0] or None if len(parts) == 1 else None


def _compositions(term: Term) -> Iterator[tuple[Term, ...]]:
    """The ways to split a long phrase into two phrases, or a phrase and a word."""
    words = core = term.split()
    if len(words) < PHRASE_LENGTH:
        return
    while core and not is_significant(core[0]):
        core = core[1:]
    while core and not is_significant(core[-1]):
        core = core[:-1]
    if core != words:
        yield (" ".join(core),) if core else ()
    if len(core) > 2:
        for cut in range(1, len(core)):
            yield tuple(" ".join(part) for part in (core[:cut], core[cut:]) if len(part) > 1)


def _collapse_spaces(text: str) -> str:
    return " ".join(text.split())


def _words_except_names(texts: Iterable[str], names: Iterable[str]) -> set[str]:
    """The words of texts without these names, which are case-sensitive."""
    longest_first = sorted(names, key=len, reverse=True)
    listed = "|".join(re.escape(name) for name in longest_first) or r"(?!)"
    found = re.compile(rf"(?<!\w)(?:{listed})(?!\w)")
    return {word for text in texts for word in words_of(found.sub(" ", text))}
