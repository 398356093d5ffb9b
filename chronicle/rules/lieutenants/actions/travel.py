"""Ways of minions to a location, and the stances that they meet there (L-TURN-5, L-MOVE).

Minions come to a location by a move, to act there, or to end an action there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated

from chronicle.model.audience import faction_audience
from chronicle.records import MutableRecord, Record, field, replace
from chronicle.rules.kit.changes import apply_changes
from chronicle.rules.kit.projector import OWN
from chronicle.rules.lieutenants import witnesses
from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.actions.interception import Party, resolve_meeting, waiting_party
from chronicle.rules.lieutenants.changes import Moved
from chronicle.rules.lieutenants.events import NO_STEALTH, Acted, Details, Event, Intercepted
from chronicle.rules.lieutenants.state import Lieutenant, Minion, Stance, State, Unit, owners
from chronicle.rules.lieutenants.telling_facts import LEGS


class MoveLeg(Record):
    """The route of one minion."""

    minion: Minion
    to: str

    @property
    def id(self) -> str:
        return self.minion.id


class Travel(MutableRecord):
    """Minions on their way: who of them is halted, and who waits there and does not see them.

    ``context`` has the board after the meetings so far; ``met`` are the lieutenants whose stances
    the order has met, each of which meets it once.
    """

    context: ActionContext
    legs: Sequence[MoveLeg]
    met: set[str] = field(default_factory=set)
    halted: set[str] = field(default_factory=set)
    unaware: set[str] = field(default_factory=set)

    @property
    def arriving(self) -> list[MoveLeg]:
        return [leg for leg in self.legs if leg.id not in self.halted]

    @property
    def details(self) -> MoveDetails:
        """Who went where, and whether they arrived."""
        return MoveDetails(
            tuple((leg.id, leg.minion.at, leg.to, leg.id not in self.halted) for leg in self.legs)
        )

    def meet_stances(self) -> Iterator[Event]:
        """Yield the events of each stance that they meet, in the order in which it was set."""
        for stance in tuple(self.context.state.stances.values()):
            comers = None if stance.lieutenant in self.met else self._party_meeting(stance)
            wait = waiting_party(self.context.state, stance)
            if comers is None or wait is None:
                continue
            self.met.add(stance.lieutenant)
            for event in resolve_meeting(self.context, stance, wait, comers):
                self._note(event, wait)
                yield event
            if not self.context.state.fit(self.context.lieutenant):
                # Without the lieutenant who leads them, the others turn back.
                self.halted.update(leg.id for leg in self.legs)

    def _party_meeting(self, stance: Stance) -> Party | None:
        """Return the party that a stance stops on its way; None if it stops none.

        It stops those who seem to be of its enemies, at whose order they come or not, but for those
        whom its own faction sends.
        """
        state = self.context.state
        coming = [
            state.assets[leg.id]
            for leg in self.arriving
            if _interrupts(state, stance, leg.minion.at, leg.to)
        ]
        met = any(minion.faction in stance.against for minion in coming)
        if not met or self.context.faction == stance.faction:
            return None
        leaders = [minion for minion in coming if isinstance(minion, Lieutenant)]
        units = tuple(minion for minion in coming if isinstance(minion, Unit))
        return Party(self.context.faction, leaders[0] if leaders else None, units)

    def _note(self, event: Event, wait: Party) -> None:
        """Keep what a meeting changes: the board, who is halted, and who did not see them."""
        state = apply_changes(self.context.state, event.changes)
        self.context = replace(self.context, state=state)
        if not isinstance(event, Intercepted):
            return
        if event.outcome not in ("round", "pass"):
            self.halted.update(event.movers)
        elif not event.known.admits(faction_audience(wait.faction)):
            # Those they pass unnoticed do not see them arrive either (L-ACT-BLOCK).
            self.unaware.update(minion.id for minion in wait.minions)


def _interrupts(state: State, stance: Stance, origin: str, to: str) -> bool:
    """Return whether a stance waits where this way ends, or on the way (L-ACT-BLOCK)."""
    if not stance.way:
        return to == stance.at != origin
    one, other = stance.way
    return any(
        _lies_in(state, origin, start) and _lies_in(state, to, end)
        for start, end in ((one, other), (other, one))
    )


def _lies_in(state: State, location: str, place: str) -> bool:
    return place in (location, state.locale(location))


def entering_legs(context: ActionContext) -> tuple[MoveLeg, ...]:
    """Return the ways of those who go to the location of an action that is done there."""
    state, at = context.state, context.order.at
    # Orders with `at:` are carried out there: whoever is elsewhere goes there (L-TURN-5).
    if "at" not in context.definition.keys:
        return ()
    company: tuple[Minion, ...] = (context.lieutenant, *context.units)
    return tuple(
        MoveLeg(minion, at)
        for minion in company
        if minion.at != at and state.locale(minion.at) == state.locale(at)
    )


def ending_legs(context: ActionContext) -> tuple[MoveLeg, ...]:
    """Return the ways to where minions end an action, in the locale, if still fit (L-MOVE)."""
    state = context.state
    found: list[MoveLeg] = []
    for id, place in context.order.end_at.items():
        minion = state.assets.get(id)
        if not isinstance(minion, Minion) or not state.fit(minion):
            continue
        if context.faction not in owners(minion) or minion.at == place:
            continue
        stays = minion.hiding is not None and minion.hiding.must_stay
        near = state.locale(minion.at) == state.locale(place)
        welcome = state.places[place].welcomes(frozenset({context.faction, minion.faction}))
        if near and welcome and not stays:
            found.append(MoveLeg(minion, place))
    return tuple(found)


def end_elsewhere(context: ActionContext, acted: Acted, met: set[str]) -> Iterator[Event]:
    """Yield the events of those who end an action at other locations (L-MOVE).

    What hides the action hides that as well. ``met`` are the stances that its way there has met.
    """
    travel = Travel(context, ending_legs(context), met)
    if not travel.legs:
        return
    yield from travel.meet_stances()
    order, legs = context.order, travel.arriving
    places = {*(leg.minion.at for leg in travel.legs), *(leg.to for leg in legs)}
    inside = witnesses.ways_of_taking_part(travel.context)
    seen = witnesses.ways_of_seeing_move(travel.context.state, places, travel.unaware)
    hidden = acted.stealth.held
    notice = witnesses.notice_of(order.faction, inside if hidden else {**inside, **seen})
    yield Acted(
        id=context.id("end"),
        rule="L-MOVE",
        faction=order.faction,
        order=order.id,
        lieutenant=order.lieutenant,
        action="move",
        # Who sees them come does not learn where they were.
        at="",
        against="",
        details=travel.details,
        result=None,
        outcome="done" if legs else "stopped",
        reason="",
        stealth=acted.stealth if hidden else NO_STEALTH,
        helped=(),
        idle=(),
        plan="",
        prompt="",
        known=notice.known,
        seen=notice.seen,
        witnesses=notice.witnesses,
        changes=tuple(Moved(leg.id, leg.to) for leg in legs),
        rolls=(),
        part="end",
    )


class MoveDetails(Details):
    """A move of minions: (asset, from, to, arrived) (L-ACT-MOVE)."""

    legs: Annotated[tuple[tuple[str, str, str, bool], ...], LEGS, OWN]

    def locations(self, at: str) -> tuple[str, ...]:  # noqa: ARG002  each has its own
        return tuple(place for _, origin, to, _ in self.legs for place in (origin, to))

    def visits(self, at: str, minions: Iterable[str]) -> Iterator[tuple[str, str]]:  # noqa: ARG002
        """Yield each minion where it left and where it arrived, without those who were halted."""
        for id, origin, to, arrived in self.legs:
            if arrived:
                yield id, origin
                yield id, to
