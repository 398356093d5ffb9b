"""How a faction plays if its author says nothing: by what its lieutenants are good at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chronicle.model.character import Aim, Character, Temper
from chronicle.model.facts import faction_ref
from chronicle.rules.lieutenants.catalogue import Skill
from chronicle.rules.lieutenants.state import Lieutenant, State

#: The temper of a faction whose lieutenants are best at something; of equals, the first.
_TEMPER_OF_SKILL: Final[Mapping[Skill, Temper]] = {
    "force": "bold",
    "sneak": "secretive",
    "charm": "greedy",
    "lore": "patient",
}


def default_character(state: State, faction: str) -> Character:
    """Return the character of a faction by its own figures on a board."""
    own = state.factions.get(faction)
    if own is None:
        return Character()
    of_faction = [it for it in state.assets.values() if it.faction == faction]
    lieutenants = [it for it in of_faction if isinstance(it, Lieutenant)]
    totals = {
        skill: sum(it.statistics.of(skill) for it in lieutenants) for skill in _TEMPER_OF_SKILL
    }
    best = max(totals, key=lambda skill: totals[skill])
    return Character(
        temper=_TEMPER_OF_SKILL[best] if totals[best] > 0 else "",
        aims=tuple(Aim("befriend", faction_ref(it)) for it in sorted(own.allies)),
    )
