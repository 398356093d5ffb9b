"""The fixed terms of the ruleset: actions, results, and the stealth each action allows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

Action = Literal[
    "aggressive-attack",
    "cautious-attack",
    "raid",
    "conceal",
    "steal",
    "surveil",
    "purchase",
    "investigate",
    "recruit",
    "sell",
    "seduce",
    "research",
    "move",
    "train",
    "work",
    "ambush",
    "block",
    "gain-influence",
    "ally",
    "claim",
    "rally",
]
RollResult = Literal["complete-failure", "failure", "success", "complete-success"]
StealthKind = Literal["", "unnoticed", "unidentified"]
AssetKind = Literal["lieutenant", "unit", "item", "information", "facility", "location"]

ROLL_RESULTS: Final[tuple[RollResult, ...]] = (
    "complete-failure",
    "failure",
    "success",
    "complete-success",
)
#: Results that count as a success (L-CHK-1).
SUCCESSES: Final[frozenset[RollResult]] = frozenset({"success", "complete-success"})

ATTACK_ACTIONS: Final[frozenset[Action]] = frozenset({"aggressive-attack", "cautious-attack"})
INFLUENCE_ACTIONS: Final[frozenset[Action]] = frozenset(
    {"gain-influence", "ally", "claim", "rally"}
)
#: Actions that an order does at a location (`at:`): whoever is elsewhere goes there (L-TURN-5).
ENTERING_ACTIONS: Final[frozenset[Action]] = (
    ATTACK_ACTIONS
    | INFLUENCE_ACTIONS
    | {"raid", "steal", "purchase", "research", "work", "ambush", "block"}
)
PROJECT_ACTIONS: Final[frozenset[Action]] = frozenset({"research", "train"})

#: The stealth that each action allows (L-STL-2); actions not listed can't be stealthy.
STEALTH_BY_ACTION: Final[Mapping[Action, tuple[StealthKind, ...]]] = {
    "ally": ("unnoticed",),
    "purchase": ("unnoticed",),
    "claim": ("unnoticed",),
    "gain-influence": ("unnoticed",),
    "investigate": ("unnoticed",),
    "rally": ("unnoticed",),
    "recruit": ("unnoticed", "unidentified"),
    "sell": ("unnoticed",),
    "surveil": ("unnoticed",),
    "train": ("unnoticed",),
    "seduce": ("unnoticed",),
    "aggressive-attack": ("unidentified",),
    "cautious-attack": ("unidentified",),
    "raid": ("unidentified",),
    "steal": ("unidentified",),
    # Only with smugglers or by an underground link (L-AST-MOVES-UNSEEN, L-AST-LINK).
    "move": ("unnoticed",),
}


def rule_of(action: Action) -> str:
    """Return the rule id of an action, like L-ACT-RAID; Seduce is a power of some units."""
    return "L-AST-SEDUCES" if action == "seduce" else "L-ACT-" + action.upper()
