"""What the GM changes by news and adjustments, from the orders to the event that tells of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Generic, Self, TypeVar

from chronicle.model.audience import Visibility
from chronicle.model.dice import Roll

#: Marks a field whose parts are told apart by their kind when they are written out.
UNION_FIELD: Final[Mapping[str, bool]] = {"union": True}

#: The changes that a ruleset's board is folded from.
C = TypeVar("C")


@dataclass(frozen=True, slots=True)
class Alteration(Generic[C]):
    """One thing that the GM changes, as an event will report it."""

    id: str
    by_news: bool
    because: str
    circle: Visibility
    what: str
    faction: str
    subject: str
    before: int
    after: int
    changes: tuple[C, ...]


@dataclass(frozen=True, slots=True)
class Altered(Generic[C]):
    """The GM changes something by news or by an adjustment with its reason.

    ``circle`` are those who are told; ``what`` is the key that changed, ``before`` and ``after``
    its figures if it has any.
    """

    id: str
    rule: str
    by_news: bool
    because: str
    circle: Visibility
    what: str
    faction: str
    subject: str
    before: int
    after: int
    changes: tuple[C, ...] = field(metadata=UNION_FIELD)
    rolls: tuple[Roll, ...] = ()

    @classmethod
    def of(cls, change: Alteration[C], rule: str) -> Self:
        """The event of a change that was drawn up for the board it meets."""
        return cls(
            id=change.id,
            rule=rule,
            by_news=change.by_news,
            because=change.because,
            circle=change.circle,
            what=change.what,
            faction=change.faction,
            subject=change.subject,
            before=change.before,
            after=change.after,
            changes=change.changes,
        )
