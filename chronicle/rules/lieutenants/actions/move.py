"""Moves from place to place, and those who lie in wait on the way (L-ACT-MOVE, L-TURN-5)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from chronicle.model.audience import faction_audience
from chronicle.model.dice import Roll
from chronicle.rules.lieutenants.action_context import Scene
from chronicle.rules.lieutenants.action_events import Done, acted
from chronicle.rules.lieutenants.actions.interception import Company, in_wait, meet
from chronicle.rules.lieutenants.apply import fold
from chronicle.rules.lieutenants.changes import Change, Hid, Moved
from chronicle.rules.lieutenants.events import OPEN, Event, Intercepted, March, Outcome, Stealth
from chronicle.rules.lieutenants.orders import ToMove
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
from chronicle.rules.lieutenants.stealth import stealth_of
from chronicle.rules.lieutenants.underground import goes_unseen
from chronicle.rules.lieutenants.witnesses import at_the_place, bystanders


@dataclass(frozen=True, slots=True)
class Leg:
    """The way of one minion."""

    minion: Minion
    to: str

    @property
    def id(self) -> str:
        return self.minion.id


def move(scene: Scene, aim: ToMove) -> Iterator[Event]:
    """A move: each stance that it meets, in the order in which they were set, and who arrived."""
    legs = _setting_out(scene, aim)
    halted: set[str] = set()
    unaware: set[str] = set()
    for stance in tuple(scene.state.stances.values()):
        comers = _comers(scene, stance, legs, halted)
        wait = in_wait(scene.state, stance)
        if comers is None or wait is None:
            continue
        for event in meet(scene, stance, wait, comers):
            scene = replace(scene, state=fold(scene.state, event.changes))
            if isinstance(event, Intercepted) and event.outcome not in ("round", "pass"):
                halted.update(event.movers)
            elif isinstance(event, Intercepted) and not event.known.admits(
                faction_audience(wait.faction)
            ):
                # Whom they pass unnoticed does not see them arrive either (L-ACT-BLOCK).
                unaware.update(minion.id for minion in wait.minions)
            yield event
        if not scene.state.fit(scene.lieutenant):
            # Without whoever leads it, the rest of the company turns back.
            halted.update(leg.id for leg in legs)
    yield acted(scene, _arrived(scene, aim, legs, halted, unaware))


def _setting_out(scene: Scene, aim: ToMove) -> tuple[Leg, ...]:
    """Those who can go: fit, the faction's own, and all from one locale to one that it touches."""
    state = scene.state
    found = [(state.assets.get(id), to) for id, to in aim.legs]
    able = [
        Leg(minion, to)
        for minion, to in found
        if isinstance(minion, Lieutenant | Unit) and state.fit(minion)
        if scene.faction in owners(minion)
        if _touch(state, state.locale(minion.at), state.locale(to))
    ]
    first = [leg for leg in able if leg.id == scene.order.lieutenant] or able
    return tuple(
        leg for leg in able if state.locale(leg.minion.at) == state.locale(first[0].minion.at)
    )


def _touch(state: State, one: str, other: str) -> bool:
    if one not in state.places or other not in state.places:
        return False
    near = other in state.places[one].neighbours or one in state.places[other].neighbours
    return one == other or near


def _comers(
    scene: Scene, stance: Stance, legs: Sequence[Leg], halted: Iterable[str]
) -> Company | None:
    """Those of a move who come to where somebody waits for them; None when nobody does."""
    if scene.faction not in stance.against:
        return None
    coming = [
        scene.state.assets[leg.id]
        for leg in legs
        if leg.to == stance.at and leg.minion.at != leg.to and leg.id not in halted
    ]
    leaders = [minion for minion in coming if isinstance(minion, Lieutenant)]
    units = tuple(minion for minion in coming if isinstance(minion, Unit))
    if not coming:
        return None
    return Company(scene.faction, leaders[0] if leaders else None, units)


def _arrived(
    scene: Scene, aim: ToMove, legs: Sequence[Leg], halted: set[str], unaware: set[str]
) -> Done:
    """What a move came to, once it has met all whom it meets; ``unaware`` are those it passed."""
    marched = tuple((leg.id, leg.minion.at, leg.to, leg.id not in halted) for leg in legs)
    there = [leg for leg in legs if leg.id not in halted]
    if not legs:
        return Done(March(()), "not-carried-out", reason="target-gone")
    stealth, rolls = _stealth(scene, legs)
    outcome: Outcome = "done" if there else "stopped"
    changes = (
        *_moved(there, quiet=stealth.held),
        *_carried(scene, aim, there, quiet=stealth.held),
    )
    places = {*(leg.minion.at for leg in legs), *(leg.to for leg in there)}
    return Done(
        March(marched),
        outcome,
        stealth=stealth,
        changes=changes,
        rolls=rolls,
        noticed=_witnesses(scene.state, places, unaware),
        keeps_hidden=stealth.held,
    )


def _stealth(scene: Scene, legs: Sequence[Leg]) -> tuple[Stealth, tuple[Roll, ...]]:
    """Whether the move was unnoticed; nobody tries without a way to go unseen (L-STL-2)."""
    if not scene.order.stealth:
        return OPEN, ()
    ways = [(leg.minion.at, leg.to) for leg in legs]
    if not goes_unseen(scene.state, scene.faction, scene.units, ways):
        kind = scene.order.stealth
        return Stealth(kind, True, False, "broken", "L-AST-MOVES-UNSEEN"), ()
    return stealth_of(scene, None)


def _moved(there: Iterable[Leg], *, quiet: bool) -> Iterator[Change]:
    """Those who arrive; who moves openly, or had to stay where it was, is hidden no more."""
    for leg in there:
        if leg.minion.at != leg.to:
            yield Moved(leg.id, leg.to)
        yield from _unhidden(leg.minion, quiet=quiet)


def _carried(scene: Scene, aim: ToMove, there: Sequence[Leg], *, quiet: bool) -> Iterator[Change]:
    """Things go along in the hands of the lieutenant, or else of the first who arrives.

    They must be where somebody set out, or in the hands of one who did not leave the locale.
    """
    bearers = [leg for leg in there if isinstance(leg.minion, Lieutenant)] or there
    for id in aim.carry if bearers else ():
        thing, bearer = scene.state.assets.get(id), bearers[0]
        if not isinstance(thing, Item | Information) or thing.faction != scene.faction:
            continue
        near = scene.state.locale(scene.state.at(thing)) == scene.state.locale(bearer.minion.at)
        if near and thing.holder not in {leg.id for leg in there}:
            yield Moved(id, bearer.to, bearer.id)
            yield from _unhidden(thing, quiet=quiet)


def _unhidden(asset: Minion | Item | Information, *, quiet: bool) -> Iterator[Change]:
    if asset.hiding is not None and (asset.hiding.must_stay or not quiet):
        yield Hid(asset.id, None)


def _witnesses(state: State, places: Collection[str], unaware: Collection[str]) -> frozenset[str]:
    """The factions that see a move: with somebody or a watch where it begins or ends (L-STL-5)."""
    return bystanders(state, places, unaware).union(
        *(at_the_place(state, place) for place in places)
    )
