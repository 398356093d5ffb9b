"""A turn of orders in words as plain text: every event without its prose, and all counters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chronicle.model.dice import Roll
from chronicle.rules.freeform.events import Changed, Event, Ordered
from chronicle.rules.freeform.state import State


def events_as_text(events: Iterable[Event]) -> str:
    """All events, a line each, and one for the roll of an order."""
    return "".join(f"{line}\n" for event in events for line in _event(event))


def state_as_text(state: State) -> str:
    """All counters by key in one line; a clock with its segments."""
    return "".join(
        f"{it.key} {it.value}{f'/{it.segments}' if it.segments else ''}\n"
        for it in state.counters.values()
    )


def _event(event: Event) -> Iterator[str]:
    match event:
        case Ordered():
            result = f": {event.result}" if event.result else ""
            yield f"{event.id}{result} [{event.rule}]"
            yield from (_roll(roll) for roll in event.rolls)
        case Changed():
            because = f" ({event.cause.because})" if event.cause.because else ""
            change = f"{event.counter.value}→{event.after}"
            yield f"{event.cause.source}{because} {event.id}: {change} [{event.rule}]"


def _roll(roll: Roll) -> str:
    parts = [f"{part.value:+} {part.facts.get('text', part.reason)}" for part in roll.modifiers]
    faces = " ".join(map(str, roll.faces)) or "-"
    success = {True: ", success", False: ", failure", None: ""}[bool_of(roll)]
    said = f" ({', '.join(parts)})" if parts else ""
    return f"  d{roll.sides}{said}: {faces} = {roll.result['result']}{success}, {roll.source}"


def bool_of(roll: Roll) -> bool | None:
    """Whether a roll succeeded; None without a target."""
    success = roll.result["success"]
    assert success is None or isinstance(success, bool)
    return success
