"""What pages were drawn from, so that those which would be drawn alike need not be drawn again."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from hashlib import blake2b
from typing import Any, Final

from chronicle.asof import AsOf
from chronicle.cache import placed
from chronicle.edition import Dossier, NewsView, RumorView, SideBySide, Told, TurnView
from chronicle.looking import NOWHERE, Looker, Question, taken
from chronicle.site import Page, Site
from chronicle.spool import Spool
from chronicle.stretches import Stretch

_KIND: Final = "pages"
#: As many editions' books are kept: those of the campaigns that somebody works on.
_MOST: Final = 256
_DIGEST: Final = 16
#: What stands in several others, and so is reckoned by itself, and the others put together from it.
_APART: Final = (AsOf, Dossier, NewsView, RumorView, SideBySide, Stretch, Told, TurnView)
#: What a question comes to that has no answer.
_NONE: Final = ""


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a page was drawn from, and the digest of what came of it.

    ``page`` is the digest of the page itself and what it is about, ``asked`` the numbers of the
    questions that drawing it asked.
    """

    page: str
    asked: tuple[int, ...]
    print: str


@dataclass(frozen=True, slots=True)
class Book:
    """The pages of an edition by path, as they were last drawn; questions with their answers."""

    questions: tuple[tuple[Question, str], ...] = ()
    pages: Mapping[str, Drawn] = field(default_factory=dict)

    def alike(self, site: Site, answers: Answers) -> dict[str, Drawn]:
        """The pages of a site that would be drawn as they were, by path."""
        stale = {
            number
            for number, (question, answer) in enumerate(self.questions)
            if answers.to(question) != answer
        }
        known = ((page, self.pages.get(page.path)) for page in site.pages)
        return {
            page.path: drawn
            for page, drawn in known
            if drawn is not None
            and stale.isdisjoint(drawn.asked)
            and drawn.page == answers.of(page)
        }


class Answers:
    """A site's answers to questions, as digests; what is asked for often is reckoned once."""

    def __init__(self, site: Site) -> None:
        self._found: dict[Question, Any] = {(): site}
        self._answers: dict[Question, str] = {}
        #: Several pages are about one thing, or about one that is a part of the other's; it is
        #: kept, so that nothing else can have its identity.
        self._reckoned: dict[int, tuple[object, str]] = {}

    def of(self, page: Page) -> str:
        """The digest of a page itself, and of what it is about."""
        frame = (getattr(page, one.name) for one in fields(page) if one.name != "about")
        return digest([self._reckon(part) for part in (*frame, page.subject)])

    def _reckon(self, value: object) -> str:
        """The digest of a value; put together from those of its parts where several have these."""
        if isinstance(value, _APART):
            known = self._reckoned.get(id(value))
            if known is None:
                parts = (getattr(value, one.name) for one in fields(value))
                whole = [type(value).__name__, *(self._reckon(part) for part in parts)]
                known = self._reckoned[id(value)] = value, digest(whole)
            return known[1]
        if isinstance(value, tuple) and value and isinstance(value[0], _APART):
            return digest([self._reckon(part) for part in value])
        return digest(value)

    def to(self, question: Question) -> str:
        """The digest of an answer; empty where there is none."""
        if question not in self._answers:
            try:
                self._answers[question] = digest(self._at(question))
            except NOWHERE:
                self._answers[question] = _NONE
        return self._answers[question]

    def _at(self, question: Question) -> Any:
        if question not in self._found:
            self._found[question] = taken(self._at(question[:-1]), question[-1])
        return self._found[question]


@dataclass(slots=True)
class Writing:
    """A book while it is written: pages that are taken from the one before, and those drawn anew.

    ``alike`` are the pages that need not be drawn, by path.
    """

    key: str
    files: Spool
    site: Site
    answers: Answers
    before: Book
    looker: Looker
    alike: dict[str, Drawn]
    asked: dict[str, set[int]] = field(default_factory=dict)

    @classmethod
    def of(cls, site: Site, key: str, files: Spool) -> Writing:
        """A book for a site after the one under a key; what is alike is taken over into files."""
        before, answers = _recalled(key), Answers(site)
        alike = {
            path: drawn
            for path, drawn in before.alike(site, answers).items()
            if files.take(path, drawn.print)
        }
        return cls(key, files, site, answers, before, Looker(site), alike)

    def begin(self, page: Page) -> Any:
        """The site for drawing a page: what is read of it is noted."""
        self.asked[page.path] = self.looker.begin()
        return self.looker.site

    def keep(self) -> None:
        """Keeps the book for the next build; all its pages are drawn."""
        place = placed()
        if place is None:
            return
        pages = {path: self._taken_over(drawn) for path, drawn in self.alike.items()}
        by_path = self.site.by_path
        for path, asked in self.asked.items():
            pages[path] = Drawn(
                self.answers.of(by_path[path]), tuple(sorted(asked)), self.files.print_of(path)
            )
        questions = tuple((it, self.answers.to(it)) for it in self.looker.questions)
        place.put(_KIND, self.key, pickle.dumps(Book(questions, pages)), most=_MOST)

    def _taken_over(self, drawn: Drawn) -> Drawn:
        """A page of the book before, with its questions as this one numbers them."""
        asked = (self.looker.number(self.before.questions[number][0]) for number in drawn.asked)
        return replace(drawn, asked=tuple(sorted(asked)))


def digest(value: object) -> str:
    """A digest of a value: of all that there is to be read of it."""
    return blake2b(repr(value).encode(), digest_size=_DIGEST).hexdigest()


def _recalled(key: str) -> Book:
    place = placed()
    found = place.get(_KIND, key) if place is not None else None
    if found is None:
        return Book()
    book = pickle.loads(found)  # noqa: S301  sealed by the cache, and the user's own
    return book if isinstance(book, Book) else Book()
