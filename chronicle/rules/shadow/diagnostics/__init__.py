"""What can be wrong with a game of shadow powers: its opening, orders and effects."""

from __future__ import annotations

from chronicle.rules.shadow.diagnostics import conspiracies, keys, state
from chronicle.rules.shadow.diagnostics.conspiracies import (
    AssistUsed,
    NoNarrative,
    NotAbove,
    TooSoonForResource,
    UnclearTarget,
)
from chronicle.rules.shadow.diagnostics.keys import (
    BothSides,
    NoPartInMobilize,
    NotPlaced,
    NotThere,
    OwnTarget,
    ResourceBusy,
    StakeAbovePool,
    StakeAboveStrength,
)
from chronicle.rules.shadow.diagnostics.state import (
    ActorGone,
    BadSeating,
    DominanceTaken,
    EffectTooFar,
    HiddenFromPower,
    NoOpening,
    SharedSphere,
    UnclearEffect,
)

MODULES = (state, keys, conspiracies)

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
