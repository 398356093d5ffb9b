"""What factions may order in a turn, and what the GM changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from chronicle.cache.memo import memoize_last
from chronicle.model.audience import Visibility
from chronicle.rules.lieutenants.changes import Change
from chronicle.rules.lieutenants.state import Asset, Gain, StanceKind, Style
from chronicle.rules.lieutenants.terms import Action, Kind, StealthKind
from chronicle.rules.shared.adjustment_events import Alteration

Reply = Literal["none", "aggressive", "cautious"]


@dataclass(frozen=True, slots=True)
class ToAttack:
    """Attack a faction at the order's location; ``strike`` names the one asset to kill."""

    style: Style
    strike: str = ""
    answers: str = ""


@dataclass(frozen=True, slots=True)
class ToTake:
    """Take something from a faction at the order's location, or sabotage a facility there."""

    kind: Kind | Literal["capital"]
    subject: str = ""
    amount: int = 0


@dataclass(frozen=True, slots=True)
class ToConceal:
    """Hide an own asset, and perhaps bring it to another location."""

    subject: str
    move_to: str = ""


@dataclass(frozen=True, slots=True)
class ToSpy:
    """Watch or look into something; ``other`` is a matter in words, with its obscurity."""

    kind: Kind | Literal["other"]
    subject: str
    obscurity: int = 1


@dataclass(frozen=True, slots=True)
class ToBuy:
    """Buy something; ``asset`` is what it will be, None for a location (``subject`` is its id).

    ``level`` opposes the buyer, ``source`` is the NPC faction that is paid in influence.
    """

    kind: Kind
    subject: str
    asset: Asset | None
    level: int
    source: str = ""


@dataclass(frozen=True, slots=True)
class ToSell:
    """Sell an own asset or location."""

    kind: Kind
    subject: str


@dataclass(frozen=True, slots=True)
class ToRecruit:
    """Win over another's unit or lieutenant; ``stays`` makes it a double agent."""

    subject: str
    stays: bool


@dataclass(frozen=True, slots=True)
class ToSeduce:
    """Keep somebody from everything (L-AST-SEDUCES)."""

    subject: str


@dataclass(frozen=True, slots=True)
class ToResearch:
    """Work on a project of research, new or begun."""

    project: str
    name: str
    needed: int
    hold: bool


@dataclass(frozen=True, slots=True)
class ToTrain:
    """Work on the training of a unit or lieutenant; ``sent_away`` is what an outsider is paid."""

    project: str
    subject: str
    gain: Gain
    needed: int
    hold: bool
    sent_away: int | None = None


@dataclass(frozen=True, slots=True)
class ToMove:
    """Bring minions to locations: (asset, location); ``carry`` are items that go along."""

    legs: tuple[tuple[str, str], ...]
    carry: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ToWork:
    """Earn capital; ``selective`` are units that choose whom they serve."""

    selective: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ToStand:
    """Lie in wait for factions, to attack them or to stop them."""

    kind: StanceKind
    against: tuple[str, ...]
    style: Style = "cautious"


@dataclass(frozen=True, slots=True)
class ToCourt:
    """Deal with an NPC faction; ``thing`` is claimed, ``target`` is to be attacked."""

    npc: str
    thing: str = ""
    target: str = ""


Aim: TypeAlias = (
    ToAttack
    | ToTake
    | ToConceal
    | ToSpy
    | ToBuy
    | ToSell
    | ToRecruit
    | ToSeduce
    | ToResearch
    | ToTrain
    | ToMove
    | ToWork
    | ToStand
    | ToCourt
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
    aim: Aim
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
    if_ambushed: Reply = "none"
    if_blocked: Reply = "none"
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
        return _by_key(self).get(key)

    def in_order(self) -> tuple[Order, ...]:
        """All orders in the order in which they are handled (L-TURN-4)."""
        return tuple(order for own in self.factions.values() for order in own.orders)


@memoize_last
def _by_key(orders: Orders) -> Mapping[str, Order]:
    """Every order by its key, the first of a name."""
    found: dict[str, Order] = {}
    for order in orders.in_order():
        found.setdefault(order.key, order)
    return found
