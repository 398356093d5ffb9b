"""What pages were drawn from, so that those which would be drawn alike need not be drawn again."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from chronicle.answers import Answers
from chronicle.cache import placed
from chronicle.excerpts import Excerpts, Reading
from chronicle.looking import Question
from chronicle.site import Page, Site
from chronicle.spool import Spool

_KIND: Final = "pages"
#: As many editions' books are kept: those of the campaigns that somebody works on.
_MOST: Final = 256


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


@dataclass(slots=True)
class Writing:
    """A book while it is written: pages that are taken from the one before, and those drawn anew.

    ``alike`` are the pages that need not be drawn, by path.
    """

    key: str
    files: Spool
    site: Site
    reading: Reading
    excerpts: Excerpts
    before: Book
    alike: dict[str, Drawn]
    asked: dict[str, set[int]] = field(default_factory=dict)

    @classmethod
    def of(cls, site: Site, key: str, files: Spool, excerpts: Excerpts) -> Writing:
        """A book for a site after the one under a key; what is alike is taken over into files."""
        before, reading = _recalled(key), Reading(site, excerpts)
        alike = {
            path: drawn
            for path, drawn in before.alike(site, reading.answers).items()
            if files.take(path, drawn.print)
        }
        return cls(key, files, site, reading, excerpts, before, alike)

    def ended(self, page: Page) -> None:
        """Keeps what the page that was drawn last has asked."""
        self.asked[page.path] = self.reading.asked

    def keep(self) -> None:
        """Keeps the book for the next build; all its pages are drawn."""
        place = placed()
        if place is None:
            return
        answers, numbers = self.reading.answers, _Numbers()
        pages = {
            path: replace(
                drawn, asked=numbers.all(self.before.questions[it][0] for it in drawn.asked)
            )
            for path, drawn in self.alike.items()
        }
        for path, asked in self.asked.items():
            mine = numbers.all(self.excerpts.questions[it] for it in asked)
            page = answers.of(self.site.by_path[path])
            pages[path] = Drawn(page, mine, self.files.print_of(path))
        questions = tuple((it, answers.to(it)) for it in numbers)
        place.put(_KIND, self.key, pickle.dumps(Book(questions, pages)), most=_MOST)


class _Numbers(dict[Question, int]):
    """Questions as one book numbers them."""

    def all(self, questions: Iterable[Question]) -> tuple[int, ...]:
        """The numbers of questions, from the smallest on."""
        return tuple(sorted(self.setdefault(it, len(self)) for it in questions))


def _recalled(key: str) -> Book:
    place = placed()
    found = place.get(_KIND, key) if place is not None else None
    if found is None:
        return Book()
    book = pickle.loads(found)  # noqa: S301  sealed by the cache, and the user's own
    return book if isinstance(book, Book) else Book()
