"""The places of a campaign as a sketch on which they can be moved."""

from __future__ import annotations

from typing import Final

from chronicle.model.campaign import Campaign
from chronicle.outline.map.layout import plane_points_of
from chronicle.records import Record
from chronicle.yaml.edit.set_entries import set_inner_list

PLACES_FILE: Final = "places.yaml"
#: How many of the plane's units are one of the author's.
_UNIT: Final = 100


class PlaceMark(Record):
    """A place on the sketch, in the author's unit; ``is_given`` if its position is written."""

    id: str
    name: str
    x: float
    y: float
    is_given: bool


class Sketch(Record):
    """All places and the ways between them; ``box`` is left, top, width and height."""

    places: tuple[PlaceMark, ...]
    ways: tuple[tuple[PlaceMark, PlaceMark], ...]
    box: tuple[float, float, float, float]


def with_position(text: str, id: str, x: float, y: float) -> str:
    """The text of places.yaml with the position of a place. Raises YamlEditError."""
    numbers = [int(it) if it == int(it) else it for it in (round(x, 2), round(y, 2))]
    return set_inner_list(text, "places", id, "position", numbers)


def sketch_of(campaign: Campaign) -> Sketch:
    """The sketch of a campaign's places."""
    points = plane_points_of(campaign.places)
    marks = {
        it.id: PlaceMark(
            it.id,
            it.name,
            points[it.id][0] / _UNIT,
            points[it.id][1] / _UNIT,
            it.position is not None,
        )
        for it in campaign.places
    }
    pairs = sorted({tuple(sorted((it.id, to))) for it in campaign.places for to in it.neighbours})
    xs, ys = [it.x for it in marks.values()] or [0], [it.y for it in marks.values()] or [0]
    edge = max(max(xs) - min(xs), max(ys) - min(ys), 1) / 8
    left, top = min(xs) - edge, min(ys) - edge
    return Sketch(
        tuple(marks.values()),
        tuple((marks[one], marks[other]) for one, other in pairs),
        (left, top, max(xs) - left + edge, max(ys) - top + edge),
    )
