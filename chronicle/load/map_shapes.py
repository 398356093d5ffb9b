"""Load the coast, rivers, land and borders of `map.yaml`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from chronicle.diagnostics.catalogue import maps as problems
from chronicle.diagnostics.catalogue import references
from chronicle.files.source import Span
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
        for index, name in enumerate(line.of):
            _check_place(name, line.at("of", index), places, names)
    for region in entry.regions:
        _check_place(region.of, region.at("of"), places, names)
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
        regions=tuple(
            MapLine((region.of,), _points(region.line), region.color or "")
            for region in entry.regions
        ),
    )


def _check_place(name: str, at: Span, places: Sequence[str], names: LoadContext) -> None:
    if name not in places:
        names.report.add(
            references.UnknownName(
                at=at, what="place", name=name, known=tuple(places), called=names.called
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
