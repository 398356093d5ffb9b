"""Answers: what a site says to questions, in words by which they are known again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from hashlib import blake2b
from operator import attrgetter
from types import NoneType
from typing import Any, Final, TypeAlias

from chronicle.outline import feed, timeline
from chronicle.outline.as_of import PlaceAsOf, WorldAsOf
from chronicle.outline.charts import Chart
from chronicle.outline.pagination import TurnsPage
from chronicle.outline.site import SitePage
from chronicle.project.edition import (
    DossierView,
    EventView,
    NewsView,
    RelationView,
    RevealView,
    RumorView,
    TurnView,
)
from chronicle.render.tracking.questions import NOWHERE, PAGE, SITE, Questions, taken
from chronicle.rules.protocol import Measure, Sheet, Telling

_Getter: TypeAlias = Callable[[Any], Any]


def _parted(kind: Any, holding: Sequence[str]) -> tuple[_Getter, tuple[_Getter, ...]]:
    """What has of a record all but what it holds, and what has each of that."""
    others = (one.name for one in fields(kind) if one.name not in holding)
    return attrgetter(*others), tuple(map(attrgetter, holding))


_DIGEST: Final = 16
#: As many letters stand for themselves: a digest would be no shorter, and takes longer.
_SHORT: Final = 32
#: What stands in several others, and what excerpts are drawn of.
PARTS: Final = (
    *(Chart, Measure, NewsView, PlaceAsOf, RelationView, RevealView, RumorView),
    *(Sheet, EventView, Telling),
)
#: What is put together of others that stand elsewhere too, and the fields that hold these. All
#: other fields are written as they are.
_HOLDING: Final[Mapping[type, tuple[str, ...]]] = {
    WorldAsOf: ("view", "relations", "rumors"),
    DossierView: ("sheet", "orders", "letters", "rumors"),
    TurnsPage: ("turns",),
    EventView: ("telling",),
    TurnView: ("news", "street", "told", "rumors", "reveals", "measures", "relations"),
    feed.FeedEntry: ("turn",),
    feed.Feed: ("entries",),
    timeline.TimelineStory: ("months",),
    timeline.TimelineTurn: ("turn",),
    timeline.TimelineMonth: ("marks",),
    timeline.Timeline: ("chapters",),
}
#: What is written by its digest wherever it stands, which is reckoned once.
_OFTEN: Final = frozenset(
    {Chart, DossierView, Measure, NewsView, RelationView, RevealView, RumorView}
    | {Sheet, TurnsPage, Telling, EventView, TurnView}
)
#: Of these, what several editions have: it is one thing in all of them.
_SHARED: Final = frozenset({Measure, Telling})
_APART: Final = frozenset({*_HOLDING, *_OFTEN})
_PARTED: Final = {kind: _parted(kind, holding) for kind, holding in _HOLDING.items()}
_PLAIN: Final = frozenset({bool, int, NoneType, str})
#: What is to be said of a page besides what it is about.
_FRAME: Final = attrgetter(*(one.name for one in fields(SitePage) if one.name != "about"))
#: What a question comes to that has no answer.
_NONE: Final = ""
#: What is found where a question leads to nothing.
_NOTHING: Final = object()


#: Digests by identity; what is kept beside them can't lose its own to anything else.
Reckoned: TypeAlias = dict[int, tuple[object, str]]


class Answers:
    """Answers to questions by number; what is asked for often is reckoned once.

    ``root`` is what they are asked of, and ``at`` the question that leads there. ``shared`` are the
    digests of what other editions have too.
    """

    def __init__(
        self,
        root: object,
        questions: Questions,
        shared: Reckoned | None = None,
        at: int = SITE,
    ) -> None:
        self._questions = questions
        self._found: dict[int, Any] = {at: root}
        self._answers: dict[int, str] = {}
        self._reckoned: Reckoned = {}
        self._shared: Reckoned = {} if shared is None else shared

    def of(self, page: SitePage) -> str:
        """The digest of a page itself, and of what it is about."""
        return digest(", ".join(map(self._written, (*_FRAME(page), page.subject))))

    def about(self, page: SitePage) -> Answers:
        """Answers to what is asked of a page."""
        own = Answers(page, self._questions, self._shared, PAGE)
        own._reckoned = self._reckoned
        return own

    def reckon(self, value: object) -> str:
        """What a value is known again by: itself in words, or a digest of these."""
        written = self._written(value)
        return written if len(written) <= _SHORT else digest(written)

    def _written(self, value: Any) -> str:
        """A value in words of which no others are the same."""
        kind = type(value)
        if kind in _PLAIN:
            return repr(value)
        if kind in _OFTEN:
            kept = self._shared if kind in _SHARED else self._reckoned
            known = kept.get(id(value))
            if known is None:
                known = kept[id(value)] = value, digest(self._spelled(value))
            return known[1]
        if kind in _PARTED:
            return self._spelled(value)
        if kind is tuple and value and type(value[0]) in _APART:
            return f"({', '.join(map(self._written, value))})"
        return repr(value)

    def _spelled(self, value: Any) -> str:
        kind = type(value)
        if kind not in _PARTED:
            return repr(value)
        others, holding = _PARTED[kind]
        parts = [self._written(get(value)) for get in holding]
        return f"{kind.__name__}({others(value)!r}, {', '.join(parts)})"

    def to(self, number: int) -> str:
        """The answer to a question, as :meth:`reckon` has it; empty where there is none."""
        answer = self._answers.get(number)
        if answer is None:
            found = self._at(number)
            try:
                answer = _NONE if found is _NOTHING else self.reckon(found)
            except NOWHERE:
                answer = _NONE
            self._answers[number] = answer
        return answer

    def _at(self, number: int) -> Any:
        if number in self._found:
            return self._found[number]
        before, step = self._questions[number]
        found = self._at(before)
        if found is not _NOTHING:
            try:
                found = taken(found, step)
            except NOWHERE:
                found = _NOTHING
        self._found[number] = found
        return found


def digest(written: str) -> str:
    """A digest of words, which no value is written as."""
    return f"#{blake2b(written.encode(), digest_size=_DIGEST).hexdigest()}"
