"""The changes that events consist of; nothing else alters the board."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from chronicle.records import UNION, Record
from chronicle.rules.lieutenants import state

#: Figures of a faction that the GM may set.
FactionFigure = Literal["level_cap", "leadership", "cohesion", "reach"]


class Paid(Record):
    """A change to a faction's capital; ``subject`` is what was paid for or earned from."""

    faction: str
    amount: int
    reason: str
    rule: str
    subject: str = ""


class Swayed(Record):
    """A change to a faction's influence with an NPC faction; influence never falls below 0."""

    faction: str
    npc: str
    amount: int
    reason: str
    rule: str


class Stashed(Record):
    """A change to the capital kept at a location."""

    place: str
    amount: int
    rule: str


class Moved(Record):
    """An asset is now at a location; items and information may be held by an asset instead."""

    asset: str
    to: str
    holder: str = ""


class Struck(Record):
    """A lieutenant, unit or facility changes to a worse condition."""

    asset: str
    condition: state.Condition
    rule: str


class Hid(Record):
    """An asset hides, or stops hiding if ``hiding`` is None."""

    asset: str
    hiding: state.HiddenStatus | None


class Found(Record):
    """A faction finds a hidden asset; other factions still can't see it."""

    asset: str
    faction: str


class Captured(Record):
    """An asset becomes a faction's prisoner; with empty ``by`` it is freed."""

    asset: str
    by: str


class Joined(Record):
    """An asset joins a faction; with empty ``faction`` it leaves the game."""

    asset: str
    faction: str


class Turned(Record):
    """An asset secretly serves a faction; with empty ``agent_of`` it stops doing so."""

    asset: str
    agent_of: str


class Added(Record):
    """An asset is added, or replaced by a changed version (trained, retyped)."""

    asset: Annotated[state.Asset, UNION]
    rule: str


class PlaceSet(Record):
    """A place is replaced by a new version (owner, secrecy, who knows it, …)."""

    place: state.PlaceState


class Learnt(Record):
    """A faction learns of a secret location."""

    place: str
    faction: str


class Progressed(Record):
    """A project is started or updated."""

    project: state.Project


class Closed(Record):
    """A project ends, finished or abandoned."""

    project: str


class Burdened(Record):
    """A standing modifier begins."""

    standing: state.StandingModifier


class Relieved(Record):
    """A standing modifier ends."""

    standing: str


class Stood(Record):
    """A lieutenant takes a stance."""

    stance: state.Stance


class StanceEnded(Record):
    """A lieutenant's stance ends."""

    lieutenant: str


class Watched(Record):
    """A faction watches something until the end of the turn."""

    watch: state.Watch


class Exhausted(Record):
    """An asset can do nothing more this turn."""

    asset: str


class TurnOver(Record):
    """Watches and distractions end with the turn; ``turn`` is the number of the next turn."""

    turn: int


class Allied(Record):
    """An NPC faction becomes a faction's ally, or stops being one."""

    faction: str
    npc: str
    ally: bool = True


class Claimed(Record):
    """An NPC faction regards a faction as the rightful owner of an asset or a location."""

    npc: str
    thing: str
    faction: str


class ClaimTried(Record):
    """A faction has asked an NPC faction to back its claim to an asset or a location."""

    thing: str
    faction: str


class Rallied(Record):
    """An NPC faction is persuaded to attack; the GM writes the order."""

    rally: state.Rally


class Answered(Record):
    """The attack of a rally has been ordered, or the rally lapses."""

    rally: str


class FigureSet(Record):
    """A figure of a faction is set to a new value."""

    faction: str
    figure: FactionFigure
    value: int


class Ranked(Record):
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
