"""The dice in a pool (S-DICE-1), and the result of a roll (S-DICE-2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from chronicle.model.campaign import TurnModifier
from chronicle.model.dice import Dice, Modifier, Roll
from chronicle.model.facts import Facts, faction_ref, place_ref
from chronicle.rules.shadow.events import Stake
from chronicle.rules.shadow.state import Power, State

SIDES: Final = 6
LOWEST_SUCCESS: Final = 4
CRITICAL: Final = 6
#: The least Influence in a neighbouring sphere that adds a die, once (S-DICE-1).
NEIGHBOUR_INFLUENCE: Final = 2


def base_dice(state: State, power: Power, sphere: str) -> tuple[Modifier, ...]:
    """Return the dice a power has in a sphere before any stakes (S-DICE-1)."""
    parts: list[Modifier] = []
    own = power.standing(sphere)
    if own:
        parts.append(Modifier(own, "influence", "S-DICE-1", Facts(sphere=place_ref(sphere))))
    near = [
        name
        for name in state.neighbours.get(sphere, ())
        if power.standing(name) >= NEIGHBOUR_INFLUENCE
    ]
    if near:
        parts.append(Modifier(1, "neighbour", "S-DICE-1", Facts(sphere=place_ref(near[0]))))
    if power.actor.active and power.actor.sphere == sphere:
        parts.append(Modifier(1, "actor", "S-DICE-1", Facts(actor=power.actor.name)))
    return tuple(parts)


def staked_dice(stakes: Sequence[Stake]) -> tuple[Modifier, ...]:
    """Return the dice that stakes add to or take from a conspirator's pool, except a defender's."""
    parts: list[Modifier] = []
    for stake in stakes:
        if stake.dice and stake.role != "defence":
            value = -stake.dice if stake.role == "block" else stake.dice
            reason = "stake" if stake.role == "conspirator" else stake.role
            parts.append(Modifier(value, reason, "S-DICE-1", Facts(power=faction_ref(stake.power))))
    return tuple(parts)


def defence_dice(stakes: Sequence[Stake]) -> tuple[Modifier, ...]:
    """Return the dice that a defender's stake adds to its own pool (S-ACT-5)."""
    return tuple(
        Modifier(stake.dice, "stake", "S-ACT-5", Facts(power=faction_ref(stake.power)))
        for stake in stakes
        if stake.dice and stake.role == "defence"
    )


def turn_dice(modifiers: Sequence[TurnModifier], power: str) -> tuple[Modifier, ...]:
    """Return the dice that the GM gives to, or takes from, all pools of a power in this round."""
    return tuple(
        Modifier(given.value, "turn", "S-DICE-1", Facts(because=given.because))
        for given in modifiers
        if given.applies_to(power)
    )


def size(parts: Sequence[Modifier]) -> int:
    """Return the total number of dice of these parts; may be below 0."""
    return sum(part.value for part in parts)


def successes(faces: Sequence[int]) -> int:
    """Return the number of faces of 4 or more (S-DICE-2)."""
    return sum(1 for face in faces if face >= LOWEST_SUCCESS)


def sixes(faces: Sequence[int]) -> int:
    """Return the number of 6s, which break ties (S-DICE-2)."""
    return sum(1 for face in faces if face == CRITICAL)


def throw(dice: Dice, id: str, parts: tuple[Modifier, ...]) -> Roll:
    """Roll a pool under an id (``power/order/purpose``)."""
    faces, source = dice.throw(id, max(0, size(parts)), SIDES)
    result = Facts(successes=successes(faces), sixes=sixes(faces))
    return Roll(f"{dice.turn}/{id}", SIDES, faces, source, parts, result)


def attacker_wins(attack: Sequence[int], defence: Sequence[int]) -> bool:
    """Return whether the attacker wins: more successes, then more 6s, then a tie (S-DICE-2)."""
    return (successes(attack), sixes(attack)) >= (successes(defence), sixes(defence))
