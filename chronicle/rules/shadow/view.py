"""A power, or the GM, as a reader of events."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Final, TypeAlias, TypedDict

from chronicle.model.audience import Audience
from chronicle.model.facts import FactsOf, Ref, faction_ref, place_ref
from chronicle.rules.kit.projector import EVERYBODY, GM, OWN, Readers, Refs, Told
from chronicle.rules.shadow.stakes import Stake
from chronicle.rules.shadow.state import CHALICE, GM_HAND, Resource, State

#: All readers of what powers are told: the power whose event it is, the GM, and all others.
POWERS: Final[Readers] = frozenset({OWN, GM, EVERYBODY})


class StandingResource(TypedDict):
    """A resource as it stands on the board after the reveal."""

    power: Ref
    resource: str
    strength: int
    sphere: Ref


class StandingActor(TypedDict):
    """An actor as it stands on the board after the reveal."""

    power: Ref
    actor: str
    sphere: Ref


class StakeFacts(TypedDict):
    """Dice that a resource put into a conspiracy, and how many were asked for."""

    power: Ref
    resource: str
    role: str
    dice: int
    wanted: int


class Probability(TypedDict):
    """A fraction: so many times of so many."""

    of: int
    times: int


class PowerView(Refs):
    """What a reader is told of an event of a power (``owner``), on the board before the event."""

    board: State
    audience: Audience
    owner: str

    @property
    def owns(self) -> bool:
        """Whether the reader is the GM, or the power whose event it is."""
        return self.audience.is_gm or self.audience.faction == self.owner

    @property
    def readers(self) -> Readers:
        return frozenset({OWN} if self.owns else ()) | ({GM} if self.audience.is_gm else set())

    # How the ids and records of an event are told.

    def account(self, name: str) -> Ref | str:
        """Return a power as a pointer, the Chalice and the GM's hand as codes."""
        return name if name in (CHALICE, GM_HAND) else faction_ref(name)

    def piece(self, resource: Resource) -> str:
        return resource.name

    def own_resource(self, id: str) -> str:
        return self.board.powers[self.owner].resources[id].name

    def actor(self, power: str) -> str:
        return self.board.powers[power].actor.name

    def stake(self, stake: Stake) -> FactsOf[StakeFacts]:
        tool = self.board.powers[stake.power].resources.get(stake.resource)
        row = StakeFacts(
            power=faction_ref(stake.power),
            resource=tool.name if tool is not None else stake.resource,
            role=stake.role,
            dice=stake.dice,
            wanted=stake.wanted,
        )
        return FactsOf(row)

    def probability(self, chance: Fraction | None) -> FactsOf[Probability] | None:
        if chance is None:
            return None
        return FactsOf(Probability(of=chance.denominator, times=chance.numerator))

    def standing_resource(self, placed: tuple[str, str, str]) -> FactsOf[StandingResource]:
        power, id, sphere = placed
        resource = self.board.powers[power].resources[id]
        row = StandingResource(
            power=faction_ref(power),
            resource=resource.name,
            strength=resource.strength,
            sphere=place_ref(sphere),
        )
        return FactsOf(row)

    def standing_actor(self, placed: tuple[str, str]) -> FactsOf[StandingActor]:
        power, sphere = placed
        actor, where = self.actor(power), place_ref(sphere)
        return FactsOf(StandingActor(power=faction_ref(power), actor=actor, sphere=where))


#: Kinds of ids and records, by how they are told.
ActorOf: TypeAlias = Annotated[str, Told("actor", str)]
OwnResource: TypeAlias = Annotated[str, Told("own_resource", str)]
Piece: TypeAlias = Annotated[Resource, Told("piece", str)]
Chance: TypeAlias = Annotated[Fraction | None, Told("probability", FactsOf[Probability] | None)]
StakeOnBoard: TypeAlias = Annotated[Stake, Told("stake", FactsOf[StakeFacts])]
PlacedResource: TypeAlias = Annotated[
    tuple[str, str, str], Told("standing_resource", FactsOf[StandingResource])
]
PlacedActor: TypeAlias = Annotated[tuple[str, str], Told("standing_actor", FactsOf[StandingActor])]
