"""The fixed terms of the ruleset: actions, kinds of stealth and of assets, and results."""

from __future__ import annotations

from typing import Final, Literal

ActionName = Literal[
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
    "custom",
]
#: Who notices an action that nobody hides (L-STL-5): everybody, its target, those who have
#: informers in the locale, or nobody. Except for the last, those who watch the actor or the place
#: do too.
NoticedBy = Literal["public", "target", "watchers", "nobody"]
RollResult = Literal["complete-failure", "failure", "success", "complete-success"]
StealthKind = Literal["", "unnoticed", "unidentified"]
#: What minions do that meet an ambush or a block and may choose.
StanceReply = Literal["none", "aggressive", "cautious"]
#: What a complete success of watching or investigating brings: it goes unnoticed, or more is found.
SuccessChoice = Literal["stealth", "more"]
#: From whom a dealing with an NPC faction is kept secret for influence (L-INF-3).
HushScope = Literal["none", "public", "all"]
#: Whether who is recruited changes sides, or stays as a double agent.
JoinChoice = Literal["over", "stay"]
#: What may be paid if an action asks for it.
Payment = Literal["none", "double", "influence", "capital"]
#: What a faction owns besides locations.
PropertyKind = Literal["lieutenant", "unit", "item", "information", "facility"]
AssetKind = Literal[PropertyKind, "location"]

ROLL_RESULTS: Final[tuple[RollResult, ...]] = (
    "complete-failure",
    "failure",
    "success",
    "complete-success",
)
#: Results that count as a success (L-CHK-1).
SUCCESSES: Final[frozenset[RollResult]] = frozenset({"success", "complete-success"})

ATTACK_ACTIONS: Final[frozenset[ActionName]] = frozenset({"aggressive-attack", "cautious-attack"})
INFLUENCE_ACTIONS: Final[tuple[ActionName, ...]] = ("gain-influence", "ally", "claim", "rally")


def rule_of(action: ActionName) -> str:
    """Return the rule id of an action, like L-ACT-RAID; Seduce is a power of some units."""
    return "L-AST-SEDUCES" if action == "seduce" else "L-ACT-" + action.upper()
