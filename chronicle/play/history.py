"""The history of a campaign: its played turns."""

from __future__ import annotations

from typing import Any, Generic, TypeAlias

from chronicle.records import Record
from chronicle.rules.protocol import EventT, OrdersT, PlayedTurn, StateT


class History(Record, Generic[StateT, OrdersT, EventT]):
    """A campaign as played: the opening and every turn, in order."""

    opening: PlayedTurn[StateT, OrdersT, EventT]
    turns: tuple[PlayedTurn[StateT, OrdersT, EventT], ...]

    @property
    def last(self) -> PlayedTurn[StateT, OrdersT, EventT]:
        """The last turn, or the opening if there is none."""
        return self.turns[-1] if self.turns else self.opening


#: A history by any ruleset.
AnyHistory: TypeAlias = History[Any, Any, Any]
