"""What audiences are told about the events of a history, computed once and shared by editions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, TypeAlias

from chronicle.model.audience import EVERYONE, Audience
from chronicle.model.facts import Ref
from chronicle.play.history import History
from chronicle.project.access import Lesson
from chronicle.project.edition import EventView
from chronicle.records import Record
from chronicle.rules import protocol
from chronicle.rules.ruleset_cache import RulesetCache


class TellingsOfTurn(Record):
    """What some audiences are told about each event of a turn, by audience; None for nothing."""

    played_turn: protocol.PlayedTurn[Any, Any, Any]
    asked: tuple[Audience | None, ...]
    columns: tuple[tuple[protocol.Telling | None, ...], ...]


#: Tellings by the identity of the turn, which they keep alive.
KnownTellings: TypeAlias = dict[int, TellingsOfTurn]


class Tellings(Generic[protocol.StateT, protocol.OrdersT, protocol.EventT]):
    """All tellings of a history for some audiences, and what follows from them alone.

    An edition needs them for what its reader learns, remembers and reads; all editions need those
    of the public, and the GM's those of every audience. They are computed on first use, one event
    another for all audiences, so that rules compute the state after an event only once. Those of
    turns in ``known`` are not computed again; then it holds the turns of this history.
    """

    def __init__(
        self,
        history: History[protocol.StateT, protocol.OrdersT, protocol.EventT],
        ruleset: protocol.Ruleset[protocol.StateT, protocol.OrdersT, protocol.EventT],
        audiences: Iterable[Audience],
        known: KnownTellings | None = None,
    ) -> None:
        self._history = history
        self._system = ruleset
        self._audiences = tuple(dict.fromkeys(audiences))
        self._known = known if known is not None else {}
        #: Shared with others who need to know what the rules tell.
        self.cache = RulesetCache(ruleset)
        self._memories: dict[Audience, tuple[Mapping[str, protocol.Sighting], ...]] = {}
        self._lessons: dict[Audience, dict[Ref, Lesson]] = {}
        self._public_events: dict[int, tuple[EventView, ...]] = {}
        self._measures: dict[int, tuple[protocol.Measure, ...]] = {}
        #: What the public knows of factions in figures, by turn and faction, for all editions.
        self.public_figures: dict[int, Mapping[str, tuple[protocol.Figure, ...]]] = {}

    @cached_property
    def _told(self) -> Mapping[Audience, Mapping[int, Sequence[protocol.Telling | None]]]:
        found = {it.turn: self._told_in(it) for it in self._history.turns}
        self._known.clear()
        self._known.update({id(it.played_turn): it for it in found.values()})
        return {
            audience: {turn: it.columns[place] for turn, it in found.items()}
            for place, audience in enumerate(self._audiences)
        }

    def _told_in(
        self,
        played_turn: protocol.PlayedTurn[protocol.StateT, protocol.OrdersT, protocol.EventT],
    ) -> TellingsOfTurn:
        # Who has not joined is told nothing.
        asked = tuple(
            it if self._history.has_joined(it.faction, played_turn.turn) else None
            for it in self._audiences
        )
        known = self._known.get(id(played_turn))
        if known is not None and known.asked == asked:
            return known
        rows = [
            [
                self.cache.tell(step, audience).telling if audience is not None else None
                for audience in asked
            ]
            for step in played_turn.steps
        ]
        columns = tuple(tuple(row[place] for row in rows) for place in range(len(asked)))
        return TellingsOfTurn(played_turn, asked, columns)

    def of(self, audience: Audience) -> Mapping[int, Sequence[protocol.Telling | None]]:
        """What an audience is told about each event, by turn; None for nothing."""
        return self._told[audience]

    def public_events(self, turn: int) -> tuple[EventView, ...]:
        """What the public is told about a turn's events; references are not filtered yet."""
        events = self._public_events.get(turn)
        if events is None:
            found = (telling for telling in self.of(EVERYONE)[turn] if telling is not None)
            events = self._public_events[turn] = public_events_of(found)
        return events

    def measures(
        self, played_turn: protocol.PlayedTurn[protocol.StateT, protocol.OrdersT, protocol.EventT]
    ) -> tuple[protocol.Measure, ...]:
        """The measures of a turn for all readers."""
        measures = self._measures.get(played_turn.turn)
        if measures is None:
            measures = self._measures[played_turn.turn] = self._system.measures(played_turn.after)
        return measures

    @cached_property
    def steps(self) -> Mapping[str, protocol.Step[protocol.StateT, protocol.EventT]]:
        """Every event by id, with the state before it."""
        return {
            step.event.id: step for played_turn in self._history.turns for step in played_turn.steps
        }

    def lessons(self, audience: Audience) -> Mapping[Ref, Lesson]:
        """The things an audience learned of from its tellings, each with the first event."""
        if audience not in self._lessons:
            found = self._lessons[audience] = dict[Ref, Lesson]()
            for played_turn in self._history.turns:
                for step, telling in zip(
                    played_turn.steps, self.of(audience)[played_turn.turn], strict=True
                ):
                    if telling is None:
                        continue
                    for ref in telling.learns:
                        id, rule = step.event.id, step.event.rule
                        found.setdefault(ref, Lesson(played_turn.turn, id, rule, telling.code))
        return self._lessons[audience]

    def learnt(self, audience: Audience) -> Mapping[Ref, int]:
        """The things an audience learned of from its tellings, each with the turn."""
        return {ref: lesson.turn for ref, lesson in self.lessons(audience).items()}

    def remembered(self, audience: Audience) -> tuple[Mapping[str, protocol.Sighting], ...]:
        """What an audience has seen by the end of each turn (0 first), from its tellings."""
        memories = self._memories.get(audience)
        if memories is None:
            memories = self._memories[audience] = tuple(_sightings_by_turn(self.of(audience)))
        return memories


def public_events_of(tellings: Iterable[protocol.Telling]) -> tuple[EventView, ...]:
    """The public tellings by anchor, sorted by content: their order would show who acted first."""
    order = sorted(tellings, key=lambda one: (repr(one.facts.get("sphere")), repr(one)))
    return tuple(EventView(f"s{index}", telling) for index, telling in enumerate(order, start=1))


def _sightings_by_turn(
    by_turn: Mapping[int, Sequence[protocol.Telling | None]],
) -> Iterator[Mapping[str, protocol.Sighting]]:
    seen: protocol.Memory = {}
    yield seen
    for turn, told in by_turn.items():
        seen = memory_after(seen, turn, told)
        yield seen


def memory_after(
    memory: protocol.Memory, turn: int, told: Iterable[protocol.Telling | None]
) -> protocol.Memory:
    """What an audience remembers after it was told of the events of a turn."""
    found = {
        sighting.subject: protocol.Sighting(sighting.subject, sighting.facts, turn)
        for telling in told
        if telling is not None
        for sighting in telling.sightings
    }
    # If nothing was seen, both turns share one memory.
    return {**memory, **found} if found else memory
