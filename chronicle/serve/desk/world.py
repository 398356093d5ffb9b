"""The places of a campaign as a sketch on which they can be moved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, get_args

from chronicle.model.campaign import Campaign, WayKind
from chronicle.outline.map.layout import plane_points_of
from chronicle.records import Record
from chronicle.serve.desk.entries import Given, ids_of
from chronicle.serve.desk.new_files import NewFileError, new_id
from chronicle.starters import yaml_scalar
from chronicle.yaml.edit.document import YamlEditError, parse_root, plain_entries
from chronicle.yaml.edit.replace import add_entries
from chronicle.yaml.edit.set_entries import set_inner_list, set_inner_mapping

PLACES_FILE: Final = "places.yaml"
#: What a form can say of two places: neighbours, a kind of way, or nothing.
WAY_KINDS: Final = ("", *get_args(WayKind), "none")
#: How many of the plane's units are one of the author's.
_UNIT: Final = 100


class PlaceMark(Record):
    """A place on the sketch, in the author's unit; ``is_given`` if its position is written."""

    id: str
    name: str
    x: float
    y: float
    is_given: bool


class WayMark(Record):
    """What leads from one place to another; ``kind`` is empty between neighbours."""

    start: PlaceMark
    end: PlaceMark
    kind: str


class Sketch(Record):
    """All places and the ways between them; ``box`` is left, top, width and height."""

    places: tuple[PlaceMark, ...]
    ways: tuple[WayMark, ...]
    box: tuple[float, float, float, float]


def with_position(text: str, id: str, x: float, y: float) -> str:
    """The text of places.yaml with the position of a place. Raises YamlEditError."""
    numbers = [int(it) if it == int(it) else it for it in (round(x, 2), round(y, 2))]
    return set_inner_list(text, "places", id, "position", numbers)


def with_place(text: str, given: Given) -> str:
    """The text of places.yaml with a place more: its name, what it is within, and neighbours.

    Raises NewFileError and YamlEditError.
    """
    name = str(given.get("name", "")).strip()
    id = new_id(name)
    if id in _places(text):
        raise NewFileError(f"There is something called {id} already.")
    rows = [f"{id}:", f"  name: {yaml_scalar(name)}"]
    if readers := ids_of(given, "for"):
        rows.append(f"  for: {readers[0] if len(readers) == 1 else _listed(readers)}")
    if neighbours := ids_of(given, "neighbours"):
        rows.append(f"  neighbours: {_listed(neighbours)}")
    if within := given.get("within"):
        rows.append(f"  within: {within}")
    return add_entries(text, "places", {id: rows})


def with_way(text: str, one: str, other: str, kind: str) -> str:
    """The text of places.yaml with the way between two places, or without it if kind is `none`.

    With an empty ``kind`` they are neighbours. Raises NewFileError and YamlEditError.
    """
    if kind not in WAY_KINDS:
        raise NewFileError("Choose a kind of way.")
    if one == other or not {one, other} <= _places(text).keys():
        raise NewFileError("Choose two places.")
    for id, to in ((one, other), (other, one)):
        place = _places(text)[id]
        neighbours, ways = place.get("neighbours", []), place.get("ways", {})
        if isinstance(neighbours, list) and to in neighbours:
            left = [it for it in neighbours if it != to]
            text = set_inner_list(text, "places", id, "neighbours", left)
        if isinstance(ways, dict) and to in ways:
            kept = {it: way for it, way in ways.items() if it != to}
            text = set_inner_mapping(text, "places", id, "ways", kept)
    place = _places(text)[one]
    if kind == "":
        neighbours = place.get("neighbours", [])
        if not isinstance(neighbours, list):
            raise YamlEditError(one)
        return set_inner_list(text, "places", one, "neighbours", [*neighbours, other])
    if kind == "none":
        return text
    ways = place.get("ways", {})
    if not isinstance(ways, dict):
        raise YamlEditError(one)
    return set_inner_mapping(text, "places", one, "ways", {**ways, other: kind})


def _listed(ids: Sequence[str]) -> str:
    return f"[{', '.join(ids)}]"


def _places(text: str) -> dict[str, dict[str, Any]]:
    """The places that are mappings, with their values. Raises YamlEditError."""
    found = plain_entries(parse_root(text)).get("places")
    listed = found.items() if isinstance(found, dict) else ()
    return {id: it if isinstance(it, dict) else {} for id, it in listed}


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
    kinds = {tuple(sorted((it.id, to))): "" for it in campaign.places for to in it.neighbours}
    kinds |= {tuple(sorted((it.id, to))): kind for it in campaign.places for to, kind in it.ways}
    xs, ys = [it.x for it in marks.values()] or [0], [it.y for it in marks.values()] or [0]
    edge = max(max(xs) - min(xs), max(ys) - min(ys), 1) / 8
    left, top = min(xs) - edge, min(ys) - edge
    return Sketch(
        tuple(marks.values()),
        tuple(
            WayMark(marks[one], marks[other], kind) for (one, other), kind in sorted(kinds.items())
        ),
        (left, top, max(xs) - left + edge, max(ys) - top + edge),
    )
