"""Maps of the plugin Leaflet, at version 6.0.5: their pictures, and where their markers stand.

A block has `key: value` lines, some more than once, or lists as in YAML. Latitude counts up and
longitude to the right. Without `bounds` the upper left corner is at 0, 0, and the picture has its
size in pixels divided by 2 for each step of `maxZoom` above the first.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Final

from chronicle.records import Record

#: Where the plugin keeps the markers that were made with the mouse.
DATA_FILE: Final = ".obsidian/plugins/obsidian-leaflet-plugin/data.json"
#: What a block can have that is on no map of ours.
_OTHER_KEYS: Final = frozenset(
    {
        *("overlay", "imageoverlay", "geojson", "geojsonfolder", "gpx", "gpxfolder", "linksto"),
        *("linksfrom", "commandmarker", "tileserver", "tileoverlay"),
    }
)
_KEY: Final = re.compile(r"([A-Za-z]+):[ \t]*(.*)")
_NUMBER: Final = re.compile(r"[-+]?\d+(?:\.\d+)?(?:[eE]-?\d+)?")
#: A link in either form; the target is in one of the groups.
_LINK: Final = re.compile(r"!?\[\[([^\[\]|#]+)[^\[\]]*\]\]|!?\[[^\[\]]*\]\(<?([^()<>]+)>?\)")
_DEFAULT_ZOOM: Final = 10

Point = tuple[float, float]


class LeafletMarker(Record):
    """A marker: latitude, longitude, and the note that it leads to, as written."""

    at: Point
    target: str


class LeafletBlock(Record):
    """A block of the plugin. ``bounds`` are two corners; ``more`` is what else it shows."""

    images: tuple[str, ...]
    id: str
    bounds: tuple[float, float, float, float] | None
    max_zoom: float
    markers: tuple[LeafletMarker, ...]
    files: tuple[str, ...]
    folders: tuple[str, ...]
    tags: tuple[tuple[str, ...], ...]
    only_tags: tuple[tuple[str, ...], ...]
    more: tuple[str, ...]


def read_block(block: str) -> LeafletBlock:
    """What a block says, with its fences."""
    values: dict[str, list[str]] = {}
    key = ""
    for line in block.split("\n")[1:]:
        plain = line.strip(" \t>")
        found = _KEY.fullmatch(plain)
        if plain.startswith(("```", "~~~")):
            break
        if found:
            key = found[1].casefold()
            values.setdefault(key, []).extend([found[2].strip()] if found[2].strip() else [])
        elif key and plain.startswith("-"):
            values[key].append(plain.removeprefix("-").strip())
    numbers = [float(it) for it in _NUMBER.findall(" ".join(values.get("bounds", ())))]
    zoom = _NUMBER.findall(" ".join(values.get("maxzoom", ())))
    return LeafletBlock(
        tuple(_targets(values.get("image", ()))),
        "".join(values.get("id", ())[:1]).strip("\"'"),
        (numbers[0], numbers[1], numbers[2], numbers[3]) if len(numbers) == 4 else None,
        min(max(float(zoom[0]), 1), 30) if zoom else _DEFAULT_ZOOM,
        tuple(_markers(values.get("marker", ()))),
        tuple(_targets(values.get("markerfile", ()))),
        tuple(one.strip("\"'") for one in values.get("markerfolder", ())),
        tuple(_tags(values.get("markertag", ()))),
        tuple(_tags(values.get("filtertag", ()))),
        tuple(key for key in values if key in _OTHER_KEYS),
    )


def _targets(values: Sequence[str]) -> Iterator[str]:
    for value in values:
        found = [one[1] or one[2] for one in _LINK.finditer(value)]
        yield from (one.strip() for one in found or [value.strip("\"' ")])


def _tags(values: Sequence[str]) -> Iterator[tuple[str, ...]]:
    for value in values:
        yield tuple(tag.casefold() for tag in re.findall(r"[\w/-]+", value))


def _markers(values: Sequence[str]) -> Iterator[LeafletMarker]:
    """Markers as `type, latitude, longitude, [[Note]], …`, perhaps in brackets."""
    for value in values:
        link = _LINK.search(value)
        plain = _LINK.sub("", value) if link else value
        parts = [part.strip(" \"'[]") for part in plain.split(",")]
        if len(parts) < 3 or not all(_NUMBER.fullmatch(part) for part in parts[1:3]):
            continue
        target = (link[1] or link[2]) if link else "".join(parts[3:4])
        yield LeafletMarker((float(parts[1]), float(parts[2])), target.strip())


def saved_markers(data: str) -> dict[str, tuple[LeafletMarker, ...]]:
    """The markers that were made with the mouse, by the id of their map."""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return {}
    maps = found.get("mapMarkers") if isinstance(found, dict) else None
    return {
        str(one.get("id", "")): tuple(_saved(one.get("markers")))
        for one in (maps if isinstance(maps, list) else [])
        if isinstance(one, dict)
    }


def _saved(markers: object) -> Iterator[LeafletMarker]:
    for one in markers if isinstance(markers, list) else []:
        if not isinstance(one, dict):
            continue
        at, link = one.get("loc"), one.get("link")
        numbers = [it for it in at if isinstance(it, int | float)] if isinstance(at, list) else []
        if len(numbers) == 2 and isinstance(link, str) and not one.get("command"):
            yield LeafletMarker((float(numbers[0]), float(numbers[1])), link.strip("[] "))


def pixel_of(
    at: Point, size: tuple[int, int], bounds: tuple[float, float, float, float] | None, zoom: float
) -> Point | None:
    """Where a marker is on a picture, across and down in pixels; None if it is beside it."""
    width, height = size
    if bounds is None:
        scale = 2 ** (zoom - 1)
        top, left, bottom, right = 0.0, 0.0, -height / scale, width / scale
    else:
        top, bottom = max(bounds[0], bounds[2]), min(bounds[0], bounds[2])
        left, right = min(bounds[1], bounds[3]), max(bounds[1], bounds[3])
    if top <= bottom or right <= left:
        return None
    across = (at[1] - left) / (right - left) * width
    down = (top - at[0]) / (top - bottom) * height
    is_on = -0.5 <= across <= width + 0.5 and -0.5 <= down <= height + 0.5
    return (round(across, 1) + 0.0, round(down, 1) + 0.0) if is_on else None


def in_folder(path: str, folder: str, near: str) -> bool:
    """Whether a note is in a folder as a block in the note ``near`` names it.

    A folder that begins with a full stop is beside that note. Each slash at its end is a level of
    folders in it that counts; without one all do.
    """
    named = folder.strip()
    if named.startswith("."):
        named = f"{near.rpartition('/')[0]}/{named[1:].lstrip('/')}".lstrip("/")
    plain = named.strip("/")
    inner = path.removeprefix(f"{plain}/") if plain else path
    if plain and inner == path:
        return False
    slashes = len(named) - len(named.rstrip("/"))
    return not slashes or inner.count("/") <= slashes
