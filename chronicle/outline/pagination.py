"""Pagination: an edition's turns in pages of equal length.

Pages are counted from the first turn on, so a full one always has the same turns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, islice
from typing import Final, Generic, TypeVar

from chronicle.project.edition import RumorView, StoryView, TurnView
from chronicle.records import Record

#: Turns per page; the page with the latest turns has up to twice as many.
TURNS_PER_PAGE: Final = 25

_Listed = TypeVar("_Listed")
_Other = TypeVar("_Other")


class TurnsPage(Record):
    """Consecutive turns listed on one page; the ``latest`` page still grows.

    ``story`` is the title of the story that is current before the first of them.
    """

    turns: tuple[TurnView, ...]
    latest: bool
    story: str = ""

    @property
    def first(self) -> int:
        """The number of its first turn; 0 if it has none."""
        return self.turns[0].number if self.turns else 0

    @property
    def last(self) -> int:
        """The number of its last turn; 0 if it has none."""
        return self.turns[-1].number if self.turns else 0

    @property
    def stories(self) -> tuple[StoryView, ...]:
        """The stories that begin in it."""
        return tuple(StoryView(turn.story, turn.number) for turn in self.turns if turn.story)


class TurnGroup(Record, Generic[_Listed]):
    """What is ``listed`` of the turns from ``first`` to ``last``, latest first."""

    first: int
    last: int
    listed: tuple[_Listed, ...]

    def with_items(self, items: Iterable[_Other]) -> TurnGroup[_Other]:
        """The same turns with other items."""
        return TurnGroup(self.first, self.last, tuple(items))


def paginate(turns: Sequence[TurnView]) -> tuple[TurnsPage, ...]:
    """Divide turns into pages, earliest first; without turns there is one empty page.

    The latest page is split only when it has two full pages of turns, so it is never nearly empty.
    """
    return tuple(_pages_of_turns(turns))


def _pages_of_turns(turns: Sequence[TurnView]) -> Iterator[TurnsPage]:
    story = ""
    settled = max(0, len(turns) // TURNS_PER_PAGE - 1) * TURNS_PER_PAGE
    for start in range(0, settled, TURNS_PER_PAGE):
        own = TurnsPage(tuple(turns[start : start + TURNS_PER_PAGE]), latest=False, story=story)
        yield own
        story = own.stories[-1].title if own.stories else story
    yield TurnsPage(tuple(turns[settled:]), latest=True, story=story)


def recent_and_earlier(
    listed: Iterable[_Listed], number: Callable[[_Listed], int]
) -> tuple[tuple[_Listed, ...], tuple[TurnGroup[_Listed], ...]]:
    """Split items, sorted from the latest turn on, into recent ones and groups of earlier ones.

    ``number`` returns the turn of an item.
    """
    left = iter(listed)
    near = tuple(islice(left, TURNS_PER_PAGE))
    rows = groupby(left, lambda one: (number(one) - 1) // TURNS_PER_PAGE)
    return near, tuple(
        TurnGroup(n * TURNS_PER_PAGE + 1, (n + 1) * TURNS_PER_PAGE, tuple(own)) for n, own in rows
    )


def rumors_by_place(turns: Sequence[TurnView]) -> dict[str, tuple[tuple[TurnView, RumorView], ...]]:
    """The rumors of some turns by the id of the place where they are heard, latest first.

    Rumors without a place have an empty id. Each rumor is visited once, independent of the number
    of places.
    """
    found: dict[str, list[tuple[TurnView, RumorView]]] = {}
    for turn in reversed(turns):
        for rumor in turn.rumors:
            for id in dict.fromkeys(ref.id for ref in rumor.where) or ("",):
                found.setdefault(id, []).append((turn, rumor))
    return {id: tuple(own) for id, own in found.items()}
