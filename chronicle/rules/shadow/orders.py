"""The orders of powers in a turn, and the GM's changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, TypeAlias

from chronicle.model.campaign import TurnModifier
from chronicle.records import Record, replace
from chronicle.rules.kit.adjustment_events import Alteration
from chronicle.rules.kit.refusals import Refusal
from chronicle.rules.shadow.events import Details, LostReason
from chronicle.rules.shadow.stakes import Transfer
from chronicle.rules.shadow.state import Power, Resource, State

#: A resource (power, id), or the actor of a power, whose id is empty.
Piece: TypeAlias = tuple[str, str]
#: One figure that the GM changes; dice come from the GM's hand, or go there.
GmChange: TypeAlias = Alteration[Transfer]


class PieceRefusal(Refusal[LostReason]):
    """A reason against an order; it falls away if one of ``pieces`` is placed elsewhere."""

    pieces: tuple[Piece, ...] = ()


class Command(Record):
    """What a conspiracy is to do; each action has its own."""

    RULE: ClassVar[str]
    #: Whether it needs dice, and with them stakes and a narrative.
    ROLLS: ClassVar = True

    @property
    def defender(self) -> str:
        """The power that it attacks; empty without a contest."""
        return ""

    @property
    def level(self) -> int:
        """The successes that it needs without a contest, and the dice that it gains."""
        return 0

    @property
    def new_resource(self) -> Resource | None:
        """What its power takes after it has succeeded, if anything."""
        return None

    def guard(self, board: State, acting: Resource | None) -> Resource | None:  # noqa: ARG002  for subclasses
        """Return the resource that defends against one that acts, if any."""
        return None

    def refusals(self, board: State, plot: Conspiracy) -> Iterator[PieceRefusal]:
        """Yield what is wrong with it, besides the resource that carries it out."""
        raise NotImplementedError

    def details(self, scene: Scene, *, won: bool = False, sixes: int = 0) -> Details:
        """Return what it does, by the result of its dice."""
        raise NotImplementedError


class Conspiracy(Record):
    """One conspiracy as ordered; ``public`` is None for a draft and empty for silence."""

    power: str
    id: str
    resource: str
    command: Command
    stake: int = 0
    narrative: str = ""
    public: str | None = None
    veto: str = ""

    @property
    def key(self) -> str:
        """Its key in other orders and rolls: ``power/id``."""
        return f"{self.power}/{self.id}"


class Scene(Record):
    """A conspiracy, the board before all conspiracies, and the present one."""

    start: State
    board: State
    plot: Conspiracy

    @property
    def own(self) -> Power:
        return self.board.powers[self.plot.power]

    @property
    def resource(self) -> Resource:
        """The resource that acts, in the sphere where it is, or was until it was lost."""
        return self.piece(self.plot.power, self.plot.resource)

    def piece(self, power: str, id: str) -> Resource:
        """Return a resource; one destroyed since the conspiracies began has no strength left."""
        found = self.board.powers[power].resources.get(id)
        return found or replace(self.start.powers[power].resources[id], strength=0)


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


class Orders(Record):
    """A turn's orders by power, in the order of the file, and the GM's changes."""

    turn: int
    powers: Mapping[str, PowerOrders]
    changes: tuple[GmChange, ...]
    modifiers: tuple[TurnModifier, ...] = ()

    def conspiracies(self) -> Iterator[Conspiracy]:
        """Yield all conspiracies, in the order of the file."""
        return (plot for own in self.powers.values() for plot in own.conspiracies)

    def conspiracy(self, key: str) -> Conspiracy | None:
        """Return the conspiracy with this key, the first of several, or None."""
        return next((plot for plot in self.conspiracies() if plot.key == key), None)

    def supports_of(self, key: str) -> tuple[Support, ...]:
        """Return the help and blocks for a conspiracy, in the order of the file."""
        supports = (support for own in self.powers.values() for support in own.supports)
        return tuple(support for support in supports if support.conspiracy == key)

    def defence_of(self, power: str) -> int | None:
        """Return a power's stake in each defence, or None for the most allowed (S-ACT-5)."""
        own = self.powers.get(power)
        return own.defend if own is not None else None
