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
    known = {it.id: it for it in edition.places}
    distances = _with_places_within({place.id}, 0, known, {})
    for distance in range(1, MAX_DISTANCE + 1):
        next_ids = {ref.id for id in distances for ref in known[id].neighbours}
        distances = _with_places_within(next_ids, distance, known, distances)
    return distances


def _with_places_within(
    ids: set[str], distance: int, known: dict[str, PlaceView], found: dict[str, int]
) -> dict[str, int]:
    """Distances with those of places that are new, of what is in them and what they are in."""
    added: dict[str, int] = {}
    left = [id for id in ids if id in known and id not in found]
    for id in left:
        added[id] = distance
        added |= {
            ref.id: distance
            for ref in (*known[id].inside, known[id].within)
            if ref is not None and ref.id in known and ref.id not in found
        }
    return {**found, **added}
