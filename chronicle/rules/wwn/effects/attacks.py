"""Effects in fights: the results of attacks, the dice of checks, who may defend against whom."""

from __future__ import annotations

from typing import Literal

from chronicle.records import Record
from chronicle.rules.wwn.dice_amounts import DiceAmount
from chronicle.rules.wwn.effects.free_actions import Attributes
from chronicle.rules.wwn.terms import Attribute, Magic

# ── Attacks ──────────────────────────────────────────────────────────────────────────────────────


class Afflicts(Record):
    """Puts a mark on a rival's asset: ``instead`` of an attack, when one is ``won``, or ``made``.

    ``unusable`` does nothing and gives nothing, ``pinned`` can't move, ``hobbled`` uses no free
    action. It lasts as long as the ``bearer`` stays with it, or to the end of its owner's next
    ``turn``. Instead of an attack it may need a check of Cunning (``check``) and a ``price``.
    """

    when: Literal["instead", "won", "made"]
    mark: Literal["unusable", "pinned", "hobbled"]
    lasts: Literal["bearer", "turn"]
    check: bool = False
    price: DiceAmount | None = None
    reach: int = 0


class Robs(Record):
    """A won attack takes Treasure from the other faction; ``once`` a turn from each faction."""

    amount: DiceAmount
    once: bool = False


class Converts(Record):
    """The asset hit changes sides: when the attack is ``won``, or when it would be ``destroyed``.

    ``spends`` the bearer, ``gains`` Treasure; for ``half_cost``, with this many hit points
    (``hp``, 0 leaves them unchanged).
    """

    when: Literal["won", "destroyed"]
    spends: bool = False
    gains: int = 0
    half_cost: bool = False
    hp: int = 0


class Salvages(Record):
    """A rival's asset destroyed in a fight brings one part in ``parts`` of its cost, rounded up.

    Destroyed by the bearer or, for a tag, by any asset of the faction.
    """

    parts: int


class Suffers(Record):
    """The bearer is hurt whenever it defends and whenever it attacks successfully."""

    amount: DiceAmount


class Uncountered(Record):
    """A failed attack of the bearer is never answered with damage."""


# ── Dice ─────────────────────────────────────────────────────────────────────────────────────────


class Throws(Record):
    """Changes the number of dice in checks: ``more`` to keep the best, negative for the worst.

    ``whose`` checks: those in which the ``bearer`` itself takes part, those of its ``allies``
    (own assets of ``kinds`` within ``reach``, including itself), all of its ``owner``'s, of
    ``anybody``, of ``others``, or of ``rivals`` against its owner. ``attribute`` that is rolled,
    None for every one; ``highest`` only while no other of the owner's is higher; ``against_magic``
    when the rival's asset in the check needs that much. ``reach`` is the greatest distance between
    the bearer and the subject of the check (None for anywhere); ``at_seat`` limits it to the place
    of the owner's headquarters.
    """

    more: int
    when: tuple[Literal["attack", "defence", "expand", "other"], ...]
    whose: Literal["bearer", "allies", "owner", "anybody", "others", "rivals"] = "bearer"
    attribute: Attribute | None = None
    kinds: Attributes = ("force", "cunning", "wealth")
    reach: int | None = None
    highest: bool = False
    against_magic: Magic | None = None
    at_seat: bool = False


class SingleDie(Record):
    """Factions hostile to the owner never roll more than one die in attacks at this location."""


class Massive(Record):
    """Wins checks without a roll at more than double the other's rating (W-CHK-2)."""


# ── Who may be attacked, and by whom ─────────────────────────────────────────────────────────────


class Immune(Record):
    """Assets of this kind can't damage the bearer, and it can't be chosen as their defender."""

    kind: Attribute


class Spares(Record):
    """The bearer neither attacks nor answers assets of these kinds or with less magic than this."""

    kinds: tuple[Attribute, ...] = ()
    below: Magic = "none"


class MeetsOnly(Record):
    """The bearer defends only against attacks that target this attribute."""

    attribute: Attribute


class Waterborne(Record):
    """The bearer is always at a place by water and attacks only there."""
