"""Questions: the ways from a site to its values, each known by a number.

They make a tree. A question is one step on from another, so that whoever answers many goes each
part of their ways but once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import contains, getitem
from typing import Any, Final, TypeAlias

#: One step on the way to a value: what is done, and with what.
Step: TypeAlias = tuple[str, object]

#: What is asked of the site begins here,
SITE: Final = 0
#: and here what is asked of the page that is being drawn.
PAGE: Final = 1
_ROOTS: Final[tuple[tuple[int, Step], ...]] = ((-1, ("site", None)), (-1, ("page", None)))
#: What is raised where a question leads to nothing, or to something that can't be asked so.
NOWHERE: Final = (LookupError, AttributeError, TypeError)


class Questions:
    """Questions by number; the same for all sites that are looked at side by side.

    Each is a step from an earlier one.
    """

    def __init__(self) -> None:
        self._asked = list(_ROOTS)
        self._numbers = {asked: number for number, asked in enumerate(_ROOTS)}
        #: Those that are asked of a page.
        self.of_pages: set[int] = {PAGE}

    def number(self, before: int, step: Step) -> int:
        """The number of what is a step on from another; equal ones have the same."""
        number = self._numbers.get((before, step))
        if number is None:
            number = self._numbers[before, step] = len(self._asked)
            self._asked.append((before, step))
            if before in self.of_pages:
                self.of_pages.add(number)
        return number

    def numbers(self, asked: Sequence[tuple[int, Step]]) -> list[int]:
        """The numbers of questions of which each is a step from one that comes before it."""
        numbers: list[int] = []
        for before, step in asked:
            numbers.append(self.number(numbers[before] if before >= 0 else SITE, step))
        return numbers

    def __getitem__(self, number: int) -> tuple[int, Step]:
        """The question that one is a step from, and that step."""
        return self._asked[number]


def taken(it: Any, step: Step) -> Any:
    """What a step leads to from a value; raises one of :data:`NOWHERE` where it is none."""
    does, given = step
    return _TAKEN[does](it, given)


def _asked(it: Any, given: Any) -> Any:
    name, *more = given
    return getattr(it, name)(*more)


_TAKEN: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "field": getattr,
    "item": getitem,
    "whole": lambda it, _: it,
    "ask": _asked,
    "has": contains,
    "keys": lambda it, _: tuple(it),
    "stretch": lambda it, given: it[slice(*given)],
    "count": lambda it, _: len(it),
    "any": lambda it, _: bool(it),
    "with_id": lambda it, id: tuple(it.with_id(id)),
    "called": lambda it, name: tuple(it.called(name)),
}
