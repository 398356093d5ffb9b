"""The orders of factions in a turn, and the GM's changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from chronicle.model.campaign import TurnModifier
from chronicle.records import Record, field
from chronicle.rules.kit.adjustment_events import Alteration
from chronicle.rules.wwn.changes import Change
from chronicle.rules.wwn.state import Goal, PlaceState, Policy, SacrificePolicy
from chronicle.rules.wwn.terms import ActionName, Attribute


class Command(Record):
    """What an order asks for; each action has its own."""

    #: The action, and its rule; both empty for a free action of an asset.
    ACTION: ClassVar[ActionName | Literal[""]] = ""
    RULE: ClassVar[str] = ""

    @property
    def place(self) -> str:
        """The place that it is about, if that is not the place of its asset; else empty."""
        return ""

    def certain_changes(self, asset: str) -> tuple[Change, ...]:  # noqa: ARG002  of some
        """Return what an order of this asset certainly changes, if the board has not got it yet."""
        return ()


class FreeActionOrder(Command):
    """The free action of an asset (W-TURN-4); its effects decide what it does.

    ``target`` is an asset (own or a rival's), ``to`` a place, ``against`` a faction; each empty
    where the effect needs none. ``effect`` is the index of the free action among the asset's
    effects.
    """

    effect: int
    target: str = ""
    to: str = ""
    against: str = ""


class Order(Record):
    """One order of ``asset``, or of the faction if empty; ``free`` for abilities."""

    faction: str
    id: str
    asset: str
    command: Command
    free: bool = False

    @property
    def key(self) -> str:
        """Its key in roll ids: ``faction/id``."""
        return f"{self.faction}/{self.id}"


class RedoOrder(Record):
    """A rival's roll (``faction/order/purpose``) that an asset makes it reroll."""

    asset: str
    roll: str
    keep: Literal["higher", "lower"]


class TurnChoices(Record):
    """What a faction decides for this turn only; None where its standing orders hold.

    ``met_by`` are those that meet an attack, by the attacking asset. Names of assets and bases
    limit a choice to events about them, and rolls with a number limit rerolls to these rolls.
    """

    met_by: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    sacrifice: SacrificePolicy | frozenset[str] | None = None
    step_in: bool | None = None
    restore: bool | frozenset[str] | None = None
    take_over: bool | frozenset[str] | None = None
    pays: bool | frozenset[str] | None = None
    rerolls: int | Mapping[str, int] | None = None


class FactionOrders(Record):
    """All orders of one faction for a turn.

    ``action`` is the one kind it takes, empty for none. ``sheds`` are assets that it gives up to
    save their cost (W-TURN-3). ``defend``, ``contest`` and ``choices`` are for this turn only, None
    for the standing orders. ``standing`` and ``bans`` (places as they will be) hold from now on.
    ``goal`` is taken up when the faction has none. ``lavish`` spends Treasure for nothing.
    """

    faction: str
    abilities: tuple[Order, ...] = ()
    action: ActionName | Literal[""] = ""
    orders: tuple[Order, ...] = ()
    sheds: tuple[str, ...] = ()
    defend: tuple[str, ...] | None = None
    contest: frozenset[str] | None = None
    choices: TurnChoices = field(default_factory=TurnChoices)
    standing: Policy | None = None
    bans: tuple[PlaceState, ...] = ()
    redo: tuple[RedoOrder, ...] = ()
    goal: Goal | None = None
    abandon: bool = False
    lavish: bool = False
    raises: tuple[Attribute, ...] = ()


class Orders(Record):
    """A turn's orders by faction, in the order of the file, and the GM's changes.

    ``sequence`` is the order of play when the GM states it, empty when dice decide (W-TURN-1).
    ``alliances`` are those that begin or end with the turn.
    """

    turn: int
    factions: Mapping[str, FactionOrders]
    alterations: tuple[Alteration[Change], ...] = field(default=())
    sequence: tuple[str, ...] = ()
    alliances: tuple[Change, ...] = ()
    modifiers: tuple[TurnModifier, ...] = ()

    def of(self, faction: str) -> FactionOrders:
        """Return a faction's orders; empty ones when it gives none."""
        return self.factions.get(faction) or FactionOrders(faction)

    def order(self, key: str) -> Order | None:
        """Return the order with this key, or None."""
        own = self.factions.get(key.partition("/")[0])
        if own is None:
            return None
        return next((one for one in (*own.abilities, *own.orders) if one.key == key), None)
