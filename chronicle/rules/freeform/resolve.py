"""A turn in order: the GM's changes, then every order with its roll and its changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chronicle.model.dice import Dice
from chronicle.rules.freeform.events import Cause, Changed, Event, Ordered
from chronicle.rules.freeform.orders import CounterChange, Orders, carry_out
from chronicle.rules.freeform.state import State
from chronicle.rules.protocol import Chance


def apply(state: State, event: Event) -> State:
    """Return the state after an event."""
    if isinstance(event, Changed):
        return state.with_value(event.counter.key, event.after)
    return state


def resolve(state: State, orders: Orders, dice: Dice) -> Iterator[Event]:
    """Yield all events of a turn, in order."""
    for found in _ordered(orders, dice):
        event = found if isinstance(found, Ordered) else _change(state, *found)
        state = apply(state, event)
        yield event


def _ordered(orders: Orders, dice: Dice) -> Iterator[Ordered | tuple[Cause, CounterChange]]:
    for given in orders.changes:
        yield from ((given.cause, one) for one in given.changes)
    for order in orders.orders:
        yield carry_out(order, dice)
        cause = order.cause(dice.turn)
        yield from ((cause, one) for one in order.changes)


def _change(state: State, cause: Cause, ordered: CounterChange) -> Changed:
    """Return the event of a change; its id is made of its cause's and the counter's key."""
    counter = state.counters[ordered.counter]
    rule = "F-CLOCK" if counter.segments else "F-COUNT"
    return Changed(f"{cause.id}/{counter.key}", rule, cause, counter, counter.value + ordered.by)


def chances_of(
    state: State,  # noqa: ARG001  a roll depends on its order alone
    orders: Orders,
    keys: Iterable[str],
) -> dict[str, tuple[Chance, ...]]:
    """Return the chances of each order (``faction/id``); empty without a target."""
    found = {key: orders.order(key) for key in keys}
    return {key: order.odds() if order is not None else () for key, order in found.items()}
