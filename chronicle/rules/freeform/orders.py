"""The orders of factions in a turn, and the GM's changes."""

from __future__ import annotations

from typing import Literal

from chronicle.model.audience import FOR_GM, Visibility
from chronicle.records import Record
from chronicle.rules.freeform.dice_notation import DiceNotation

ChangeSource = Literal["order", "news", "adjustment"]


class ToldText(Record):
    """A text about an order, for some readers."""

    visibility: Visibility
    text: str


class Cause(Record):
    """What changes counters: an order of a faction, news, or an adjustment with its reason.

    ``visibility`` are those who may know it; a faction always knows its own orders.
    """

    id: str
    source: ChangeSource
    faction: str = ""
    order: str = ""
    because: str = ""
    visibility: Visibility = FOR_GM


class CounterChange(Record):
    """What is added to the counter with this key."""

    counter: str
    by: int


class Order(Record):
    """An order in words, with what the GM made of it; ``modifiers`` are reasons with values."""

    faction: str
    id: str
    words: str
    roll: DiceNotation | None
    modifiers: tuple[tuple[str, int], ...]
    result: str
    outcome: tuple[ToldText, ...]
    changes: tuple[CounterChange, ...]

    @property
    def key(self) -> str:
        """Its key in rolls and reveals: ``faction/id``."""
        return f"{self.faction}/{self.id}"

    @property
    def modifier(self) -> int:
        return sum(value for _, value in self.modifiers)


class GmChange(Record):
    """The changes of one piece of news, or of one adjustment."""

    cause: Cause
    changes: tuple[CounterChange, ...]


class Orders(Record):
    """A turn's orders in the order of the file, and the GM's changes, which come first."""

    turn: int
    changes: tuple[GmChange, ...]
    orders: tuple[Order, ...]

    def order(self, key: str) -> Order | None:
        """Return the order with this key, or None."""
        return next((one for one in self.orders if one.key == key), None)
