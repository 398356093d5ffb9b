"""The choices of a campaign among the rules: distances, and what is seen, paid and fought."""

from __future__ import annotations

from typing import Final

from chronicle.model.facts import Facts
from chronicle.rules.protocol import HouseRule
from chronicle.rules.wwn.state import State

#: Every code a house rule may carry: a key of `rules:` and its value.
CODES: Final = (
    "distance-neighbours",
    "distance-miles",
    "assets-public",
    "assets-rumored",
    "assets-owner",
    "xp_cost-reached",
    "xp_cost-leaving",
    "foes-one",
    "foes-several",
    "rogues-stay",
    "rogues-move",
    "friends-own",
    "friends-allies",
)


def house_rules_of(state: State) -> tuple[HouseRule, ...]:
    """Return the house rules of a campaign, which everybody may know."""
    house = state.house
    move = Facts(n=house.move) if house.distance == "miles" else Facts()
    return (
        HouseRule(f"distance-{house.distance}", move),
        HouseRule(f"assets-{house.assets}"),
        HouseRule(f"xp_cost-{house.xp_cost}"),
        HouseRule(f"foes-{house.foes}"),
        HouseRule(f"rogues-{house.rogues}"),
        HouseRule(f"friends-{house.friends}"),
    )
