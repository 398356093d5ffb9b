"""Passive effects: reactions, places, Treasure, and effects of tags only."""

from __future__ import annotations

from typing import Literal

from chronicle.records import Record
from chronicle.rules.wwn.dice_amounts import DiceAmount
from chronicle.rules.wwn.terms import Attribute

# ── Reactions ────────────────────────────────────────────────────────────────────────────────────


class Sacrifices(Record):
    """Sacrificed when another own asset in reach is hit: the attack has no effect.

    One a turn for each faction.
    """

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
