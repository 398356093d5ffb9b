"""The closed words of the ruleset: actions, results, and what may be asked of which action."""

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
#: Results of a check that comes off (L-CHK-1).
SUCCESSES: Final[frozenset[RollResult]] = frozenset({"success", "complete-success"})

ATTACK_ACTIONS: Final[frozenset[Action]] = frozenset({"aggressive-attack", "cautious-attack"})
INFLUENCE_ACTIONS: Final[frozenset[Action]] = frozenset(
    {"gain-influence", "ally", "claim", "rally"}
)
PROJECT_ACTIONS: Final[frozenset[Action]] = frozenset({"research", "train"})

#: What stealth can do for an action (L-STL-2); actions that are not here can't be stealthy.
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
    # Only with smugglers or by a way underground (L-AST-MOVES-UNSEEN, L-AST-LINK).
    "move": ("unnoticed",),
}


def rule_of(action: Action) -> str:
    """The id of the rule of an action, as in L-ACT-RAID; Seduce is the working of some units."""
    return "L-AST-SEDUCES" if action == "seduce" else "L-ACT-" + action.upper()
