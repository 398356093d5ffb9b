"""The choices of a campaign among the rules: limits and penalties (L-INF-3, L-DMG-DAMAGED)."""

from __future__ import annotations

from typing import Final

from chronicle.model.facts import Facts
from chronicle.rules.lieutenants.state import State
from chronicle.rules.protocol import HouseRule

#: Every code a house rule may carry.
CODES: Final = ("influence-limit", "damaged-penalty", "no-damaged-penalty")


def house_rules_of(state: State) -> tuple[HouseRule, ...]:
    """Return the house rules of a campaign, which everybody may know."""
    limit, penalty = state.house.influence_limit, state.house.damaged_penalty
    return (
        HouseRule("influence-limit", Facts(n=limit)),
        HouseRule("damaged-penalty", Facts(n=penalty))
        if penalty
        else HouseRule("no-damaged-penalty"),
    )
