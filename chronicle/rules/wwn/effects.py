"""The vocabulary of special effects: a small closed set of workings, each with a few figures.

Every asset and every tag is a list of these, those that ship and a campaign's own alike. An
effect says what it does and never to whom it belongs: that is the asset that bears it, or the
faction that has the tag. Distances (``reach``, ``start``, ``end``) are in moves, 0 is the
bearer's own location. Kinds are attributes: an asset of Force, of Cunning, of Wealth.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from chronicle.rules.wwn.amounts import Amount
from chronicle.rules.wwn.terms import Attribute, Magic

Quality = Literal["stealth", "subtle"]
Kinds: TypeAlias = tuple[Attribute, ...]

# ── Free actions (W-TURN-4) ──────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Carries:
    """Moves the bearer (``self``), another own asset (``passenger``), or both together.

    A passenger stands within ``start`` of the bearer and ends within ``end`` of it, or within
    ``from_passenger`` of where it stood; with ``by_here`` one of both is the bearer's location.
    ``capped`` once a turn, ``past_bans`` whatever the ruler says, ``water`` only to places by
    water; ``grants`` is a quality that the passenger has until it acts or is used.
    """

    who: Literal["self", "passenger", "both"]
    kinds: Kinds = ("force", "cunning", "wealth")
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
    amount: Amount | None = None
    hurts: Amount | None = None
    only: Literal["", "repairs"] = ""
    at_stake: bool = False


@dataclass(frozen=True, slots=True)
class Mends:
    """Heals so many hit points of one own asset of these kinds, wherever it is."""

    amount: int
    kinds: Kinds = ("force", "cunning", "wealth")


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
    kinds: Kinds = ("force", "cunning", "wealth")
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

    amount: Amount
    hurts: Amount | None = None
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


# ── Attacking ────────────────────────────────────────────────────────────────────────────────────


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
    price: Amount | None = None
    reach: int = 0


@dataclass(frozen=True, slots=True)
class Robs:
    """An attack that is won takes Treasure from the other faction; ``once`` a turn."""

    amount: Amount
    once: bool = False


@dataclass(frozen=True, slots=True)
class Converts:
    """The asset hit comes over: when the attack is ``won``, or when it would be ``destroyed``.

    ``spends`` the bearer, ``gains`` Treasure; for ``half_cost``, with so many hit points
    (``hp``, 0 leaves them).
    """

    when: Literal["won", "destroyed"]
    spends: bool = False
    gains: int = 0
    half_cost: bool = False
    hp: int = 0


@dataclass(frozen=True, slots=True)
class Suffers:
    """The bearer is hurt whenever it defends and whenever it attacks with success."""

    amount: Amount


@dataclass(frozen=True, slots=True)
class Uncountered:
    """No failed attack of the bearer is answered with damage."""


# ── Dice ─────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Throws:
    """Changes with how many dice checks are thrown: ``more`` to keep the best, less the worst.

    ``whose`` checks: those in which the ``bearer`` itself takes part, those of its ``allies``
    (own assets of ``kinds`` within ``reach``, itself among them), all of its ``owner``'s, of
    ``anybody``, or of those that attack its owner (``attackers``). ``attribute`` that is rolled,
    None for every one; ``highest`` only while no other of the owner's is higher; ``against_magic``
    when the attacking asset needs that much. With ``reach`` what the check is about has to be so
    near the bearer (None for anywhere).
    """

    more: int
    when: tuple[Literal["attack", "defence", "expand", "other"], ...]
    whose: Literal["bearer", "allies", "owner", "anybody", "attackers"] = "bearer"
    attribute: Attribute | None = None
    kinds: Kinds = ("force", "cunning", "wealth")
    reach: int | None = None
    highest: bool = False
    against_magic: Magic | None = None


@dataclass(frozen=True, slots=True)
class SingleDie:
    """Factions hostile to the owner never throw more than one die in attacks at this location."""


@dataclass(frozen=True, slots=True)
class Massive:
    """Wins checks without a roll at more than double the other's rating (W-CHK-2)."""


# ── Who may be attacked, and by whom ─────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Immune:
    """Assets of this kind do the bearer no damage, and it can't be chosen to meet them."""

    kind: Attribute


@dataclass(frozen=True, slots=True)
class Spares:
    """The bearer attacks and answers neither assets of these kinds nor below so much magic."""

    kinds: tuple[Attribute, ...] = ()
    below: Magic = "none"


@dataclass(frozen=True, slots=True)
class MeetsOnly:
    """The bearer defends only against attacks that target this attribute."""

    attribute: Attribute


@dataclass(frozen=True, slots=True)
class Waterborne:
    """The bearer is always at a place by water and attacks only there."""


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
    hurts: Amount


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

    price: Amount


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


FreeAction: TypeAlias = (
    Carries | Yields | Mends | Exposes | Cloaks | Demands | Cheapens | Empowers | Redoes
)
Effect: TypeAlias = (
    FreeAction
    | Afflicts
    | Robs
    | Converts
    | Suffers
    | Uncountered
    | Throws
    | SingleDie
    | Massive
    | Immune
    | Spares
    | MeetsOnly
    | Waterborne
    | Sacrifices
    | StepsIn
    | Restores
    | Rerolls
    | Spots
    | Tolls
    | Shelters
    | Leads
    | Income
    | Surcharges
    | Doubles
    | Upkeep
    | StartsHidden
    | Unsellable
    | ExpandsFreely
    | BuysAbove
    | Strides
    | Bargains
)

#: The word under ``does:`` for each effect.
WORDS: Final[dict[str, type[Effect]]] = {
    "carries": Carries,
    "yields": Yields,
    "mends": Mends,
    "exposes": Exposes,
    "cloaks": Cloaks,
    "demands": Demands,
    "cheapens": Cheapens,
    "empowers": Empowers,
    "redoes": Redoes,
    "afflicts": Afflicts,
    "robs": Robs,
    "converts": Converts,
    "suffers": Suffers,
    "uncountered": Uncountered,
    "throws": Throws,
    "single-die": SingleDie,
    "massive": Massive,
    "immune": Immune,
    "spares": Spares,
    "meets-only": MeetsOnly,
    "waterborne": Waterborne,
    "sacrifices": Sacrifices,
    "steps-in": StepsIn,
    "restores": Restores,
    "rerolls": Rerolls,
    "spots": Spots,
    "tolls": Tolls,
    "shelters": Shelters,
    "leads": Leads,
    "income": Income,
    "surcharges": Surcharges,
    "doubles": Doubles,
    "upkeep": Upkeep,
    "starts-hidden": StartsHidden,
    "unsellable": Unsellable,
    "expands-freely": ExpandsFreely,
    "buys-above": BuysAbove,
    "strides": Strides,
    "bargains": Bargains,
}
#: Effects that only a tag can have, and those that a tag can have as well as an asset.
OF_TAGS: Final[frozenset[str]] = frozenset(
    {"massive", "expands-freely", "buys-above", "strides", "bargains"}
)
OF_BOTH: Final[frozenset[str]] = frozenset({"throws", "starts-hidden", "income"})
