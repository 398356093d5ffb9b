"""Errors and warnings of the ruleset `wwn`: board, adjustments and orders."""

from __future__ import annotations

from chronicle.rules.wwn.diagnostics import (
    adjustments,
    attacks,
    catalogue,
    figures,
    free_actions,
    orders,
    purchases,
    setup,
    targets,
    treasure,
)
from chronicle.rules.wwn.diagnostics.adjustments import (
    BadSequence,
    ChangesNothing,
    EffectTooFar,
    UnclearEffect,
)
from chronicle.rules.wwn.diagnostics.figures import (
    BeyondMeans,
    HasCollapsed,
    IneffectiveTag,
    ManyAssets,
    NamedTwice,
    NoBaseThere,
    NoOpening,
    NotForThisGoal,
    OwnFactionNamed,
    UnfitGoalTarget,
    UnusualRatings,
    WealthNotRisen,
)
from chronicle.rules.wwn.diagnostics.setup import (
    BadBan,
    BadHitPoints,
    BaseTooStrong,
    ForbiddenHere,
    IdTaken,
    NoPosition,
    NotByWater,
    OneHeadquarters,
    WeakHeadquarters,
)

MODULES = (
    setup,
    figures,
    adjustments,
    catalogue,
    orders,
    free_actions,
    attacks,
    purchases,
    treasure,
    targets,
)

__all__ = [
    "MODULES",
    "BadBan",
    "BadHitPoints",
    "BadSequence",
    "BaseTooStrong",
    "BeyondMeans",
    "ChangesNothing",
    "EffectTooFar",
    "ForbiddenHere",
    "HasCollapsed",
    "IdTaken",
    "IneffectiveTag",
    "ManyAssets",
    "NamedTwice",
    "NoBaseThere",
    "NoOpening",
    "NoPosition",
    "NotByWater",
    "NotForThisGoal",
    "OneHeadquarters",
    "OwnFactionNamed",
    "UnclearEffect",
    "UnfitGoalTarget",
    "UnusualRatings",
    "WeakHeadquarters",
    "WealthNotRisen",
]
