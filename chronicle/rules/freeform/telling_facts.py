"""What tellings contain: one type for each code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypedDict

from chronicle.model.facts import FactsOf, Ref
from chronicle.rules.protocol import TellingFacts


class OutcomeFacts(TypedDict):
    """A text of an outcome. ``readers`` are for the GM only: ids of audiences."""

    text: str
    readers: tuple[str, ...]


class OrderedFacts(TypedDict):
    """An order, for the faction that gave it and the GM."""

    who: Ref
    words: str
    result: str
    outcome: tuple[FactsOf[OutcomeFacts], ...]


class ToldFacts(TypedDict):
    """What others learn of an order: the texts written for them, and not whose order it was."""

    text: str


class ChangedFacts(TypedDict):
    """A counter that changed. ``source`` and ``because`` are empty for those not to know them."""

    counter: str
    owner: Ref | None
    before: int
    after: int
    segments: int
    source: str
    because: str


class RevealedFacts(TypedDict):
    """An order that the GM reveals."""

    who: Ref
    text: str


#: The facts of a telling by its code; a theme has words for each code.
TELLING_FACTS: Final[Mapping[str, TellingFacts]] = {
    "ordered": OrderedFacts,
    "told": ToldFacts,
    "told-line": ToldFacts,
    "changed": ChangedFacts,
    "changed-line": ChangedFacts,
    "revealed": RevealedFacts,
}
