"""A ruleset that says too much: the projection must hold back what a ruleset reveals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from chronicle.model.audience import FOR_EVERYONE, FOR_GM, Audience
from chronicle.model.campaign import Story
from chronicle.model.facts import Facts, Ref
from chronicle.pipeline import PlayedCampaign
from chronicle.records import Record, replace
from chronicle.rules.protocol import Disclosure, Measure, PlayedTurn, Ruleset, Sheet, Sighting

#: Things that nobody knows of.
_NOWHERE: Final = Ref("place", "nowhere")
_NOBODY: Final = "nobody"


class Indiscreet(Record):
    """A ruleset that, so many times over, also names what nobody knows."""

    ruleset: Ruleset[Any, Any, Any]
    times: int

    def __getattr__(self, name: str) -> Any:
        return getattr(self.ruleset, name)

    def tell(self, step: Any, audience: Audience) -> Disclosure:
        found = self.ruleset.tell(step, audience)
        if found.telling is None:
            return found
        return replace(found, telling=replace(found.telling, facts=self._more(found.telling.facts)))

    def _more(self, facts: Facts) -> Facts:
        return Facts({**facts, "strays": (_NOWHERE,) * self.times})

    def sheets(
        self,
        played_turn: PlayedTurn[Any, Any, Any],
        seen: Mapping[str, Sighting],
        who: Audience,
        of: Iterable[Ref],
    ) -> Mapping[Ref, Sheet]:
        """Sheets of everything, for every audience."""
        asked = tuple(of)
        found = self.ruleset.sheets(played_turn, seen, who, asked)
        nothing = Sheet("all", Facts())
        return {ref: Sheet("all", self._more(found.get(ref, nothing).facts)) for ref in asked}

    def measures(self, state: Any) -> tuple[Measure, ...]:
        stray = Measure(_NOBODY, "might", 1, FOR_EVERYONE)
        return (*self.ruleset.measures(state), *(stray,) * self.times)


def gossiping(found: PlayedCampaign, times: int) -> PlayedCampaign:
    """A campaign under such a ruleset, with so many more factions and places nobody knows.

    Its one story has yet to begin.
    """
    ruleset: Any = Indiscreet(found.ruleset, times)
    first = found.campaign.factions[0]
    hidden = tuple(replace(first, id=f"{_NOBODY}{it}", visibility=FOR_GM) for it in range(times))
    place = found.campaign.places[0]
    unknown = tuple(replace(place, id=f"lair{it}", visibility=FOR_GM) for it in range(times))
    campaign = replace(
        found.campaign,
        factions=(*found.campaign.factions, *hidden),
        places=(*unknown, *found.campaign.places),
        stories=(Story(99, f"To come {times}"),),
    )
    return replace(found, campaign=campaign, ruleset=ruleset)


def backwards(found: PlayedCampaign) -> PlayedCampaign:
    """A campaign whose events came to pass in the other order, as far as the public can tell."""
    turns = tuple(replace(it, steps=tuple(reversed(it.steps))) for it in found.history.turns)
    return replace(found, history=replace(found.history, turns=turns))
