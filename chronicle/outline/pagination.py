"""Stretches: the turns of an edition in rows of one length, for whatever lists all of them.

They are counted from the first turn on, so that a full one never holds other turns than it did.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from typing import Final, Generic, TypeVar

from chronicle.project.edition import RumorView, StoryView, TurnView

#: As many turns stand in a row; the page that has the latest of them has once to twice as many.
TURNS_PER_PAGE: Final = 25

_Listed = TypeVar("_Listed")


@dataclass(frozen=True, slots=True)
class TurnsPage:
    """Turns in a row that one page lists; the ``latest`` one is still growing.

    ``story`` is the title of the story that is under way before the first of them.
    """

    turns: tuple[TurnView, ...]
    latest: bool
    story: str = ""

    @property
    def first(self) -> int:
        """The number of its first turn; 0 where there are none."""
        return self.turns[0].number if self.turns else 0

    @property
    def last(self) -> int:
        """The number of its last turn; 0 where there are none."""
        return self.turns[-1].number if self.turns else 0

    @property
    def stories(self) -> tuple[StoryView, ...]:
        """The stories that begin in it."""
        return tuple(StoryView(turn.story, turn.number) for turn in self.turns if turn.story)


@dataclass(frozen=True, slots=True)
class TurnGroup(Generic[_Listed]):
    """What is listed of the turns of one stretch, the latest first, and between which turns."""

    first: int
    last: int
    listed: tuple[_Listed, ...]


def paginate(turns: Sequence[TurnView]) -> tuple[TurnsPage, ...]:
    """All turns in stretches, the earliest first; without turns there is one, and it is empty.

    A full stretch leaves the latest one when a second is full, so that its page is never bare.
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
    """What is listed by turn, the latest first: so many of them to be told of, and rows of others.

    ``number`` is that of the turn of each.
    """
    left = iter(listed)
    near = tuple(islice(left, TURNS_PER_PAGE))
    rows = groupby(left, lambda one: (number(one) - 1) // TURNS_PER_PAGE)
    return near, tuple(
        TurnGroup(n * TURNS_PER_PAGE + 1, (n + 1) * TURNS_PER_PAGE, tuple(own)) for n, own in rows
    )


def rumors_by_place(
    turns: Sequence[TurnView],
) -> dict[str, tuple[tuple[TurnView, RumorView], ...]]:
    """The rumors of some turns by the id of each place where they went round, the latest first.

    Those of no place stand under an empty id. Each is looked at once, however many places there
    are.
    """
    found: dict[str, list[tuple[TurnView, RumorView]]] = {}
    for turn in reversed(turns):
        for rumor in turn.rumors:
            for id in dict.fromkeys(ref.id for ref in rumor.where) or ("",):
                found.setdefault(id, []).append((turn, rumor))
    return {id: tuple(own) for id, own in found.items()}
