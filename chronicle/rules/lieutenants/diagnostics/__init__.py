"""Errors and warnings of the ruleset `lieutenants`: board, adjustments and orders."""

from __future__ import annotations

from chronicle.rules.lieutenants.diagnostics import (
    adjustments,
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

MODULES = (setup, figures, adjustments, forces, keys, targets, projects, influence)

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
