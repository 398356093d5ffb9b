"""What a watched lieutenant or place reveals to its watchers during a turn (L-ACT-SURVEIL).

A watch is for the whole turn, wherever its order is in the file: once all orders have been
carried out, everything that it covers is told to its faction.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from chronicle.model.audience import visibility_of_factions
from chronicle.records import replace
from chronicle.rules.kit.changes import apply_changes
from chronicle.rules.lieutenants.changes import Learnt, Watched
from chronicle.rules.lieutenants.events import Acted, Event
from chronicle.rules.lieutenants.state import State, Watch
from chronicle.rules.lieutenants.witnesses import Ways, strongest_ways


def visits(event: Acted) -> Iterator[tuple[str, str]]:
    """Yield who took part in an action, and where: (asset, location).

    In a move each minion was where it left and where it arrived. Who sends others and stays behind
    takes no part in it; nor does who was halted. The place is empty for what is aimed at somebody,
    wherever that one is.
    """
    people = (event.lieutenant, *event.units)
    if event.details is None:
        return ((id, event.at) for id in people)
    return event.details.visits(event.at, people)


def is_visible(event: Event) -> bool:
    """Return whether a watcher can see an event: an action that stealth did not hide."""
    return (
        isinstance(event, Acted) and event.outcome != "not-carried-out" and not event.stealth.held
    )


def watches_on(event: Acted, watches: Collection[Watch]) -> tuple[Watch, ...]:
    """Return the watches that an event comes under: of those who took part, or of the places."""
    if not watches or not is_visible(event):
        return ()
    shown = tuple(visits(event))
    ids, places = {id for id, _ in shown}, {place for _, place in shown if place}
    others = (watch for watch in sorted(watches) if watch.faction != event.faction)
    return tuple(watch for watch in others if watch.subject in ids | places)


def places_followed(event: Acted, subject: str) -> frozenset[str]:
    """Return the locations to which a watched asset or location leads in an event."""
    return frozenset(place for id, place in visits(event) if place and subject in (id, place))


def with_discoveries(state: State, events: Iterable[Event]) -> Iterator[Event]:
    """Yield the events of an order, with the secret locations to which they lead those who watch.

    ``state`` is the board on which the order is carried out.
    """
    if not state.watches:
        yield from events
        return
    for event in events:
        found = _discovery_changes(state, event)
        changes = (*event.changes, *found)
        yield replace(event, changes=changes) if found else event
        state = apply_changes(state, changes)


def _discovery_changes(state: State, event: Event) -> tuple[Learnt, ...]:
    if not isinstance(event, Acted):
        return ()
    found = {
        (place, watch.faction): None
        for watch in watches_on(event, state.watches)
        for place in secrets_shown(state, event, watch.subject, watch.faction)
    }
    return tuple(Learnt(place, faction) for place, faction in found)


def secrets_shown(state: State, event: Event, subject: str, faction: str) -> Iterator[str]:
    """Yield the secret locations to which a watched asset leads a faction in an event.

    Who does not know the secret of a place himself, goes there as to any other.
    """
    if not isinstance(event, Acted) or not is_visible(event):
        return
    for id, place in visits(event):
        found = state.places.get(place)
        if id != subject or found is None:
            continue
        if found.known(event.faction) and not found.known(faction):
            yield place


def turn_watches(state: State, events: Iterable[Event]) -> frozenset[Watch]:
    """Return the watches of a turn: those in force at its start, and those that come off."""
    return state.watches.union(
        change.watch for event in events for change in event.changes if isinstance(change, Watched)
    )


def tell_watchers(event: Event, watches: Collection[Watch], after: State) -> Event:
    """Return an event that is known to all who watch those in it, or where it is, and why.

    ``after`` is the board when all orders have been carried out: secret places are shown to those
    who have found them by then.
    """
    covering = watches_on(event, watches) if isinstance(event, Acted) else ()
    if not isinstance(event, Acted) or not covering:
        return event
    present = {id for id, _ in visits(event)}
    ways: list[Ways] = [
        {watch.faction: "watches-actor" if watch.subject in present else "watches-place"}
        for watch in covering
    ]
    witnesses = strongest_ways(event.witnesses, *ways)
    shown = {
        (watch.faction, place): None
        for watch in covering
        for place in sorted(places_followed(event, watch.subject))
        if place in after.places and after.places[place].known(watch.faction)
    }
    return replace(
        event,
        known=event.known | visibility_of_factions(watch.faction for watch in covering),
        witnesses={id: witnesses[id] for id in sorted(witnesses)},
        watches=covering,
        shown=tuple(shown),
    )
