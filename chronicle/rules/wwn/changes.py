"""The changes that events are made of: only these change the board."""

from __future__ import annotations

from typing import TypeAlias

from chronicle.records import Record
from chronicle.rules.wwn.state import Asset, Base, Goal, Mark, PlaceState, Policy, StealthState
from chronicle.rules.wwn.terms import Attribute, Magic


class Paid(Record):
    """A faction's Treasure changes by an amount; ``reason`` is a code, ``subject`` its purpose."""

    faction: str
    amount: int
    reason: str
    rule: str
    subject: str = ""


class Earmarked(Record):
    """A faction has an amount of Treasure for repairs only."""

    faction: str
    amount: int


class Hurt(Record):
    """An asset or base loses hit points (healed when negative); never beyond its maximum.

    ``rule`` says why. An asset at 0 is removed by a separate :class:`Lost`.
    """

    piece: str
    amount: int
    rule: str


class FactionHurt(Record):
    """A faction itself loses hit points (healed when negative)."""

    faction: str
    amount: int
    rule: str


class Lost(Record):
    """An asset or base is gone, and with an asset all marks by it on others."""

    piece: str


class Added(Record):
    """An asset enters play."""

    asset: Asset


class BaseAdded(Record):
    """A base is founded."""

    base: Base


class Endured(Record):
    """A tag has saved a base, and can't again until it is whole (W-FX-ENDURES)."""

    base: str


class Moved(Record):
    """An asset is now at a place; marks that depended on its old place end (pins, hosts)."""

    asset: str
    to: str


class Bound(Record):
    """An asset will be at a place at the start of its owner's next turn; empty when it will not."""

    asset: str
    to: str


class Cloaked(Record):
    """An asset's stealth changes to this value."""

    asset: str
    stealth: StealthState


class Marked(Record):
    """An asset gets a mark; it replaces one of the same kind by the same asset."""

    asset: str
    mark: Mark


class Cleared(Record):
    """A mark is removed."""

    asset: str
    mark: Mark


class Joined(Record):
    """An asset belongs to a faction from now on; marks on it and by it end."""

    asset: str
    faction: str


class Used(Record):
    """A free action or a reaction is used up for this turn."""

    key: str


class Redone(Record):
    """An asset has made a rival reroll, and can't do so again until its owner's next turn."""

    asset: str
    rival: str


class GoalSet(Record):
    """A faction gets this goal; None for none."""

    faction: str
    goal: Goal | None


class Furthered(Record):
    """A faction's goal progresses by an amount; ``worth`` as in the goal."""

    faction: str
    amount: int
    worth: int = 0


class Learned(Record):
    """A faction's XP change by an amount."""

    faction: str
    amount: int
    reason: str
    rule: str


class Raised(Record):
    """An attribute has this rating from now on, which also sets the faction's maximum HP."""

    faction: str
    attribute: Attribute
    rating: int


class MagicSet(Record):
    """A faction gets this grade of magic."""

    faction: str
    magic: Magic


class TagsSet(Record):
    """A faction gets these tags."""

    faction: str
    tags: tuple[str, ...]


class PolicySet(Record):
    """A faction gets these standing orders."""

    faction: str
    policy: Policy


class ActionsForbidden(Record):
    """A faction can't use actions or free actions this turn."""

    faction: str
    turn: int


class Suspended(Record):
    """A faction has no turns from now on, or has them again."""

    faction: str
    asleep: bool


class WealthGoalMet(Record):
    """A faction has met Wealth of Kingdoms at this Wealth."""

    faction: str
    wealth: int


class Fallen(Record):
    """A faction has collapsed: its assets and bases are gone (W-TURN-7)."""

    faction: str


class PlaceSet(Record):
    """A place gets this ruler and these bans."""

    place: PlaceState


class Allied(Record):
    """Two factions, in order of id, are allies from now on, or are not (W-ENT-3)."""

    between: tuple[str, str]
    allied: bool


class Played(Record):
    """A faction begins (``over`` false) or ends its turn: effects that last until then end.

    At the start its rivals can again be made to reroll; at the end its earmarked Treasure goes, and
    the marks on its assets that last to this turn.
    """

    faction: str
    over: bool


class TurnOver(Record):
    """What was used this turn is free again; ``turn`` is the next one."""

    turn: int


Change: TypeAlias = (
    Paid
    | Earmarked
    | Hurt
    | FactionHurt
    | Lost
    | Added
    | BaseAdded
    | Endured
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
    | ActionsForbidden
    | Suspended
    | WealthGoalMet
    | Fallen
    | PlaceSet
    | Allied
    | Played
    | TurnOver
)
