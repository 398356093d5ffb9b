"""What audiences are told about the events of a history, computed once and shared by editions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Generic

from chronicle.model.audience import EVERYONE, Audience
from chronicle.model.facts import Ref
from chronicle.play.history import History
from chronicle.project.access import Lesson
from chronicle.project.edition import EventView
from chronicle.rules import protocol
from chronicle.rules.ruleset_cache import RulesetCache


class Tellings(Generic[protocol.StateT, protocol.OrdersT, protocol.EventT]):
    """All tellings of a history for some audiences, and what follows from them alone.

    An edition needs them for what its reader learns, remembers and reads; all editions need those
    of the public, and the GM's those of every audience. They are computed on first use, one event
    after another for all audiences, so that rules compute the state after an event only once.
    """

    def __init__(
        self,
        history: History[protocol.StateT, protocol.OrdersT, protocol.EventT],
        ruleset: protocol.Ruleset[protocol.StateT, protocol.OrdersT, protocol.EventT],
        audiences: Iterable[Audience],
    ) -> None:
        self._history = history
        self._system = ruleset
        self._audiences = tuple(dict.fromkeys(audiences))
        #: Shared with others who need to know what the rules tell.
        self.cache = RulesetCache(ruleset)
        self._memories: dict[Audience, tuple[Mapping[str, protocol.Sighting], ...]] = {}
        self._lessons: dict[Audience, dict[Ref, Lesson]] = {}
        self._public_events: dict[int, tuple[EventView, ...]] = {}
        self._measures: dict[int, tuple[protocol.Measure, ...]] = {}
        #: What the public knows of factions in figures, by turn and faction, for all editions.
        self.public_figures: dict[int, Mapping[str, tuple[protocol.Figure, ...]]] = {}

    @cached_property
    def _told(self) -> Mapping[Audience, Mapping[int, tuple[protocol.Telling | None, ...]]]:
        asked = self._audiences
        told: dict[Audience, dict[int, tuple[protocol.Telling | None, ...]]] = {
            audience: {} for audience in asked
        }
        for played_turn in self._history.turns:
            rows = [
                [
                    self.cache.tell(step, audience).telling
                    if self._history.has_joined(audience.faction, played_turn.turn)
                    else None
                    for audience in asked
                ]
                for step in played_turn.steps
            ]
            for place, audience in enumerate(asked):
                told[audience][played_turn.turn] = tuple(row[place] for row in rows)
        return told

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
    seen: dict[str, protocol.Sighting] = {}
    yield seen
    for turn, told in by_turn.items():
        found = {
            sighting.subject: protocol.Sighting(sighting.subject, sighting.facts, turn)
            for telling in told
            if telling is not None
            for sighting in telling.sightings
        }
        # If nothing was seen, both turns share one memory.
        seen = {**seen, **found} if found else seen
        yield seen
