"""Effects in fights: the results of attacks, the dice of checks, who may defend against whom."""

from __future__ import annotations

from typing import Literal

from chronicle.records import dataclass
from chronicle.rules.wwn.dice_amounts import DiceAmount
from chronicle.rules.wwn.effects.free_actions import Attributes
from chronicle.rules.wwn.terms import Attribute, Magic

# ── Attacks ──────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Afflicts:
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


@dataclass(frozen=True, slots=True)
class Robs:
    """A won attack takes Treasure from the other faction; ``once`` a turn from each faction."""

    amount: DiceAmount
    once: bool = False


@dataclass(frozen=True, slots=True)
class Converts:
    """The asset hit changes sides: when the attack is ``won``, or when it would be ``destroyed``.

    ``spends`` the bearer, ``gains`` Treasure; for ``half_cost``, with this many hit points
    (``hp``, 0 leaves them unchanged).
    """

    when: Literal["won", "destroyed"]
    spends: bool = False
    gains: int = 0
    half_cost: bool = False
    hp: int = 0


@dataclass(frozen=True, slots=True)
class Salvages:
    """A rival's asset destroyed in a fight brings one part in ``parts`` of its cost, rounded up.

    Destroyed by the bearer or, for a tag, by any asset of the faction.
    """

    parts: int


@dataclass(frozen=True, slots=True)
class Suffers:
    """The bearer is hurt whenever it defends and whenever it attacks successfully."""

    amount: DiceAmount


@dataclass(frozen=True, slots=True)
class Uncountered:
    """A failed attack of the bearer is never answered with damage."""


# ── Dice ─────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Throws:
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


@dataclass(frozen=True, slots=True)
class SingleDie:
    """Factions hostile to the owner never roll more than one die in attacks at this location."""


@dataclass(frozen=True, slots=True)
class Massive:
    """Wins checks without a roll at more than double the other's rating (W-CHK-2)."""


# ── Who may be attacked, and by whom ─────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Immune:
    """Assets of this kind can't damage the bearer, and it can't be chosen as their defender."""

    kind: Attribute


@dataclass(frozen=True, slots=True)
class Spares:
    """The bearer neither attacks nor answers assets of these kinds or with less magic than this."""

    kinds: tuple[Attribute, ...] = ()
    below: Magic = "none"


@dataclass(frozen=True, slots=True)
class MeetsOnly:
    """The bearer defends only against attacks that target this attribute."""

    attribute: Attribute


@dataclass(frozen=True, slots=True)
class Waterborne:
    """The bearer is always at a place by water and attacks only there."""
