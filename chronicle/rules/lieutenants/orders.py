"""What factions can order in a turn, and what the GM changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from chronicle.model.audience import Visibility
from chronicle.model.campaign import TurnModifier
from chronicle.records import Record, field
from chronicle.rules.kit.adjustment_events import Alteration
from chronicle.rules.lieutenants import terms
from chronicle.rules.lieutenants.catalogue import Skill
from chronicle.rules.lieutenants.changes import Change, Found, Learnt
from chronicle.rules.lieutenants.inputs import AdjustmentInput
from chronicle.rules.lieutenants.state import Asset, AttackStyle, StanceKind, TrainingGain


class Command(Record):
    """What an order asks for; each action has its own."""

    @property
    def about(self) -> str:
        """The id of the asset, place or NPC faction that it is about; empty if none."""
        return str(getattr(self, "subject", ""))


class AttackOrder(Command):
    """Attack a faction at the order's location; ``strike`` is the one asset to kill."""

    style: AttackStyle
    strike: str = ""
    answers: str = ""


class TakeOrder(Command):
    """Take something from a faction at the order's location, or sabotage a facility there.

    ``also`` are further things to take at once: capital, items and information (L-ACT-RAID).
    """

    kind: terms.PropertyKind | Literal["capital"]
    subject: str = ""
    amount: int = 0
    also: tuple[TakeOrder, ...] = ()


class ConcealOrder(Command):
    """Hide an own asset, optionally after moving it to another location."""

    subject: str
    move_to: str = ""


class SpyOrder(Command):
    """Watch or investigate something; ``other`` is a matter in words, with its obscurity."""

    kind: terms.AssetKind | Literal["other"]
    subject: str
    obscurity: int = 1


class PurchaseOrder(Command):
    """Buy something; ``asset`` is the new asset, None for a location (``subject`` is its id).

    ``level`` opposes the buyer; ``source`` is the NPC faction that is paid in influence.
    """

    kind: terms.AssetKind
    subject: str
    asset: Asset | None
    level: int
    source: str = ""


class SellOrder(Command):
    """Sell an own asset or location."""

    kind: terms.AssetKind
    subject: str


class RecruitOrder(Command):
    """Win over another faction's unit or lieutenant; with ``stays`` as a double agent."""

    subject: str
    stays: bool


class SeduceOrder(Command):
    """Keep someone from acting (L-AST-SEDUCES)."""

    subject: str


class ResearchOrder(Command):
    """Work on a research project, new or already begun."""

    project: str
    name: str
    needed: int
    hold: bool


class TrainOrder(Command):
    """Train a unit or lieutenant; ``sent_away`` is what an outside trainer is paid."""

    project: str
    subject: str
    gain: TrainingGain
    needed: int
    hold: bool
    sent_away: int | None = None


class MoveOrder(Command):
    """Move minions to locations: (asset, location); ``carry`` are the items they carry."""

    legs: tuple[tuple[str, str], ...]
    carry: tuple[str, ...] = ()


class WorkOrder(Command):
    """Earn capital; ``selective`` are units that choose whom they work for."""

    selective: tuple[str, ...] = ()


class StanceOrder(Command):
    """Wait for factions in order to attack or stop them; ``way`` is a way between two places."""

    kind: StanceKind
    against: tuple[str, ...]
    style: AttackStyle = "cautious"
    way: tuple[str, ...] = ()


class InfluenceOrder(Command):
    """Deal with an NPC faction; ``thing`` is claimed, ``target`` is to be attacked."""

    npc: str
    thing: str = ""
    target: str = ""

    @property
    def about(self) -> str:
        return self.npc


class CustomOrder(Command):
    """Do something of the GM's making, called ``name``; the check decides what it brings.

    ``level`` or the competency ``opposed_by`` of the order's target opposes the check; with neither
    it is straight. ``brings`` are adjustments as written, for the board when they are made; empty
    if the GM has yet to say what they are.
    """

    name: str
    skill: Skill
    level: int | None
    opposed_by: Skill | None
    notice: terms.NoticedBy
    brings: Mapping[terms.RollResult, tuple[AdjustmentInput, ...]]


class GmModifier(Record):
    """A modifier given by the GM, with its reason (L-CHK-7)."""

    value: int
    because: str


class Order(Record):
    """An order to one lieutenant, with instructions for what may happen (L-TURN-4).

    ``at`` is the location of the action, ``against`` its target faction (both are worked out if the
    author left them out; empty if there is none). ``presumed`` if the target is merely the owner of
    the location, because the author named nobody. ``needs`` is the key of an earlier order that
    must succeed; if it does not, ``otherwise`` is carried out, or nothing if that is None.
    ``end_at`` says where minions end the action (L-MOVE). ``learned`` are the hidden things it
    names that the faction knows of because the GM says so.
    """

    faction: str
    id: str
    lieutenant: str
    action: terms.Action
    command: Command
    at: str
    against: str = ""
    units: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    stealth: terms.StealthKind = ""
    influence: int = 0
    modifiers: tuple[GmModifier, ...] = ()
    needs: str = ""
    otherwise: Order | None = None
    pay: terms.Payment = "none"
    choose: terms.SuccessChoice = "more"
    hush: terms.HushScope = "none"
    if_ambushed: terms.StanceReply = "none"
    if_blocked: terms.StanceReply = "none"
    end_at: Mapping[str, str] = field(default_factory=dict)
    plan: str = ""
    learned: tuple[Found | Learnt, ...] = ()
    presumed: bool = False
    turn_modifiers: tuple[TurnModifier, ...] = ()

    @property
    def key(self) -> str:
        """The key used by other orders and by rolls: ``faction/id``."""
        return f"{self.faction}/{self.id}"


class FactionOrders(Record):
    """All orders of one faction; ``leaves`` is the GM's list of those who leave (L-TURN-6).

    ``priority`` is the new ranking of its assets for upkeep; None keeps the old one.
    """

    faction: str
    orders: tuple[Order, ...]
    leaves: tuple[str, ...] = ()
    priority: tuple[str, ...] | None = None


class Orders(Record):
    """A turn's orders by faction, in file order, and the GM's changes.

    ``reveals`` are secret locations that the turn makes known, each with who learns of it.
    """

    turn: int
    factions: Mapping[str, FactionOrders]
    alterations: tuple[Alteration[Change], ...]
    reveals: tuple[tuple[str, Visibility], ...] = ()

    def order(self, key: str) -> Order | None:
        """Return the order with this key, the first of several, or None."""
        return next((order for order in self.in_order() if order.key == key), None)

    def in_order(self) -> tuple[Order, ...]:
        """Return all orders in the order in which they are carried out (L-TURN-4)."""
        return tuple(order for own in self.factions.values() for order in own.orders)
