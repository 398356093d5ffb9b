"""Errors of the shadow ruleset: opening, orders and effects."""

from __future__ import annotations

from chronicle.rules.shadow.diagnostics import conspiracies, keys, state
from chronicle.rules.shadow.diagnostics.conspiracies import (
    AssistUsed,
    LevelNotHigher,
    MobilizeGainsNothing,
    NewResourceWithoutDominance,
    NoNarrative,
    UnclearTarget,
)
from chronicle.rules.shadow.diagnostics.keys import (
    HelpsAndBlocks,
    NotInSameSphere,
    NotPlaced,
    OwnTarget,
    ResourceBusy,
    StakeAbovePool,
    StakeAboveStrength,
    SupportsMobilize,
)
from chronicle.rules.shadow.diagnostics.state import (
    ActorEliminated,
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
    "ActorEliminated",
    "AssistUsed",
    "BadSeating",
    "DominanceTaken",
    "EffectTooFar",
    "HelpsAndBlocks",
    "HiddenFromPower",
    "LevelNotHigher",
    "MobilizeGainsNothing",
    "NewResourceWithoutDominance",
    "NoNarrative",
    "NoOpening",
    "NotInSameSphere",
    "NotPlaced",
    "OwnTarget",
    "ResourceBusy",
    "SharedSphere",
    "StakeAbovePool",
    "StakeAboveStrength",
    "SupportsMobilize",
    "UnclearEffect",
    "UnclearTarget",
]
