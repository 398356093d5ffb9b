"""What a campaign counts: its counters and clocks (F-COUNT, F-CLOCK)."""

from __future__ import annotations

from typing import Final

from chronicle.model.audience import Audience
from chronicle.model.facts import Facts
from chronicle.rules.freeform.state import Counter, State
from chronicle.rules.protocol import HouseRule

#: Every code a house rule may carry.
CODES: Final = ("counter", "counter-to", "clock")


def house_rules_of(state: State, audience: Audience) -> tuple[HouseRule, ...]:
    """Return the counters that an audience may see, those with the same name and limits once.

    Only counters whose owner the audience knows from the start are listed.
    """
    seen = [one for one in state.counters.values() if one.heard_by.admits(audience)]
    return tuple(dict.fromkeys(_house_rule(one) for one in seen))


def _house_rule(counter: Counter) -> HouseRule:
    if counter.segments:
        return HouseRule("clock", Facts(name=counter.name, n=counter.segments))
    if counter.high is None:
        return HouseRule("counter", Facts(name=counter.name, low=counter.low))
    return HouseRule("counter-to", Facts(name=counter.name, low=counter.low, high=counter.high))
