"""What factions can order in a turn, and what the GM changes."""

from __future__ import annotations

from collections.abc import Mapping

from chronicle.model.audience import Visibility
from chronicle.model.campaign import TurnModifier
from chronicle.records import Record, field
from chronicle.rules.kit.adjustment_events import Alteration
from chronicle.rules.lieutenants import terms
from chronicle.rules.lieutenants.changes import Change, Found, Learnt


class Command(Record):
    """What an order asks for; each action has its own."""

    @property
    def about(self) -> str:
        """The id of the asset, place or NPC faction that it is about; empty if none."""
        return str(getattr(self, "subject", ""))

    @property
    def npc(self) -> str:
        """The NPC faction that it concerns besides the order's target; empty if none."""
        return ""


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
    names that the faction knows of because the GM says so. ``lost`` if something that it names is
    not as the faction saw it last, so that it is looked for in vain.
    """

    faction: str
    id: str
    lieutenant: str
    action: terms.ActionName
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
    lost: bool = False
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
