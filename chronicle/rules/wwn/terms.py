"""The fixed terms of the ruleset: ratings, magic, actions, goals, and tables by rating."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, get_args

Attribute = Literal["force", "cunning", "wealth"]
Magic = Literal["none", "low", "medium", "high"]
#: The seven actions; a faction takes one kind of them per turn (W-TURN-5).
ActionName = Literal["attack", "move", "repair", "expand", "create", "hide", "sell"]
#: The goals of the rules.
RulesGoalKind = Literal[
    "blood-the-enemy",
    "destroy-the-foe",
    "eliminate-target",
    "expand-influence",
    "inside-enemy-territory",
    "invincible-valor",
    "peaceable-kingdom",
    "root-out-the-enemy",
    "sphere-dominance",
    "wealth-of-kingdoms",
]
#: All goals: those of the rules, and those of the GM's own.
GoalKind = Literal[RulesGoalKind, "own"]

ATTRIBUTES: Final[tuple[Attribute, ...]] = ("force", "cunning", "wealth")
GOALS: Final[tuple[RulesGoalKind, ...]] = get_args(RulesGoalKind)
MAGIC: Final[tuple[Magic, ...]] = ("none", "low", "medium", "high")
ACTIONS: Final[tuple[ActionName, ...]] = get_args(ActionName)
#: Hit points for a rating, and the XP it costs to reach it (W-ENT-1).
RATING_VALUES: Final[Mapping[int, int]] = {1: 1, 2: 2, 3: 4, 4: 6, 5: 9, 6: 12, 7: 16, 8: 20}
MAX_RATING: Final = 8
#: The most rerolls in a turn that orders can ask for.
MAX_REROLLS: Final = 20
#: Every check is one ten-sided die plus a rating (W-CHK-1).
CHECK_DIE_SIDES: Final = 10
#: Reserved ids that no order may have: events and rolls of a faction's turn use them.
RESERVED_ORDER_IDS: Final = frozenset(
    {
        "collapse",
        "declares",
        "goal",
        "income",
        "over",
        "rogue",
        "sequence",
        "start",
        "turn",
        "upkeep",
    }
)


def magic_rank(magic: Magic) -> int:
    """Return the rank of a grade of magic, from 0 for none."""
    return MAGIC.index(magic)


#: The outcome of an order.
Outcome = Literal[
    "done",
    "failed",  # the check failed
    "nobody-there",  # an attack on a faction with nothing there that could defend
    "not-carried-out",  # a precondition was lost; the reason says which
]


#: Why an order was not carried out at all.
RefusalReason = Literal[
    "",
    "asset-gone",
    "asset-unusable",
    "asset-pinned",
    "asset-hobbled",
    "used-already",
    "too-far",
    "closed",
    "no-treasure",
    "no-base",
    "no-asset-there",
    "rival-base",
    "target-gone",
    "target-unhurt",
    "barred",
    "not-taken",
    "there-already",
    "no-water",
    "toll-unpaid",
    "target-held",
    "hidden-already",
    "base-there",
]


#: What a fight did to one side; ``spent`` if it sacrificed itself, ``restored`` if it was saved.
HarmKind = Literal["", "hit", "destroyed", "spent", "restored"]
