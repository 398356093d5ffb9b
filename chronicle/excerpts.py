"""Excerpts: parts of pages that are drawn once for all pages, of all editions, that show the like.

Most of what is told stands in several editions, and in each on several pages. What a part was drawn
from is noted as it is for pages (:mod:`chronicle.looking`): what it was given, and which questions
drawing it asked. Where it is given the same, and all of these are answered alike, it would be drawn
alike, whoever reads the page. So nobody is shown anything that they would not have been shown
without: what is not known to an edition answers otherwise in it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence, Set
from dataclasses import dataclass
from types import NoneType
from typing import Final, TypeVar

from markupsafe import Markup

from chronicle.answers import PARTS, Answers
from chronicle.looking import LOOKED, PAGE, Handed, Looked, Looker, Questions, way_to
from chronicle.site import Page, Site

#: As many letters are kept; what comes later is drawn each time.
_MOST: Final = 250_000_000
_T = TypeVar("_T")
#: Kinds of what is drawn at such length that it takes longer than to look it up.
WORTH: Final = frozenset({*PARTS, *LOOKED, tuple})
_PLAIN: Final = frozenset({bool, int, Markup, NoneType, str})


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A part of a page as it was drawn: what was asked for it, and how that was answered."""

    asked: frozenset[int]
    answers: frozenset[int]
    drawn: str


class Excerpts:
    """The excerpts of a build, which one theme has drawn."""

    def __init__(self, most: int = _MOST) -> None:
        self.questions = Questions()
        self._answers: dict[tuple[int, str], int] = {}
        self._kept: dict[Hashable, list[Excerpt]] = {}
        self._room = most

    def answer(self, question: int, digest: str) -> int:
        """The number of an answer to a question; equal ones have the same."""
        return self._answers.setdefault((question, digest), len(self._answers))

    def of(self, key: Hashable) -> Sequence[Excerpt]:
        """What has been drawn of the same."""
        return self._kept.get(key, ())

    def keep(self, key: Hashable, excerpt: Excerpt) -> None:
        """Keeps an excerpt, as long as there is room."""
        self._room -= len(excerpt.drawn)
        if self._room >= 0:
            self._kept.setdefault(key, []).append(excerpt)


class Reading:
    """An edition's site while its pages are drawn one after the other."""

    def __init__(self, site: Site, excerpts: Excerpts) -> None:
        self.answers = Answers(site)
        self._excerpts = excerpts
        self._looker = Looker(site, excerpts.questions)
        self._of_page = self.answers
        #: The answers of this edition and of the page, by question.
        self._known: dict[int, int] = {}
        self._known_of_page: dict[int, int] = {}
        self._hold: set[int] = set()
        self._within = False

    def begin(self, page: Page) -> Handed:
        """What to draw a page from; what is read of it is noted from here on."""
        self._looker.begin()
        self._of_page = self.answers.about(page)
        self._hold.difference_update(self._known_of_page.values())
        self._known_of_page.clear()
        return self._looker.handing(page)

    @property
    def asked(self) -> set[int]:
        """The numbers of what has been asked of the site for the page that is being drawn."""
        return self._looker.noted - self._excerpts.questions.of_pages

    def noting(self, make: Callable[[], _T]) -> tuple[_T, frozenset[int]]:
        """What something makes, and what it asks for that."""
        looker = self._looker
        outer, looker.noted = looker.noted, set()
        try:
            made = make()
        finally:
            inner, looker.noted = looker.noted, outer
            outer |= inner
        return made, frozenset(inner)

    def note(self, asked: Set[int]) -> None:
        """Notes what was asked for something that is shown again."""
        self._looker.noted |= asked

    def excerpt(
        self, macro: Hashable, given: Sequence[object], named: Mapping[str, object]
    ) -> Hashable | None:
        """By what an excerpt is known that a macro draws of what it is given.

        None within another excerpt, and for what can't be known again.
        """
        if self._within:
            return None
        keys = [self._key(one) for one in (*given, *named.values())]
        return None if None in keys else (macro, *keys, *named)

    def _key(self, given: object) -> Hashable | None:
        if type(given) in _PLAIN:
            return (type(given), given)
        if isinstance(given, Looked):
            way = way_to(given)
            return ("way", *way) if way[:1] != (PAGE,) or len(way) == 1 else None
        if isinstance(given, PARTS):
            return self.answers.reckon(given)
        if type(given) is tuple and given and isinstance(given[0], PARTS):
            return ("row", *(self.answers.reckon(one) for one in given))
        return None

    def drawn(self, key: Hashable, draw: Callable[[], str], besides: Set[int]) -> str:
        """An excerpt: as it was drawn where all would be alike, and else drawn now.

        ``besides`` are questions that it hangs on besides those that drawing it asks.
        """
        for one in self._excerpts.of(key):
            self._answer(one.asked)
            if one.answers <= self._hold:
                self.note(one.asked)
                return one.drawn
        self._within = True
        try:
            drawn, inner = self.noting(draw)
        finally:
            self._within = False
        asked = inner | besides
        self._answer(asked)
        answers = frozenset(self._answer_to(number) for number in asked)
        self._excerpts.keep(key, Excerpt(asked, answers, drawn))
        return drawn

    def _answer(self, asked: Set[int]) -> None:
        """Looks up the answers to questions that have none yet."""
        for number in asked:
            if number not in self._known and number not in self._known_of_page:
                self._answer_to(number)

    def _answer_to(self, number: int) -> int:
        of_page = number in self._excerpts.questions.of_pages
        known = self._known_of_page if of_page else self._known
        if number not in known:
            answers = self._of_page if of_page else self.answers
            digest = answers.to(self._excerpts.questions[number])
            known[number] = self._excerpts.answer(number, digest)
            self._hold.add(known[number])
        return known[number]
