"""Places around others, and where those lie that are only known by the places within them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from chronicle.outline.map.grid import box_of_points
from chronicle.outline.map.positions import PlaceNode
from chronicle.outline.map.records import Box, Point


def around(id: str, grounds: Mapping[str, PlaceNode]) -> Iterator[str]:
    """Yield the known places that contain a place, the innermost first."""
    within = grounds[id].within
    while within in grounds:
        yield within
        within = grounds[within].within


def boxes_of_areas(
    grounds: Mapping[str, PlaceNode], points: Mapping[str, Point]
) -> Mapping[str, Box]:
    """The bounding box of the places within each place that has no marker."""
    inside: dict[str, list[Point]] = {id: [] for id in grounds if id not in points}
    for id, point in points.items():
        for outer in around(id, grounds):
            if outer in inside:
                inside[outer].append(point)
    return {id: box_of_points(found) for id, found in inside.items()}


def center_of(box: Box) -> Point:
    """The centre of a box."""
    return (box[0] + box[2]) // 2, (box[1] + box[3]) // 2
