"""The changes that events are made of: the board changes by these and by nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from chronicle.rules.wwn.state import Asset, Base, Goal, Mark, Place, Policy, StealthState
from chronicle.rules.wwn.terms import Attribute, Magic


@dataclass(frozen=True, slots=True)
class Paid:
    """A faction's Treasure changes by so much; ``reason`` is a code, ``subject`` what it is for."""

    faction: str
    amount: int
    reason: str
    rule: str
    subject: str = ""


@dataclass(frozen=True, slots=True)
class Earmarked:
    """A faction has so much that pays for repairs alone."""

    faction: str
    amount: int


@dataclass(frozen=True, slots=True)
class Hurt:
    """An asset or base loses so many hit points (healed when negative); never beyond its maximum.

    ``rule`` says why. An asset at 0 is taken off by :class:`Lost`, which stands beside it.
    """

    piece: str
    amount: int
    rule: str


@dataclass(frozen=True, slots=True)
class FactionHurt:
    """A faction itself loses so many hit points (healed when negative)."""

    faction: str
    amount: int
    rule: str


@dataclass(frozen=True, slots=True)
class Lost:
    """An asset or base is gone, and with an asset all marks that it has put on others."""

    piece: str


@dataclass(frozen=True, slots=True)
class Added:
    """An asset comes into play."""

    asset: Asset


@dataclass(frozen=True, slots=True)
class BaseAdded:
    """A base is founded."""

    base: Base


@dataclass(frozen=True, slots=True)
class Moved:
    """An asset is now at a place; marks that its stay there upheld end (pins, hosts)."""

    asset: str
    to: str


@dataclass(frozen=True, slots=True)
class Bound:
    """An asset will be at a place at the start of its owner's next turn; empty when it is not."""

    asset: str
    to: str


@dataclass(frozen=True, slots=True)
class Cloaked:
    """An asset is hidden so from now on, or no longer."""

    asset: str
    stealth: StealthState


@dataclass(frozen=True, slots=True)
class Marked:
    """A mark is put on an asset; one of the same kind from the same asset is replaced."""

    asset: str
    mark: Mark


@dataclass(frozen=True, slots=True)
class Cleared:
    """A mark is taken off."""

    asset: str
    mark: Mark


@dataclass(frozen=True, slots=True)
class Joined:
    """An asset belongs to a faction from now on; what lay on it and what it did is over."""

    asset: str
    faction: str


@dataclass(frozen=True, slots=True)
class Used:
    """A free action or a reaction is spent for this turn."""

    key: str


@dataclass(frozen=True, slots=True)
class Redone:
    """An asset has made a rival throw again, and can't until its owner's next turn."""

    asset: str
    rival: str


@dataclass(frozen=True, slots=True)
class GoalSet:
    """A faction's goal is this from now on; None for none."""

    faction: str
    goal: Goal | None


@dataclass(frozen=True, slots=True)
class Furthered:
    """A faction comes so much nearer to its goal; ``worth`` as in the goal."""

    faction: str
    amount: int
    worth: int = 0


@dataclass(frozen=True, slots=True)
class Learned:
    """A faction's XP change by so much."""

    faction: str
    amount: int
    reason: str
    rule: str


@dataclass(frozen=True, slots=True)
class Raised:
    """An attribute is so high from now on, and with it the faction's maximum of hit points."""

    faction: str
    attribute: Attribute
    rating: int


@dataclass(frozen=True, slots=True)
class MagicSet:
    """A faction's grade of magic is this from now on."""

    faction: str
    magic: Magic


@dataclass(frozen=True, slots=True)
class TagsSet:
    """A faction has these tags from now on."""

    faction: str
    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PolicySet:
    """A faction's standing orders are these from now on."""

    faction: str
    policy: Policy


@dataclass(frozen=True, slots=True)
class Idled:
    """A faction may neither act nor use abilities in this turn."""

    faction: str
    turn: int


@dataclass(frozen=True, slots=True)
class Lavished:
    """A faction has met Wealth of Kingdoms at this Wealth."""

    faction: str
    wealth: int


@dataclass(frozen=True, slots=True)
class Fallen:
    """A faction has collapsed: its assets and bases are gone with it (W-TURN-7)."""

    faction: str


@dataclass(frozen=True, slots=True)
class PlaceSet:
    """A place's ruler and bans are these from now on."""

    place: Place


@dataclass(frozen=True, slots=True)
class Played:
    """A faction begins (``over`` false) or ends its turn: what lasts so long is over.

    At the beginning its rivals can be made to throw again once more; at the end its earmarked
    Treasure goes, and the marks on its assets that last to this turn.
    """

    faction: str
    over: bool


@dataclass(frozen=True, slots=True)
class TurnOver:
    """What was spent this turn is free again; ``turn`` is the one that begins next."""

    turn: int


Change: TypeAlias = (
    Paid
    | Earmarked
    | Hurt
    | FactionHurt
    | Lost
    | Added
    | BaseAdded
    | Moved
    | Bound
    | Cloaked
    | Marked
    | Cleared
    | Joined
    | Used
    | Redone
    | GoalSet
    | Furthered
    | Learned
    | Raised
    | MagicSet
    | TagsSet
    | PolicySet
    | Idled
    | Lavished
    | Fallen
    | PlaceSet
    | Played
    | TurnOver
)
