"""The choices of a campaign among the rules: who sits where (S-ROUND-5)."""

from __future__ import annotations

from typing import Final

from chronicle.model.audience import Audience
from chronicle.model.facts import Facts, faction_ref
from chronicle.rules.protocol import HouseRule
from chronicle.rules.shadow.state import State

#: Every code a house rule may carry.
CODES: Final = ("seating",)


def house_rules_of(state: State, audience: Audience) -> tuple[HouseRule, ...]:
    """Return the order of seats, for powers and the GM: the public does not see the board."""
    if not audience.is_gm and audience.faction not in state.powers:
        return ()
    powers = tuple(faction_ref(id) for id in state.seating)
    return (HouseRule("seating", Facts(powers=powers)),)
