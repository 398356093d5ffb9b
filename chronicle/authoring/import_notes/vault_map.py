"""The map of a campaign from a map in its notes: the picture, and the positions of places on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from chronicle.authoring.import_notes.campaign_files import (
    ImportedNote,
    ImportedPictures,
    ImportRequest,
)
from chronicle.authoring.import_notes.leaflet import pixel_of
from chronicle.authoring.import_notes.note import NoteMap
from chronicle.diagnostics.catalogue import notes as problems
from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.load.disk import MEDIA_FOLDER
from chronicle.load.map_shapes import MAP_FILE
from chronicle.markup.images import PictureDefect, clean_picture
from chronicle.model.audience import FOR_GM, Visibility
from chronicle.model.campaign import Campaign
from chronicle.records import Record, replace
from chronicle.starters import yaml_scalar

_POSITION: Final = "a position on a map of Leaflet"


class _PlacedMap(Record):
    """A map with its readers, and where the places are on it that all who know them may see.

    ``hidden`` is how many more there are, ``beside`` how many markers stand outside the picture.
    """

    one: ImportedNote
    map: NoteMap
    name: str
    visibility: Visibility
    positions: Mapping[str, tuple[float, float]]
    hidden: int
    beside: int
    others: int


def with_map(
    found: Sequence[ImportedNote],
    pictures: ImportedPictures,
    tree: FileTree,
    request: ImportRequest,
    *,
    fault: str,
    report: Report,
) -> tuple[tuple[ImportedNote, ...], tuple[str, ...], str]:
    """The notes with their positions, the lines for `map:`, and the picture that others see.

    A campaign has one map: the one that most places are on. ``fault`` is why it can't have it.
    """
    places = {one.note.key: one for one in found if one.kind == "place"}
    maps = [*_placed_maps(found, places, pictures, tree)]
    maps.sort(key=lambda it: (-len(it.positions), it.one.note.at.path))
    chosen = maps[0] if maps and maps[0].positions and not fault else None
    _report_maps(maps, chosen, fault, report)
    positions = chosen.positions if chosen is not None else {}
    placed = tuple(_placed(one, positions) for one in found)
    left = [
        one.note for one in placed if one.note.coordinates is not None and not one.note.position
    ]
    if left:
        many = f"{len(left)} notes have" if len(left) > 1 else "this note has"
        outcome = "kept as text for the GM"
        report.add(problems.NotMapped(at=left[0].at, what=f"{many} {_POSITION}", outcome=outcome))
    if chosen is None:
        return placed, (), ""
    lines = (
        "map:",
        f"  - picture: {chosen.name}",
        f"    words: {yaml_scalar(chosen.map.picture.words)}",
        f"    for: {request.text(chosen.visibility)}",
    )
    return placed, lines, "" if chosen.visibility == FOR_GM else chosen.map.picture.shown


def fault_of(campaign: Campaign, tree: FileTree) -> str:
    """Why a campaign can't have the map of a vault; empty if it can."""
    if campaign.backdrops or MAP_FILE in tree.files:
        return "the campaign has a map"
    if any(place.position is not None for place in campaign.places):
        # Where rules measure distances in miles, all places have positions.
        return "the places of the campaign have positions on another"
    return ""


def _placed_maps(
    found: Sequence[ImportedNote],
    places: Mapping[str, ImportedNote],
    pictures: ImportedPictures,
    tree: FileTree,
) -> Iterator[_PlacedMap]:
    for one in found:
        for it in one.note.maps:
            name = pictures.names.get(it.picture.path)
            path = f"{MEDIA_FOLDER}/{name}"
            content = pictures.files.get(path) or tree.files.get(path)
            picture = clean_picture(content) if isinstance(content, bytes) else None
            if name is None or picture is None or isinstance(picture, PictureDefect):
                continue
            readers = FOR_GM if it.secret else one.visibility
            size = (picture.width, picture.height)
            points = {
                key: pixel_of(at, size, it.bounds, it.zoom)
                for key, at in it.positions.items()
                if key in places
            }
            seen = {
                key: point
                for key, point in points.items()
                if point is not None and readers & places[key].visibility == places[key].visibility
            }
            beside = sum(point is None for point in points.values())
            hidden = len(points) - beside - len(seen)
            others = len(it.positions) - len(points)
            yield _PlacedMap(one, it, name, readers, seen, hidden, beside, others)


def _placed(one: ImportedNote, positions: Mapping[str, tuple[float, float]]) -> ImportedNote:
    """A note with its position, or else with its coordinates as text for the GM."""
    if one.note.key in positions:
        return replace(one, note=replace(one.note, position=positions[one.note.key]))
    if one.note.coordinates is None:
        return one
    reasons = one.note.closings
    note = replace(
        one.note,
        texts=(*one.note.texts, one.note.coordinates),
        closings=reasons
        if one.note.secret
        else (*dict.fromkeys((*reasons, "other front matter")),),
    )
    return replace(one, note=note)


def _report_maps(
    maps: Sequence[_PlacedMap], chosen: _PlacedMap | None, fault: str, report: Report
) -> None:
    """List what of the maps is not on that of the campaign."""
    for it in maps:
        shown = f"the map `{it.map.picture.shown}`"
        if it is not chosen:
            reason = fault or (
                "another has more places" if chosen is not None else "no place is on it"
            )
            if it.hidden and not fault and chosen is None:
                reason = "it is not for those who know its places"
            outcome = f"shown in its note only, because {reason}"
            report.add(problems.NotMapped(at=it.one.note.at, what=shown, outcome=outcome))
            continue
        for count, why in (
            (it.hidden, "places that others know, who may not see this map"),
            (it.beside, "places beside the picture"),
            (it.others, "notes that are no new places"),
        ):
            if count:
                what = f"markers on {shown} of {why} ({count})"
                report.add(problems.NotMapped(at=it.one.note.at, what=what, outcome="left out"))
