"""The dice of a pool (S-DICE-1), what a throw shows (S-DICE-2), and the exact chances of that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final, TypeAlias

from chronicle.model.campaign import TurnModifier
from chronicle.model.dice import Dice, Modifier, Roll
from chronicle.model.facts import Facts, faction_ref, place_ref
from chronicle.rules.kit.dice import ways_by_total
from chronicle.rules.shadow.stakes import Stake
from chronicle.rules.shadow.state import Power, State

SIDES: Final = 6
LOWEST_SUCCESS: Final = 4
CRITICAL: Final = 6
#: The least Influence in a neighbouring sphere that adds a die, once (S-DICE-1).
NEIGHBOUR_INFLUENCE: Final = 2

#: What a throw shows: successes, and how many of them are 6s.
Shown: TypeAlias = tuple[int, int]


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


def throw(dice: Dice, id: str, parts: tuple[Modifier, ...]) -> Roll:
    """Roll a pool under an id (``power/order/purpose``)."""
    faces, source = dice.throw(id, max(0, size(parts)), SIDES)
    successes, sixes = shown_by(faces)
    result = Facts(successes=successes, sixes=sixes)
    return Roll(f"{dice.turn}/{id}", SIDES, faces, source, parts, result)


def shown_by(faces: Sequence[int]) -> Shown:
    """Return the faces of 4 or more, and the 6s among them (S-DICE-2)."""
    return sum(face >= LOWEST_SUCCESS for face in faces), sum(face == CRITICAL for face in faces)


def wins(shown: Shown, against: Shown) -> bool:
    """Return whether a throw wins: more successes, then more 6s, then a tie (S-DICE-2)."""
    return shown >= against


def needed(level: int) -> Shown:
    """Return what a throw has to reach without a defender: as many successes as the level."""
    return level, 0


# ── Chances ──────────────────────────────────────────────────────────────────────────────────────


@lru_cache(maxsize=128)
def ways_shown(dice: int) -> Mapping[Shown, int]:
    """Return all that a pool of this many dice can show, and in how many throws of ``SIDES**dice``.

    Below 0 dice are none.
    """
    dice = max(0, dice)
    # Successes and 6s in one number; a 6 counts as both.
    six = dice + 1
    worth = [(face >= LOWEST_SUCCESS) + six * (face == CRITICAL) for face in range(1, SIDES + 1)]
    die = {each: worth.count(each) for each in worth}
    return {(total % six, total // six): ways for total, ways in ways_by_total(die, dice).items()}


@lru_cache(maxsize=512)
def raise_chance(dice: int, level: int) -> Fraction:
    """Return the chance that a pool shows as many successes as a level (S-ACT-1)."""
    least = needed(level)
    ways = sum([ways for shown, ways in ways_shown(dice).items() if wins(shown, least)])
    return Fraction(ways, SIDES ** max(0, dice))


@lru_cache(maxsize=512)
def attack_chances(attack: int, defence: int) -> Mapping[int, Fraction]:
    """Return the chance that an attack wins with exactly this many 6s, by number of 6s (S-ACT-3).

    The rest up to 1 is the defender's.
    """
    found: dict[int, int] = {}
    against = ways_shown(defence).items()
    for shown, ways in ways_shown(attack).items():
        beaten = sum([others for theirs, others in against if wins(shown, theirs)])
        if beaten:
            found[shown[1]] = found.get(shown[1], 0) + ways * beaten
    throws = SIDES ** (max(0, attack) + max(0, defence))
    return {sixes: Fraction(ways, throws) for sixes, ways in sorted(found.items())}


@lru_cache(maxsize=512)
def attack_chance(attack: int, defence: int) -> Fraction:
    """Return the chance that an attack wins its contest (S-DICE-2)."""
    return sum(attack_chances(attack, defence).values(), Fraction(0))
