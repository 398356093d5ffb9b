"""Errors and warnings of the ruleset `lieutenants`: board, adjustments and orders."""

from __future__ import annotations

from chronicle.rules.lieutenants.diagnostics import (
    adjustments,
    custom,
    figures,
    forces,
    influence,
    keys,
    projects,
    setup,
    targets,
)
from chronicle.rules.lieutenants.diagnostics.adjustments import (
    ChangesNothing,
    EffectTooFar,
    NotOfThisKind,
    UnclearEffect,
)
from chronicle.rules.lieutenants.diagnostics.figures import (
    AboveLevelCap,
    NoOpening,
    NotAnNpc,
    NotForThisUnit,
    NotSecret,
    OwnAgent,
    TooManyAbilities,
    TooManyLieutenants,
)
from chronicle.rules.lieutenants.diagnostics.setup import (
    BadLink,
    HolderNotOwn,
    IdTaken,
    NeighboursNotLocales,
    NotForThisTier,
    NotLocation,
    NotOneOf,
    OwnerMayNotKnow,
    PlaceTooDeep,
    WhyBadLink,
)

MODULES = (setup, figures, adjustments, forces, keys, targets, projects, influence, custom)

__all__ = [
    "MODULES",
    "AboveLevelCap",
    "BadLink",
    "ChangesNothing",
    "EffectTooFar",
    "HolderNotOwn",
    "IdTaken",
    "NeighboursNotLocales",
    "NoOpening",
    "NotAnNpc",
    "NotForThisTier",
    "NotForThisUnit",
    "NotLocation",
    "NotOfThisKind",
    "NotOneOf",
    "NotSecret",
    "OwnAgent",
    "OwnerMayNotKnow",
    "PlaceTooDeep",
    "TooManyAbilities",
    "TooManyLieutenants",
    "UnclearEffect",
    "WhyBadLink",
]
