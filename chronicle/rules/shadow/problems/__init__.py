"""What can be wrong with a game of shadow powers: its opening, orders and effects."""

from __future__ import annotations

from chronicle.rules.shadow.problems import board, parts, plots
from chronicle.rules.shadow.problems.board import (
    ActorGone,
    BadSeating,
    DominanceTaken,
    EffectTooFar,
    HiddenFromPower,
    NoOpening,
    SharedSphere,
    UnclearEffect,
)
from chronicle.rules.shadow.problems.parts import (
    BothSides,
    NoPartInMobilize,
    NotPlaced,
    NotThere,
    OwnTarget,
    ResourceBusy,
    StakeAbovePool,
    StakeAboveStrength,
)
from chronicle.rules.shadow.problems.plots import (
    AssistUsed,
    NoNarrative,
    NotAbove,
    TooSoonForResource,
    UnclearTarget,
)

MODULES = (board, parts, plots)

__all__ = [
    "MODULES",
    "ActorGone",
    "AssistUsed",
    "BadSeating",
    "BothSides",
    "DominanceTaken",
    "EffectTooFar",
    "HiddenFromPower",
    "NoNarrative",
    "NoOpening",
    "NoPartInMobilize",
    "NotAbove",
    "NotPlaced",
    "NotThere",
    "OwnTarget",
    "ResourceBusy",
    "SharedSphere",
    "StakeAbovePool",
    "StakeAboveStrength",
    "TooSoonForResource",
    "UnclearEffect",
    "UnclearTarget",
]
