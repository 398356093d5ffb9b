"""What audiences are told of the events of a history, asked of the rules once for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Generic

from chronicle.audience import Audience
from chronicle.facts import Ref
from chronicle.history import History
from chronicle.rules.system import E, O, RuleSystem, S, Sighting, Step, Telling


class Tellings(Generic[S, O, E]):
    """All tellings of a history for some audiences.

    An edition needs the same ones for what its reader learns, remembers and reads, and the GM's
    those of everybody. They are asked for event by event, so that rules find the board that comes
    of one but once.
    """

    def __init__(
        self,
        history: History[S, O, E],
        system: RuleSystem[S, O, E],
        audiences: Iterable[Audience],
    ) -> None:
        self._history = history
        asked, tell = tuple(dict.fromkeys(audiences)), system.tell
        self._told: dict[Audience, dict[int, tuple[Telling | None, ...]]] = {
            audience: {} for audience in asked
        }
        for moment in history.turns:
            rows = [
                [tell(step.before, step.event, audience) for audience in asked]
                for step in moment.steps
            ]
            for place, audience in enumerate(asked):
                self._told[audience][moment.turn] = tuple(row[place] for row in rows)

    def of(self, audience: Audience) -> Mapping[int, Sequence[Telling | None]]:
        """What an audience is told of each event of each turn; None where that is nothing."""
        return self._told[audience]

    @cached_property
    def steps(self) -> Mapping[str, Step[S, E]]:
        """Every event with the state it met, by its id."""
        return {step.event.id: step for moment in self._history.turns for step in moment.steps}

    def learnt(self, audience: Audience) -> Mapping[Ref, int]:
        """What an audience got to know of by what it was told, and the turn in which it did."""
        found: dict[Ref, int] = {}
        for turn, told in self.of(audience).items():
            for telling in told:
                for ref in telling.learns if telling is not None else ():
                    found.setdefault(ref, turn)
        return found

    def remembered(self, audience: Audience) -> Iterator[Mapping[str, Sighting]]:
        """What an audience has seen by the end of each turn (0 first), of what it was told."""
        seen: dict[str, Sighting] = {}
        yield dict(seen)
        for turn, told in self.of(audience).items():
            for telling in told:
                for sighting in telling.sightings if telling is not None else ():
                    dated = Sighting(sighting.subject, sighting.facts, turn)
                    seen[sighting.subject] = dated
            yield dict(seen)
