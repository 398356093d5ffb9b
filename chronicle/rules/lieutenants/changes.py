"""The changes that events consist of; nothing else alters the board."""

from __future__ import annotations

from dataclasses import field
from typing import Literal, TypeAlias

from chronicle.records import dataclass
from chronicle.rules.lieutenants.state import (
    Asset,
    Condition,
    HiddenStatus,
    PlaceState,
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
    """A change to a faction's capital; ``subject`` is what was paid for or earned from."""

    faction: str
    amount: int
    reason: str
    rule: str
    subject: str = ""


@dataclass(frozen=True, slots=True)
class Swayed:
    """A change to a faction's influence with an NPC faction; influence never falls below 0."""

    faction: str
    npc: str
    amount: int
    reason: str
    rule: str


@dataclass(frozen=True, slots=True)
class Stashed:
    """A change to the capital kept at a location."""

    place: str
    amount: int
    rule: str


@dataclass(frozen=True, slots=True)
class Moved:
    """An asset is now at a location; items and information may be held by an asset instead."""

    asset: str
    to: str
    holder: str = ""


@dataclass(frozen=True, slots=True)
class Struck:
    """A lieutenant, unit or facility changes to a worse condition."""

    asset: str
    condition: Condition
    rule: str


@dataclass(frozen=True, slots=True)
class Hid:
    """An asset hides, or stops hiding if ``hiding`` is None."""

    asset: str
    hiding: HiddenStatus | None


@dataclass(frozen=True, slots=True)
class Found:
    """A faction finds a hidden asset; other factions still can't see it."""

    asset: str
    faction: str


@dataclass(frozen=True, slots=True)
class Captured:
    """An asset becomes a faction's prisoner; with empty ``by`` it is freed."""

    asset: str
    by: str


@dataclass(frozen=True, slots=True)
class Joined:
    """An asset joins a faction; with empty ``faction`` it leaves the game."""

    asset: str
    faction: str


@dataclass(frozen=True, slots=True)
class Turned:
    """An asset secretly serves a faction; with empty ``agent_of`` it stops doing so."""

    asset: str
    agent_of: str


@dataclass(frozen=True, slots=True)
class Added:
    """An asset is added, or replaced by a changed version (trained, retyped)."""

    asset: Asset = field(metadata=UNION_FIELD)
    rule: str


@dataclass(frozen=True, slots=True)
class PlaceSet:
    """A place is replaced by a new version (owner, secrecy, who knows it, …)."""

    place: PlaceState


@dataclass(frozen=True, slots=True)
class Learnt:
    """A faction learns of a secret location."""

    place: str
    faction: str


@dataclass(frozen=True, slots=True)
class Progressed:
    """A project is started or updated."""

    project: Project


@dataclass(frozen=True, slots=True)
class Closed:
    """A project ends, finished or abandoned."""

    project: str


@dataclass(frozen=True, slots=True)
class Burdened:
    """A standing modifier begins."""

    standing: StandingModifier


@dataclass(frozen=True, slots=True)
class Relieved:
    """A standing modifier ends."""

    standing: str


@dataclass(frozen=True, slots=True)
class Stood:
    """A lieutenant takes a stance."""

    stance: Stance


@dataclass(frozen=True, slots=True)
class StanceEnded:
    """A lieutenant's stance ends."""

    lieutenant: str


@dataclass(frozen=True, slots=True)
class Watched:
    """A faction watches something until the end of the turn."""

    watch: Watch


@dataclass(frozen=True, slots=True)
class Exhausted:
    """An asset can do nothing more this turn."""

    asset: str


@dataclass(frozen=True, slots=True)
class TurnOver:
    """Watches and distractions end with the turn; ``turn`` is the number of the next turn."""

    turn: int


@dataclass(frozen=True, slots=True)
class Allied:
    """An NPC faction becomes a faction's ally, or stops being one."""

    faction: str
    npc: str
    ally: bool = True


@dataclass(frozen=True, slots=True)
class Claimed:
    """An NPC faction regards a faction as the rightful owner of an asset or a location."""

    npc: str
    thing: str
    faction: str


@dataclass(frozen=True, slots=True)
class ClaimTried:
    """A faction has asked an NPC faction to back its claim to an asset or a location."""

    thing: str
    faction: str


@dataclass(frozen=True, slots=True)
class Rallied:
    """An NPC faction is persuaded to attack; the GM writes the order."""

    rally: Rally


@dataclass(frozen=True, slots=True)
class Answered:
    """The attack of a rally has been ordered, or the rally lapses."""

    rally: str


@dataclass(frozen=True, slots=True)
class FigureSet:
    """A figure of a faction is set to a new value."""

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
    | StanceEnded
    | Watched
    | Exhausted
    | TurnOver
    | Allied
    | Claimed
    | ClaimTried
    | Rallied
    | Answered
    | FigureSet
    | Ranked
)
