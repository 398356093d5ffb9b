"""Resolve moves, including the stances they meet (L-ACT-MOVE, L-TURN-5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from chronicle.model.audience import faction_audience
from chronicle.model.dice import Roll
from chronicle.records import dataclass
from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.action_events import ActionResult, build_acted_event
from chronicle.rules.lieutenants.actions.interception import Party, resolve_meeting, waiting_party
from chronicle.rules.lieutenants.apply import apply_changes
from chronicle.rules.lieutenants.changes import Change, Hid, Moved
from chronicle.rules.lieutenants.events import (
    NO_STEALTH,
    Event,
    Intercepted,
    MoveDeed,
    Outcome,
    StealthResult,
)
from chronicle.rules.lieutenants.orders import MoveOrder
from chronicle.rules.lieutenants.state import (
    Information,
    Item,
    Lieutenant,
    Minion,
    Stance,
    State,
    Unit,
    owners,
)
from chronicle.rules.lieutenants.stealth import resolve_stealth
from chronicle.rules.lieutenants.underground import can_go_unseen
from chronicle.rules.lieutenants.witnesses import ways_of_seeing_move


@dataclass(frozen=True, slots=True)
class MoveLeg:
    """The route of one minion."""

    minion: Minion
    to: str

    @property
    def id(self) -> str:
        return self.minion.id


def move(context: ActionContext, aim: MoveOrder) -> Iterator[Event]:
    """Yield the events of a move: each stance that it meets, in the order set, and who arrived."""
    legs = _departing_legs(context, aim)
    halted: set[str] = set()
    unaware: set[str] = set()
    for stance in tuple(context.state.stances.values()):
        comers = _arriving_party(context, stance, legs, halted)
        wait = waiting_party(context.state, stance)
        if comers is None or wait is None:
            continue
        for event in resolve_meeting(context, stance, wait, comers):
            context = replace(context, state=apply_changes(context.state, event.changes))
            if isinstance(event, Intercepted) and event.outcome not in ("round", "pass"):
                halted.update(event.movers)
            elif isinstance(event, Intercepted) and not event.known.admits(
                faction_audience(wait.faction)
            ):
                # Those they pass unnoticed do not see them arrive either (L-ACT-BLOCK).
                unaware.update(minion.id for minion in wait.minions)
            yield event
        if not context.state.fit(context.lieutenant):
            # Without the lieutenant who leads them, the others turn back.
            halted.update(leg.id for leg in legs)
    yield build_acted_event(context, _move_result(context, aim, legs, halted, unaware))


def _departing_legs(context: ActionContext, aim: MoveOrder) -> tuple[MoveLeg, ...]:
    """Return the legs of those who can go.

    They must be fit and the faction's own, all set out from the same locale, and go to a place in
    it or in a neighbouring one.
    """
    state = context.state
    found = [(state.assets.get(id), to) for id, to in aim.legs]
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


def _arriving_party(
    context: ActionContext, stance: Stance, legs: Sequence[MoveLeg], halted: Iterable[str]
) -> Party | None:
    """Return the movers who come to the location of a stance; None if nobody does."""
    if context.faction not in stance.against:
        return None
    coming = [
        context.state.assets[leg.id]
        for leg in legs
        if leg.to == stance.at and leg.minion.at != leg.to and leg.id not in halted
    ]
    leaders = [minion for minion in coming if isinstance(minion, Lieutenant)]
    units = tuple(minion for minion in coming if isinstance(minion, Unit))
    if not coming:
        return None
    return Party(context.faction, leaders[0] if leaders else None, units)


def _move_result(
    context: ActionContext,
    aim: MoveOrder,
    legs: Sequence[MoveLeg],
    halted: set[str],
    unaware: set[str],
) -> ActionResult:
    """Return the result of a move after all meetings; ``unaware`` are those it passed unnoticed."""
    marched = tuple((leg.id, leg.minion.at, leg.to, leg.id not in halted) for leg in legs)
    there = [leg for leg in legs if leg.id not in halted]
    if not legs:
        return ActionResult(MoveDeed(()), "not-carried-out", reason="target-gone")
    stealth, rolls = _move_stealth(context, legs)
    outcome: Outcome = "done" if there else "stopped"
    changes = (
        *_arrival_changes(there, quiet=stealth.held),
        *_carry_changes(context, aim, there, quiet=stealth.held),
    )
    places = {*(leg.minion.at for leg in legs), *(leg.to for leg in there)}
    return ActionResult(
        MoveDeed(marched),
        outcome,
        stealth=stealth,
        changes=changes,
        rolls=rolls,
        noticed=ways_of_seeing_move(context.state, places, unaware),
        keeps_hidden=stealth.held,
    )


def _move_stealth(
    context: ActionContext, legs: Sequence[MoveLeg]
) -> tuple[StealthResult, tuple[Roll, ...]]:
    """Return the stealth of the move; without a way to go unseen nothing is rolled (L-STL-2)."""
    if not context.order.stealth:
        return NO_STEALTH, ()
    ways = [(leg.minion.at, leg.to) for leg in legs]
    if not can_go_unseen(context.state, context.faction, context.units, ways):
        kind = context.order.stealth
        return StealthResult(kind, True, False, "broken", "L-AST-MOVES-UNSEEN"), ()
    return resolve_stealth(context, None)


def _arrival_changes(there: Iterable[MoveLeg], *, quiet: bool) -> Iterator[Change]:
    """Yield the changes of those who arrive.

    Minions that move openly, or that had to stay to be hidden, are unhidden.
    """
    for leg in there:
        if leg.minion.at != leg.to:
            yield Moved(leg.id, leg.to)
        yield from _unhide_changes(leg.minion, quiet=quiet)


def _carry_changes(
    context: ActionContext, aim: MoveOrder, there: Sequence[MoveLeg], *, quiet: bool
) -> Iterator[Change]:
    """Yield the moves of things carried by the lieutenant, or else by the first who arrives.

    They must be in the locale where the carrier set out, and not held by a minion that arrives too.
    """
    bearers = [leg for leg in there if isinstance(leg.minion, Lieutenant)] or there
    for id in aim.carry if bearers else ():
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
