"""Effects that are used: the free actions of assets (W-TURN-4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from chronicle.rules.wwn.dice_amounts import DiceAmount
from chronicle.rules.wwn.terms import Attribute, Magic

Quality = Literal["stealth", "subtle"]
Attributes: TypeAlias = tuple[Attribute, ...]


@dataclass(frozen=True, slots=True)
class Carries:
    """Moves the bearer (``self``), another own asset (``passenger``), or both together.

    A passenger stands within ``start`` of the bearer and ends within ``end`` of it, or within
    ``from_passenger`` of where it stood; with ``by_here`` one of both is the bearer's location.
    ``capped`` once a turn, ``past_bans`` whatever the ruler says, ``water`` only to places by
    water; ``grants`` is a quality that the passenger has until it acts or is used.
    """

    who: Literal["self", "passenger", "both"]
    kinds: Attributes = ("force", "cunning", "wealth")
    start: int = 0
    end: int = 1
    from_passenger: int = 0
    by_here: bool = False
    price: int = 0
    capped: bool = True
    past_bans: bool = False
    water: bool = False
    grants: Quality | None = None


@dataclass(frozen=True, slots=True)
class Yields:
    """Brings Treasure: by the face of one die (``table``), or an ``amount``.

    ``hurts`` the bearer first. ``only`` repairs may be paid from it this turn, and what is left
    goes. With ``at_stake`` a loss that can't be paid by the end of the turn costs the bearer.
    """

    table: tuple[int, ...] = ()
    amount: DiceAmount | None = None
    hurts: DiceAmount | None = None
    only: Literal["", "repairs"] = ""
    at_stake: bool = False


@dataclass(frozen=True, slots=True)
class Mends:
    """Heals so many hit points of one own asset of these kinds, wherever it is."""

    amount: int
    kinds: Attributes = ("force", "cunning", "wealth")


@dataclass(frozen=True, slots=True)
class Exposes:
    """A check of Cunning against a faction; won, all its Stealthed assets in reach are exposed."""

    price: int = 0
    reach: int = 1


@dataclass(frozen=True, slots=True)
class Cloaks:
    """Gives the bearer (``self``) or another own asset in reach a quality.

    With ``while_borne`` until the bearer is gone or does it again; else until it is lost.
    """

    quality: Quality
    who: Literal["self", "other"] = "self"
    kinds: Attributes = ("force", "cunning", "wealth")
    reach: int = 0
    price: int = 0
    while_borne: bool = False


@dataclass(frozen=True, slots=True)
class Demands:
    """A rival's asset in reach has to pay: ``price`` Treasure, or half its cost (0).

    With ``attributes`` after a check of the first against the second. What is not paid has the
    asset ``lost``, or ``withheld``: of no use until it is paid. The price goes to who asks, or to
    nobody if it puts right what would be withheld.
    """

    price: int = 0
    attributes: tuple[Attribute, Attribute] | None = None
    reach: int = 0
    unpaid: Literal["lost", "withheld"] = "lost"


@dataclass(frozen=True, slots=True)
class Cheapens:
    """Lowers the price of one purchase, never below half; ``here`` only of one made here."""

    amount: DiceAmount
    hurts: DiceAmount | None = None
    here: bool = False


@dataclass(frozen=True, slots=True)
class Empowers:
    """Magic counts for more in a purchase made here: ``steps`` higher, or as ``grade``.

    ``spends`` the bearer, and then it is a choice; else it works of itself.
    """

    steps: int = 0
    grade: Magic | None = None
    spends: bool = False


@dataclass(frozen=True, slots=True)
class Redoes:
    """Has a rival throw a roll again, and the owner keeps which it likes; each rival once."""
