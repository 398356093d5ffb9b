"""The tellings and order forms of one history, each computed once by its ruleset."""

from __future__ import annotations

from typing import Generic

from chronicle.model.audience import Audience
from chronicle.model.facts import Ref
from chronicle.rules import protocol
from chronicle.rules.order_form import Form


class RulesetCache(Generic[protocol.StateT, protocol.OrdersT, protocol.EventT]):
    """Tellings by event and audience, and order forms by faction; all computed on first use."""

    def __init__(
        self, ruleset: protocol.Ruleset[protocol.StateT, protocol.OrdersT, protocol.EventT]
    ) -> None:
        self._system = ruleset
        self._found: dict[str, dict[str, protocol.Disclosure]] = {}
        self._forms: dict[str, tuple[protocol.Memory, frozenset[Ref], Form | None]] = {}

    def tell(
        self, step: protocol.Step[protocol.StateT, protocol.EventT], audience: Audience
    ) -> protocol.Disclosure:
        """What an audience learns of an event, and why; equal tellings are one object."""
        found = self._found.setdefault(step.event.id, {})
        if audience.word not in found:
            new = self._system.tell(step, audience)
            known = (one.telling for one in found.values())
            telling = next((one for one in known if one == new.telling), new.telling)
            found[audience.word] = protocol.Disclosure(new.reason, telling)
        return found[audience.word]

    def form(
        self,
        played_turn: protocol.PlayedTurn[protocol.StateT, protocol.OrdersT, protocol.EventT],
        memory: protocol.Memory,
        faction: str,
        known: frozenset[Ref],
    ) -> Form | None:
        """What a faction may order after the last turn, if it remembers and knows this."""
        found = self._forms.get(faction)
        if found is None or found[:2] != (memory, known):
            form = self._system.form(played_turn, memory, faction, known)
            found = self._forms[faction] = memory, known, form
        return found[2]
