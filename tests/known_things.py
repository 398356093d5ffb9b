"""What a reader knows, for tests of forms: all factions and places, or those that it comes to."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from chronicle.model.audience import faction_audience
from chronicle.model.facts import Ref, faction_ref, place_ref
from chronicle.pipeline import PlayedCampaign
from chronicle.project.projection import audience_view


class _Everything(Collection[Ref]):
    def __contains__(self, _: object) -> bool:
        return True

    def __iter__(self) -> Iterator[Ref]:
        raise NotImplementedError

    def __len__(self) -> int:
        raise NotImplementedError


EVERYTHING: Final[Collection[Ref]] = _Everything()


def known_things(found: PlayedCampaign, faction: str) -> frozenset[Ref]:
    """The factions and places that a faction knows in the end."""
    campaign = found.campaign
    view = audience_view(campaign, found.history, found.ruleset, faction_audience(faction))
    refs = [faction_ref(one.id) for one in campaign.factions]
    refs += [place_ref(one.id) for one in campaign.places]
    return frozenset(view.refs(refs, len(campaign.turns)))
