"""What tellings contain: one type for each code.

Spheres that a reader does not know are removed later, so every template has words for their
absence.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypedDict

from chronicle.model.facts import FactsOf, Ref
from chronicle.rules.protocol import TellingFacts

# ── Rows ─────────────────────────────────────────────────────────────────────────────────────────


class TurnOrderRow(TypedDict):
    """A power and its Destiny Dice, which decide when it acts."""

    power: Ref
    dice: int


class PlacementRow(TypedDict):
    """A resource and where it goes; without a sphere, to the reserve."""

    resource: str
    sphere: Ref | None


class ResourceRow(TypedDict):
    """A resource as it stands on the board after the reveal."""

    power: Ref
    resource: str
    strength: int
    sphere: Ref


class ActorRow(TypedDict):
    """An actor as it stands on the board after the reveal."""

    power: Ref
    actor: str
    sphere: Ref


class InfluenceLossRow(TypedDict):
    """The Influence that a power lost to another's."""

    power: Ref
    level: int


class StakeRow(TypedDict):
    """Dice that a resource put into a conspiracy, and how many were asked for."""

    power: Ref
    resource: str
    role: str
    dice: int
    wanted: int


class TransferRow(TypedDict):
    """Dice that changed hands. ``chalice`` and ``gm`` stand for what is no power's."""

    source: Ref | str
    target: Ref | str
    dice: int
    rule: str


class AssistingResourceRow(TypedDict):
    """A resource that assists in a story."""

    resource: str
    type: str
    strength: int


class InfluenceRow(TypedDict):
    """A power's Influence in all spheres together."""

    power: Ref
    total: int


class Probability(TypedDict):
    """A fraction: so many times of so many."""

    of: int
    times: int


# ── Conspiracies ─────────────────────────────────────────────────────────────────────────────────


class ConspiracyFacts(TypedDict):
    """What all conspiracies have. ``veto`` and ``public`` are empty for all but the GM."""

    power: Ref
    sphere: Ref | None
    resource: str
    strength: int
    outcome: str
    refusal: str
    narrative: str
    veto: str
    public: str | None
    stakes: tuple[FactsOf[StakeRow], ...]
    transfers: tuple[FactsOf[TransferRow], ...]
    chance: FactsOf[Probability] | None


class RaisedInfluence(TypedDict):
    """The level to reach, the one before, and what others lost by it (S-ACT-1)."""

    level: int
    before: int
    displaced: tuple[FactsOf[InfluenceLossRow], ...]


class MobilizedStrength(TypedDict):
    """The strength before and after (S-ACT-2)."""

    before: int
    after: int


class AttackedResource(TypedDict):
    """The target, and its strength before and after (S-ACT-3)."""

    power: Ref
    resource: str
    before: int
    after: int
    lost: int


class AttackedActor(TypedDict):
    """The target (S-ACT-4)."""

    power: Ref
    actor: str


class RaiseFacts(ConspiracyFacts):
    """An attempt to raise Influence."""

    details: FactsOf[RaisedInfluence]


class MobilizeFacts(ConspiracyFacts):
    """An attempt to strengthen a resource."""

    details: FactsOf[MobilizedStrength]


class AttackResourceFacts(ConspiracyFacts):
    """An attack on a resource."""

    details: FactsOf[AttackedResource]


class AttackActorFacts(ConspiracyFacts):
    """An attack on an actor."""

    details: FactsOf[AttackedActor]


class SetAsideFacts(TypedDict):
    """A vetoed conspiracy for other powers: only what dice it moved, not even its kind."""

    power: Ref
    transfers: tuple[FactsOf[TransferRow], ...]


# ── The round ────────────────────────────────────────────────────────────────────────────────────


class AdjustedFacts(TypedDict):
    """A change by the GM. ``subject`` is a sphere, or the name of a resource or an actor."""

    by_news: bool
    because: str
    field: str
    power: Ref | None
    subject: Ref | str | None
    before: int
    after: int


class PlacedFacts(TypedDict):
    """Where a power puts its resources before the reveal."""

    power: Ref
    resources: tuple[FactsOf[PlacementRow], ...]


class ActorPlacedFacts(TypedDict):
    """Where a power puts its actor before the reveal."""

    power: Ref
    actor: str
    sphere: Ref


class RevealedFacts(TypedDict):
    """Everything on the board after the reveal."""

    resources: tuple[FactsOf[ResourceRow], ...]
    actors: tuple[FactsOf[ActorRow], ...]


class SequenceFacts(TypedDict):
    """The powers in turn order."""

    order: tuple[FactsOf[TurnOrderRow], ...]


class ResourceTakenFacts(TypedDict):
    """A resource that a power took from the table, or wanted to take."""

    power: Ref
    resource: str
    type: str
    taken: bool
    transfers: tuple[FactsOf[TransferRow], ...]


class DominanceFacts(TypedDict):
    """The Influence of all powers, and who leads; without ``power`` nobody does."""

    power: Ref | None
    totals: tuple[FactsOf[InfluenceRow], ...]
    transfers: tuple[FactsOf[TransferRow], ...]


class AssistedFacts(TypedDict):
    """Help for a player's character in a story."""

    power: Ref
    sphere: Ref
    level: int
    resources: tuple[FactsOf[AssistingResourceRow], ...]
    request: str


# ── For the public ───────────────────────────────────────────────────────────────────────────────


class PublicLineFacts(TypedDict):
    """The line that the GM wrote for the public."""

    text: str
    sphere: Ref | None


class WhisperFacts(TypedDict):
    """What is talked of a conspiracy of which the GM wrote nothing. ``kind`` is its code."""

    kind: str
    level: int
    sphere: Ref | None


class UnmaskedFacts(WhisperFacts):
    """A conspiracy that the GM reveals, and who was behind it."""

    power: Ref
    won: bool


#: The facts of a telling by its code; a theme has words for each code.
TELLING_FACTS: Final[Mapping[str, TellingFacts]] = {
    "adjusted": AdjustedFacts,
    "placed": PlacedFacts,
    "actor-placed": ActorPlacedFacts,
    "revealed": RevealedFacts,
    "sequence": SequenceFacts,
    "raise": RaiseFacts,
    "mobilize": MobilizeFacts,
    "attack-resource": AttackResourceFacts,
    "attack-actor": AttackActorFacts,
    "set-aside": SetAsideFacts,
    "resource-taken": ResourceTakenFacts,
    "dominance": DominanceFacts,
    "assisted": AssistedFacts,
    "public-line": PublicLineFacts,
    "whisper": WhisperFacts,
    "unmasked": UnmaskedFacts,
}
