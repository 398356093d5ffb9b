"""The events of a freeform turn: a closed set, facts only."""

from __future__ import annotations

from typing import Literal, TypeAlias

from chronicle.model.audience import FOR_GM, Visibility
from chronicle.model.dice import Roll
from chronicle.records import Record
from chronicle.rules.freeform.state import Counter

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


class Ordered(Record):
    """A faction's order in words, its roll, and what each audience is told (F-ORDER, F-ROLL)."""

    id: str
    faction: str
    order: str
    words: str
    result: str
    outcome: tuple[ToldText, ...]
    rolls: tuple[Roll, ...]
    rule: str = "F-ORDER"


class Changed(Record):
    """A counter changes (F-COUNT) or a clock (F-CLOCK); ``counter`` is as before."""

    id: str
    rule: str
    cause: Cause
    counter: Counter
    after: int
    rolls: tuple[Roll, ...] = ()


Event: TypeAlias = Ordered | Changed
