"""What a faction remembers and knows of, turn by turn, without the turns before.

It is the same that an edition of the whole history has: a game that goes on in memory, turn after
turn, must not grow slower with its length.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chronicle.model.audience import Audience
from chronicle.model.campaign import Campaign, Turn
from chronicle.model.facts import Ref, faction_ref, place_ref
from chronicle.play.history import AnyHistory
from chronicle.project.access import AccessPolicy
from chronicle.project.tellings import Tellings, memory_after
from chronicle.records import Record, replace
from chronicle.rules.protocol import AnyRuleset, Memory, PlayedTurn


class AudienceMemory(Record):
    """What a faction has seen, and the factions and places that it has heard of so far.

    ``refs`` may be of factions that join later; ``joins`` are their turns.
    """

    audience: Audience
    memory: Memory
    refs: frozenset[Ref]
    #: All factions and places that can be heard of.
    things: frozenset[Ref]
    joins: tuple[tuple[Ref, int], ...] = ()

    def known(self, turn: int) -> frozenset[Ref]:
        """The factions and places that it knows at the end of a turn."""
        return self.refs - {ref for ref, first in self.joins if first > turn}

    def after(
        self, turn: Turn, played_turn: PlayedTurn[Any, Any, Any], ruleset: AnyRuleset
    ) -> AudienceMemory:
        """What it has seen and heard of after one more turn, in which it takes part."""
        told = [ruleset.tell(step, self.audience).telling for step in played_turn.steps]
        learnt = {ref for it in told if it is not None for ref in it.learns}
        learnt |= {
            ref
            for it in turn.reveals
            if (ref := it.ref) is not None and it.visibility.admits(self.audience)
        }
        new = (learnt & self.things) - self.refs
        memory = memory_after(self.memory, turn.number, told)
        if not new and memory is self.memory:
            return self
        return replace(self, memory=memory, refs=self.refs | new)


def audience_memories(
    campaign: Campaign,
    history: AnyHistory,
    ruleset: AnyRuleset,
    audiences: Sequence[Audience],
) -> tuple[AudienceMemory, ...]:
    """What factions have seen and heard of by the end of a campaign's history."""
    tellings = Tellings(history, ruleset, audiences)
    policy = AccessPolicy(campaign, tellings.lessons)
    things = frozenset(
        (
            *(faction_ref(it.id) for it in campaign.factions),
            *(place_ref(it.id) for it in campaign.places),
        )
    )
    return tuple(
        AudienceMemory(
            audience,
            tellings.remembered(audience)[-1],
            frozenset(ref for ref in things if policy.first_access(ref, audience).knows),
            things,
            tuple((ref, first) for ref in things if (first := policy.joins_for(ref, audience))),
        )
        for audience in audiences
    )
