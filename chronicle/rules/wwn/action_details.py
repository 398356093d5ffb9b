"""Details of order results: actions, the assets they concern, and reactions."""

from __future__ import annotations

from typing import Literal, TypeAlias

from chronicle.records import Record

#: The outcome of an order.
Outcome = Literal[
    "done",
    "failed",  # the check failed
    "nobody-there",  # an attack on a faction with nothing there that could defend
    "not-carried-out",  # a precondition was lost; the reason says which
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
#: What a fight did to one side; ``spent`` if it sacrificed itself, ``restored`` if it was saved.
HarmKind = Literal["", "hit", "destroyed", "spent", "restored"]


class PieceSnapshot(Record):
    """An asset or a base as it was in an event; ``hp`` is what was left afterwards."""

    id: str
    name: str
    faction: str
    type: str
    base: bool
    at: str
    hp: int
    maximum: int


class Reaction(Record):
    """What a faction's asset did to change the outcome.

    ``spared``: it was sacrificed and nobody was hit. ``stepped-in``: it defended in another's
    place. ``restored``: the destroyed asset is back at 1 HP. ``threw-again``: rerolled for its
    owner. ``made-throw-again``: made a rival reroll. ``endured``: a base kept one hit point.
    """

    kind: Literal["spared", "stepped-in", "restored", "threw-again", "made-throw-again", "endured"]
    faction: str
    asset: str
    name: str
    subject: str = ""
    paid: int = 0
    hurt: int = 0


class Leg(Record):
    """The movement of one asset; ``arrived`` is false when delayed until its owner's next turn.

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


class Carrying(Record):
    """Assets moved by a free action or a Move (W-ACT-2); ``paid`` is the price of the action."""

    legs: tuple[Leg, ...]
    paid: int = 0
    grants: Literal["", "stealth", "subtle"] = ""


class Profit(Record):
    """Treasure by a free action: the gain (a loss if negative), and its cost in HP."""

    amount: int
    hurt: int
    only: Literal["", "repairs"]
    owing: int = 0


class Mending(Record):
    """Hit points healed: of an asset, a base (``subject``), or the faction itself (empty)."""

    subject: str
    name: str
    healed: int
    paid: int
    times: int = 1


class Cloaking(Record):
    """An asset gets a quality; ``paid`` is the price."""

    subject: str
    name: str
    quality: Literal["stealth", "subtle"]
    paid: int


class Search(Record):
    """A search for Stealthed assets: whose, where, and which of them were found."""

    against: str
    found: tuple[PieceSnapshot, ...]
    paid: int = 0


class Demand(Record):
    """A demand for payment for a rival's asset.

    ``paid`` is the payment; ``unpaid`` is what happened to the asset without one.
    """

    subject: str
    name: str
    against: str
    asked: int
    paid: int
    unpaid: Literal["", "lost", "withheld"]


class Affliction(Record):
    """An asset was marked instead of attacked, for a price."""

    subject: str
    name: str
    against: str
    mark: Literal["unusable", "pinned", "hobbled"]
    paid: int


class Purchase(Record):
    """A purchase (W-ACT-5): its price, and what lowered or raised it: (asset, by, hurt)."""

    subject: str
    name: str
    type: str
    price: int
    helped: tuple[tuple[str, int, int], ...] = ()
    hidden: bool = False


class Sale(Record):
    """A sale (W-ACT-7)."""

    subject: str
    name: str
    type: str
    gained: int


class Founding(Record):
    """A base founded (W-ACT-4): its price, and who may contest it: (rival, won, attacks)."""

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
