"""Load the images under the map, and check that the places are on them."""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.diagnostics.catalogue import content
from chronicle.diagnostics.catalogue import maps as problems
from chronicle.diagnostics.report import Report
from chronicle.load.context import LoadContext, PictureUse
from chronicle.load.inputs import MapBackgroundInput, PlacesInput
from chronicle.load.passages import visibility_at
from chronicle.model.campaign import Campaign, MapBackground, Place


def map_backgrounds_of(world: PlacesInput, names: LoadContext) -> tuple[MapBackground, ...]:
    """The images in the author's order; without ``for:`` they have the file's readers."""
    found = (_map_background(entry, world, names) for entry in world.backdrops)
    return tuple(backdrop for backdrop in found if backdrop is not None)


def _map_background(
    entry: MapBackgroundInput, world: PlacesInput, names: LoadContext
) -> MapBackground | None:
    names.picture_uses.append(PictureUse(entry.picture, entry.at("picture")))
    saying: MapBackgroundInput | PlacesInput = entry if entry.readers is not None else world
    if saying.readers is None:
        names.report.add(content.MissingKey(at=entry.at(), key="for"))
        return None
    visibility = visibility_at(saying, "for", saying.readers, names)
    extent = None
    if entry.extent is not None:
        left, top, right, bottom = (float(number) for number in entry.extent)
        if left >= right or top >= bottom:
            names.report.add(problems.EmptyExtent(at=entry.at("extent")))
            return None
        extent = (left, top, right, bottom)
    if visibility is None:
        return None
    return MapBackground(entry.picture, entry.words, visibility, extent, entry.at("picture"))


def check_map_backgrounds(campaign: Campaign, report: Report) -> None:
    """Warn if places are outside of an image under the map, or have no position."""
    for backdrop in campaign.backdrops:
        picture = campaign.pictures.get(backdrop.picture)
        if picture is None:
            continue
        left, top, right, bottom = backdrop.corners(picture)
        beside = tuple(
            place.id
            for place in campaign.places
            if place.position is not None
            and not (left <= place.position[0] <= right and top <= place.position[1] <= bottom)
        )
        if beside:
            extent = (left, top, right, bottom)
            report.add(problems.PlacesOutsideMap(at=backdrop.at, names=beside, extent=extent))
    nowhere = tuple(place.id for place in _unplaced(campaign.places))
    if campaign.backdrops and nowhere:
        report.add(problems.PlacesWithoutPosition(at=campaign.backdrops[0].at, names=nowhere))


def _unplaced(places: tuple[Place, ...]) -> Iterator[Place]:
    """Places without a position that are not drawn as the area of places within them either."""
    by_id = {place.id: place for place in places}
    given: set[str] = set()
    for place in places:
        around: Place | None = place if place.position is not None else None
        while around is not None and around.id not in given:
            given.add(around.id)
            around = by_id.get(around.within)
    yield from (place for place in places if place.id not in given)
