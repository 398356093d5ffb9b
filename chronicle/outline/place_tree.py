"""Places as a tree: each with those within it, and the part of the map to show beside it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

from chronicle.model.facts import Ref, place_ref
from chronicle.outline.map import WorldMap, box_around_points, points_of_place
from chronicle.outline.map.records import Box, Point
from chronicle.project.edition import PlaceView
from chronicle.records import Record

#: The size of a thumbnail on the map.
_SIZE: Final = (240, 160)
#: Maximum number of thumbnails on a page; each draws the whole land.
_MAX_THUMBNAILS: Final = 60


class Thumbnail(Record):
    """The part of the map that shows a place: ``box``.

    ``at`` is its point, None for an area that has none, and ``ruler`` the faction that holds it.
    """

    box: Box
    at: Point | None
    ruler: Ref | None


class PlaceBranch(Record):
    """A place, and the places ``inside`` it by name; ``thumbnail`` is None if it has none."""

    place: PlaceView
    thumbnail: Thumbnail | None
    inside: tuple[PlaceBranch, ...]


def place_tree(places: Sequence[PlaceView], world: WorldMap | None) -> tuple[PlaceBranch, ...]:
    """The places that are within no other, by name, each with those inside.

    If there are many, only the outermost have thumbnails.
    """
    inside = defaultdict[Ref | None, list[PlaceView]](list)
    for place in sorted(places, key=lambda it: it.name.lower()):
        inside[place.within].append(place)
    pictured: list[PlaceView] = []
    level = inside[None]
    while level and len(pictured) + len(level) <= _MAX_THUMBNAILS:
        pictured += level
        level = [it for place in level for it in inside[place_ref(place.id)]]
    found = {} if world is None else {it.id: _thumbnail(world, it) for it in pictured}
    return _branches(None, inside, found)


def _branches(
    within: Ref | None,
    inside: Mapping[Ref | None, Sequence[PlaceView]],
    thumbnails: Mapping[str, Thumbnail | None],
) -> tuple[PlaceBranch, ...]:
    return tuple(
        PlaceBranch(
            place, thumbnails.get(place.id), _branches(place_ref(place.id), inside, thumbnails)
        )
        for place in inside.get(within, ())
    )


def _thumbnail(world: WorldMap, place: PlaceView) -> Thumbnail | None:
    """The thumbnail of a place or an area; None if it is not on the map."""
    ref = place_ref(place.id)
    points = points_of_place(world, ref)
    if not points:
        return None
    mark = next(it for it in world.marks if it.ref == ref)
    ruler = mark.runs[-1].ruler if mark.runs else None
    return Thumbnail(
        box_around_points(points, (world.width, world.height), _SIZE),
        mark.at,
        ruler.faction if ruler is not None else None,
    )
