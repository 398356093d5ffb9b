"""The orders of powers in a turn, and the GM's changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from chronicle.model.audience import Visibility
from chronicle.model.campaign import TurnModifier
from chronicle.records import Record
from chronicle.rules.shadow.events import ChangedFigure


class RaiseOrder(Record):
    """Raise Influence to a level (S-ACT-1), and what to take on reaching dominance."""

    level: int
    resource_id: str = ""
    resource_name: str = ""
    resource_type: str = ""


class MobilizeOrder(Record):
    """Give the resource one more strength (S-ACT-2)."""


class AttackResourceOrder(Record):
    """Attack a resource of another power (S-ACT-3)."""

    power: str
    resource: str


class AttackActorOrder(Record):
    """Attack the actor of another power (S-ACT-4)."""

    power: str


OrderedAction: TypeAlias = RaiseOrder | MobilizeOrder | AttackResourceOrder | AttackActorOrder


class Conspiracy(Record):
    """One conspiracy as ordered; ``public`` is None for a draft and empty for silence."""

    power: str
    id: str
    resource: str
    command: OrderedAction
    stake: int
    narrative: str
    public: str | None
    veto: str

    @property
    def key(self) -> str:
        """Its key in other orders and rolls: ``power/id``."""
        return f"{self.power}/{self.id}"


class Support(Record):
    """A resource that helps or blocks a conspiracy (S-STAKE-5)."""

    power: str
    resource: str
    conspiracy: str
    stake: int
    blocks: bool


class Assist(Record):
    """Assistance for the player character (S-ROUND-7)."""

    sphere: str
    request: str


class PowerOrders(Record):
    """All orders of one power; ``defend`` is its stake in each defence, None for the maximum."""

    power: str
    place: Mapping[str, str]
    actor: str | None
    conspiracies: tuple[Conspiracy, ...]
    supports: tuple[Support, ...]
    defend: int | None
    assist: Assist | None


class FigureChange(Record):
    """One figure that the GM changes; for ``actor`` +1 is active again and −1 eliminated."""

    field: ChangedFigure
    power: str
    subject: str
    change: int


class GmChange(Record):
    """Effects that belong together: those of one piece of news, or one adjustment."""

    id: str
    by_news: bool
    because: str
    visibility: Visibility
    effects: tuple[FigureChange, ...]


class Orders(Record):
    """A turn's orders by power, in the order of the file, and the GM's changes."""

    turn: int
    powers: Mapping[str, PowerOrders]
    changes: tuple[GmChange, ...]
    modifiers: tuple[TurnModifier, ...] = ()

    def conspiracy(self, key: str) -> Conspiracy | None:
        """Return the conspiracy with this key, the first of several, or None."""
        plots = (plot for own in self.powers.values() for plot in own.conspiracies)
        return next((plot for plot in plots if plot.key == key), None)

    def supports_of(self, key: str) -> tuple[Support, ...]:
        """Return the help and blocks for a conspiracy, in the order of the file."""
        supports = (support for own in self.powers.values() for support in own.supports)
        return tuple(support for support in supports if support.conspiracy == key)

    def defence_of(self, power: str) -> int | None:
        """Return a power's stake in each defence, or None for the most allowed (S-ACT-5)."""
        own = self.powers.get(power)
        return own.defend if own is not None else None
