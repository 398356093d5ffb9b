"""The tellings and order forms of one history, each computed once by its ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic

from chronicle.model.audience import Audience
from chronicle.rules.order_form import Form
from chronicle.rules.protocol import (
    Disclosure,
    EventT,
    OrdersT,
    PlayedTurn,
    Ruleset,
    Sighting,
    StateT,
    Step,
)


class RulesetCache(Generic[StateT, OrdersT, EventT]):
    """Tellings by event and audience, and order forms by faction.

    All are computed on first use.
    """

    def __init__(self, ruleset: Ruleset[StateT, OrdersT, EventT]) -> None:
        self._system = ruleset
        self._found: dict[str, dict[str, Disclosure]] = {}
        self._forms: dict[str, tuple[Mapping[str, Sighting], Form | None]] = {}

    def tell(self, step: Step[StateT, EventT], audience: Audience) -> Disclosure:
        """What an audience learns of an event, if anything, and why.

        Equal tellings of an event are one object, so that less has to be projected.
        """
        found = self._found.setdefault(step.event.id, {})
        if audience.word not in found:
            new = self._system.tell(step, audience)
            known = (one.telling for one in found.values())
            telling = next((one for one in known if one == new.telling), new.telling)
            found[audience.word] = Disclosure(new.reason, telling)
        return found[audience.word]

    def form(
        self,
        played_turn: PlayedTurn[StateT, OrdersT, EventT],
        memory: Mapping[str, Sighting],
        faction: str,
    ) -> Form | None:
        """What a faction may order after the last turn, if it remembers this."""
        known = self._forms.get(faction)
        if known is None or known[0] != memory:
            known = self._forms[faction] = memory, self._system.form(played_turn, memory, faction)
        return known[1]
