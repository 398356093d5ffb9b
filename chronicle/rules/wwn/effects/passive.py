"""Effects that are there: reactions, places, the purse, and what only tags do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from chronicle.rules.wwn.dice_amounts import DiceAmount
from chronicle.rules.wwn.terms import Attribute

# ── Reactions ────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Sacrifices:
    """Given up when another own asset in reach is hit: the attack comes to nothing.

    One a turn for each faction.
    """

    reach: int = 1


@dataclass(frozen=True, slots=True)
class StepsIn:
    """Once a turn meets, in another's place, an attack in reach that targets this attribute."""

    attribute: Attribute
    reach: int = 1


@dataclass(frozen=True, slots=True)
class Restores:
    """Brings back an asset in reach destroyed by an attack with this attribute, for half its cost.

    It has one hit point then; bases are not restored.
    """

    attribute: Attribute
    reach: int = 1


@dataclass(frozen=True, slots=True)
class Rerolls:
    """A failed roll of this attribute may be thrown again, for damage to the bearer, repeatedly."""

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


# ── Places and the purse ─────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Tolls:
    """Rivals' assets that are not Stealthed pay to come here, and come a turn late."""

    price: DiceAmount


@dataclass(frozen=True, slots=True)
class Shelters:
    """Own assets may come to this location and stay whatever its ruler says."""


@dataclass(frozen=True, slots=True)
class Leads:
    """A Move takes the bearer anywhere in range despite bans; ``companions`` too, who may stay."""

    companions: bool = False


@dataclass(frozen=True, slots=True)
class Income:
    """So much Treasure every turn."""

    amount: int


@dataclass(frozen=True, slots=True)
class Surcharges:
    """All others pay so much more to create an asset here."""

    amount: int


@dataclass(frozen=True, slots=True)
class Doubles:
    """Profit rolls of the owner's assets here are thrown twice, and the better is kept."""


@dataclass(frozen=True, slots=True)
class Upkeep:
    """So much Treasure every turn; unpaid, a ``mercenary`` is lost or goes its own way."""

    amount: int
    mercenary: bool = False


@dataclass(frozen=True, slots=True)
class StartsHidden:
    """The bearer, or whatever the faction with the tag buys, enters play Stealthed."""


@dataclass(frozen=True, slots=True)
class Unsellable:
    """Can't be sold or dismissed by choice."""


# ── Of tags only ─────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class ExpandsFreely:
    """Expand Influence once a turn as a free action."""


@dataclass(frozen=True, slots=True)
class BuysAbove:
    """Buys as if its ratings were so much higher, but at most so many assets that need it."""

    ratings: int
    at_most: int


@dataclass(frozen=True, slots=True)
class Strides:
    """One move goes so many times as far."""

    times: int


@dataclass(frozen=True, slots=True)
class Bargains:
    """Assets that cost up to so much cost so much less, at least 1."""

    up_to: int
    by: int
