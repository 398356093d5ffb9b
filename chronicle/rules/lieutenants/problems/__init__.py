"""What can be wrong with a game of lieutenants: its board, what the GM changes, and its orders."""

from __future__ import annotations

from chronicle.rules.lieutenants.problems import board, figures
from chronicle.rules.lieutenants.problems.board import (
    BadLink,
    HolderOfAnother,
    IdTaken,
    NotForThisTier,
    NotLocales,
    NotLocation,
    NotOneOf,
    OwnerMayNotKnow,
    TooDeep,
    WhyBadLink,
)
from chronicle.rules.lieutenants.problems.figures import (
    AboveLevelCap,
    NoOpening,
    NotAnNpc,
    NotForThisUnit,
    NotSecret,
    OwnAgent,
    TooManyAbilities,
    TooManyLieutenants,
)

MODULES = (board, figures)

__all__ = [
    "MODULES",
    "AboveLevelCap",
    "BadLink",
    "HolderOfAnother",
    "IdTaken",
    "NoOpening",
    "NotAnNpc",
    "NotForThisTier",
    "NotForThisUnit",
    "NotLocales",
    "NotLocation",
    "NotOneOf",
    "NotSecret",
    "OwnAgent",
    "OwnerMayNotKnow",
    "TooDeep",
    "TooManyAbilities",
    "TooManyLieutenants",
    "WhyBadLink",
]
