"""The phases of a round in order (S-ROUND), and the odds of its conspiracies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from chronicle.model.dice import Dice
from chronicle.rules.protocol import Chance
from chronicle.rules.shadow import events
from chronicle.rules.shadow.actions import assistance, placement
from chronicle.rules.shadow.adjustments import events_of
from chronicle.rules.shadow.conspiracy import (
    ConspiracyResolver,
    resolve_conspiracy,
    take_resource,
)
from chronicle.rules.shadow.orders import Orders, Scene
from chronicle.rules.shadow.stakes import Transfer
from chronicle.rules.shadow.state import CHALICE, Power, State, sequence_of


def fold(state: State, new_events: Iterable[events.RoundEvent]) -> State:
    """Return the board after all these events."""
    for event in new_events:
        state = event.applied(state)
    return state


def resolve(state: State, orders: Orders, dice: Dice) -> Iterator[events.RoundEvent]:
    """Yield all events of a round, in order."""
    for event in before_conspiracies(state, orders):
        state = event.applied(state)
        yield event
    order = sequence_of(state)
    yield events.Sequenced(id=f"{orders.turn}/sequence", order=order)
    start = state
    for power, _ in order:
        for plot in orders.powers[power].conspiracies if power in orders.powers else ():
            for conspired in resolve_conspiracy(Scene(start, state, plot), orders, dice):
                state = conspired.applied(state)
                yield conspired
    dominated = _dominance_event(state, orders.turn)
    yield dominated
    yield from assistance.assist(dominated.applied(state), orders)


def before_conspiracies(state: State, orders: Orders) -> Iterator[events.RoundEvent]:
    """Yield the events before conspiracies: adjustments, placement, reveal, news; no dice."""
    adjustments = tuple(change for change in orders.changes if not change.by_news)
    news = tuple(change for change in orders.changes if change.by_news)
    for event in (*events_of(adjustments), *placement.place(orders)):
        state = event.applied(state)
        yield event
    yield _reveal_event(state, orders.turn)
    yield from events_of(news)


def _reveal_event(state: State, turn: int) -> events.Revealed:
    resources = tuple(
        (power.id, resource.id, resource.sphere)
        for power in _powers_by_seat(state)
        for resource in power.resources.values()
        if resource.sphere
    )
    actors = tuple(
        (power.id, power.actor.sphere) for power in _powers_by_seat(state) if power.actor.sphere
    )
    return events.Revealed(id=f"{turn}/reveal", resources=resources, actors=actors)


def _powers_by_seat(state: State) -> Iterator[Power]:
    return (state.powers[seat] for seat in state.seating)


def _dominance_event(state: State, turn: int) -> events.Dominated:
    """Return who has most Influence over the whole board (S-ROUND-6)."""
    totals = tuple((power.id, power.total) for power in _powers_by_seat(state))
    highest = max(total for _, total in totals)
    ahead = [power for power, total in totals if total == highest]
    power = ahead[0] if len(ahead) == 1 else ""
    gains = bool(power) and state.chalice > 0
    return events.Dominated(
        id=f"{turn}/dominance",
        totals=totals,
        power=power,
        transfers=(Transfer(CHALICE, power, 1, "S-ROUND-6"),) if gains else (),
    )


def chances_of(state: State, orders: Orders, keys: Iterable[str]) -> dict[str, tuple[Chance, ...]]:
    """Return the chances of conspiracies (``power/id``) as if each were the first of the round.

    Placement, adjustments, news, help and blocks are those of the orders; empty when the order
    never rolls dice.
    """
    board = fold(state, before_conspiracies(state, orders))
    plots = {key: orders.conspiracy(key) for key in keys}
    return {
        key: () if plot is None else ConspiracyResolver(Scene(board, board, plot), orders).odds()
        for key, plot in plots.items()
    }


def results_of(state: State, orders: Orders) -> Iterator[tuple[State, Fraction]]:
    """Yield the boards after these orders alone, with their probabilities."""
    placed = fold(state, before_conspiracies(state, orders))
    boards = [(placed, Fraction(1))]
    for plot in orders.conspiracies():
        boards = [
            (after, chance * share)
            for board, chance in boards
            for after, share in _results_of_plot(Scene(placed, board, plot), orders)
        ]
    for board, chance in boards:
        yield fold(board, assistance.assist(board, orders)), chance


def _results_of_plot(scene: Scene, orders: Orders) -> Iterator[tuple[State, Fraction]]:
    for event, chance in ConspiracyResolver(scene, orders).results():
        board, new = event.applied(scene.board), scene.plot.command.new_resource
        if new is not None and event.outcome == "success":
            board = take_resource(board, scene.plot, new, orders.turn).applied(board)
        yield board, chance
