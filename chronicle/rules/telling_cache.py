"""What a ruleset tells of the events of a history, asked once for each event and audience."""

from __future__ import annotations

from typing import Generic

from chronicle.model.audience import Audience
from chronicle.rules.protocol import EventT, OrdersT, Ruleset, StateT, Step, Telling


class TellingCache(Generic[StateT, OrdersT, EventT]):
    """The tellings of one history by event and audience, computed on first use."""

    def __init__(self, system: Ruleset[StateT, OrdersT, EventT]) -> None:
        self._system = system
        self._found: dict[tuple[str, str], Telling | None] = {}

    def tell(self, step: Step[StateT, EventT], audience: Audience) -> Telling | None:
        """What an audience learns of an event, or None if nothing."""
        key = (step.event.id, audience.word)
        if key not in self._found:
            self._found[key] = self._system.tell(step.before, step.event, audience)
        return self._found[key]
