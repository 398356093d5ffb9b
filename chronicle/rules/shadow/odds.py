"""The exact chances of an order, for planning before the turn is played."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from chronicle.model.dice import Dice
from chronicle.model.facts import Facts
from chronicle.rules.protocol import Chance
from chronicle.rules.shadow import dice_pool, probability
from chronicle.rules.shadow.apply import fold
from chronicle.rules.shadow.conspiracy import ConspiracyResolver
from chronicle.rules.shadow.events import AttackResourceResult, Conspired
from chronicle.rules.shadow.orders import Orders
from chronicle.rules.shadow.resolve import before_conspiracies
from chronicle.rules.shadow.state import State

_BLIND = Dice(b"", 0)


def chances_of(state: State, orders: Orders, keys: Iterable[str]) -> dict[str, tuple[Chance, ...]]:
    """Return the outcomes of conspiracies (``power/id``) as if each were the first of the round.

    Placement, adjustments, news, help and blocks are those of the orders; empty when the order
    never rolls dice.
    """
    board = fold(state, before_conspiracies(state, orders))
    return {key: _chances_of_conspiracy(board, orders, key) for key in keys}


def _chances_of_conspiracy(board: State, orders: Orders, key: str) -> tuple[Chance, ...]:
    plot = orders.conspiracy(key)
    if plot is None:
        return ()
    # Rolled once to learn the size of the pools; the result does not matter.
    event = ConspiracyResolver(board, board, orders, plot, _BLIND).event()
    if event.outcome in ("blocked", "no-dice"):
        return (Chance("failure", Facts(), Fraction(1)),)
    if not event.rolls:
        return ()
    return _chances_of_event(event)


def _chances_of_event(event: Conspired) -> tuple[Chance, ...]:
    sizes = [max(0, dice_pool.size(roll.modifiers)) for roll in event.rolls]
    won = event.chance if event.chance is not None else Fraction(0)
    failed = Chance("failure", Facts(), 1 - won)
    if not isinstance(event.details, AttackResourceResult):
        return tuple(
            chance for chance in (Chance("success", Facts(), won), failed) if chance.probability
        )
    lost: dict[int, Fraction] = {}
    for sixes, chance in probability.attack_win_chance_by_sixes(sizes[0], sizes[1]).items():
        points = min(1 + sixes, event.details.resource.strength)
        lost[points] = lost.get(points, Fraction(0)) + chance
    found = [
        Chance(
            "success",
            Facts(lost=points, destroyed=points == event.details.resource.strength),
            chance,
        )
        for points, chance in sorted(lost.items())
    ]
    return tuple(chance for chance in (*found, failed) if chance.probability)
