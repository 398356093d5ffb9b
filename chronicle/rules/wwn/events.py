"""What can happen in a turn of assets: a closed set of events, facts only.

Every event carries the changes that it makes to the board and ``known``, the circle of those who
learn what happened and who did it; ``touched`` are factions outside it whose own things changed by
it, and who learn that and no more.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from chronicle.audience import Circle
from chronicle.dice import Roll
from chronicle.rules.wwn.changes import Change
from chronicle.rules.wwn.state import UNION, Goal
from chronicle.rules.wwn.terms import Action, Attribute

#: What came of an order.
Outcome = Literal[
    "done",
    "failed",  # the check failed
    "nobody-there",  # an attack on a faction with nothing there that could meet it
    "not-carried-out",  # the order's ground was gone; the reason says how
]
#: Why an order was not carried out at all.
Reason = Literal[
    "",
    "asset-gone",
    "asset-unusable",
    "asset-pinned",
    "asset-hobbled",
    "used-already",
    "too-far",
    "closed",
    "no-treasure",
    "no-base",
    "no-asset-there",
    "rival-base",
    "target-gone",
    "target-unhurt",
    "barred",
    "not-taken",
    "there-already",
    "no-water",
    "toll-unpaid",
    "target-held",
    "hidden-already",
    "base-there",
]
#: What a fight did to one side; ``spent`` when it gave itself up, ``restored`` when it was saved.
Harm = Literal["", "hit", "destroyed", "spent", "restored"]


@dataclass(frozen=True, slots=True)
class Subject:
    """An asset or a base as it was when it was spoken of; ``hp`` is what was left afterwards."""

    id: str
    name: str
    faction: str
    type: str
    base: bool
    at: str
    hp: int
    maximum: int


@dataclass(frozen=True, slots=True)
class Reaction:
    """What somebody's asset did to change the outcome.

    ``spared``: it was given up and nobody was hit. ``stepped-in``: it met the attack in another's
    place. ``restored``: the one destroyed is back at 1 HP. ``threw-again``: for the rolls of its
    owner. ``made-throw-again``: for a rival's.
    """

    kind: Literal["spared", "stepped-in", "restored", "threw-again", "made-throw-again"]
    faction: str
    asset: str
    name: str
    subject: str = ""
    paid: int = 0
    hurt: int = 0


@dataclass(frozen=True, slots=True)
class Leg:
    """One asset's way; ``arrived`` is false when it is held up till its owner's next turn.

    ``toll`` is what a rival's asset there made it pay.
    """

    asset: str
    name: str
    start: str
    end: str
    arrived: bool = True
    toll: int = 0
    toll_to: str = ""


@dataclass(frozen=True, slots=True)
class Carrying:
    """Assets moved by a free action or a Move (W-ACT-2); ``paid`` is the price of the action."""

    legs: tuple[Leg, ...]
    paid: int = 0
    grants: Literal["", "stealth", "subtle"] = ""


@dataclass(frozen=True, slots=True)
class Profit:
    """Treasure by a free action: what was gained (lost when negative), and what it cost in HP."""

    amount: int
    hurt: int
    only: Literal["", "repairs"]
    owing: int = 0


@dataclass(frozen=True, slots=True)
class Mending:
    """Hit points healed: of an asset, a base (``subject``), or the faction itself (empty)."""

    subject: str
    name: str
    healed: int
    paid: int
    times: int = 1


@dataclass(frozen=True, slots=True)
class Cloaking:
    """An asset gets a quality; ``paid`` is the price."""

    subject: str
    name: str
    quality: Literal["stealth", "subtle"]
    paid: int


@dataclass(frozen=True, slots=True)
class Search:
    """Stealthed assets sought: of whom, where, and which of them were found."""

    against: str
    found: tuple[Subject, ...]
    paid: int = 0


@dataclass(frozen=True, slots=True)
class Demand:
    """A rival's asset was to pay; ``paid`` is what was, ``unpaid`` what became of it if not."""

    subject: str
    name: str
    against: str
    asked: int
    paid: int
    unpaid: Literal["", "lost", "withheld"]


@dataclass(frozen=True, slots=True)
class Affliction:
    """An asset was marked in place of an attack, for a price."""

    subject: str
    name: str
    against: str
    mark: Literal["unusable", "pinned", "hobbled"]
    paid: int


@dataclass(frozen=True, slots=True)
class Purchase:
    """An asset bought (W-ACT-5): its price, and what lowered or raised it: (asset, by, hurt)."""

    subject: str
    name: str
    type: str
    price: int
    helped: tuple[tuple[str, int, int], ...] = ()
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Sale:
    """An asset sold (W-ACT-7)."""

    subject: str
    name: str
    type: str
    gained: int


@dataclass(frozen=True, slots=True)
class Founding:
    """A base founded (W-ACT-4): at what price, and who may contest it: (rival, won, attacks)."""

    base: str
    name: str
    hp: int
    rivals: tuple[tuple[str, bool, bool], ...]


Deed: TypeAlias = (
    Carrying
    | Profit
    | Mending
    | Cloaking
    | Search
    | Demand
    | Affliction
    | Purchase
    | Sale
    | Founding
)


@dataclass(frozen=True, slots=True)
class Acted:
    """An order that is no attack, as it was carried out or not.

    ``action`` is empty for a free action. ``asset`` bears it, empty where none does. ``deed`` is
    None where nothing was carried out.
    """

    id: str
    rule: str
    faction: str
    order: str
    action: Action | Literal[""]
    asset: str
    name: str
    at: str
    deed: Deed | None
    outcome: Outcome
    reason: Reason
    reactions: tuple[Reaction, ...]
    known: Circle
    touched: frozenset[str]
    changes: tuple[Change, ...] = field(metadata=UNION)
    rolls: tuple[Roll, ...]


@dataclass(frozen=True, slots=True)
class Clash:
    """One attack (W-ACT-1): who attacked whom, the check, and what it did to either.

    ``part`` is ``contest`` for an attack on a new base (``order`` is then the founder's order, and
    ``faction`` the rival), ``rogue`` for a mercenary that obeys nobody. ``defender`` is None where
    nobody met it. ``won`` is None where nothing was rolled. ``theirs`` and ``ours`` are damage to
    defender and attacker, ``base_damage`` what the defending faction took with its base, ``looted``
    the Treasure taken, ``mark`` what a hit put on the defender, ``taken`` when it changed sides.
    """

    id: str
    rule: str
    faction: str
    order: str
    part: Literal["", "contest", "rogue"]
    attacker: Subject
    at: str
    against: str
    defender: Subject | None
    attribute: Attribute | None
    target: Attribute | None
    won: bool | None
    massive: bool
    theirs: int
    ours: int
    base_damage: int
    defender_harm: Harm
    attacker_harm: Harm
    looted: int
    mark: Literal["", "unusable", "pinned", "hobbled"]
    taken: bool
    reactions: tuple[Reaction, ...]
    outcome: Outcome
    reason: Reason
    known: Circle
    changes: tuple[Change, ...] = field(metadata=UNION)
    rolls: tuple[Roll, ...]


@dataclass(frozen=True, slots=True)
class Unveiled:
    """Stealthed assets met by others' watchers, and what came of it (:class:`Search`).

    ``faction`` and ``asset`` watch, ``mover`` is whose assets were sought. ``tries`` are those
    that nobody found.
    """

    id: str
    rule: str
    faction: str
    asset: str
    name: str
    at: str
    against: str
    found: tuple[Subject, ...]
    missed: tuple[str, ...]
    known: Circle
    changes: tuple[Change, ...] = field(metadata=UNION)
    rolls: tuple[Roll, ...]


@dataclass(frozen=True, slots=True)
class Sequenced:
    """Who acts when (W-TURN-1): (faction, faces of all its throws); ``stated`` by the GM."""

    id: str
    order: tuple[tuple[str, tuple[int, ...]], ...]
    stated: bool
    rolls: tuple[Roll, ...]
    rule: str = "W-TURN-1"
    changes: tuple[Change, ...] = field(metadata=UNION, default=())


@dataclass(frozen=True, slots=True)
class Started:
    """A faction's turn begins: who arrives late, who suffers for want of cover: (asset, damage)."""

    id: str
    faction: str
    arrived: tuple[Leg, ...]
    harried: tuple[tuple[Subject, int], ...]
    known: Circle
    changes: tuple[Change, ...] = field(metadata=UNION)
    rule: str = "W-ACT-2"
    rolls: tuple[Roll, ...] = ()


@dataclass(frozen=True, slots=True)
class Earned:
    """Income (W-TURN-2): of the faction itself, and of assets: (asset, Treasure)."""

    id: str
    faction: str
    amount: int
    lines: tuple[tuple[str, int], ...]
    changes: tuple[Change, ...] = field(metadata=UNION)
    rule: str = "W-TURN-2"
    rolls: tuple[Roll, ...] = ()


@dataclass(frozen=True, slots=True)
class Bill:
    """What one asset costs: its own ``upkeep``, or for being one too many (``excess``)."""

    asset: str
    name: str
    reason: Literal["upkeep", "excess", "arrears"]
    amount: int
    paid: bool


@dataclass(frozen=True, slots=True)
class Kept:
    """Upkeep (W-TURN-3) and what went for want of it: ``lost`` for good, or ``rogue``."""

    id: str
    faction: str
    bills: tuple[Bill, ...]
    left: tuple[tuple[Subject, Literal["lost", "rogue"]], ...]
    known: Circle
    changes: tuple[Change, ...] = field(metadata=UNION)
    rolls: tuple[Roll, ...]
    rule: str = "W-TURN-3"


@dataclass(frozen=True, slots=True)
class Strove:
    """A faction's goal at the end of its turn (W-TURN-6), and what it made of its XP.

    ``goal`` is the one it had, None for none; ``met`` with so much ``xp``; ``failed`` when its
    time ran out; ``abandoned`` when it was given up; ``chosen`` is the one taken up. ``lavished``
    is Treasure spent for nothing, ``raised`` are attributes bought: (attribute, rating, XP).
    """

    id: str
    faction: str
    goal: Goal | None
    met: bool
    xp: int
    failed: bool
    abandoned: bool
    chosen: Goal | None
    lavished: int
    raised: tuple[tuple[Attribute, int, int], ...]
    needed: int
    changes: tuple[Change, ...] = field(metadata=UNION)
    rule: str = "W-TURN-6"
    rolls: tuple[Roll, ...] = ()


@dataclass(frozen=True, slots=True)
class Collapsed:
    """A faction is brought to nothing (W-TURN-7): its assets and bases go with it.

    ``by`` is the faction that did it, empty when none did.
    """

    id: str
    faction: str
    by: str
    lost: tuple[Subject, ...]
    changes: tuple[Change, ...] = field(metadata=UNION)
    rule: str = "W-TURN-7"
    rolls: tuple[Roll, ...] = ()


@dataclass(frozen=True, slots=True)
class Altered:
    """The GM changes something by news or by an adjustment with its reason.

    ``circle`` are those who are told; ``subject`` is what it is about: an asset, a base, a place
    or empty for the faction itself.
    """

    id: str
    rule: str
    by_news: bool
    because: str
    circle: Circle
    what: str
    faction: str
    subject: str
    before: int
    after: int
    changes: tuple[Change, ...] = field(metadata=UNION)
    rolls: tuple[Roll, ...] = ()


@dataclass(frozen=True, slots=True)
class Declared:
    """A faction's standing orders and bans from now on: places whose ruler changes whom it bars."""

    id: str
    faction: str
    places: tuple[str, ...]
    known: Circle
    changes: tuple[Change, ...] = field(metadata=UNION)
    rule: str = "W-ACT-2"
    rolls: tuple[Roll, ...] = ()


@dataclass(frozen=True, slots=True)
class Over:
    """The turn ends: debts of assets fall due, and who stands uncovered is marked.

    ``forfeit`` are assets lost for a debt, ``uncovered`` those that have a turn to leave.
    """

    id: str
    forfeit: tuple[Subject, ...]
    uncovered: tuple[Subject, ...]
    known: Circle
    changes: tuple[Change, ...] = field(metadata=UNION)
    rule: str = "W-ACT-2"
    rolls: tuple[Roll, ...] = ()


Event: TypeAlias = (
    Acted
    | Clash
    | Unveiled
    | Sequenced
    | Started
    | Earned
    | Kept
    | Strove
    | Collapsed
    | Altered
    | Declared
    | Over
)
