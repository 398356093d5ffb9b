"""The rumors that are heard at a place and around it, as far as a reader knows."""

from __future__ import annotations

from typing import Final

from chronicle.outline.views import NearbyRumor
from chronicle.project.edition import Edition, PlaceView

#: How many steps away a rumor is still near, and how many rumors a page shows.
MAX_DISTANCE: Final = 2
MAX_RUMORS: Final = 6


def rumors_near(edition: Edition, place: PlaceView) -> tuple[NearbyRumor, ...]:
    """The nearest rumors, and of equally near ones the latest first."""
    distances = distances_from(edition, place)
    found = [
        NearbyRumor(turn.number, rumor, min(near))
        for turn in reversed(edition.turns)
        for rumor in turn.rumors
        if (near := [distances[ref.id] for ref in rumor.where if ref.id in distances])
    ]
    return tuple(sorted(found, key=lambda it: it.distance)[:MAX_RUMORS])


def distances_from(edition: Edition, place: PlaceView) -> dict[str, int]:
    """How many steps places are away, up to the maximum; places within each other are at 0."""
    places = {it.id: it for it in edition.places}
    distances: dict[str, int] = {}
    reached = {place.id}
    for distance in range(MAX_DISTANCE + 1):
        reached -= distances.keys()
        connected = ((*places[id].inside, places[id].within) for id in reached)
        reached |= {ref.id for refs in connected for ref in refs if ref is not None}
        distances = {**dict.fromkeys(reached, distance), **distances}
        reached = {ref.id for id in reached for ref in places[id].neighbours}
    return distances
