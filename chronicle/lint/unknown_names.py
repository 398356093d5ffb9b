"""Find names in the author's texts that some of their readers don't know yet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

from chronicle.diagnostics.catalogue import leaks as problems
from chronicle.leaks.authored_texts import NAME_LABELS, AuthoredText
from chronicle.leaks.words import is_significant
from chronicle.lint.locations import span_of_excerpt
from chronicle.lint.normal_form import NormalText, Word, is_definite
from chronicle.lint.shown_texts import ShownText, Slip
from chronicle.model.audience import EVERYONE_ID
from chronicle.model.facts import Ref
from chronicle.records import Record

#: A word, with the words that are joined to it by hyphens.
_HYPHENATED: Final = re.compile(r"[\w-]+")
#: What comes before the first word of a sentence, such as a mark of a list.
_SENTENCE_START: Final = re.compile(r"(?:^|[.!?:][\"'”’»)]*\s|\n\s*\n|[\"“„»]\s*)[\s*_#>-]*$")


class _Name(Record):
    """A name of a thing: its words in normal form, and since when each audience knows the thing.

    ``surname`` says that it is only the last word of a person's name.
    """

    title: str
    forms: tuple[str, ...]
    since: Mapping[str, int]
    piece: AuthoredText
    surname: bool = False
    has_article: bool = False

    @property
    def significant(self) -> int:
        """The number of its words that are long enough to reveal something."""
        return sum(map(is_significant, self.forms))

    def unaware(self, shown: ShownText) -> frozenset[str]:
        """The readers of a text who don't know the thing when they read it."""
        turn = shown.piece.turn
        return frozenset(word for word in shown.readers if self.since.get(word, turn + 1) > turn)


class _Match(Record):
    """A name in a text, with the positions of its words there."""

    name: _Name
    words: Sequence[Word]

    @property
    def span(self) -> tuple[int, int]:
        return self.words[0].start, self.words[-1].end


def unknown_names_in(
    texts: Sequence[ShownText],
    since: Mapping[Ref, Mapping[str, int]],
    audiences: Iterable[str],
    common: frozenset[str],
) -> Iterator[Slip]:
    """Each text that names a thing which some of its readers don't know in that turn.

    Every thing is reported once for each text. A surname alone counts if it is no word of
    ``common`` or of the author's prose, nor of a name that its readers know.
    """
    search = _NameSearch(texts, since, tuple(audiences), common)
    for shown in texts:
        yield from search.slips(shown)


class _NameSearch:
    """A search for all names that are hidden from anybody."""

    def __init__(
        self,
        texts: Sequence[ShownText],
        since: Mapping[Ref, Mapping[str, int]],
        audiences: Sequence[str],
        common: frozenset[str],
    ) -> None:
        self._texts, self._since, self._common = texts, since, common
        self._audiences = audiences
        self._names = tuple(self._all_names())
        #: Names that some audience doesn't know at the start, and all names, by their first words.
        self._hidden: dict[str, list[_Name]] = {}
        self._known: dict[str, list[_Name]] = {}
        #: Names by each of their words, without titles of pages.
        self._by_word: dict[str, list[_Name]] = {}
        for name in self._names:
            everybody_knows = all(name.since.get(word) == 0 for word in audiences)
            if not everybody_knows:
                self._hidden.setdefault(name.forms[0], []).append(name)
            self._known.setdefault(name.forms[0], []).append(name)
            for word in {*name.forms} if name.piece.what != "the title of a page" else ():
                self._by_word.setdefault(word, []).append(name)
        for name in tuple(self._surnames()):
            self._hidden.setdefault(name.forms[-1], []).append(name)

    def _all_names(self) -> Iterator[_Name]:
        for shown in self._texts:
            piece, forms = shown.piece, shown.normal.forms
            if piece.about is not None and piece.what in NAME_LABELS and forms:
                title = " ".join(piece.text.split())
                has_article = bool(shown.normal.words()[0].article)
                since = self._since[piece.about]
                yield _Name(title, forms, since, piece, has_article=has_article)

    def _surnames(self) -> Iterator[_Name]:
        for name in self._names:
            surname = name.forms[-1]
            if (
                name.piece.what == "the name of a person"
                and len(name.forms) > 1
                and surname not in self._common
                and name.title.split()[-1].lower() not in self._prose_words
            ):
                yield _Name(name.title, (surname,), name.since, name.piece, surname=True)

    @cached_property
    def _prose_words(self) -> frozenset[str]:
        """All words that the author wrote, as they are written, without ids on their own."""
        texts = {shown.piece.text for shown in self._texts}
        return frozenset(_HYPHENATED.findall("\n".join(text for text in texts if " " in text)))

    def slips(self, shown: ShownText) -> Iterator[Slip]:
        """The names in a text that some of its readers don't know."""
        normal = shown.normal
        if self._hidden.keys().isdisjoint(normal.forms):
            return
        words = normal.words()
        known = [*self._matches(self._known, normal, words)]
        met: set[Ref | None] = set()
        for match in self._matches(self._hidden, normal, words):
            name = match.name
            unaware = name.unaware(shown)
            if (
                not unaware
                or name.piece.about in met
                or name.piece.about == shown.piece.about
                or not _is_written_as_name(match, normal)
                or self._is_known_name(match, unaware, shown, known)
            ):
                continue
            met.add(name.piece.about)
            start, end = match.words[0].whole_start, match.words[-1].end
            # If the public is unaware, other readers need not be listed.
            listed = (EVERYONE_ID,) if EVERYONE_ID in unaware else tuple(sorted(unaware))
            at = span_of_excerpt(shown.piece, normal.text[start:end])
            path = at.path
            yield Slip(
                problems.PrematureName(at=at, name=name.title, readers=listed),
                path,
                normal.forms[words.index(match.words[0]) :][: len(name.forms)],
            )

    def _matches(
        self, index: Mapping[str, list[_Name]], normal: NormalText, words: list[Word]
    ) -> Iterator[_Match]:
        for start, word in enumerate(words):
            for name in index.get(word.form, ()):
                part = words[start : start + len(name.forms)]
                if tuple(one.form for one in part) == name.forms and (
                    normal.is_unbroken(part) or not name.title.replace(" ", "").isalnum()
                ):
                    yield _Match(name, part)

    def _is_known_name(
        self, match: _Match, unaware: frozenset[str], shown: ShownText, known: Iterable[_Match]
    ) -> bool:
        """Whether these words are part of a ``known`` name that the unaware know."""
        first, last = match.span
        for other in known:
            start, end = other.span
            if other.name.piece is shown.piece:
                continue
            if start <= first and last <= end and unaware.isdisjoint(other.name.unaware(shown)):
                return True
        return match.name.surname and any(
            unaware.isdisjoint(name.unaware(shown))
            for name in self._by_word.get(match.name.forms[0], ())
        )


def _is_written_as_name(match: _Match, normal: NormalText) -> bool:
    """Whether the words are a name here, and not common words that follow each other by chance."""
    name, words, text = match.name, match.words, normal.text
    if name.significant == 0:
        return False
    start, end = match.span
    article, german = words[0].article, normal.language.startswith("de")
    if " ".join(text[words[0].whole_start : end].split()) == name.title:
        return True
    capitals = sum(text[word.start].isupper() for word in words)
    if name.surname:
        return capitals > 0 and not article
    if len(words) == 1 and not name.has_article:
        return capitals > 0
    if text[start].isupper() and _SENTENCE_START.search(text, 0, start):
        capitals -= 1
    if german and not is_definite(article) and (article or len(words) == 1):
        # There every noun has a capital.
        return capitals > 1
    return capitals > 0 or (name.significant > 1 and is_definite(article))
