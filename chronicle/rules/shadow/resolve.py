"""The phases of a round in order (S-ROUND)."""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.model.dice import Dice
from chronicle.rules.shadow import events
from chronicle.rules.shadow.adjustments import events_of
from chronicle.rules.shadow.apply import apply, fold
from chronicle.rules.shadow.conspiracy import resolve_conspiracy
from chronicle.rules.shadow.orders import Orders
from chronicle.rules.shadow.state import CHALICE, Power, State, sequence_of


def resolve(state: State, orders: Orders, dice: Dice) -> Iterator[events.Event]:
    """Yield all events of a round, in order."""
    for event in before_conspiracies(state, orders):
        state = apply(state, event)
        yield event
    order = sequence_of(state)
    yield events.Sequenced(f"{orders.turn}/sequence", order)
    start = state
    for power, _ in order:
        for plot in orders.powers[power].conspiracies if power in orders.powers else ():
            for event in resolve_conspiracy(start, state, orders, plot, dice):
                state = apply(state, event)
                yield event
    for event in after_conspiracies(state, orders):
        state = apply(state, event)
        yield event


def before_conspiracies(state: State, orders: Orders) -> Iterator[events.Event]:
    """Yield the events before conspiracies: adjustments, placement, reveal, news; no dice."""
    adjustments = tuple(change for change in orders.changes if not change.by_news)
    news = tuple(change for change in orders.changes if change.by_news)
    for event in (*events_of(state, adjustments), *_placements(orders)):
        state = apply(state, event)
        yield event
    yield _reveal_event(state, orders.turn)
    yield from events_of(state, news)


def _placements(orders: Orders) -> Iterator[events.Event]:
    # An id of four parts never equals that of a conspiracy, whose id has three.
    turn = orders.turn
    for power, own in orders.powers.items():
        if own.place:
            yield events.Placed(f"{turn}/{power}/orders/place", power, tuple(own.place.items()))
    for power, own in orders.powers.items():
        if own.actor is not None:
            yield events.ActorPlaced(f"{turn}/{power}/orders/actor", power, own.actor)


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
    return events.Revealed(f"{turn}/reveal", resources, actors)


def _powers_by_seat(state: State) -> Iterator[Power]:
    return (state.powers[seat] for seat in state.seating)


def after_conspiracies(state: State, orders: Orders) -> Iterator[events.Event]:
    """Yield dominance over the whole board (S-ROUND-6), then assistance (S-ROUND-7)."""
    dominated = _dominance_event(state, orders.turn)
    yield dominated
    state = fold(state, [dominated])
    story = state.story_of(orders.turn)
    for power, own in orders.powers.items():
        if own.assist is not None:
            sphere, request = own.assist.sphere, own.assist.request
            level = state.powers[power].standing(sphere)
            id = f"{orders.turn}/{power}/orders/assist"
            there = tuple(
                (it.id, it.name, it.type, it.strength)
                for it in state.powers[power].resources.values()
                if it.sphere == sphere
            )
            yield events.Assisted(id, power, sphere, level, there, request, story)


def _dominance_event(state: State, turn: int) -> events.Dominated:
    totals = tuple((power.id, power.total) for power in _powers_by_seat(state))
    highest = max(total for _, total in totals)
    ahead = [power for power, total in totals if total == highest]
    power = ahead[0] if len(ahead) == 1 else ""
    gains = bool(power) and state.chalice > 0
    transfers = (events.Transfer(CHALICE, power, 1, "S-ROUND-6"),) if gains else ()
    return events.Dominated(f"{turn}/dominance", totals, power, transfers)
