"""The boards that come of a faction's orders, if nobody else acts, with their probabilities.

The orders are carried out by the same functions as in a turn, once for each class of results of
their dice. What happens without them is left out: income, upkeep, and what the start and the end of
a turn bring. The faction has its income for its orders, and gives it back afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final, TypeAlias

from chronicle.model.dice import Dice
from chronicle.records import Record, replace
from chronicle.rules.wwn.action_context import ActionContext, free_action_effect
from chronicle.rules.wwn.actions import resolve_order
from chronicle.rules.wwn.changes import Change, Furthered, TurnOver, fold
from chronicle.rules.wwn.collapse import collapse_events
from chronicle.rules.wwn.effects import Yields
from chronicle.rules.wwn.events import Event
from chronicle.rules.wwn.goal_progress import GoalPhase
from chronicle.rules.wwn.goals import required_progress
from chronicle.rules.wwn.orders import Order, Orders
from chronicle.rules.wwn.probability import (
    ClassDice,
    CoarseDice,
    TooManyOutcomes,
    enumerate_outcomes,
)
from chronicle.rules.wwn.state import State
from chronicle.rules.wwn.turn_start import declaration_event
from chronicle.rules.wwn.validation.order_context import expected_start

#: The most classes of results of one order that are told apart; beyond them, rolls again are free.
_MAX_CLASSES: Final = 500
#: Results of the same events, some of them attacks of others, are one.
_Way: TypeAlias = tuple[tuple[Change, ...], int]


class _Result(Record):
    """One board, with the events that led to it."""

    state: State
    events: tuple[Event, ...] = ()

    @property
    def way(self) -> _Way:
        return tuple(it for event in self.events for it in event.changes), len(self.events)


def results_of(state: State, orders: Orders) -> Iterator[tuple[State, Fraction]]:
    """Yield the boards after the orders of one faction, with their probabilities.

    ``state`` is the board on which it uses its abilities, with its Treasure before its income.
    """
    faction = next(iter(orders.factions), None)
    if faction is None:
        yield state, Fraction(1)
        return
    own = orders.of(faction)
    start, income = _start(state, orders, faction)
    found = [(_Result(start), Fraction(1))]
    if start.factions[faction].idle != orders.turn:
        for order in (*own.abilities, *own.orders):
            found = _merged(
                (after, chance * share)
                for result, chance in found
                for after, share in _results_of_order(result, orders, order)
            )
    for result, chance in found:
        ended = result.state
        if not ended.factions[faction].collapsed:
            ended = _with_goal_checked(result, orders, faction)
        rich = ended.factions[faction]
        yield ended.with_faction(replace(rich, treasure=rich.treasure - income)), chance


def _start(state: State, orders: Orders, faction: str) -> tuple[State, int]:
    """Return the board on which orders are carried out, and the income that is lent for it."""
    own, before = orders.of(faction), state.factions[faction]
    purse = expected_start(state, faction, (), orders)[1]
    income = purse.held.least - before.treasure
    if own.sheds:
        state, purse = expected_start(state, faction, own.sheds, orders)
    start = state.with_faction(replace(before, treasure=purse.held.least))
    declared = declaration_event(start, orders, faction)
    return (fold(start, declared.changes) if declared is not None else start), income


def _merged(found: Iterable[tuple[_Result, Fraction]]) -> list[tuple[_Result, Fraction]]:
    """Return results with their probabilities, those with the same changes as one."""
    by_way: dict[_Way, tuple[_Result, Fraction]] = {}
    for result, chance in found:
        way = result.way
        first, so_far = by_way.get(way, (result, Fraction(0)))
        by_way[way] = first, so_far + chance
    return list(by_way.values())


def _results_of_order(
    result: _Result, orders: Orders, order: Order
) -> Iterator[tuple[_Result, Fraction]]:
    def run(dice: Dice) -> _Result:
        state, events = result.state, result.events
        for event in resolve_order(state, order, orders, dice):
            state = fold(state, event.changes)
            events = (*events, event)
            for fallen in tuple(collapse_events(state, orders.turn, event)):
                state = fold(state, fallen.changes)
        return _Result(state, events)

    # The dice of a profit may be two rolls of several dice, of which the better counts.
    ordered = isinstance(free_action_effect(result.state, order), Yields)
    try:
        found = enumerate_outcomes(
            run, orders.turn, ordered=ordered, dice=ClassDice, most=_MAX_CLASSES
        )
        yield from _merged(found)
    except TooManyOutcomes:
        found = enumerate_outcomes(run, orders.turn, ordered=ordered, dice=CoarseDice)
        yield from _merged(found)


def _with_goal_checked(result: _Result, orders: Orders, faction: str) -> State:
    """Return the board after the end of the faction's turn, as far as its orders decide it.

    A turn without an Attack furthers Peaceable Kingdom by itself, so only an Attack counts.
    """
    context = ActionContext(result.state, orders, Dice(b"", orders.turn), f"{faction}/goal")
    phase = GoalPhase(context, faction, result.events)
    goal = phase.faction.goal
    if goal is not None and goal.kind == "peaceable-kingdom":
        if orders.of(faction).action == "attack":
            context.apply(Furthered(faction, -goal.progress))
    elif goal is not None:
        goal, _ = phase.progress()
    if goal is not None:
        needed = required_progress(context.state, faction, goal)
        if not (phase.complete_goal(goal, needed) or phase.fail_goal(goal)):
            phase.abandon_goal()
    phase.raise_ratings()
    phase.chosen()
    return context.state


def next_board(state: State, faction: str) -> State:
    """Return the board on which a faction uses its abilities in the next turn."""
    turn = state.turn
    purse = expected_start(state, faction, (), Orders(turn, {}))[1]
    own = replace(state.factions[faction], treasure=purse.held.least)
    if own.goal is not None and own.goal.kind == "peaceable-kingdom":
        own = Furthered(faction, 1).changed(own)
    later = TurnOver(turn + 1).apply(state.with_faction(own))
    return expected_start(later, faction, (), Orders(turn + 1, {}))[0]
