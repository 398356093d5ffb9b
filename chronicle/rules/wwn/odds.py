"""The exact chances of an order, for planning before the turn is played.

The order is carried out once for every possible result of its dice, by the same functions as in a
turn, and each outcome is weighted by its probability.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from chronicle.model.dice import Dice
from chronicle.records import Record
from chronicle.rules.protocol import Chance
from chronicle.rules.wwn.action_context import free_action_effect
from chronicle.rules.wwn.actions import definition_of_command, resolve_order
from chronicle.rules.wwn.adjustments import events_of
from chronicle.rules.wwn.changes import fold
from chronicle.rules.wwn.effects import Yields
from chronicle.rules.wwn.events import Acted, Event
from chronicle.rules.wwn.orders import FreeActionOrder, Order, Orders
from chronicle.rules.wwn.probability import TooManyOutcomes, chance_facts, enumerate_outcomes
from chronicle.rules.wwn.state import State
from chronicle.rules.wwn.terms import Outcome
from chronicle.rules.wwn.upkeep import income_event

#: How an order ends, best first, for display.
_OUTCOMES_BY_RANK: Final = ("done", "failed", "nobody-there", "not-carried-out")


def chances_of(state: State, orders: Orders, keys: Iterable[str]) -> dict[str, tuple[Chance, ...]]:
    """Return the outcomes of orders (``faction/id``) if their faction came first, with its income.

    ``outcome`` is ``done`` or ``failed`` by its check, or the outcome of an order without one.
    Facts: ``defender`` and ``attacker`` (what an attack did to either, empty for other orders),
    ``taken``, ``spared``, ``theirs`` and ``ours`` (the expected damage with this outcome),
    ``amount`` (Treasure gained, None where not applicable), ``found`` (how many are found),
    ``rivals`` (who attacks a new base: faction, and its probability). Expected values are
    fractions: Facts(times, of). Empty without dice, and when the dice have too many possible
    results.
    """
    board = _state_after_changes(state, orders)
    return {key: _chances_of_order(board, orders, key) for key in keys}


def _chances_of_order(changed: State, orders: Orders, key: str) -> tuple[Chance, ...]:
    order = orders.order(key)
    if order is None:
        return ()
    board = fold(changed, income_event(changed, orders, order.faction).changes)
    try:
        if not isinstance(order.command, FreeActionOrder):
            chances = definition_of_command(order.command).chances
            found = chances(board, orders, order) if chances is not None else None
            if found is not None:
                return found
        return _chances_of_event(board, orders, order)
    except TooManyOutcomes:
        return ()


def _state_after_changes(state: State, orders: Orders) -> State:
    """Return the board after the GM's changes and alliances, before any faction's turn."""
    for event in events_of(orders.alterations):
        state = fold(state, event.changes)
    return fold(state, orders.alliances)


class _OrderEnd(Record):
    """How an order can end: its outcome, the Treasure gained, the number found."""

    outcome: Outcome
    amount: int | None
    found: int | None

    @property
    def rank(self) -> tuple[int, int, int]:
        return (_OUTCOMES_BY_RANK.index(self.outcome), -(self.amount or 0), -(self.found or 0))


def _chances_of_event(state: State, orders: Orders, order: Order) -> tuple[Chance, ...]:
    """Return the chances of the results of an order's event."""
    found: dict[_OrderEnd, Fraction] = defaultdict(Fraction)
    thrown = False

    def run(dice: Dice) -> Event:
        return next(iter(resolve_order(state, order, orders, dice)))

    # The dice of a profit may be two rolls of several dice, of which the better counts.
    ordered = isinstance(free_action_effect(state, order), Yields)
    for event, weight in enumerate_outcomes(run, orders.turn, ordered=ordered):
        thrown = thrown or bool(event.rolls)
        if isinstance(event, Acted):
            found[_order_end_of(event)] += weight
    if not thrown:
        return ()
    return tuple(
        Chance(way.outcome, chance_facts(amount=way.amount, found=way.found), found[way])
        for way in sorted(found, key=lambda way: way.rank)
    )


def _order_end_of(event: Acted) -> _OrderEnd:
    details = event.details
    gained = details.brought if details is not None else None
    return _OrderEnd(event.outcome, gained, details.count_found if details is not None else None)
