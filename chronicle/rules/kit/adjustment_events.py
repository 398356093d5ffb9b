"""The GM's changes by news and adjustments, from the orders to the event that reports them."""

from __future__ import annotations

from typing import Annotated, Generic, Self, TypeVar

from chronicle.model.audience import Visibility
from chronicle.model.dice import Roll
from chronicle.records import UNION, Record

#: The changes that update a ruleset's board.
C = TypeVar("C")


class Alteration(Record, Generic[C]):
    """One thing that the GM changes, as its event will report it."""

    id: str
    by_news: bool
    because: str
    visibility: Visibility
    what: str
    faction: str
    subject: str
    before: int
    after: int
    changes: tuple[C, ...]


class Altered(Record, Generic[C]):
    """The GM changes something by news or by an adjustment with its reason.

    ``visibility`` is the visibility; ``what`` is the key that changed, ``before`` and ``after`` its
    figures, if any.
    """

    id: str
    rule: str
    by_news: bool
    because: str
    visibility: Visibility
    what: str
    faction: str
    subject: str
    before: int
    after: int
    changes: Annotated[tuple[C, ...], UNION]
    rolls: tuple[Roll, ...] = ()

    @classmethod
    def of(cls, change: Alteration[C], rule: str) -> Self:
        """Return the event of a change prepared for the current board."""
        return cls(
            id=change.id,
            rule=rule,
            by_news=change.by_news,
            because=change.because,
            visibility=change.visibility,
            what=change.what,
            faction=change.faction,
            subject=change.subject,
            before=change.before,
            after=change.after,
            changes=change.changes,
        )
