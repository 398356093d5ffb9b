"""A turn in order: the GM's changes, then every order with its roll and its changes."""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.model.dice import Dice, Modifier, Roll
from chronicle.model.facts import Facts
from chronicle.rules.freeform.dice_notation import dice_thrown, result_of, succeeds
from chronicle.rules.freeform.events import Changed, Event, Ordered
from chronicle.rules.freeform.orders import Cause, CounterChange, Order, Orders
from chronicle.rules.freeform.state import State


def apply(state: State, event: Event) -> State:
    """Return the state after an event."""
    match event:
        case Changed(counter=counter, after=after):
            return state.with_value(counter.key, after)
        case Ordered():
            return state


def resolve(state: State, orders: Orders, dice: Dice) -> Iterator[Event]:
    """Yield all events of a turn, in order."""
    for found in _events(orders, dice):
        event = found if isinstance(found, Ordered) else _changed(state, *found)
        state = apply(state, event)
        yield event


def _events(orders: Orders, dice: Dice) -> Iterator[Ordered | tuple[Cause, CounterChange]]:
    for change in orders.changes:
        yield from ((change.cause, one) for one in change.changes)
    for order in orders.orders:
        yield _ordered(order, dice)
        cause = Cause(f"{dice.turn}/{order.key}", "order", order.faction, order.id)
        yield from ((cause, one) for one in order.changes)


def _changed(state: State, cause: Cause, change: CounterChange) -> Changed:
    """Return the event of a change; its id is made of its cause's and the counter's key."""
    counter = state.counters[change.counter]
    rule = "F-CLOCK" if counter.segments else "F-COUNT"
    return Changed(f"{cause.id}/{counter.key}", rule, cause, counter, counter.value + change.by)


def _ordered(order: Order, dice: Dice) -> Ordered:
    return Ordered(
        id=f"{dice.turn}/{order.key}",
        faction=order.faction,
        order=order.id,
        words=order.words,
        result=order.result,
        outcome=order.outcome,
        rolls=tuple(_rolls(order, dice)),
    )


def _rolls(order: Order, dice: Dice) -> Iterator[Roll]:
    """Yield the roll of an order that has one (F-ROLL)."""
    roll = order.roll
    if roll is None:
        return
    name, count = f"{order.key}/roll", dice_thrown(roll, order.modifier)
    faces, source = dice.throw(name, count, roll.sides)
    result = result_of(roll, order.modifier, faces)
    parts = [(roll.count, "pool", "")] if roll.pool else []
    parts += [(roll.bonus, "bonus", "")] if roll.bonus else []
    parts += [(value, "given", because) for because, value in order.modifiers]
    yield Roll(
        id=f"{dice.turn}/{name}",
        sides=roll.sides,
        faces=faces,
        source=source,
        modifiers=tuple(
            Modifier(value, reason, "F-ROLL", Facts(text=text) if text else Facts())
            for value, reason, text in parts
        ),
        result=Facts(
            notation=roll.text,
            result=result,
            pool=roll.pool,
            target=roll.target,
            at_most=roll.at_most,
            success=succeeds(roll, result),
        ),
    )
