"""Find names in the author's texts that some of their readers don't know yet."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

from chronicle.diagnostics.catalogue import leaks as problems
from chronicle.leaks.authored_texts import ID_LABELS, NAME_LABELS, AuthoredText
from chronicle.leaks.words import is_significant
from chronicle.lint.locations import span_of_excerpt
from chronicle.lint.normal_form import NormalText, Word, is_definite, normal_text, other_spellings
from chronicle.lint.shown_texts import ShownText, Slip
from chronicle.model.audience import EVERYONE_ID
from chronicle.model.facts import Ref
from chronicle.records import Record, replace

#: A word, with the words that are joined to it by hyphens.
_HYPHENATED: Final = re.compile(r"[\w-]+")
#: What comes before the first word of a sentence, such as a mark of a list.
_SENTENCE_START: Final = re.compile(r"(?:^|[.!?:][\"'”’»)]*\s|\n\s*\n|[\"“„»]\s*)[\s*_#>-]*$")


#: Words before the names of several people, which are no first names.
_TITLES: Final = frozenset(
    {"abbot", "abbess", "aunt", "baron", "bishop", "brother", "captain", "count", "doctor"}
    | {"duke", "father", "general", "king", "lady", "lord", "master", "mistress", "mother", "old"}
    | {"prince", "princess", "queen", "saint", "sergeant", "sister", "uncle", "widow", "young"}
    | {"alte", "alter", "bruder", "doktor", "frau", "graf", "gräfin", "hauptmann", "herr", "könig"}
    | {"königin", "meister", "mutter", "onkel", "prinz", "schwester", "tante", "vater", "witwe"}
    | {"capitaine", "comte", "comtesse", "dame", "docteur", "frère", "madame", "maître", "mère"}
    | {"monsieur", "oncle", "père", "reine", "sœur", "veuve", "vieille", "vieux"}
)


class _Name(Record):
    """A name of a thing: its words in normal form, and since when each audience knows the thing.

    ``is_part`` says that it is only the first or the last word of a person's name.
    """

    title: str
    forms: tuple[str, ...]
    since: Mapping[str, int]
    piece: AuthoredText
    is_part: bool = False
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

    Every thing is reported once for each text. A first name or a surname alone counts if it is no
    word of ``common`` or of the author's prose, nor of a name that its readers know.
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
        self._language = texts[0].normal.language if texts else ""
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
        for name in (*self._parts_of_names(), *self._other_spellings()):
            self._hidden.setdefault(name.forms[0], []).append(name)

    def _all_names(self) -> Iterator[_Name]:
        for shown in self._texts:
            piece, forms = shown.piece, shown.normal.forms
            if piece.about is not None and piece.what in NAME_LABELS and forms:
                title = " ".join(piece.text.split())
                has_article = bool(shown.normal.words()[0].article)
                since = self._since[piece.about]
                yield _Name(title, forms, since, piece, has_article=has_article)

    def _parts_of_names(self) -> Iterator[_Name]:
        """First names and surnames; a first word that several people have may be a title."""
        people = [
            name
            for name in self._names
            if name.piece.what == "the name of a person" and len(name.forms) > 1
        ]
        firsts = Counter(name.forms[0] for name in people)
        for name in people:
            words = name.title.lower().split()
            parts = {name.forms[-1]: words[-1]}
            is_first = words[0].isalpha() and words[0] not in _TITLES and not name.has_article
            if is_first and firsts[name.forms[0]] == 1:
                parts[name.forms[0]] = words[0]
            for form, word in parts.items():
                if form not in self._common and word not in self._prose_words:
                    yield _Name(name.title, (form,), name.since, name.piece, is_part=True)

    def _other_spellings(self) -> Iterator[_Name]:
        for names in tuple(self._hidden.values()):
            for name in names:
                if name.is_part:
                    continue
                for other in other_spellings(name.title, self._language):
                    forms = normal_text(other, self._language).forms
                    if forms and forms != name.forms:
                        yield replace(name, forms=forms)

    @cached_property
    def _prose_words(self) -> frozenset[str]:
        """All words that the author wrote, as they are written, without ids on their own."""
        texts = {shown.normal.without_addresses for shown in self._texts}
        return frozenset(_HYPHENATED.findall("\n".join(text for text in texts if " " in text)))

    def slips(self, shown: ShownText) -> Iterator[Slip]:
        """The names in a text that some of its readers don't know."""
        normal = shown.normal
        hidden = self._hidden.keys()
        if hidden.isdisjoint(normal.forms) and hidden.isdisjoint(normal.in_addresses):
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
                or not self._is_written_as_name(match, shown)
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
                name.forms,
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
        return match.name.is_part and any(
            unaware.isdisjoint(name.unaware(shown))
            for name in self._by_word.get(match.name.forms[0], ())
        )

    def _is_written_as_name(self, match: _Match, shown: ShownText) -> bool:
        """Whether the words are a name here; in ids and addresses there are no capitals."""
        name = match.name
        if shown.piece.what in ID_LABELS or match.words[0].in_address:
            word = name.forms[0]
            return name.significant > 1 or (
                name.significant == 1
                and len(name.forms) == 1
                and word not in self._common
                and word not in self._prose_words
            )
        return _is_written_as_name(match, shown.normal)


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
    if name.is_part:
        return capitals > 0 and not article
    if len(words) == 1 and not name.has_article:
        return capitals > 0
    if text[start].isupper() and _SENTENCE_START.search(text, 0, start):
        capitals -= 1
    if german and not is_definite(article) and (article or len(words) == 1):
        # There every noun has a capital.
        return capitals > 1
    return capitals > 0 or (name.significant > 1 and is_definite(article))
