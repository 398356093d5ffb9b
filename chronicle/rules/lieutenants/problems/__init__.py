"""What can be wrong with a game of lieutenants: its board, what the GM changes, and its orders."""

from __future__ import annotations

from chronicle.rules.lieutenants.problems import (
    aims,
    altered,
    board,
    dealings,
    efforts,
    figures,
    forces,
    wording,
)
from chronicle.rules.lieutenants.problems.altered import (
    ChangesNothing,
    EffectTooFar,
    NotOfThisKind,
    UnclearEffect,
)
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

MODULES = (board, figures, altered, forces, wording, aims, efforts, dealings)

__all__ = [
    "MODULES",
    "AboveLevelCap",
    "BadLink",
    "ChangesNothing",
    "EffectTooFar",
    "HolderOfAnother",
    "IdTaken",
    "NoOpening",
    "NotAnNpc",
    "NotForThisTier",
    "NotForThisUnit",
    "NotLocales",
    "NotLocation",
    "NotOfThisKind",
    "NotOneOf",
    "NotSecret",
    "OwnAgent",
    "OwnerMayNotKnow",
    "TooDeep",
    "TooManyAbilities",
    "TooManyLieutenants",
    "UnclearEffect",
    "WhyBadLink",
]
