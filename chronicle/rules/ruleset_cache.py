"""The tellings and order forms of one history, each computed once by its ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic

from chronicle.model.audience import Audience
from chronicle.rules.order_form import Form
from chronicle.rules.protocol import (
    EventT,
    OrdersT,
    PlayedTurn,
    Ruleset,
    Sighting,
    StateT,
    Step,
    Telling,
)


class RulesetCache(Generic[StateT, OrdersT, EventT]):
    """Tellings by event and audience, and order forms by faction.

    All are computed on first use.
    """

    def __init__(self, system: Ruleset[StateT, OrdersT, EventT]) -> None:
        self._system = system
        self._found: dict[tuple[str, str], Telling | None] = {}
        self._forms: dict[str, tuple[Mapping[str, Sighting], Form | None]] = {}

    def tell(self, step: Step[StateT, EventT], audience: Audience) -> Telling | None:
        """What an audience learns of an event, or None if nothing."""
        key = (step.event.id, audience.word)
        if key not in self._found:
            self._found[key] = self._system.tell(step, audience)
        return self._found[key]

    def form(
        self,
        moment: PlayedTurn[StateT, OrdersT, EventT],
        memory: Mapping[str, Sighting],
        faction: str,
    ) -> Form | None:
        """What a faction may order after the last turn, if it remembers this."""
        known = self._forms.get(faction)
        if known is None or known[0] != memory:
            known = self._forms[faction] = memory, self._system.form(moment, memory, faction)
        return known[1]
