"""What can be wrong with an asset game: its board, what the GM changes, and its orders."""

from __future__ import annotations

from chronicle.rules.wwn.problems import (
    altered,
    board,
    catalogue,
    figures,
    orders,
    orders_aims,
    orders_attacks,
    orders_free,
    orders_means,
    orders_works,
)
from chronicle.rules.wwn.problems.altered import (
    BadSequence,
    ChangesNothing,
    EffectTooFar,
    UnclearEffect,
)
from chronicle.rules.wwn.problems.board import (
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
from chronicle.rules.wwn.problems.figures import (
    BeyondMeans,
    HasCollapsed,
    IdleTag,
    ItsOwnFoe,
    ManyAssets,
    NamedTwice,
    NoBaseThere,
    NoOpening,
    NoTarget,
    NotForThisGoal,
    UnusualRatings,
    WealthNotRisen,
)

MODULES = (
    board,
    figures,
    altered,
    catalogue,
    orders,
    orders_free,
    orders_attacks,
    orders_works,
    orders_means,
    orders_aims,
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
    "IdleTag",
    "ItsOwnFoe",
    "ManyAssets",
    "NamedTwice",
    "NoBaseThere",
    "NoOpening",
    "NoPosition",
    "NoTarget",
    "NotByWater",
    "NotForThisGoal",
    "OneHeadquarters",
    "UnclearEffect",
    "UnusualRatings",
    "WeakHeadquarters",
    "WealthNotRisen",
]
