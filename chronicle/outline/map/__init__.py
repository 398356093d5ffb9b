"""The map of an edition: places, roads and holders with coordinates, for a theme to draw."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from chronicle.outline.map.layout import EditionMaps, latest_map_of
from chronicle.outline.map.pieces import (
    MapPieces,
    box_around_points,
    points_of_place,
    whole_piece,
)
from chronicle.outline.map.records import (
    HoldingPeriod,
    MapChange,
    MapPiece,
    PlaceMarker,
    TurnMap,
    WorldMap,
)
from chronicle.outline.map.turn_maps import turn_map_of

__all__ = [
    "EditionMaps",
    "MapChange",
    "MapPiece",
    "MapPieces",
    "TurnMap",
    "WorldMap",
    "box_around_points",
    "changes_by_turn",
    "latest_map_of",
    "points_of_place",
    "turn_map_of",
    "whole_piece",
]


def changes_by_turn(
    places: Iterable[PlaceMarker], first: int
) -> Mapping[int, tuple[MapChange, ...]]:
    """What changed in each turn after the first of a map: rulers first, then new places."""
    found: dict[int, list[MapChange]] = defaultdict(list)
    for place in places:
        if place.since > first:
            found[place.since].append(MapChange(place.ref, "new"))
        for before, after in pairwise(place.runs):
            found[after.first] += _changes_at(place, before, after)
    kinds = ("ruler", "new", "holds", "left")
    return {
        turn: tuple(sorted(changes, key=lambda it: kinds.index(it.kind)))
        for turn, changes in found.items()
    }


def _changes_at(
    place: PlaceMarker, before: HoldingPeriod, after: HoldingPeriod
) -> Iterator[MapChange]:
    """The change of the ruler, and of all others that were or are there."""
    old, new = (run.ruler.faction if run.ruler else None for run in (before, after))
    if old != new:
        yield MapChange(place.ref, "ruler", old, new)
    were, are = ({it.faction: it for it in run.others} for run in (before, after))
    for faction, holding in are.items():
        if faction != old and were.get(faction) != holding:
            yield MapChange(place.ref, "holds", now=faction, holding=holding)
    for faction in were:
        if faction not in are and faction != new:
            yield MapChange(place.ref, "left", was=faction)
