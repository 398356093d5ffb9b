"""The events of a round of shadow powers: a closed set, facts only."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, TypeAlias

from chronicle.model.audience import Visibility
from chronicle.model.dice import Roll
from chronicle.records import Record
from chronicle.rules.shadow.state import Resource

ChangedFigure = Literal["influence", "strength", "dice", "chalice", "actor"]
StakeRole = Literal["conspirator", "help", "block", "defence"]
Outcome = Literal["success", "failure", "vetoed", "no-narrative", "blocked", "no-dice", "refused"]
#: Why an order is refused within the fiction: what it needed was lost since the turn began.
Refusal = Literal["", "resource-lost", "target-lost"]

#: Outcomes of an order that was never carried out, so that nobody can have seen anything.
NOT_CARRIED_OUT: frozenset[Outcome] = frozenset({"vetoed", "no-narrative", "refused"})


class Transfer(Record):
    """Destiny Dice moved between accounts: a power, the Chalice or the GM's hand."""

    source: str
    target: str
    dice: int
    rule: str


class Stake(Record):
    """Destiny Dice placed for one conspiracy; ``wanted`` is what the order asked for.

    They differ when the power's pool or the resource's strength was too small (S-DICE-1).
    """

    power: str
    resource: str
    role: StakeRole
    dice: int
    wanted: int


class Changed(Record):
    """The GM changes one figure, by news (S-ROUND-4) or by an adjustment with its reason."""

    id: str
    rule: str
    by_news: bool
    because: str
    visibility: Visibility
    field: ChangedFigure
    power: str
    subject: str
    before: int
    after: int
    transfers: tuple[Transfer, ...] = ()
    rolls: tuple[Roll, ...] = ()


class Placed(Record):
    """A power places resources, each (id, sphere); still hidden (S-ROUND-1)."""

    id: str
    power: str
    placements: tuple[tuple[str, str], ...]
    rule: str = "S-ROUND-1"
    rolls: tuple[Roll, ...] = ()


class ActorPlaced(Record):
    """A power places its actor (S-ROUND-2)."""

    id: str
    power: str
    sphere: str
    rule: str = "S-ROUND-2"
    rolls: tuple[Roll, ...] = ()


class Revealed(Record):
    """Placements become known to all powers: (power, resource, sphere), and actors (S-ROUND-3)."""

    id: str
    resources: tuple[tuple[str, str, str], ...]
    actors: tuple[tuple[str, str], ...]
    rule: str = "S-ROUND-3"
    rolls: tuple[Roll, ...] = ()


class Sequenced(Record):
    """The order in which powers conspire: (power, dice counted at the start) (S-ROUND-5)."""

    id: str
    order: tuple[tuple[str, int], ...]
    rule: str = "S-ROUND-5"
    rolls: tuple[Roll, ...] = ()


class RaiseResult(Record):
    """Influence raised to a level (S-ACT-1); ``displaced`` are those expelled: (power, level)."""

    level: int
    before: int
    displaced: tuple[tuple[str, int], ...] = ()


class MobilizeResult(Record):
    """A resource gains strength (S-ACT-2)."""

    before: int
    after: int


class AttackResourceResult(Record):
    """A resource is attacked (S-ACT-3): its strength before and its loss."""

    power: str
    resource: Resource
    lost: int


class AttackActorResult(Record):
    """A shadow actor is attacked (S-ACT-4)."""

    power: str
    name: str


ActionDetails: TypeAlias = RaiseResult | MobilizeResult | AttackResourceResult | AttackActorResult


class Conspired(Record):
    """One conspiracy with its outcome, stakes, moved dice, and chance of success before the roll.

    ``public`` is the line the public reads, None for a draft and empty for nothing; ``chance`` is
    None where nothing was rolled.
    """

    id: str
    rule: str
    power: str
    order: str
    resource: Resource
    sphere: str
    details: ActionDetails
    outcome: Outcome
    refusal: Refusal
    narrative: str
    veto: str
    public: str | None
    stakes: tuple[Stake, ...]
    transfers: tuple[Transfer, ...]
    rolls: tuple[Roll, ...]
    chance: Fraction | None


class ResourceTaken(Record):
    """A new resource after dominance, for one die (S-ACT-1); not taken when no die was left."""

    id: str
    power: str
    order: str
    resource: Resource
    taken: bool
    transfers: tuple[Transfer, ...]
    rule: str = "S-ACT-1"
    rolls: tuple[Roll, ...] = ()


class Dominated(Record):
    """The sums of Influence, (power, sum), and who is ahead of all others (S-ROUND-6)."""

    id: str
    totals: tuple[tuple[str, int], ...]
    power: str
    transfers: tuple[Transfer, ...]
    rule: str = "S-ROUND-6"
    rolls: tuple[Roll, ...] = ()


class Assisted(Record):
    """A power assists its player character (S-ROUND-7).

    ``level`` is its Influence in the sphere, ``resources`` are those that it has there: (id, name,
    type, strength).
    """

    id: str
    power: str
    sphere: str
    level: int
    resources: tuple[tuple[str, str, str, int], ...]
    request: str
    story: int
    rule: str = "S-ROUND-7"
    rolls: tuple[Roll, ...] = ()


Event: TypeAlias = (
    Changed
    | Placed
    | ActorPlaced
    | Revealed
    | Sequenced
    | Conspired
    | ResourceTaken
    | Dominated
    | Assisted
)
