"""Load the coast, rivers, land and borders of `map.yaml`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from chronicle.diagnostics.catalogue import maps as problems
from chronicle.diagnostics.catalogue import references
from chronicle.load.context import LoadContext
from chronicle.load.inputs import MapLineInput, MapShapesInput
from chronicle.load.passages import visibility_at
from chronicle.model.campaign import MapLine, MapPoints, MapShapes

MAP_FILE: Final = "map.yaml"


def map_shapes_of(
    entry: MapShapesInput, places: Sequence[str], names: LoadContext
) -> MapShapes | None:
    """What the author has drawn; None after an error. ``places`` are all ids of places."""
    visibility = visibility_at(entry, "for", entry.readers, names)
    left, top, right, bottom = (float(number) for number in entry.extent)
    if left >= right or top >= bottom:
        names.report.add(problems.EmptyExtent(at=entry.at("extent")))
        return None
    for line in (*entry.borders, *entry.ways):
        _check_places(line, places, names)
    if visibility is None:
        return None
    return MapShapes(
        visibility=visibility,
        extent=(left, top, right, bottom),
        land=_lines(entry.land),
        lakes=_lines(entry.lakes),
        rivers=_lines(entry.rivers),
        kinds=(
            ("hills", _lines(entry.hills)),
            ("woods", _lines(entry.woods)),
            ("marsh", _lines(entry.marsh)),
            ("ice", _lines(entry.ice)),
        ),
        borders=tuple(map(_map_line, entry.borders)),
        ways=tuple(map(_map_line, entry.ways)),
    )


def _check_places(line: MapLineInput, places: Sequence[str], names: LoadContext) -> None:
    for index, name in enumerate(line.of):
        if name not in places:
            names.report.add(
                references.UnknownName(
                    at=line.at("of", index),
                    what="place",
                    name=name,
                    known=tuple(places),
                    called=names.called,
                )
            )


def _map_line(line: MapLineInput) -> MapLine:
    return MapLine(tuple(line.of), _points(line.line))


def _lines(texts: Iterable[str]) -> tuple[MapPoints, ...]:
    return tuple(map(_points, texts))


def _points(text: str) -> MapPoints:
    """The points of a text, in hundredths."""
    found = (point.split(",") for point in text.split())
    return tuple((round(float(across) * 100), round(float(down) * 100)) for across, down in found)
