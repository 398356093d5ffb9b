"""The events of a turn of assets: a closed set, facts only.

Every event carries the changes that it makes to the board and ``known``, the visibility of what
happened and who did it; ``touched`` are other factions whose assets, bases or figures it changed,
and who learn that and no more.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from chronicle.model.audience import Visibility
from chronicle.model.dice import Roll
from chronicle.records import UNION, Record
from chronicle.rules.shared import adjustment_events
from chronicle.rules.wwn.action_details import (
    ActionDetails,
    Affliction,
    Carrying,
    Cloaking,
    Demand,
    Founding,
    HarmKind,
    Leg,
    Mending,
    Outcome,
    PieceSnapshot,
    Profit,
    Purchase,
    Reaction,
    RefusalReason,
    Sale,
    Search,
)
from chronicle.rules.wwn.changes import Change
from chronicle.rules.wwn.state import Goal
from chronicle.rules.wwn.terms import Action, Attribute

__all__ = [
    "Acted",
    "ActionDetails",
    "Affliction",
    "Altered",
    "Attacked",
    "Bill",
    "Carrying",
    "Cloaking",
    "Collapsed",
    "Declared",
    "Demand",
    "Earned",
    "Event",
    "Founding",
    "GoalChecked",
    "HarmKind",
    "Leg",
    "Mending",
    "Outcome",
    "PieceSnapshot",
    "Profit",
    "Purchase",
    "Reaction",
    "RefusalReason",
    "Sale",
    "Search",
    "Sequenced",
    "Started",
    "TurnEnded",
    "Unveiled",
    "UpkeepPaid",
]


class Acted(Record):
    """An order other than an attack, carried out or not.

    ``action`` is empty for a free action. ``asset`` carries it out, empty where none does.
    ``details`` is None where nothing was carried out.
    """

    id: str
    rule: str
    faction: str
    order: str
    action: Action | Literal[""]
    asset: str
    name: str
    at: str
    details: ActionDetails | None
    outcome: Outcome
    reason: RefusalReason
    reactions: tuple[Reaction, ...]
    known: Visibility
    touched: frozenset[str]
    changes: Annotated[tuple[Change, ...], UNION]
    rolls: tuple[Roll, ...]


class Attacked(Record):
    """One attack (W-ACT-1): who attacked whom, the check, and its effects on both.

    ``part`` is ``contest`` for an attack on a new base (``order`` is then the founder's order, and
    ``faction`` the rival), ``rogue`` for a mercenary that obeys nobody. ``defender`` is None where
    nobody defended. ``won`` is None where nothing was rolled. ``theirs`` and ``ours`` are damage to
    defender and attacker, ``base_damage`` what the defending faction took with its base, ``looted``
    the Treasure taken, ``mark`` what a hit put on the defender, ``taken`` if it changed sides.
    """

    id: str
    rule: str
    faction: str
    order: str
    part: Literal["", "contest", "rogue"]
    attacker: PieceSnapshot
    at: str
    against: str
    defender: PieceSnapshot | None
    attribute: Attribute | None
    target: Attribute | None
    won: bool | None
    massive: bool
    theirs: int
    ours: int
    base_damage: int
    defender_harm: HarmKind
    attacker_harm: HarmKind
    looted: int
    mark: Literal["", "unusable", "pinned", "hobbled"]
    taken: bool
    reactions: tuple[Reaction, ...]
    outcome: Outcome
    reason: RefusalReason
    known: Visibility
    changes: Annotated[tuple[Change, ...], UNION]
    rolls: tuple[Roll, ...]


class Unveiled(Record):
    """Stealthed assets encountered by others' watchers, and the result (:class:`Search`).

    ``faction`` and ``asset`` watch, ``mover`` is whose assets were sought. ``tries`` are those
    that were not found.
    """

    id: str
    rule: str
    faction: str
    asset: str
    name: str
    at: str
    against: str
    found: tuple[PieceSnapshot, ...]
    missed: tuple[str, ...]
    known: Visibility
    changes: Annotated[tuple[Change, ...], UNION]
    rolls: tuple[Roll, ...]


class Sequenced(Record):
    """The order of play (W-TURN-1): (faction, faces of all its rolls); ``stated`` by the GM."""

    id: str
    order: tuple[tuple[str, tuple[int, ...]], ...]
    stated: bool
    rolls: tuple[Roll, ...]
    rule: str = "W-TURN-1"
    changes: Annotated[tuple[Change, ...], UNION] = ()


class Started(Record):
    """A faction's turn begins: late arrivals, and damage to uncovered assets: (asset, damage).

    ``recovered`` are the hit points that assets regain by a tag: (asset, hit points).
    """

    id: str
    faction: str
    arrived: tuple[Leg, ...]
    harried: tuple[tuple[PieceSnapshot, int], ...]
    recovered: tuple[tuple[PieceSnapshot, int], ...]
    known: Visibility
    changes: Annotated[tuple[Change, ...], UNION]
    rule: str = "W-ACT-2"
    rolls: tuple[Roll, ...] = ()


class Earned(Record):
    """Income (W-TURN-2): of the faction itself, and of assets: (asset, Treasure)."""

    id: str
    faction: str
    amount: int
    lines: tuple[tuple[str, int], ...]
    changes: Annotated[tuple[Change, ...], UNION]
    rule: str = "W-TURN-2"
    rolls: tuple[Roll, ...] = ()


class Bill(Record):
    """What one asset costs: its own ``upkeep``, or for being in ``excess``."""

    asset: str
    name: str
    reason: Literal["upkeep", "excess", "arrears"]
    amount: int
    paid: bool


class UpkeepPaid(Record):
    """Upkeep (W-TURN-3) and the assets that went unpaid: ``lost``, or ``rogue``."""

    id: str
    faction: str
    bills: tuple[Bill, ...]
    left: tuple[tuple[PieceSnapshot, Literal["lost", "rogue"]], ...]
    known: Visibility
    changes: Annotated[tuple[Change, ...], UNION]
    rolls: tuple[Roll, ...]
    rule: str = "W-TURN-3"


class GoalChecked(Record):
    """A faction's goal at the end of its turn (W-TURN-6), and how it spent its XP.

    ``goal`` is the one it had, None for none; ``met`` with this much ``xp``; ``failed`` when its
    time ran out; ``abandoned`` when it was given up; ``chosen`` is the new one. ``lavished``
    is Treasure spent for nothing, ``raised`` are attributes bought: (attribute, rating, XP).
    """

    id: str
    faction: str
    goal: Goal | None
    met: bool
    xp: int
    failed: bool
    abandoned: bool
    chosen: Goal | None
    lavished: int
    raised: tuple[tuple[Attribute, int, int], ...]
    needed: int
    changes: Annotated[tuple[Change, ...], UNION]
    rule: str = "W-TURN-6"
    rolls: tuple[Roll, ...] = ()


class Collapsed(Record):
    """A faction collapses (W-TURN-7): its assets and bases are gone with it.

    ``by`` is the faction that caused it, empty if none did.
    """

    id: str
    faction: str
    by: str
    lost: tuple[PieceSnapshot, ...]
    changes: Annotated[tuple[Change, ...], UNION]
    rule: str = "W-TURN-7"
    rolls: tuple[Roll, ...] = ()


class Altered(adjustment_events.Altered[Change]):
    """The GM changes something; ``subject`` is what changes.

    It is an asset, a base, a place, or empty for the faction itself.
    """


class Declared(Record):
    """A faction's standing orders and bans from now on: its places with changed bans."""

    id: str
    faction: str
    places: tuple[str, ...]
    known: Visibility
    changes: Annotated[tuple[Change, ...], UNION]
    rule: str = "W-ACT-2"
    rolls: tuple[Roll, ...] = ()


class TurnEnded(Record):
    """The turn ends: debts of assets are due, and uncovered assets are marked.

    ``forfeit`` are assets lost for a debt, ``uncovered`` those that have a turn to leave.
    """

    id: str
    forfeit: tuple[PieceSnapshot, ...]
    uncovered: tuple[PieceSnapshot, ...]
    known: Visibility
    changes: Annotated[tuple[Change, ...], UNION]
    rule: str = "W-ACT-2"
    rolls: tuple[Roll, ...] = ()


Event: TypeAlias = (
    Acted
    | Attacked
    | Unveiled
    | Sequenced
    | Started
    | Earned
    | UpkeepPaid
    | GoalChecked
    | Collapsed
    | Altered
    | Declared
    | TurnEnded
)
