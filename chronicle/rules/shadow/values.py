"""Advice to a shadow power: what is worth having, in points of one level of Influence."""

from __future__ import annotations

from typing import Final

from chronicle.model.facts import Ref
from chronicle.rules.shadow.dice import base_dice, size
from chronicle.rules.shadow.state import MAX_INFLUENCE, RESERVE, Power, State
from chronicle.rules.values import Advice, Values

#: What Influence in a sphere is worth, by level: the third one expels all others.
_LEVELS: Final = (0.0, 1.0, 2.0, 3.4)
#: Dice up to this number are enough to stake in every conspiracy of a round.
_ENOUGH_DICE: Final = 6


def _influence(state: State, power: str) -> float:
    return sum(_LEVELS[level] for level in state.powers[power].influence.values())


def _lead(state: State, power: str) -> float:
    """The power with most Influence over the whole board gains a die each round (S-ROUND-6)."""
    most = max((it.total for it in state.powers.values() if it.id != power), default=0)
    return max(-1.0, min(1.0, 0.4 * (state.powers[power].total - most)))


def _dice(state: State, power: str) -> float:
    dice = state.powers[power].dice
    return 0.45 * min(dice, _ENOUGH_DICE) + 0.1 * max(0, dice - _ENOUGH_DICE)


def _resources(state: State, power: str) -> float:
    return sum(0.5 * item.strength + 0.3 for item in state.powers[power].resources.values())


def _places(state: State, power: str) -> float:
    """A resource in a sphere in which Influence can be gained, the more dice the better."""
    own = state.powers[power]
    placed = (item for item in own.resources.values() if item.sphere != RESERVE)
    return sum(
        0.06 * size(base_dice(state, own, item.sphere))
        for item in placed
        if own.standing(item.sphere) < MAX_INFLUENCE
    )


def _risk(state: State, power: str) -> float:
    """What rivals' resources could destroy where they stand, by their strength (S-ACT-3)."""
    own = state.powers[power]
    risk = 0.0
    for item in own.resources.values():
        attackers = _attackers(state, power, item.sphere)
        risk += 0.12 * max(0, attackers - item.strength)
    if own.actor.active and own.actor.sphere:
        guard = own.at(own.actor.sphere)
        attackers = _attackers(state, power, own.actor.sphere)
        risk += 0.2 * max(0, attackers - (guard.strength if guard is not None else 0))
    return -risk


def _attackers(state: State, power: str, sphere: str) -> int:
    """The strength of the strongest rival's resource in a sphere; 0 in reserve."""
    if sphere == RESERVE:
        return 0
    rivals = (it.at(sphere) for it in state.powers.values() if it.id != power)
    return max((item.strength for item in rivals if item is not None), default=0)


def _actor(state: State, power: str) -> float:
    return 1.5 if state.powers[power].actor.active else 0.0


def _hidden(state: State, power: str) -> float:
    """What stays in reserve is seen by nobody."""
    own = state.powers[power]
    return 0.1 * sum(item.sphere == RESERVE for item in own.resources.values())


def _strength(state: State, power: str) -> float:
    return _influence(state, power) + _resources(state, power) + _actor(state, power)


def _holding(state: State, power: str, sphere: str) -> float:
    """How far it holds a sphere: its Influence there, and a resource there to raise it."""
    own = state.powers[power]
    there = own.at(sphere)
    near = 0.06 + 0.01 * there.strength if there is not None else 0.0
    return min(1.0, own.standing(sphere) / MAX_INFLUENCE + near)


def _friendship(state: State, power: str, other: str) -> float:  # noqa: ARG001  shadow powers have no allies
    return 0.0


def _knowledge(state: State, power: str, about: Ref) -> float:  # noqa: ARG001  everybody sees the same
    """How many pieces of a power, or in a sphere, have been seen."""
    if about.kind == "place":
        return sum(float(it.at(about.id) is not None) for it in state.powers.values())
    found = state.powers.get(about.id)
    return float(_seen(found)) if found is not None else 0.0


def _seen(power: Power) -> int:
    return sum(item.sphere != RESERVE for item in power.resources.values())


def _winning(state: State, power: str) -> float:
    """Influence over the whole board, which the rules compare each round (S-ROUND-6)."""
    return float(state.powers[power].total)


VALUES: Final = Values[State](
    advice=(
        Advice("influence", "Influence is what a power lives for", "ground", _influence),
        Advice("lead", "who leads over the whole board gains a die each round", "goal", _lead),
        Advice("dice", "Destiny Dice pay for the next conspiracies", "wealth", _dice),
        Advice("resources", "strong resources stake more dice", "strength", _resources),
        Advice("places", "a resource waits where Influence can be gained", "ground", _places),
        Advice("risk", "leave nothing where a stronger rival stands", "safety", _risk),
        Advice("actor", "an eliminated actor helps nobody", "safety", _actor),
        Advice("hidden", "what is in reserve, nobody sees", "secrecy", _hidden),
    ),
    strength=_strength,
    wealth=_dice,
    holding=_holding,
    friendship=_friendship,
    knowledge=_knowledge,
    winning=_winning,
)
