"""The most Destiny Dice a power can have when it places a stake (S-DICE-1).

A stake above this is an error for every roll of the dice. Below it, dice that are missing at that
time are left out of the stake.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from chronicle.records import Record
from chronicle.rules.shadow.orders import Conspiracy, Orders, Support
from chronicle.rules.shadow.state import State, sequence_of


class DiceLimits(Record):
    """The dice that powers have and could win in a round, each with the number of the conspiracy.

    ``turns`` gives that number for every order, by its key.
    """

    dice: Mapping[str, int]
    won: Mapping[str, Sequence[tuple[int, int]]]
    turns: Mapping[str, int]

    def most_dice(self, power: str, order: str) -> int:
        """Return the dice in the pool before conspiracies, plus all it could win before its order.

        ``order`` is the key of a conspiracy, or ``power/resource`` of a help or block.
        """
        before = self.turns.get(order)
        won = self.won.get(power, ())
        return self.dice[power] + sum(dice for nth, dice in won if before is None or nth < before)


def dice_limits(board: State, orders: Orders) -> DiceLimits:
    """Return what everybody could win; every stake of a round is checked against it."""
    won: dict[str, list[tuple[int, int]]] = {}
    turns: dict[str, int] = {}
    for nth, plot in enumerate(conspiracies_in_order(board, orders)):
        supports = orders.supports_of(plot.key)
        for key in (plot.key, *(f"{item.power}/{item.resource}" for item in supports)):
            turns.setdefault(key, nth)
        for power in _possible_winners(plot, supports):
            won.setdefault(power, []).append((nth, _possible_gain(board, orders, power, plot)))
    return DiceLimits({id: power.dice for id, power in board.powers.items()}, won, turns)


def _possible_winners(plot: Conspiracy, supports: Iterable[Support]) -> set[str]:
    """Return the powers that could win dice in a conspiracy: its own, blockers and the target."""
    blocking = (item.power for item in supports if item.blocks)
    return {plot.power, plot.command.defender, *blocking} - {""}


def conspiracies_in_order(state: State, orders: Orders) -> list[Conspiracy]:
    """Return all conspiracies in the order in which they are carried out (S-ROUND-5)."""
    return [
        plot
        for power, _ in sequence_of(state)
        if power in orders.powers
        for plot in orders.powers[power].conspiracies
    ]


def _possible_gain(board: State, orders: Orders, power: str, plot: Conspiracy) -> int:
    supports = orders.supports_of(plot.key)
    blocks = [item for item in supports if item.blocks]
    if plot.power == power:
        guard = plot.command.guard(board, board.powers[power].resources.get(plot.resource))
        defence = guard.strength if guard is not None else 0
        return plot.command.level + _staked(blocks) + defence
    staked = plot.stake + _staked([item for item in supports if not item.blocks])
    if any(item.power == power for item in blocks):
        return staked
    return plot.stake if plot.command.defender == power else 0


def _staked(supports: list[Support]) -> int:
    return sum(item.stake for item in supports)
