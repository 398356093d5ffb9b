"""Resolve moves, including the stances they meet (L-ACT-MOVE, L-TURN-5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from chronicle.model.dice import Roll
from chronicle.rules.lieutenants import events
from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.action_events import ActionResult, build_acted_event
from chronicle.rules.lieutenants.actions.travel import MoveLeg, Travel
from chronicle.rules.lieutenants.changes import Change, Hid, Moved
from chronicle.rules.lieutenants.orders import MoveOrder
from chronicle.rules.lieutenants.state import (
    Information,
    Item,
    Lieutenant,
    Minion,
    State,
    Unit,
    owners,
)
from chronicle.rules.lieutenants.stealth import resolve_stealth
from chronicle.rules.lieutenants.underground import can_go_unseen
from chronicle.rules.lieutenants.witnesses import ways_of_seeing_move


def move(context: ActionContext, command: MoveOrder) -> Iterator[events.Event]:
    """Yield the events of a move: each stance that it meets, in the order set, and who arrived."""
    travel = Travel(context, _departing_legs(context, command))
    yield from travel.meet_stances()
    yield build_acted_event(travel.context, _move_result(travel, command))


def _departing_legs(context: ActionContext, command: MoveOrder) -> tuple[MoveLeg, ...]:
    """Return the legs of those who can go.

    They must be fit and the faction's own, all set out from the same locale, and go to a place in
    it or in a neighbouring one.
    """
    state = context.state
    found = [(state.assets.get(id), to) for id, to in command.legs]
    able = [
        MoveLeg(minion, to)
        for minion, to in found
        if isinstance(minion, Lieutenant | Unit) and state.fit(minion)
        if context.faction in owners(minion)
        if _are_neighbours(state, state.locale(minion.at), state.locale(to))
    ]
    first = [leg for leg in able if leg.id == context.order.lieutenant] or able
    return tuple(
        leg for leg in able if state.locale(leg.minion.at) == state.locale(first[0].minion.at)
    )


def _are_neighbours(state: State, one: str, other: str) -> bool:
    if one not in state.places or other not in state.places:
        return False
    near = other in state.places[one].neighbours or one in state.places[other].neighbours
    return one == other or near


def _move_result(travel: Travel, command: MoveOrder) -> ActionResult:
    """Return the result of a move after all meetings."""
    context, legs, there = travel.context, travel.legs, travel.arriving
    if not legs:
        return ActionResult(events.MoveDetails(()), "not-carried-out", reason="target-gone")
    stealth, rolls = _move_stealth(context, legs)
    outcome: events.Outcome = "done" if there else "stopped"
    changes = (
        *_arrival_changes(there, quiet=stealth.held),
        *_carry_changes(context, command, there, quiet=stealth.held),
    )
    places = {*(leg.minion.at for leg in legs), *(leg.to for leg in there)}
    return ActionResult(
        travel.details,
        outcome,
        stealth=stealth,
        changes=changes,
        rolls=rolls,
        noticed=ways_of_seeing_move(context.state, places, travel.unaware),
        keeps_hidden=stealth.held,
    )


def _move_stealth(
    context: ActionContext, legs: Sequence[MoveLeg]
) -> tuple[events.StealthResult, tuple[Roll, ...]]:
    """Return the stealth of the move; without a way to go unseen nothing is rolled (L-STL-2)."""
    if not context.order.stealth:
        return events.NO_STEALTH, ()
    ways = [(leg.minion.at, leg.to) for leg in legs]
    if not can_go_unseen(context.state, context.faction, context.units, ways):
        kind = context.order.stealth
        return events.StealthResult(kind, True, False, "broken", "L-AST-MOVES-UNSEEN"), ()
    return resolve_stealth(context, None)


def _arrival_changes(there: Iterable[MoveLeg], *, quiet: bool) -> Iterator[Change]:
    """Yield the changes of those who arrive; who moved openly, or had to stay, is unhidden."""
    for leg in there:
        if leg.minion.at != leg.to:
            yield Moved(leg.id, leg.to)
        yield from _unhide_changes(leg.minion, quiet=quiet)


def _carry_changes(
    context: ActionContext, command: MoveOrder, there: Sequence[MoveLeg], *, quiet: bool
) -> Iterator[Change]:
    """Yield the moves of things carried by the lieutenant, or else by the first who arrives.

    They must be in the locale where the carrier set out, and not held by a minion that arrives too.
    """
    bearers = [leg for leg in there if isinstance(leg.minion, Lieutenant)] or there
    for id in command.carry if bearers else ():
        thing, bearer = context.state.assets.get(id), bearers[0]
        if not isinstance(thing, Item | Information) or thing.faction != context.faction:
            continue
        near = context.state.locale(context.state.at(thing)) == context.state.locale(
            bearer.minion.at
        )
        if near and thing.holder not in {leg.id for leg in there}:
            yield Moved(id, bearer.to, bearer.id)
            yield from _unhide_changes(thing, quiet=quiet)


def _unhide_changes(asset: Minion | Item | Information, *, quiet: bool) -> Iterator[Change]:
    if asset.hiding is not None and (asset.hiding.must_stay or not quiet):
        yield Hid(asset.id, None)
