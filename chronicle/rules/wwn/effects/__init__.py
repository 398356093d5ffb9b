"""The vocabulary of special effects: a small closed set of effects, each with a few parameters.

Every asset and every tag is a list of these, those that ship and a campaign's own alike. An
effect says what it does, not whose it is: it belongs to the asset that bears it, or the
faction that has the tag. Distances (``reach``, ``start``, ``end``) are in moves, 0 is the
bearer's own location. Kinds are attributes: an asset of Force, of Cunning, of Wealth.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from chronicle.rules.wwn.effects.attacks import (
    Afflicts,
    Converts,
    Immune,
    Massive,
    MeetsOnly,
    Robs,
    Salvages,
    SingleDie,
    Spares,
    Suffers,
    Throws,
    Uncountered,
    Waterborne,
)
from chronicle.rules.wwn.effects.free_actions import (
    Attributes,
    Carries,
    Cheapens,
    Cloaks,
    Demands,
    Empowers,
    Exposes,
    Mends,
    Quality,
    Redoes,
    Yields,
)
from chronicle.rules.wwn.effects.passive import (
    Bargains,
    BuysAbove,
    Doubles,
    Endures,
    ExpandsFreely,
    Income,
    Leads,
    Recovers,
    Rerolls,
    Restores,
    Retries,
    Sacrifices,
    Shelters,
    Spots,
    StartsHidden,
    StepsIn,
    Strides,
    Surcharges,
    Tolls,
    Unsellable,
    Upkeep,
)

__all__ = [
    "EFFECT_BY_WORD",
    "TAG_AND_ASSET_WORDS",
    "TAG_ONLY_WORDS",
    "Afflicts",
    "Attributes",
    "Bargains",
    "BuysAbove",
    "Carries",
    "Cheapens",
    "Cloaks",
    "Converts",
    "Demands",
    "Doubles",
    "Effect",
    "Empowers",
    "Endures",
    "ExpandsFreely",
    "Exposes",
    "FreeAction",
    "Immune",
    "Income",
    "Leads",
    "Massive",
    "MeetsOnly",
    "Mends",
    "Quality",
    "Recovers",
    "Redoes",
    "Rerolls",
    "Restores",
    "Retries",
    "Robs",
    "Sacrifices",
    "Salvages",
    "Shelters",
    "SingleDie",
    "Spares",
    "Spots",
    "StartsHidden",
    "StepsIn",
    "Strides",
    "Suffers",
    "Surcharges",
    "Throws",
    "Tolls",
    "Uncountered",
    "Unsellable",
    "Upkeep",
    "Waterborne",
    "Yields",
]

FreeAction: TypeAlias = (
    Carries | Yields | Mends | Exposes | Cloaks | Demands | Cheapens | Empowers | Redoes
)
Effect: TypeAlias = (
    FreeAction
    | Afflicts
    | Robs
    | Salvages
    | Converts
    | Suffers
    | Uncountered
    | Throws
    | SingleDie
    | Massive
    | Immune
    | Spares
    | MeetsOnly
    | Waterborne
    | Sacrifices
    | StepsIn
    | Restores
    | Rerolls
    | Spots
    | Tolls
    | Shelters
    | Leads
    | Income
    | Surcharges
    | Doubles
    | Upkeep
    | StartsHidden
    | Unsellable
    | ExpandsFreely
    | BuysAbove
    | Strides
    | Bargains
    | Recovers
    | Endures
    | Retries
)

#: The value of ``does:`` for each effect.
EFFECT_BY_WORD: Final[dict[str, type[Effect]]] = {
    "carries": Carries,
    "yields": Yields,
    "mends": Mends,
    "exposes": Exposes,
    "cloaks": Cloaks,
    "demands": Demands,
    "cheapens": Cheapens,
    "empowers": Empowers,
    "redoes": Redoes,
    "afflicts": Afflicts,
    "robs": Robs,
    "salvages": Salvages,
    "converts": Converts,
    "suffers": Suffers,
    "uncountered": Uncountered,
    "throws": Throws,
    "single-die": SingleDie,
    "massive": Massive,
    "immune": Immune,
    "spares": Spares,
    "meets-only": MeetsOnly,
    "waterborne": Waterborne,
    "sacrifices": Sacrifices,
    "steps-in": StepsIn,
    "restores": Restores,
    "rerolls": Rerolls,
    "spots": Spots,
    "tolls": Tolls,
    "shelters": Shelters,
    "leads": Leads,
    "income": Income,
    "surcharges": Surcharges,
    "doubles": Doubles,
    "upkeep": Upkeep,
    "starts-hidden": StartsHidden,
    "unsellable": Unsellable,
    "expands-freely": ExpandsFreely,
    "buys-above": BuysAbove,
    "strides": Strides,
    "bargains": Bargains,
    "recovers": Recovers,
    "endures": Endures,
    "retries": Retries,
}
#: Effects for tags only, and effects for both tags and assets.
TAG_ONLY_WORDS: Final[frozenset[str]] = frozenset(
    {
        *("massive", "expands-freely", "buys-above", "strides", "bargains"),
        *("recovers", "endures", "retries"),
    }
)
TAG_AND_ASSET_WORDS: Final[frozenset[str]] = frozenset(
    {"throws", "starts-hidden", "income", "salvages"}
)
