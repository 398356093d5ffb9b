"""How far it is from a place to where a faction is, over the places that it knows of.

A step goes from neighbour to neighbour; where positions are in miles, it is so many as the crow
flies. Between places within the same larger one there is no step.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass
from math import ceil, dist
from typing import Final

from chronicle.model.campaign import Campaign, Place
from chronicle.model.facts import Ref
from chronicle.project.audience_view import AudienceView

#: The miles of a step, where positions are in miles.
MILES_PER_STEP: Final = 100


@dataclass(frozen=True, slots=True)
class PlaceDistances:
    """A faction with the places that it knows of, by id, and ``own``, those where it is."""

    places: Mapping[str, Place]
    own: frozenset[str]
    in_miles: bool

    @classmethod
    def of(
        cls,
        campaign: Campaign,
        audience_view: AudienceView,
        turn: int,
        own: frozenset[str],
        *,
        in_miles: bool,
    ) -> PlaceDistances:
        """Where a faction stands in a turn, as far as it knows."""
        places = {
            it.id: it for it in campaign.places if audience_view.knows(Ref("place", it.id), turn)
        }
        return cls(places, own, in_miles)

    def steps(self, origin: str) -> int:
        """The steps from a place to the nearest of its own; 0 where no way or mile is known."""
        start = self._with_surroundings({origin})
        if start & self.own:
            return 0
        return self._steps_by_miles(start) if self.in_miles else self._steps_by_neighbours(start)

    def _steps_by_neighbours(self, start: Set[str]) -> int:
        reached, steps = start, 0
        while not reached & self.own:
            known = [self.places[id] for id in reached if id in self.places]
            edge = {other for one in known for other in one.neighbours} & self.places.keys()
            if edge <= reached:
                return 0
            reached, steps = reached | self._with_surroundings(edge), steps + 1
        return steps

    def _steps_by_miles(self, start: Set[str]) -> int:
        """A step that has begun counts in full."""
        ends = self._positions(self.own)
        away = [dist(one, other) for one in self._positions(start) for other in ends]
        return ceil(min(away, default=0.0) / MILES_PER_STEP)

    def _positions(self, ids: Set[str]) -> list[tuple[float, float]]:
        found = (self.places[id].position for id in sorted(ids) if id in self.places)
        return [position for position in found if position is not None]

    def _with_surroundings(self, ids: Set[str]) -> Set[str]:
        """Places with all that lies in the same larger one that the faction knows of."""
        around = {id: it.within for id, it in self.places.items() if it.within in self.places}
        larger = {around.get(id, id) for id in ids}
        return ids | {id for id in self.places if around.get(id, id) in larger}
