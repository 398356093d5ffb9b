"""The vocabulary of special effects: a small closed set of effects, each with a few parameters.

Every asset and every tag is a list of these, those that ship and a campaign's own alike. An
effect says what it does, not whose it is: it belongs to the asset that bears it, or the
faction that has the tag. Distances (``reach``, ``start``, ``end``) are in moves, 0 is the
bearer's own location. Kinds are attributes: an asset of Force, of Cunning, of Wealth.
"""

from __future__ import annotations

import re
from typing import Final, Literal, TypeAlias, get_args

from chronicle.records import Record
from chronicle.rules.wwn.dice_amounts import DiceAmount
from chronicle.rules.wwn.terms import Attribute, Magic

Quality = Literal["stealth", "subtle"]
Attributes: TypeAlias = tuple[Attribute, ...]

# ── Free actions of assets (W-TURN-4) ────────────────────────────────────────────────────────────


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


# ── Reactions ────────────────────────────────────────────────────────────────────────────────────


class Sacrifices(Record):
    """Sacrificed, once a turn, when another own asset in reach is hit; the attack has no effect."""

    reach: int = 1


class StepsIn(Record):
    """Once a turn, defends in another's place against an attack in reach on this attribute."""

    attribute: Attribute
    reach: int = 1


class Restores(Record):
    """Restores an asset in reach destroyed by an attack with this attribute, for half its cost.

    It has one hit point then; bases are not restored.
    """

    attribute: Attribute
    reach: int = 1


class Rerolls(Record):
    """A failed roll of this attribute may be rerolled repeatedly; each time damages the bearer."""

    attribute: Attribute
    hurts: DiceAmount


class Spots(Record):
    """Finds Stealthed assets in reach by a check of Cunning: on ``arrival``, or at the ``start``.

    On arrival the owner rolls against the mover's; at the start of the owner's turn each of them
    must win against the owner.
    """

    when: Literal["arrival", "start"]
    reach: int = 1


# ── Places and Treasure ──────────────────────────────────────────────────────────────────────────


class Tolls(Record):
    """Rivals' assets that are not Stealthed pay to come here, and arrive a turn late."""

    price: DiceAmount


class Shelters(Record):
    """Own assets may come to this location and stay despite its ruler."""


class Leads(Record):
    """The bearer's Move ignores bans; with ``companions`` so does theirs, and they may stay."""

    companions: bool = False


class Income(Record):
    """This much Treasure every turn."""

    amount: int


class Surcharges(Record):
    """All others pay this much more to create an asset here."""

    amount: int


class Doubles(Record):
    """Profit rolls of the owner's assets here are rolled twice, and the better is kept."""


class Upkeep(Record):
    """Costs this much Treasure every turn; unpaid, a ``mercenary`` is lost or goes rogue."""

    amount: int
    mercenary: bool = False


class StartsHidden(Record):
    """The bearer, or everything bought by the faction with the tag, enters play Stealthed."""


class Unsellable(Record):
    """Can't be sold or dismissed by choice."""


# ── Tags only ────────────────────────────────────────────────────────────────────────────────────


class ExpandsFreely(Record):
    """Expand Influence once a turn as a free action."""


class BuysAbove(Record):
    """Buys as if its ratings were this much higher, but at most this many assets that need it."""

    ratings: int
    at_most: int


class Strides(Record):
    """One move covers this many times the distance."""

    times: int


class Recovers(Record):
    """Its damaged assets regain this many hit points as its turn begins; bases do not."""

    amount: int


class Endures(Record):
    """A base that would be destroyed keeps one hit point, and again only after it was whole."""


class Retries(Record):
    """Once a turn a failed check of an attack is rolled again, at a price to the attacker.

    It takes the counter of the asset that it met, or ``hurts`` if that is less on average or none.
    """

    hurts: DiceAmount


class Bargains(Record):
    """Assets that cost up to an amount cost less, at least 1."""

    up_to: int
    by: int


FreeAction: TypeAlias = (
    Carries | Yields | Mends | Exposes | Cloaks | Demands | Cheapens | Empowers | Redoes
)
Effect: TypeAlias = (
    FreeAction
    | Afflicts
    | Robs
    | Salvages
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
    | Recovers
    | Endures
    | Retries
)

#: The value of ``does:`` for each effect: the name of its class, in small letters with hyphens.
EFFECT_BY_WORD: Final[dict[str, type[Effect]]] = {
    re.sub(r"\B(?=[A-Z])", "-", effect.__name__).lower(): effect for effect in get_args(Effect)
}
#: Effects for tags only, and effects for both tags and assets.
TAG_ONLY_WORDS: Final[frozenset[str]] = frozenset(
    {
        *("massive", "expands-freely", "buys-above", "strides", "bargains"),
        *("recovers", "endures", "retries"),
    }
)
TAG_AND_ASSET_WORDS: Final[frozenset[str]] = frozenset(
    {"throws", "starts-hidden", "income", "salvages"}
)
