"""Effects used as free actions of assets (W-TURN-4)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from chronicle.records import Record
from chronicle.rules.wwn.dice_amounts import DiceAmount
from chronicle.rules.wwn.terms import Attribute, Magic

Quality = Literal["stealth", "subtle"]
Attributes: TypeAlias = tuple[Attribute, ...]


class Carries(Record):
    """Moves the bearer (``self``), another own asset (``passenger``), or both together.

    A passenger starts within ``start`` of the bearer and ends within ``end`` of it, or within
    ``from_passenger`` of its start; with ``by_here`` one of the two is the bearer's location.
    ``capped`` once a turn, ``past_bans`` despite the ruler, ``water`` only to places by
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


class Yields(Record):
    """Gains Treasure: by the face of one die (``table``), or an ``amount``.

    ``hurts`` the bearer first. ``only`` means for repairs this turn, and what is left is lost. With
    ``at_stake`` a loss that can't be paid by the end of the turn costs the bearer.
    """

    table: tuple[int, ...] = ()
    amount: DiceAmount | None = None
    hurts: DiceAmount | None = None
    only: Literal["", "repairs"] = ""
    at_stake: bool = False


class Mends(Record):
    """Heals this many hit points of one own asset of these kinds, at any place."""

    amount: int
    kinds: Attributes = ("force", "cunning", "wealth")


class Exposes(Record):
    """A check of Cunning against a faction that exposes all its Stealthed assets in reach."""

    price: int = 0
    reach: int = 1


class Cloaks(Record):
    """Gives the bearer (``self``) or another own asset in reach a quality.

    With ``while_borne`` until the bearer is gone or does it again; else until the quality is lost.
    """

    quality: Quality
    who: Literal["self", "other"] = "self"
    kinds: Attributes = ("force", "cunning", "wealth")
    reach: int = 0
    price: int = 0
    while_borne: bool = False


class Demands(Record):
    """A rival's asset in reach must pay: ``price`` Treasure, or half its cost (0).

    With ``attributes`` after a check of the first against the second. If it does not pay, the asset
    is ``lost``, or ``withheld``: unusable until paid. The price goes to the faction that demands
    it, or to nobody if it ends a ``withheld``.
    """

    price: int = 0
    attributes: tuple[Attribute, Attribute] | None = None
    reach: int = 0
    unpaid: Literal["lost", "withheld"] = "lost"


class Cheapens(Record):
    """Lowers the price of one purchase, never below half; with ``here`` only of one made here."""

    amount: DiceAmount
    hurts: DiceAmount | None = None
    here: bool = False


class Empowers(Record):
    """Magic counts for more in a purchase made here: ``steps`` higher, or as ``grade``.

    With ``spends`` it is a choice that spends the bearer; otherwise it is automatic.
    """

    steps: int = 0
    grade: Magic | None = None
    spends: bool = False


class Redoes(Record):
    """Makes a rival reroll, and the owner chooses which roll counts; each rival once."""
