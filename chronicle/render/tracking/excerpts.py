"""Excerpts: parts of pages that are drawn once for all pages, of all editions, that show the like.

Most of what is told stands in several editions, and in each on several pages. What a part was
drawn from is noted as it is for pages (:mod:`~chronicle.render.tracking.looking`): what it was
given, and which questions drawing it asked. Where it is given the same, and all of these are
answered alike, it would be drawn alike, whoever reads the page. So nobody is shown anything that
they would not have been shown without: what is not known to an edition answers otherwise in it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence, Set
from operator import itemgetter
from types import NoneType
from typing import Final, TypeVar

from chronicle.outline.site import Site, SitePage
from chronicle.project.edition import EventView
from chronicle.render.tracking.answers import PARTS, Answers, Reckoned
from chronicle.render.tracking.looking import LOOKED, Handed, Looked, Looker, number_of
from chronicle.render.tracking.questions import PAGE, Questions
from chronicle.rules.protocol import Telling

#: As many letters are kept; what comes later is drawn each time.
_MOST: Final = 250_000_000
_T = TypeVar("_T")
#: Kinds of what is drawn at such length that it takes longer than to look it up.
WORTH: Final = frozenset({*PARTS, *LOOKED, tuple})
_PLAIN: Final = (int, NoneType, str)


class _Alike:
    """Excerpts of the same for which the same was asked, by how that was answered."""

    __slots__ = ("_answers", "asked", "drawn")

    def __init__(self, asked: frozenset[int]) -> None:
        self.asked = asked
        self.drawn: dict[Hashable, str] = {}
        self._answers = itemgetter(*sorted(asked)) if asked else lambda _: ()

    def answers(self, known: Mapping[int, int]) -> Hashable:
        """The answers to what was asked; raises KeyError where one isn't known yet."""
        return self._answers(known)


class Excerpts:
    """The excerpts of a build, which one theme has drawn."""

    def __init__(self, most: int = _MOST) -> None:
        self.questions = Questions()
        #: Digests of what several editions have.
        self.shared: Reckoned = {}
        self._answers: dict[tuple[int, str], int] = {}
        self._kept: dict[Hashable, dict[frozenset[int], _Alike]] = {}
        self._room = most

    def answer(self, question: int, answer: str) -> int:
        """The number of an answer to a question; equal ones have the same."""
        return self._answers.setdefault((question, answer), len(self._answers))

    def of(self, key: Hashable) -> Iterable[_Alike]:
        """What has been drawn of the same."""
        return self._kept.get(key, {}).values()

    def keep(
        self, key: Hashable, asked: frozenset[int], known: Mapping[int, int], drawn: str
    ) -> None:
        """Keeps an excerpt, as long as there is room."""
        self._room -= len(drawn)
        if self._room >= 0:
            kept = self._kept.setdefault(key, {})
            alike = kept.setdefault(asked, _Alike(asked))
            alike.drawn[alike.answers(known)] = drawn


class Reading:
    """An edition's site while its pages are drawn one after the other."""

    def __init__(self, site: Site, excerpts: Excerpts) -> None:
        self.answers = Answers(site, excerpts.questions, excerpts.shared)
        self._excerpts = excerpts
        self._looker = Looker(site, excerpts.questions)
        self._of_page = self.answers
        #: The answers of this edition and of the page, by question.
        self._known: dict[int, int] = {}
        #: Those questions that are asked of the page.
        self._of_this: list[int] = []
        #: What the excerpt that is being drawn is of.
        self._within: type | None = None
        #: Whether it would be drawn so again.
        self._lasts = True

    def begin(self, page: SitePage) -> Handed:
        """What to draw a page from; what is read of it is noted from here on."""
        self._looker.begin()
        self._of_page = self.answers.about(page)
        for number in self._of_this:
            del self._known[number]
        self._of_this.clear()
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

    def is_of_page(self, asked: Set[int]) -> bool:
        """Whether any of some questions is asked of the page, and not of the site alone."""
        return not self._excerpts.questions.of_pages.isdisjoint(asked)

    def passes(self) -> None:
        """Says that what is being drawn shows something that changes by being drawn."""
        self._lasts = False

    def excerpt(
        self, macro: Hashable, given: Sequence[object], named: Mapping[str, object]
    ) -> Hashable | None:
        """By what an excerpt is known that a macro draws of what it is given.

        None for what can't be known again, and within another excerpt, but for the telling of what
        is told: that stands in several frames.
        """
        if self._within is not None and (self._within, type(given[0])) != (EventView, Telling):
            return None
        keys = [self._key(one) for one in (*given, *named.values())]
        return None if None in keys else (macro, *keys, *named)

    def _key(self, given: object) -> Hashable | None:
        if isinstance(given, _PLAIN):
            return (type(given), given)
        if isinstance(given, Looked):
            number = number_of(given)
            is_in_page = number != PAGE and number in self._excerpts.questions.of_pages
            return None if is_in_page else ("asked", number)
        if isinstance(given, PARTS):
            return self.answers.reckon(given)
        if type(given) is tuple and given and isinstance(given[0], PARTS):
            return ("row", *(self.answers.reckon(one) for one in given))
        return None

    def drawn(self, key: Hashable, of: type, draw: Callable[[], str], besides: Set[int]) -> str:
        """An excerpt of something: as it was drawn where all would be alike, and else drawn now.

        ``besides`` are questions that it hangs on besides those that drawing it asks.
        """
        for alike in self._excerpts.of(key):
            found = alike.drawn.get(self._answered(alike))
            if found is not None:
                self.note(alike.asked)
                return found
        outer, self._within, self._lasts = (self._within, self._lasts), of, True
        try:
            drawn, inner = self.noting(draw)
        finally:
            lasts = self._lasts
            self._within, self._lasts = outer[0], outer[1] and lasts
        if not lasts:
            return drawn
        asked = inner | besides
        self._look_up(asked)
        self._excerpts.keep(key, asked, self._known, drawn)
        return drawn

    def _answered(self, alike: _Alike) -> Hashable:
        """The answers to what was asked for excerpts."""
        try:
            return alike.answers(self._known)
        except KeyError:
            self._look_up(alike.asked)
            return alike.answers(self._known)

    def _look_up(self, asked: Set[int]) -> None:
        """Looks up the answers to questions that have none yet."""
        known, of_pages = self._known, self._excerpts.questions.of_pages
        # To take one from the other would go through all that is known.
        for number in [number for number in asked if number not in known]:
            of_page = number in of_pages
            answers = self._of_page if of_page else self.answers
            known[number] = self._excerpts.answer(number, answers.to(number))
            if of_page:
                self._of_this.append(number)
