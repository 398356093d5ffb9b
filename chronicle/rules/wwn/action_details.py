"""What an order can come to: deeds, the assets that they concern, and who put in a hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

#: What came of an order.
Outcome = Literal[
    "done",
    "failed",  # the check failed
    "nobody-there",  # an attack on a faction with nothing there that could meet it
    "not-carried-out",  # the order's ground was gone; the reason says how
]
#: Why an order was not carried out at all.
RefusalReason = Literal[
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
HarmKind = Literal["", "hit", "destroyed", "spent", "restored"]


@dataclass(frozen=True, slots=True)
class PieceSnapshot:
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

    ``toll`` is what a rival's asset there (``toll_by``) made it pay.
    """

    asset: str
    name: str
    start: str
    end: str
    arrived: bool = True
    toll: int = 0
    toll_to: str = ""
    toll_by: str = ""


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
    found: tuple[PieceSnapshot, ...]
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


ActionDetails: TypeAlias = (
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
