"""The vocabulary of special effects: a small set of effects, each with a few parameters.

Every asset and every tag is a list of these, those that ship and a campaign's own alike. An
effect says what it does, not whose it is: it belongs to the asset that bears it, or the
faction that has the tag. Distances (``reach``, ``start``, ``end``) are in moves, 0 is the
bearer's own location. Kinds are attributes: an asset of Force, of Cunning, of Wealth.

To define a class is all that it takes to add one: its name is the value of ``does:``, its fields
are the keys. Those that are ordered as free actions have a module in `actions`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar, Final, Literal, TypeAlias

from chronicle.records import Record
from chronicle.rules.wwn.dice_amounts import DiceAmount
from chronicle.rules.wwn.terms import Attribute, Magic

Quality = Literal["stealth", "subtle"]
Attributes: TypeAlias = tuple[Attribute, ...]
#: What has an effect.
Bearer = Literal["asset", "tag"]
#: Keys without effect, and the words beside which they have none.
IdleKeys: TypeAlias = tuple[tuple[str, ...], str]

#: The effects by the value of ``does:``.
EFFECT_BY_WORD: Final[dict[str, type[Effect]]] = {}


class Effect(Record):
    """One effect of an asset or a tag."""

    #: The value of ``does:``: the name of its class, in small letters with hyphens.
    word: ClassVar[str]
    #: The id of its rule.
    rule: ClassVar[str]
    bearers: ClassVar[tuple[Bearer, ...]] = ("asset",)
    #: Whether it is a free action that is ordered by itself, under `abilities:` (W-TURN-4).
    ordered: ClassVar[bool] = False
    #: Two keys of which it has exactly one, or none.
    alternatives: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.word = re.sub(r"\B(?=[A-Z])", "-", cls.__name__).lower()
        cls.rule = f"W-FX-{cls.word.upper()}"
        EFFECT_BY_WORD[cls.word] = cls

    def idle_keys(self, bearer: Bearer) -> Iterator[IdleKeys]:  # noqa: ARG002  of some effects
        """Yield keys that have no effect beside the others."""
        yield from ()

    @property
    def hits(self) -> bool:
        """Whether it is what a won attack of its bearer does, besides damage or in its place."""
        return False

    @property
    def needs_attack(self) -> bool:
        """Whether it can only result from an attack of its bearer."""
        return self.hits

    @property
    def has_check(self) -> bool:
        """Whether it has a check of its own, so that its bearer's attack needs no damage."""
        return False


# ── Free actions of assets (W-TURN-4) ────────────────────────────────────────────────────────────


class Carries(Effect):
    """Moves the bearer (``self``), another own asset (``passenger``), or both together.

    A passenger starts within ``start`` of the bearer and ends within ``end`` of it, or within
    ``from_passenger`` of its start; with ``by_here`` one of the two is the bearer's location.
    ``capped`` once a turn, ``past_bans`` despite the ruler, ``water`` only to places by
    water; ``grants`` is a quality that the passenger has until it acts or is used.
    """

    ordered = True

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

    def idle_keys(self, bearer: Bearer) -> Iterator[IdleKeys]:  # noqa: ARG002  of assets only
        if self.who == "self":
            yield ("kinds", "start", "from_passenger", "by_here", "grants"), "`who: self`"
        elif self.who == "both":
            yield ("from_passenger", "by_here"), "`who: both`"


class Yields(Effect):
    """Gains Treasure: by the face of one die (``table``), or an ``amount``.

    ``hurts`` the bearer first. ``only`` means for repairs this turn, and what is left is lost. With
    ``at_stake`` a loss that can't be paid by the end of the turn costs the bearer.
    """

    ordered = True
    alternatives = ("table", "amount")

    table: tuple[int, ...] = ()
    amount: DiceAmount | None = None
    hurts: DiceAmount | None = None
    only: Literal["", "repairs"] = ""
    at_stake: bool = False


class Mends(Effect):
    """Heals this many hit points of one own asset of these kinds, at any place."""

    ordered = True

    amount: int
    kinds: Attributes = ("force", "cunning", "wealth")


class Exposes(Effect):
    """A check of Cunning against a faction that exposes all its Stealthed assets in reach."""

    ordered = True
    has_check = True

    price: int = 0
    reach: int = 1


class Cloaks(Effect):
    """Gives the bearer (``self``) or another own asset in reach a quality.

    With ``while_borne`` until the bearer is gone or does it again; else until the quality is lost.
    """

    ordered = True

    quality: Quality
    who: Literal["self", "other"] = "self"
    kinds: Attributes = ("force", "cunning", "wealth")
    reach: int = 0
    price: int = 0
    while_borne: bool = False

    def idle_keys(self, bearer: Bearer) -> Iterator[IdleKeys]:  # noqa: ARG002  of assets only
        if self.who == "self":
            yield ("kinds", "reach"), "`who: self`"


class Demands(Effect):
    """A rival's asset in reach must pay: ``price`` Treasure, or half its cost (0).

    With ``attributes`` after a check of the first against the second. If it does not pay, the asset
    is ``lost``, or ``withheld``: unusable until paid. The price goes to the faction that demands
    it, or to nobody if it ends a ``withheld``.
    """

    ordered = True

    price: int = 0
    attributes: tuple[Attribute, Attribute] | None = None
    reach: int = 0
    unpaid: Literal["lost", "withheld"] = "lost"

    @property
    def has_check(self) -> bool:
        return self.attributes is not None


class Cheapens(Effect):
    """Lowers the price of one purchase, never below half; with ``here`` only of one made here."""

    amount: DiceAmount
    hurts: DiceAmount | None = None
    here: bool = False


class Empowers(Effect):
    """Magic counts for more in a purchase made here: ``steps`` higher, or as ``grade``.

    With ``spends`` it is a choice that spends the bearer; otherwise it is automatic.
    """

    alternatives = ("steps", "grade")

    steps: int = 0
    grade: Magic | None = None
    spends: bool = False


class Redoes(Effect):
    """Makes a rival reroll, and the owner chooses which roll counts; each rival once."""


# ── Attacks ──────────────────────────────────────────────────────────────────────────────────────


class Afflicts(Effect):
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

    def idle_keys(self, bearer: Bearer) -> Iterator[IdleKeys]:  # noqa: ARG002  of assets only
        if self.when != "instead":
            yield ("check", "price", "reach"), f"`when: {self.when}`"

    @property
    def hits(self) -> bool:
        return self.when != "instead"

    @property
    def has_check(self) -> bool:
        return self.when == "instead"


class Robs(Effect):
    """A won attack takes Treasure from the other faction; ``once`` a turn from each faction."""

    hits = True

    amount: DiceAmount
    once: bool = False


class Salvages(Effect):
    """A rival's asset destroyed in a fight brings one part in ``parts`` of its cost, rounded up.

    Destroyed by the bearer or, for a tag, by any asset of the faction.
    """

    bearers = ("asset", "tag")

    parts: int


class Converts(Effect):
    """The asset hit changes sides: when the attack is ``won``, or when it would be ``destroyed``.

    ``spends`` the bearer, ``gains`` Treasure; for ``half_cost``, with this many hit points
    (``hp``, 0 leaves them unchanged).
    """

    needs_attack = True

    when: Literal["won", "destroyed"]
    spends: bool = False
    gains: int = 0
    half_cost: bool = False
    hp: int = 0

    @property
    def hits(self) -> bool:
        return self.when == "won"


class Suffers(Effect):
    """The bearer is hurt whenever it defends and whenever it attacks successfully."""

    amount: DiceAmount


class Uncountered(Effect):
    """A failed attack of the bearer is never answered with damage."""

    needs_attack = True


# ── Dice ─────────────────────────────────────────────────────────────────────────────────────────


class Throws(Effect):
    """Changes the number of dice in checks: ``more`` to keep the best, negative for the worst.

    ``whose`` checks: those in which the ``bearer`` itself takes part, those of its ``allies``
    (own assets of ``kinds`` within ``reach``, including itself), all of its ``owner``'s, of
    ``anybody``, of ``others``, or of ``rivals`` against its owner. ``attribute`` that is rolled,
    None for every one; ``highest`` only while no other of the owner's is higher; ``against_magic``
    when the rival's asset in the check needs that much. ``reach`` is the greatest distance between
    the bearer and the subject of the check (None for anywhere); ``at_seat`` limits it to the place
    of the owner's headquarters.
    """

    bearers = ("asset", "tag")

    more: int
    when: tuple[Literal["attack", "defence", "expand", "other"], ...]
    whose: Literal["bearer", "allies", "owner", "anybody", "others", "rivals"] = "bearer"
    attribute: Attribute | None = None
    kinds: Attributes = ("force", "cunning", "wealth")
    reach: int | None = None
    highest: bool = False
    against_magic: Magic | None = None
    at_seat: bool = False

    def idle_keys(self, bearer: Bearer) -> Iterator[IdleKeys]:
        if self.whose != "allies":
            yield ("kinds",), f"`whose: {self.whose}`"
        if bearer == "tag":
            yield ("reach",), "tags"


class SingleDie(Effect):
    """Factions hostile to the owner never roll more than one die in attacks at this location."""


class Massive(Effect):
    """Wins checks without a roll at more than double the other's rating (W-CHK-2)."""

    bearers = ("tag",)


# ── Who may be attacked, and by whom ─────────────────────────────────────────────────────────────


class Immune(Effect):
    """Assets of this kind can't damage the bearer, and it can't be chosen as their defender."""

    kind: Attribute


class Spares(Effect):
    """The bearer neither attacks nor answers assets of these kinds or with less magic than this."""

    kinds: tuple[Attribute, ...] = ()
    below: Magic = "none"


class MeetsOnly(Effect):
    """The bearer defends only against attacks that target this attribute."""

    attribute: Attribute


class Waterborne(Effect):
    """The bearer is always at a place by water and attacks only there."""


# ── Reactions ────────────────────────────────────────────────────────────────────────────────────


class Sacrifices(Effect):
    """Sacrificed, once a turn, when another own asset in reach is hit; the attack has no effect."""

    reach: int = 1


class StepsIn(Effect):
    """Once a turn, defends in another's place against an attack in reach on this attribute."""

    attribute: Attribute
    reach: int = 1


class Restores(Effect):
    """Restores an asset in reach destroyed by an attack with this attribute, for half its cost.

    It has one hit point then; bases are not restored.
    """

    attribute: Attribute
    reach: int = 1


class Rerolls(Effect):
    """A failed roll of this attribute may be rerolled repeatedly; each time damages the bearer."""

    attribute: Attribute
    hurts: DiceAmount


class Spots(Effect):
    """Finds Stealthed assets in reach by a check of Cunning: on ``arrival``, or at the ``start``.

    On arrival the owner rolls against the mover's; at the start of the owner's turn each of them
    must win against the owner.
    """

    when: Literal["arrival", "start"]
    reach: int = 1


# ── Places and Treasure ──────────────────────────────────────────────────────────────────────────


class Tolls(Effect):
    """Rivals' assets that are not Stealthed pay to come here, and arrive a turn late."""

    price: DiceAmount


class Shelters(Effect):
    """Own assets may come to this location and stay despite its ruler."""


class Leads(Effect):
    """The bearer's Move ignores bans; with ``companions`` so does theirs, and they may stay."""

    companions: bool = False


class Income(Effect):
    """This much Treasure every turn."""

    bearers = ("asset", "tag")

    amount: int


class Surcharges(Effect):
    """All others pay this much more to create an asset here."""

    amount: int


class Doubles(Effect):
    """Profit rolls of the owner's assets here are rolled twice, and the better is kept."""


class Upkeep(Effect):
    """Costs this much Treasure every turn; unpaid, a ``mercenary`` is lost or goes rogue."""

    amount: int
    mercenary: bool = False


class StartsHidden(Effect):
    """The bearer, or everything bought by the faction with the tag, enters play Stealthed."""

    bearers = ("asset", "tag")


class Unsellable(Effect):
    """Can't be sold or dismissed by choice."""


# ── Tags only ────────────────────────────────────────────────────────────────────────────────────


class ExpandsFreely(Effect):
    """Expand Influence once a turn as a free action."""

    bearers = ("tag",)


class BuysAbove(Effect):
    """Buys as if its ratings were this much higher, but at most this many assets that need it."""

    bearers = ("tag",)

    ratings: int
    at_most: int


class Strides(Effect):
    """One move covers this many times the distance."""

    bearers = ("tag",)

    times: int


class Bargains(Effect):
    """Assets that cost up to an amount cost less, at least 1."""

    bearers = ("tag",)

    up_to: int
    by: int


class Recovers(Effect):
    """Its damaged assets regain this many hit points as its turn begins; bases do not."""

    bearers = ("tag",)

    amount: int


class Endures(Effect):
    """A base that would be destroyed keeps one hit point, and again only after it was whole."""

    bearers = ("tag",)


class Retries(Effect):
    """Once a turn a failed check of an attack is rolled again, at a price to the attacker.

    It takes the counter of the asset that it met, or ``hurts`` if that is less on average or none.
    """

    bearers = ("tag",)

    hurts: DiceAmount
