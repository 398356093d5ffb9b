"""The distance from a place to a faction, over the places the faction knows.

One step leads to a neighbour or, if positions are in miles, covers ``MILES_PER_STEP`` in a straight
line. Places within the same larger place are 0 steps apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from math import ceil, dist
from typing import Final

from chronicle.model.campaign import Campaign, Place
from chronicle.model.facts import Ref
from chronicle.project.visibility import AudienceView
from chronicle.records import Record

#: Miles per step, if positions are in miles.
MILES_PER_STEP: Final = 100


class PlaceDistances(Record):
    """The places a faction knows, by id, and ``own``, the ids of those where it is."""

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
        """The places a faction knows as of a turn."""
        places = {
            it.id: it for it in campaign.places if audience_view.knows(Ref("place", it.id), turn)
        }
        return cls(places, own, in_miles)

    def steps(self, origin: str) -> int:
        """Steps from a place to the nearest of the faction's own; 0 if no route is known."""
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
        """Steps in a straight line, rounded up."""
        ends = self._positions(self.own)
        away = [dist(one, other) for one in self._positions(start) for other in ends]
        return ceil(min(away, default=0.0) / MILES_PER_STEP)

    def _positions(self, ids: Set[str]) -> list[tuple[float, float]]:
        found = (self.places[id].position for id in sorted(ids) if id in self.places)
        return [position for position in found if position is not None]

    def _with_surroundings(self, ids: Set[str]) -> Set[str]:
        """These places and all known places within the same larger place."""
        around = {id: it.within for id, it in self.places.items() if it.within in self.places}
        larger = {around.get(id, id) for id in ids}
        return ids | {id for id in self.places if around.get(id, id) in larger}
