"""The events of a freeform turn: a closed set, facts only."""

from __future__ import annotations

from typing import TypeAlias

from chronicle.model.dice import Roll
from chronicle.records import Record
from chronicle.rules.freeform.orders import Cause, ToldText
from chronicle.rules.freeform.state import Counter


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
