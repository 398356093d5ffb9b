"""What the evening of play comes to, turn by turn, as it was computed by hand.

The reckoning itself stands as comments in `evening/`; these tables say the same again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chronicle.records import Record


class Purse(Record):
    """A faction after a turn: F, C and W as ``ratings``, and what it strives for, how far."""

    treasure: int
    hp: int
    xp: int
    ratings: tuple[int, int, int]
    goal: tuple[str, int]


class Piece(Record):
    """An asset after a turn; ``marks`` are (what, of how much)."""

    faction: str
    hp: int
    at: str
    stealth: str = ""
    marks: tuple[tuple[str, int], ...] = ()


class Hall(Record):
    """A base after a turn."""

    faction: str
    at: str
    hp: int
    maximum: int


class Reckoning(Record):
    """One turn and the board after it: ``ledger`` is Treasure line by line, ``bans`` who is barred.

    ``totals`` are of all rolls but those for the order of play.
    """

    order: tuple[str, ...]
    totals: Mapping[str, int]
    ledger: Mapping[str, list[tuple[int, str]]]
    factions: Mapping[str, Purse]
    assets: Mapping[str, Piece]
    bases: Mapping[str, Hall]
    bans: Mapping[str, frozenset[str]]


FIRST: Final = Reckoning(
    order=("brass", "iron", "crow", "salt"),
    totals={
        "brass/buy/hurt-prince": 2,
        "brass/buy/price-prince": 5,
        "iron/reap/yield": 1,
        "iron/charge/check": 10,
        "iron/charge/defence": 5,
        "iron/charge/damage": 4,
        "iron/press/check": 15,
        "iron/press/defence": 12,
        "iron/press/damage": 7,
        "crow/look/check": 10,
        "crow/look/defence": 9,
        "salt/toil/yield": 1,
    },
    ledger={
        "brass": [(5, "income"), (-1, "free-action"), (-11, "purchase")],
        "iron": [(4, "income"), (1, "yield")],
        "crow": [
            (4, "income"),
            (1, "income"),
            (-1, "free-action"),
            (-2, "hiding"),
            (-2, "hiding"),
        ],
        "salt": [(3, "income"), (-1, "upkeep"), (-4, "upkeep"), (-1, "excess"), (1, "yield")],
    },
    factions={
        "brass": Purse(5, 20, 2, (2, 4, 6), ("expand-influence", 0)),
        "iron": Purse(8, 20, 3, (6, 2, 4), ("blood-the-enemy", 5)),
        "crow": Purse(9, 12, 0, (2, 5, 4), ("peaceable-kingdom", 0)),
        "salt": Purse(1, 7, 0, (2, 1, 3), ("eliminate-target", 0)),
    },
    assets={
        "prince": Piece("brass", 8, "hold"),
        "traders": Piece("brass", 10, "hold"),
        "carts": Piece("brass", 4, "cross"),
        "agents": Piece("brass", 8, "cross"),
        "riders": Piece("iron", 12, "cross"),
        "brothers": Piece("iron", 6, "cross"),
        "friars": Piece("iron", 3, "cross"),
        "farms": Piece("iron", 4, "abbey"),
        "ears": Piece("crow", 3, "court", "hidden"),
        "thugs": Piece("crow", 12, "court", "hidden"),
        "salon": Piece("crow", 8, "court"),
        "masks": Piece("crow", 4, "cross", "hidden"),
        "banners": Piece("salt", 6, "cross"),
        "company": Piece("salt", 6, "cross"),
        "works": Piece("salt", 4, "strand"),
        "stalls": Piece("salt", 2, "hold"),
    },
    bases={
        "counting-house": Hall("brass", "hold", 20, 20),
        "abbey-hall": Hall("iron", "abbey", 20, 20),
        "roost": Hall("crow", "court", 17, 17),
        "salt-hall": Hall("salt", "strand", 7, 7),
    },
    bans={},
)

SECOND: Final = Reckoning(
    order=("salt", "brass", "iron", "crow"),
    totals={
        "salt/upkeep/rogue-banners": 5,
        "salt/rogue/banners-check": 10,
        "salt/rogue/banners-defence": 6,
        "salt/rogue/banners-damage": 4,
        "salt/toil/yield": -1,
        "brass/trade/hurt": 3,
        "brass/trade/yield": 3,
        "brass/settle/check-iron": 6,
        "brass/settle/defence-iron": 6,
        "brass/settle/check-salt": 5,
        "brass/settle/defence-salt": 10,
        "brass/settle/iron-brothers-check": 13,
        "brass/settle/iron-brothers-defence": 11,
        "brass/settle/iron-brothers-damage": 1,
        "brass/settle/iron-friars-check": 6,
        "brass/settle/iron-friars-defence": 10,
        "brass/settle/iron-friars-counter": 4,
        "brass/settle/iron-riders-check": 7,
        "brass/settle/iron-riders-defence": 7,
        "brass/settle/iron-riders-counter": 2,
        "iron/reap/yield": 0,
        "iron/ride/check": 10,
        "iron/ride/defence": 9,
        "iron/ride/damage": 4,
        "iron/press/check": 8,
        "iron/press/defence": 8,
        "iron/press/counter": 5,
    },
    ledger={
        "salt": [(3, "income"), (-1, "upkeep"), (-1, "yield"), (4, "sale")],
        "brass": [(5, "income"), (3, "yield"), (-6, "founding")],
        "iron": [(4, "income")],
        "crow": [(-2, "adjustment"), (4, "income"), (1, "income")],
    },
    factions={
        "salt": Purse(6, 7, 0, (2, 1, 3), ("eliminate-target", 0)),
        "brass": Purse(7, 20, 0, (3, 4, 6), ("blood-the-enemy", 0)),
        "iron": Purse(12, 20, 3, (6, 2, 4), ("blood-the-enemy", 10)),
        "crow": Purse(12, 12, 0, (2, 5, 4), ("peaceable-kingdom", 1)),
    },
    assets={
        "prince": Piece("brass", 8, "hold"),
        "traders": Piece("brass", 7, "hold"),
        "carts": Piece("brass", 4, "cross"),
        "agents": Piece("brass", 3, "cross"),
        "riders": Piece("iron", 10, "cross"),
        "brothers": Piece("iron", 1, "cross"),
        "farms": Piece("iron", 4, "abbey"),
        "ears": Piece("crow", 3, "court", "hidden"),
        "thugs": Piece("crow", 12, "court", "hidden"),
        "salon": Piece("crow", 8, "court"),
        "masks": Piece("crow", 4, "cross", "hidden"),
        "banners": Piece("salt", 6, "cross", marks=(("rogue", 4),)),
        "company": Piece("salt", 2, "cross"),
        "stalls": Piece("salt", 2, "hold"),
    },
    bases={
        "counting-house": Hall("brass", "hold", 20, 22),
        "cross-house": Hall("brass", "cross", 6, 6),
        "abbey-hall": Hall("iron", "abbey", 20, 20),
        "roost": Hall("crow", "court", 17, 17),
        "salt-hall": Hall("salt", "strand", 7, 7),
    },
    bans={"hold": frozenset({"crow"})},
)

THIRD: Final = Reckoning(
    order=("iron", "salt", "crow", "brass"),
    totals={
        "iron/reap/yield": 1,
        "iron/charge/check": 9,
        "iron/charge/defence": 9,
        "iron/charge/counter": 4,
        "iron/press/check": 14,
        "iron/press/defence": 10,
        "iron/press/damage": 2,
        "salt/raid/check": 12,
        "salt/raid/defence": 9,
        "salt/raid/damage": 5,
        "crow/look/check": 11,
        "crow/look/defence": 11,
        "crow/sneak/spot-agents-thugs-check": 13,
        "crow/sneak/spot-agents-thugs-defence": 8,
        "crow/slip/spot-agents-masks-check": 6,
        "crow/slip/spot-agents-masks-defence": 6,
        "brass/trade/hurt": 4,
        "brass/trade/yield": 0,
    },
    ledger={
        "iron": [(4, "income"), (1, "yield")],
        "salt": [(3, "income"), (-1, "upkeep"), (-8, "arrears")],
        "crow": [(4, "income"), (1, "income"), (-1, "free-action")],
        "brass": [
            (5, "income"),
            (-1, "free-action"),
            (-1, "repair"),
            (-2, "repair"),
            (-3, "repair"),
            (-1, "repair"),
            (-1, "repair"),
        ],
    },
    factions={
        "iron": Purse(17, 20, 1, (6, 3, 4), ("invincible-valor", 0)),
        "salt": Purse(0, 7, 0, (2, 1, 3), ("peaceable-kingdom", 0)),
        "crow": Purse(16, 12, 0, (2, 5, 4), ("peaceable-kingdom", 2)),
        "brass": Purse(3, 22, 0, (3, 4, 6), ("blood-the-enemy", 4)),
    },
    assets={
        "prince": Piece("brass", 10, "hold"),
        "traders": Piece("brass", 3, "hold"),
        "carts": Piece("brass", 4, "hold"),
        "agents": Piece("brass", 7, "cross"),
        "riders": Piece("iron", 1, "cross"),
        "brothers": Piece("iron", 1, "cross"),
        "farms": Piece("iron", 4, "abbey"),
        "ears": Piece("crow", 3, "court", "hidden"),
        "thugs": Piece("crow", 12, "cross"),
        "salon": Piece("crow", 8, "court"),
        "masks": Piece("crow", 4, "hold", "hidden"),
        "banners": Piece("salt", 6, "cross"),
        "company": Piece("salt", 2, "cross"),
        "stalls": Piece("salt", 2, "hold"),
    },
    bases={
        "counting-house": Hall("brass", "hold", 22, 22),
        "cross-house": Hall("brass", "cross", 6, 6),
        "abbey-hall": Hall("iron", "abbey", 20, 22),
        "roost": Hall("crow", "court", 17, 17),
        "salt-hall": Hall("salt", "strand", 7, 7),
    },
    bans={"hold": frozenset({"crow"})},
)

PAPER: Final = (FIRST, SECOND, THIRD)
