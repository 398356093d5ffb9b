"""Answers: what a site says to questions, as digests by which they are known again."""

from __future__ import annotations

from dataclasses import fields
from hashlib import blake2b
from typing import Any, Final, TypeAlias

from chronicle.asof import AsOf, PlaceThen
from chronicle.charts import Chart
from chronicle.edition import (
    Dossier,
    NewsView,
    RelationView,
    RevealView,
    RumorView,
    SideBySide,
    Told,
    TurnView,
)
from chronicle.looking import NOWHERE, PAGE, Question, taken
from chronicle.rules.system import Measure, Sheet, Telling
from chronicle.site import Page
from chronicle.stretches import Stretch

_DIGEST: Final = 16
#: What is put together of others that stand elsewhere too, and so are reckoned by themselves.
_WHOLE: Final = (AsOf, Dossier, SideBySide, Stretch, TurnView)
#: What stands in several others.
PARTS: Final = (
    *(Chart, Measure, NewsView, PlaceThen, RelationView, RevealView, RumorView),
    *(Sheet, Told, Telling),
)
_APART: Final = (*_WHOLE, *PARTS)
#: What a question comes to that has no answer.
_NONE: Final = ""


#: Digests by identity; what is kept beside them can't lose its own to anything else.
Reckoned: TypeAlias = dict[int, tuple[object, str]]


class Answers:
    """Answers to questions, as digests; what is asked for often is reckoned once.

    The questions lead from ``root``, which itself lies at the end of a way. ``tellings`` are the
    digests of those that other editions have too.
    """

    def __init__(self, root: object, way: Question = (), tellings: Reckoned | None = None) -> None:
        self._found: dict[Question, Any] = {way: root}
        self._answers: dict[Question, str] = {}
        self._reckoned: Reckoned = {}
        #: What several editions are told is one thing in all of them.
        self._tellings: Reckoned = {} if tellings is None else tellings

    def of(self, page: Page) -> str:
        """The digest of a page itself, and of what it is about."""
        frame = (getattr(page, one.name) for one in fields(page) if one.name != "about")
        return digest([self.reckon(part) for part in (*frame, page.subject)])

    def about(self, page: Page) -> Answers:
        """Answers to what is asked of a page."""
        own = Answers(page, (PAGE,), self._tellings)
        own._reckoned = self._reckoned
        return own

    def reckon(self, value: object) -> str:
        """The digest of a value; put together from those of its parts where several have these."""
        if isinstance(value, _APART):
            kept = self._tellings if isinstance(value, Telling) else self._reckoned
            known = kept.get(id(value))
            if known is None:
                known = kept[id(value)] = value, self._together(value)
            return known[1]
        if isinstance(value, tuple) and value and isinstance(value[0], _APART):
            return digest([self.reckon(part) for part in value])
        return digest(value)

    def _together(self, value: Any) -> str:
        if isinstance(value, Told):
            whole = (getattr(value, one.name) for one in fields(value) if one.name != "telling")
            return digest([*whole, self.reckon(value.telling)])
        if isinstance(value, PARTS):
            return digest(value)
        parts = (getattr(value, one.name) for one in fields(value))
        return digest([type(value).__name__, *(self.reckon(part) for part in parts)])

    def to(self, question: Question) -> str:
        """The digest of an answer; empty where there is none."""
        if question not in self._answers:
            try:
                self._answers[question] = self.reckon(self._at(question))
            except NOWHERE:
                self._answers[question] = _NONE
        return self._answers[question]

    def _at(self, question: Question) -> Any:
        if question not in self._found:
            self._found[question] = taken(self._at(question[:-1]), question[-1])
        return self._found[question]


def digest(value: object) -> str:
    """A digest of a value: of all that there is to be read of it."""
    return blake2b(repr(value).encode(), digest_size=_DIGEST).hexdigest()
