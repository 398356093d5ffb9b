"""How a faction plays if its author says nothing: by its tags and its goal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from chronicle.model.character import Aim, Character, Temper
from chronicle.model.facts import faction_ref, place_ref
from chronicle.rules.wwn.state import FactionState, State
from chronicle.rules.wwn.terms import GoalKind

#: The temper of a faction with a tag; other tags say nothing of it.
_TEMPER_OF_TAG: Final[Mapping[str, Temper]] = {
    "concealed": "secretive",
    "imperialist": "bold",
    "machiavellian": "secretive",
    "martial": "bold",
    "massive": "patient",
    "populist": "greedy",
    "rich": "greedy",
    "rooted": "patient",
    "scavenger": "greedy",
    "supported": "patient",
    "tenacious": "patient",
    "zealot": "vengeful",
}
#: The temper of a faction with a goal, if its tags say nothing of it.
_TEMPER_OF_GOAL: Final[Mapping[GoalKind, Temper]] = {
    "blood-the-enemy": "vengeful",
    "destroy-the-foe": "vengeful",
    "eliminate-target": "vengeful",
    "expand-influence": "bold",
    "inside-enemy-territory": "secretive",
    "invincible-valor": "bold",
    "peaceable-kingdom": "patient",
    "root-out-the-enemy": "bold",
    "wealth-of-kingdoms": "greedy",
}


def default_character(state: State, faction: str) -> Character:
    """Return the character of a faction by its own figures on a board."""
    own = state.factions.get(faction)
    if own is None:
        return Character()
    tempers = (_TEMPER_OF_TAG[tag] for tag in own.tags if tag in _TEMPER_OF_TAG)
    by_goal = _TEMPER_OF_GOAL.get(own.goal.kind) if own.goal is not None else None
    return Character(temper=next(tempers, by_goal or ""), aims=tuple(_aims(state, own)))


def _aims(state: State, own: FactionState) -> Iterator[Aim]:
    """Yield what its goal is about."""
    goal = own.goal
    if goal is None:
        return
    target = state.assets.get(goal.asset)
    if goal.against:
        yield Aim("ruin", faction_ref(goal.against))
    elif target is not None and target.faction != own.id:
        yield Aim("ruin", faction_ref(target.faction))
    elif goal.at:
        yield Aim("take", place_ref(goal.at))
    elif goal.kind == "wealth-of-kingdoms":
        yield Aim("grow-rich")
