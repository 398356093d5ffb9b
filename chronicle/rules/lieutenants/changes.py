"""The changes that events are made of: the board changes by these and by nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from chronicle.rules.lieutenants.state import (
    Asset,
    Condition,
    HiddenStatus,
    Place,
    Project,
    Rally,
    Stance,
    StandingModifier,
    Watch,
)
from chronicle.rules.shared.adjustment_events import UNION_FIELD

#: Figures of a faction that the GM may set.
FactionFigure = Literal["level_cap", "leadership", "cohesion", "reach"]


@dataclass(frozen=True, slots=True)
class Paid:
    """A faction's capital changes by so much; ``subject`` is what it is for or comes from."""

    faction: str
    amount: int
    reason: str
    rule: str
    subject: str = ""


@dataclass(frozen=True, slots=True)
class Swayed:
    """A faction's influence with an NPC faction changes by so much; it never falls below 0."""

    faction: str
    npc: str
    amount: int
    reason: str
    rule: str


@dataclass(frozen=True, slots=True)
class Stashed:
    """The capital kept at a location changes by so much."""

    place: str
    amount: int
    rule: str


@dataclass(frozen=True, slots=True)
class Moved:
    """An asset is now at a location; an item or information may be in an asset's hands instead."""

    asset: str
    to: str
    holder: str = ""


@dataclass(frozen=True, slots=True)
class Struck:
    """A lieutenant, unit or facility comes to a worse condition."""

    asset: str
    condition: Condition
    rule: str


@dataclass(frozen=True, slots=True)
class Hid:
    """An asset hides, or comes out of hiding when there is none."""

    asset: str
    hiding: HiddenStatus | None


@dataclass(frozen=True, slots=True)
class Found:
    """A faction finds a hidden asset; all others still don't see it."""

    asset: str
    faction: str


@dataclass(frozen=True, slots=True)
class Captured:
    """An asset is a faction's prisoner; empty when it is set free."""

    asset: str
    by: str


@dataclass(frozen=True, slots=True)
class Joined:
    """An asset belongs to a faction from now on; empty when it has left and goes its way."""

    asset: str
    faction: str


@dataclass(frozen=True, slots=True)
class Turned:
    """An asset serves a faction in secret; empty when it does no longer."""

    asset: str
    agent_of: str


@dataclass(frozen=True, slots=True)
class Added:
    """An asset comes into the world, or is another than it was (trained, retyped)."""

    asset: Asset = field(metadata=UNION_FIELD)
    rule: str


@dataclass(frozen=True, slots=True)
class PlaceSet:
    """A place's own figures are these from now on (owner, secrecy, who knows it, …)."""

    place: Place


@dataclass(frozen=True, slots=True)
class Learnt:
    """A faction gets to know a secret location."""

    place: str
    faction: str


@dataclass(frozen=True, slots=True)
class Progressed:
    """A project stands as given."""

    project: Project


@dataclass(frozen=True, slots=True)
class Closed:
    """A project is over, finished or given up."""

    project: str


@dataclass(frozen=True, slots=True)
class Burdened:
    """A standing modifier comes to be."""

    standing: StandingModifier


@dataclass(frozen=True, slots=True)
class Relieved:
    """A standing modifier ends."""

    standing: str


@dataclass(frozen=True, slots=True)
class Stood:
    """A stance is taken."""

    stance: Stance


@dataclass(frozen=True, slots=True)
class StoodDown:
    """A lieutenant's stance ends."""

    lieutenant: str


@dataclass(frozen=True, slots=True)
class Watched:
    """A watch is kept until the turn ends."""

    watch: Watch


@dataclass(frozen=True, slots=True)
class Benched:
    """An asset takes part in nothing more this turn."""

    asset: str


@dataclass(frozen=True, slots=True)
class TurnOver:
    """Watches and distractions end with the turn; ``turn`` is the one that begins next."""

    turn: int


@dataclass(frozen=True, slots=True)
class Allied:
    """An NPC faction is a faction's ally from now on, or no longer."""

    faction: str
    npc: str
    ally: bool = True


@dataclass(frozen=True, slots=True)
class Claimed:
    """An NPC faction sees a faction as the rightful owner of an asset or a location."""

    npc: str
    thing: str
    faction: str


@dataclass(frozen=True, slots=True)
class Rallied:
    """An NPC faction is roused to an attack that the GM orders."""

    rally: Rally


@dataclass(frozen=True, slots=True)
class Answered:
    """The attack of a rally has been ordered, or it comes to nothing."""

    rally: str


@dataclass(frozen=True, slots=True)
class FigureSet:
    """A figure of a faction is another from now on."""

    faction: str
    figure: FactionFigure
    value: int


@dataclass(frozen=True, slots=True)
class Ranked:
    """A faction ranks its assets for upkeep."""

    faction: str
    priority: tuple[str, ...]


Change: TypeAlias = (
    Paid
    | Swayed
    | Stashed
    | Moved
    | Struck
    | Hid
    | Found
    | Captured
    | Joined
    | Turned
    | Added
    | PlaceSet
    | Learnt
    | Progressed
    | Closed
    | Burdened
    | Relieved
    | Stood
    | StoodDown
    | Watched
    | Benched
    | TurnOver
    | Allied
    | Claimed
    | Rallied
    | Answered
    | FigureSet
    | Ranked
)
