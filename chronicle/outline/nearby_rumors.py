"""The rumors that are heard at a place and around it, as far as a reader knows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Final

from chronicle.outline.views import NearbyRumor
from chronicle.project.edition import Edition, PlaceView, RumorView

#: How many steps away a rumor is still near, and how many rumors a page shows.
MAX_DISTANCE: Final = 2
MAX_RUMORS: Final = 6


class RumorsByPlace:
    """Finds the rumors around places; what they share is computed once."""

    def __init__(self, edition: Edition) -> None:
        self._places = {it.id: it for it in edition.places}
        #: The rumors at each place, the latest first, with their numbers in that order.
        self._at = defaultdict[str, list[tuple[int, int, RumorView]]](list)
        turns = ((turn.number, it) for turn in reversed(edition.turns) for it in turn.rumors)
        for at, (turn, rumor) in enumerate(turns):
            for id in {ref.id for ref in rumor.where}:
                self._at[id].append((at, turn, rumor))

    def near(self, place: PlaceView) -> tuple[NearbyRumor, ...]:
        """The nearest rumors, and of equally near ones the latest first."""
        found: dict[int, NearbyRumor] = {}
        distances = distances_from(self._places, place)
        for id, distance in sorted(distances.items(), key=lambda it: it[1]):
            for at, turn, rumor in self._at.get(id, ()):
                found.setdefault(at, NearbyRumor(turn, rumor, distance))
        nearest = sorted(found.items(), key=lambda it: (it[1].distance, it[0]))
        return tuple(it for _, it in nearest[:MAX_RUMORS])


def distances_from(places: Mapping[str, PlaceView], place: PlaceView) -> dict[str, int]:
    """How many steps places are away, up to the maximum; places within each other are at 0."""
    distances: dict[str, int] = {}
    reached = {place.id}
    for distance in range(MAX_DISTANCE + 1):
        reached -= distances.keys()
        connected = ((*places[id].inside, places[id].within) for id in reached)
        reached |= {ref.id for refs in connected for ref in refs if ref is not None}
        distances = {**dict.fromkeys(reached, distance), **distances}
        reached = {ref.id for id in reached for ref in places[id].neighbours}
    return distances
