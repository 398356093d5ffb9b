"""Passive effects: reactions, places, Treasure, and effects of tags only."""

from __future__ import annotations

from typing import Literal

from chronicle.records import dataclass
from chronicle.rules.wwn.dice_amounts import DiceAmount
from chronicle.rules.wwn.terms import Attribute

# ── Reactions ────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Sacrifices:
    """Sacrificed when another own asset in reach is hit: the attack has no effect.

    One a turn for each faction.
    """

    reach: int = 1


@dataclass(frozen=True, slots=True)
class StepsIn:
    """Once a turn, defends in another's place against an attack in reach on this attribute."""

    attribute: Attribute
    reach: int = 1


@dataclass(frozen=True, slots=True)
class Restores:
    """Restores an asset in reach destroyed by an attack with this attribute, for half its cost.

    It has one hit point then; bases are not restored.
    """

    attribute: Attribute
    reach: int = 1


@dataclass(frozen=True, slots=True)
class Rerolls:
    """A failed roll of this attribute may be rerolled repeatedly; each time damages the bearer."""

    attribute: Attribute
    hurts: DiceAmount


@dataclass(frozen=True, slots=True)
class Spots:
    """Finds Stealthed assets in reach by a check of Cunning: on ``arrival``, or at the ``start``.

    On arrival the owner rolls against the mover's; at the start of the owner's turn each of them
    must win against the owner.
    """

    when: Literal["arrival", "start"]
    reach: int = 1


# ── Places and Treasure ──────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Tolls:
    """Rivals' assets that are not Stealthed pay to come here, and arrive a turn late."""

    price: DiceAmount


@dataclass(frozen=True, slots=True)
class Shelters:
    """Own assets may come to this location and stay despite its ruler."""


@dataclass(frozen=True, slots=True)
class Leads:
    """The bearer's Move ignores bans; with ``companions`` so does theirs, and they may stay."""

    companions: bool = False


@dataclass(frozen=True, slots=True)
class Income:
    """This much Treasure every turn."""

    amount: int


@dataclass(frozen=True, slots=True)
class Surcharges:
    """All others pay this much more to create an asset here."""

    amount: int


@dataclass(frozen=True, slots=True)
class Doubles:
    """Profit rolls of the owner's assets here are rolled twice, and the better is kept."""


@dataclass(frozen=True, slots=True)
class Upkeep:
    """Costs this much Treasure every turn; unpaid, a ``mercenary`` is lost or goes rogue."""

    amount: int
    mercenary: bool = False


@dataclass(frozen=True, slots=True)
class StartsHidden:
    """The bearer, or everything bought by the faction with the tag, enters play Stealthed."""


@dataclass(frozen=True, slots=True)
class Unsellable:
    """Can't be sold or dismissed by choice."""


# ── Tags only ────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class ExpandsFreely:
    """Expand Influence once a turn as a free action."""


@dataclass(frozen=True, slots=True)
class BuysAbove:
    """Buys as if its ratings were this much higher, but at most this many assets that need it."""

    ratings: int
    at_most: int


@dataclass(frozen=True, slots=True)
class Strides:
    """One move covers this many times the distance."""

    times: int


@dataclass(frozen=True, slots=True)
class Recovers:
    """Its damaged assets regain this many hit points as its turn begins; bases do not."""

    amount: int


@dataclass(frozen=True, slots=True)
class Endures:
    """A base that would be destroyed keeps one hit point, and again only after it was whole."""


@dataclass(frozen=True, slots=True)
class Retries:
    """Once a turn a failed check of an attack is rolled again, at a price to the attacker.

    It takes the counter of the asset that it met, or ``hurts`` if that is less on average or none.
    """

    hurts: DiceAmount


@dataclass(frozen=True, slots=True)
class Bargains:
    """Assets that cost up to an amount cost less, at least 1."""

    up_to: int
    by: int
