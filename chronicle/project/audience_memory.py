"""What a faction remembers and knows of, turn by turn, without the turns before.

It is the same that an edition of the whole history has: a game that goes on in memory, turn after
turn, must not grow slower with its length.
"""

from __future__ import annotations

from typing import Any

from chronicle.model.audience import Audience
from chronicle.model.campaign import Campaign, Turn
from chronicle.model.facts import Ref
from chronicle.project.access import AccessPolicy
from chronicle.project.tellings import Tellings, memory_after
from chronicle.records import Record, replace
from chronicle.rules.protocol import AnyRuleset, Memory, PlayedTurn, Telling


class AudienceMemory(Record):
    """What a faction has seen, and the things that it has heard of so far.

    ``refs`` may be of factions that join later; ``joins`` are their turns. ``things`` are all that
    can be heard of, and ``told`` is what it was told of the last turn, event by event.
    """

    audience: Audience
    memory: Memory
    refs: frozenset[Ref]
    things: frozenset[Ref]
    joins: tuple[tuple[Ref, int], ...] = ()
    told: tuple[Telling | None, ...] = ()

    def heard_of(self, turn: int) -> frozenset[Ref]:
        """The things that it knows at the end of a turn."""
        return self.refs - {ref for ref, first in self.joins if first > turn}

    def known(self, turn: int) -> frozenset[Ref]:
        """The factions and places among them, as rulesets take them for a form."""
        return frozenset(it for it in self.heard_of(turn) if it.kind in ("faction", "place"))

    def after(
        self, turn: Turn, played_turn: PlayedTurn[Any, Any, Any], ruleset: AnyRuleset
    ) -> AudienceMemory:
        """What it has seen and heard of after one more turn, in which it takes part."""
        told = tuple(ruleset.tell(step, self.audience).telling for step in played_turn.steps)
        learnt = {ref for it in told if it is not None for ref in it.learns}
        learnt |= {
            ref
            for it in turn.reveals
            if (ref := it.ref) is not None and it.visibility.admits(self.audience)
        }
        return replace(
            self,
            memory=memory_after(self.memory, turn.number, told),
            refs=self.refs | (learnt & self.things),
            told=told,
        )


def audience_memory(
    campaign: Campaign, tellings: Tellings[Any, Any, Any], audience: Audience
) -> AudienceMemory:
    """What a faction has seen and heard of by the end of a campaign's history.

    ``tellings`` are those of the history, among others for this faction.
    """
    policy = AccessPolicy(campaign, tellings.lessons)
    told = tellings.of(audience)
    return AudienceMemory(
        audience,
        tellings.remembered(audience)[-1],
        frozenset(it for it in policy.things if policy.first_access(it, audience).knows),
        frozenset(policy.things),
        tuple((it, first) for it in policy.things if (first := policy.joins_for(it, audience))),
        tuple(told[max(told)]) if told else (),
    )
