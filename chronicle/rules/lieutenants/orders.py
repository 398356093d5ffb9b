"""What factions may order in a turn, and what the GM changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from chronicle.cache.memo import memoize_last
from chronicle.model.audience import Visibility
from chronicle.rules.lieutenants.changes import Change
from chronicle.rules.lieutenants.state import Asset, AttackStyle, StanceKind, TrainingGain
from chronicle.rules.lieutenants.terms import Action, AssetKind, StealthKind
from chronicle.rules.shared.adjustment_events import Alteration

StanceReply = Literal["none", "aggressive", "cautious"]


@dataclass(frozen=True, slots=True)
class AttackOrder:
    """Attack a faction at the order's location; ``strike`` names the one asset to kill."""

    style: AttackStyle
    strike: str = ""
    answers: str = ""


@dataclass(frozen=True, slots=True)
class TakeOrder:
    """Take something from a faction at the order's location, or sabotage a facility there."""

    kind: AssetKind | Literal["capital"]
    subject: str = ""
    amount: int = 0


@dataclass(frozen=True, slots=True)
class ConcealOrder:
    """Hide an own asset, and perhaps bring it to another location."""

    subject: str
    move_to: str = ""


@dataclass(frozen=True, slots=True)
class SpyOrder:
    """Watch or look into something; ``other`` is a matter in words, with its obscurity."""

    kind: AssetKind | Literal["other"]
    subject: str
    obscurity: int = 1


@dataclass(frozen=True, slots=True)
class PurchaseOrder:
    """Buy something; ``asset`` is what it will be, None for a location (``subject`` is its id).

    ``level`` opposes the buyer, ``source`` is the NPC faction that is paid in influence.
    """

    kind: AssetKind
    subject: str
    asset: Asset | None
    level: int
    source: str = ""


@dataclass(frozen=True, slots=True)
class SellOrder:
    """Sell an own asset or location."""

    kind: AssetKind
    subject: str


@dataclass(frozen=True, slots=True)
class RecruitOrder:
    """Win over another's unit or lieutenant; ``stays`` makes it a double agent."""

    subject: str
    stays: bool


@dataclass(frozen=True, slots=True)
class SeduceOrder:
    """Keep somebody from everything (L-AST-SEDUCES)."""

    subject: str


@dataclass(frozen=True, slots=True)
class ResearchOrder:
    """Work on a project of research, new or begun."""

    project: str
    name: str
    needed: int
    hold: bool


@dataclass(frozen=True, slots=True)
class TrainOrder:
    """Work on the training of a unit or lieutenant; ``sent_away`` is what an outsider is paid."""

    project: str
    subject: str
    gain: TrainingGain
    needed: int
    hold: bool
    sent_away: int | None = None


@dataclass(frozen=True, slots=True)
class MoveOrder:
    """Bring minions to locations: (asset, location); ``carry`` are items that go along."""

    legs: tuple[tuple[str, str], ...]
    carry: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WorkOrder:
    """Earn capital; ``selective`` are units that choose whom they serve."""

    selective: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StanceOrder:
    """Lie in wait for factions, to attack them or to stop them."""

    kind: StanceKind
    against: tuple[str, ...]
    style: AttackStyle = "cautious"


@dataclass(frozen=True, slots=True)
class InfluenceOrder:
    """Deal with an NPC faction; ``thing`` is claimed, ``target`` is to be attacked."""

    npc: str
    thing: str = ""
    target: str = ""


OrderedAction: TypeAlias = (
    AttackOrder
    | TakeOrder
    | ConcealOrder
    | SpyOrder
    | PurchaseOrder
    | SellOrder
    | RecruitOrder
    | SeduceOrder
    | ResearchOrder
    | TrainOrder
    | MoveOrder
    | WorkOrder
    | StanceOrder
    | InfluenceOrder
)


@dataclass(frozen=True, slots=True)
class GmModifier:
    """A modifier that the GM gives, with the reason (L-CHK-7)."""

    value: int
    because: str


@dataclass(frozen=True, slots=True)
class Order:
    """One order to one lieutenant, with what to do about all that may come up (L-TURN-4).

    ``at`` is the location where it takes place, ``against`` the faction that it is aimed at (both
    worked out where the author left them out; empty where there is none), ``presumed`` when that is
    only the owner of the location, whom the author did not name. ``needs`` is the key of
    an earlier order whose gain this one is built on; without it ``otherwise`` is carried out, or
    nothing when that is None. ``end_at`` says where minions end (L-MOVE).
    """

    faction: str
    id: str
    lieutenant: str
    action: Action
    aim: OrderedAction
    at: str
    against: str = ""
    units: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    stealth: StealthKind = ""
    influence: int = 0
    modifiers: tuple[GmModifier, ...] = ()
    needs: str = ""
    otherwise: Order | None = None
    pay: Literal["none", "double", "influence", "capital"] = "none"
    choose: Literal["stealth", "more"] = "more"
    hush: Literal["none", "public", "all"] = "none"
    if_ambushed: StanceReply = "none"
    if_blocked: StanceReply = "none"
    end_at: Mapping[str, str] = field(default_factory=dict)
    plan: str = ""
    presumed: bool = False

    @property
    def key(self) -> str:
        """What other orders and rolls call it: ``faction/id``."""
        return f"{self.faction}/{self.id}"


@dataclass(frozen=True, slots=True)
class FactionOrders:
    """Everything one faction orders; ``leaves`` is the GM's word on who goes (L-TURN-6).

    ``priority`` ranks its assets for upkeep from now on, None leaves the ranking as it is.
    """

    faction: str
    orders: tuple[Order, ...]
    leaves: tuple[str, ...] = ()
    priority: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Orders:
    """A turn's orders by faction, in the order of the file, and what the GM changes.

    ``reveals`` are secret locations that the turn makes known, with those who learn of them.
    """

    turn: int
    factions: Mapping[str, FactionOrders]
    alterations: tuple[Alteration[Change], ...]
    reveals: tuple[tuple[str, Visibility], ...] = ()

    def order(self, key: str) -> Order | None:
        """The order with this key, if anybody gives it."""
        return _orders_by_key(self).get(key)

    def in_order(self) -> tuple[Order, ...]:
        """All orders in the order in which they are handled (L-TURN-4)."""
        return tuple(order for own in self.factions.values() for order in own.orders)


@memoize_last
def _orders_by_key(orders: Orders) -> Mapping[str, Order]:
    """Every order by its key, the first of a name."""
    found: dict[str, Order] = {}
    for order in orders.in_order():
        found.setdefault(order.key, order)
    return found
