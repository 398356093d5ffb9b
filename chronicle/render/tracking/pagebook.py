"""What pages were drawn from, so that those which would be drawn alike need not be drawn again."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from dataclasses import field
from typing import Final, NamedTuple, TypeAlias

from chronicle.cache.store import current_cache
from chronicle.files.store import DiskStore
from chronicle.outline.site import Site, SitePage
from chronicle.records import dataclass
from chronicle.render.tracking.answers import Answers
from chronicle.render.tracking.excerpts import Excerpts, Reading
from chronicle.render.tracking.questions import SITE, Questions, Step

_KIND: Final = "pages"
#: As many editions' books are kept: those of the campaigns that somebody works on.
_MOST: Final = 256


class Drawn(NamedTuple):
    """What a page was drawn from, and the digest of what came of it.

    ``page`` is the digest of the page itself and what it is about, ``asked`` the numbers of the
    questions that drawing it asked.
    """

    page: str
    asked: tuple[int, ...]
    print: str


@dataclass(frozen=True, slots=True)
class Book:
    """The pages of an edition by path, as they were last drawn; answers to what they asked."""

    answers: Mapping[int, str] = field(default_factory=dict)
    pages: Mapping[str, Drawn] = field(default_factory=dict)

    def alike(self, site: Site, answers: Answers) -> dict[str, Drawn]:
        """The pages of a site that would be drawn as they were, by path."""
        stale = {number for number, was in self.answers.items() if answers.to(number) != was}
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
    files: DiskStore
    site: Site
    reading: Reading
    questions: Questions
    alike: dict[str, Drawn]
    asked: dict[str, set[int]] = field(default_factory=dict)

    @classmethod
    def of(cls, site: Site, key: str, files: DiskStore, excerpts: Excerpts) -> Writing:
        """A book for a site after the one under a key; what is alike is taken over into files."""
        questions, reading = excerpts.questions, Reading(site, excerpts)
        alike = {
            path: drawn
            for path, drawn in _recalled(key, questions).alike(site, reading.answers).items()
            if files.reuse(path, drawn.print)
        }
        return cls(key, files, site, reading, questions, alike)

    def ended(self, page: SitePage) -> None:
        """Keeps what the page that was drawn last has asked."""
        self.asked[page.path] = self.reading.asked

    def keep(self) -> None:
        """Keeps the book for the next build; all its pages are drawn."""
        place = current_cache()
        if place is None:
            return
        answers, pages = self.reading.answers, dict(self.alike)
        for path, asked in self.asked.items():
            page = answers.of(self.site.by_path[path])
            pages[path] = Drawn(page, tuple(asked), self.files.digest_of(path))
        numbers: set[int] = set().union(*(drawn.asked for drawn in pages.values()))
        book = Book({number: answers.to(number) for number in numbers}, pages)
        place.put(_KIND, self.key, pickle.dumps(_bound(book, self.questions)), max_entries=_MOST)


#: A book as it is kept: what was asked, each question as a step from an earlier one, or from the
#: site (-1); answers by place among these; paths, each with what it was drawn from and came to.
_Bound: TypeAlias = tuple[
    str,
    list[tuple[int, Step]],
    list[tuple[int, str]],
    list[tuple[str, str, tuple[int, ...], str]],
]
_FORM: Final = "a tree of questions"


def _bound(book: Book, questions: Questions) -> _Bound:
    """A book in the plainest words."""
    steps: list[tuple[int, Step]] = []
    places = {SITE: -1}

    def place(number: int) -> int:
        found = places.get(number)
        if found is None:
            before, step = questions[number]
            steps.append((place(before), step))
            found = places[number] = len(steps) - 1
        return found

    answers = [(place(number), answer) for number, answer in book.answers.items()]
    pages = [
        (path, drawn.page, tuple(map(places.__getitem__, drawn.asked)), drawn.print)
        for path, drawn in book.pages.items()
    ]
    return _FORM, steps, answers, pages


def _recalled(key: str, questions: Questions) -> Book:
    place = current_cache()
    found = place.get(_KIND, key) if place is not None else None
    if found is None:
        return Book()
    kept = pickle.loads(found)  # noqa: S301  sealed by the cache, and the user's own
    if not isinstance(kept, tuple) or kept[:1] != (_FORM,):
        return Book()
    bound: _Bound = kept
    _, steps, answers, pages = bound
    numbers = questions.numbers(steps)
    return Book(
        {numbers[at]: answer for at, answer in answers},
        {
            path: Drawn(page, tuple(map(numbers.__getitem__, asked)), came)
            for path, page, asked, came in pages
        },
    )
