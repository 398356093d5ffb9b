"""The full JSON export of Azgaar's Fantasy Map Generator, as far as an import needs it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias

from chronicle.authoring.import_notes.note import one_line
from chronicle.records import Record, replace

#: Across and down in the unit of the generator.
Spot: TypeAlias = tuple[float, float]
#: Why a file is not imported.
WorldFault = Literal["map", "json", "foreign", "part", "lacks", "many"]
#: Land begins at this height.
SEA_LEVEL: Final = 20
#: The generator makes at most 100,000 cells.
_MAX_CELLS: Final = 400_000
#: How many miles a unit of the generator has; others are the author's own.
_MILES: Final[Mapping[object, float]] = {
    "mi": 1,
    "km": 0.621371,
    "lg": 3,
    "vr": 0.662879,
    "nmi": 1.150779,
    "nlg": 3.452338,
}
#: How each kind of route of the generator is drawn; others are ways on land.
_SEA_ROUTES: Final = "searoutes"
#: What else an export holds, and what it is called.
_LEFT_OUT: Final[Mapping[str, str]] = {
    "cultures": "cultures",
    "religions": "religions",
    "markers": "markers",
    "zones": "zones",
    "goods": "goods",
    "markets": "markets",
    "deals": "deals",
    "measurers": "rulers",
}


class WorldError(ValueError):
    """A file that is no full export; ``detail`` names what lacks."""

    def __init__(self, fault: WorldFault, detail: str = "") -> None:
        super().__init__(fault)
        self.fault: WorldFault = fault
        self.detail = detail


class WorldCell(Record):
    """A cell of the map: its corners, its middle, and what it belongs to."""

    corners: tuple[int, ...]
    middle: Spot
    height: int
    biome: int
    state: int
    province: int
    religion: int


class Burg(Record):
    """A town; ``people`` is how many live there."""

    number: int
    name: str
    at: Spot
    cell: int
    state: int
    culture: int
    people: int
    is_capital: bool
    is_port: bool


class Area(Record):
    """A state, or a province of one; ``color`` is that of a state on the map."""

    number: int
    name: str
    full_name: str
    form: str
    culture: int
    state: int
    color: str


class Route(Record):
    """A route, as points with the cells that they are in."""

    is_sea: bool
    points: tuple[tuple[Spot, int], ...]


class World(Record):
    """A map of the generator. ``provinces`` are by burg; ``notes`` are HTML by what they are of.

    ``left_out`` is how many of what is not imported there are. ``miles`` is how many of them a unit
    of the map is, 0 if that is not known.
    """

    name: str
    version: str
    size: Spot
    cells: Mapping[int, WorldCell]
    vertices: Mapping[int, Spot]
    states: Mapping[int, Area]
    provinces: Mapping[int, Area]
    province_of: Mapping[int, int]
    burgs: Mapping[int, Burg]
    rivers: tuple[tuple[int, ...], ...]
    routes: tuple[Route, ...]
    names: Mapping[str, Mapping[int, str]]
    notes: Mapping[str, str]
    left_out: Mapping[str, int]
    biomes: Mapping[int, str]
    miles: float

    def in_miles(self) -> World:
        """The same world with everything where it is in miles."""
        part = self.miles
        return replace(
            self,
            size=_times(self.size, part),
            cells={
                number: replace(cell, middle=_times(cell.middle, part))
                for number, cell in self.cells.items()
            },
            vertices={number: _times(spot, part) for number, spot in self.vertices.items()},
            burgs={
                number: replace(burg, at=_times(burg.at, part))
                for number, burg in self.burgs.items()
            },
            routes=tuple(
                replace(
                    route, points=tuple((_times(spot, part), cell) for spot, cell in route.points)
                )
                for route in self.routes
            ),
            miles=1,
        )


def parse_world(content: bytes) -> World:
    """The world of an export. Raises :class:`WorldError` for anything else."""
    if b"azgaar.github.io" in content[:2000] and not content.lstrip()[:1] == b"{":
        raise WorldError("map")
    try:
        data = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise WorldError("json", str(error)) from None
    if not isinstance(data, dict) or not isinstance(data.get("info"), dict):
        raise WorldError("foreign")
    if "Azgaar" not in str(data["info"].get("description")):
        raise WorldError("foreign")
    pack = data.get("pack")
    if not isinstance(pack, dict):
        raise WorldError("part", "it has cells alone")
    if "cells" not in pack:
        raise WorldError("part", "it has no cells")
    for key in ("cells", "vertices", "burgs", "states"):
        if not isinstance(pack.get(key), list):
            raise WorldError("lacks", f"pack.{key}")
    if len(pack["cells"]) > _MAX_CELLS:
        raise WorldError("many")
    try:
        return _world(data, pack)
    except (KeyError, TypeError, ValueError, IndexError, OverflowError) as error:
        raise WorldError("lacks", f"{type(error).__name__}: {error}") from None


def _world(data: Mapping[str, Any], pack: Mapping[str, Any]) -> World:
    info, settings = data["info"], data.get("settings") or {}
    rate = _number(settings.get("populationRate"), 1000) * _number(settings.get("urbanization"), 1)
    cells = {number: _cell(it) for number, it in _entries(pack["cells"])}
    states = {
        number: _area(number, it, number)
        for number, it in _entries(pack["states"])
        if number and _name(it)
    }
    provinces = {
        number: _area(number, it, int(it.get("state") or 0))
        for number, it in _entries(pack.get("provinces"))
        if number and _name(it) and it.get("state") in states
    }
    burgs = {
        number: _burg(number, it, rate)
        for number, it in _entries(pack["burgs"])
        if number and _name(it) and it["cell"] in cells
    }
    biomes = pack.get("biomes") or data.get("biomes") or data.get("biomesData")
    if isinstance(biomes, dict):
        biomes = [{"name": name} for name in biomes["name"]]
    return World(
        name=one_line(str(info.get("mapName") or "")),
        version=str(info.get("version") or ""),
        size=(float(info["width"]), float(info["height"])),
        cells=cells,
        vertices={number: _spot(it["p"]) for number, it in _entries(pack["vertices"])},
        states=states,
        provinces=provinces,
        province_of={
            number: province
            for number, burg in burgs.items()
            if (province := cells[burg.cell].province) in provinces
            and provinces[province].state == burg.state
        },
        burgs=burgs,
        rivers=tuple(_rivers(pack.get("rivers"), cells)),
        routes=tuple(
            Route(
                it.get("group") == _SEA_ROUTES,
                tuple((_spot(point), int(point[2])) for point in it["points"]),
            )
            for _, it in _entries(pack.get("routes"))
            if it.get("points")
        ),
        names={
            key: {number: _name(it) for number, it in _entries(pack.get(key)) if number}
            for key in ("cultures", "religions")
        },
        notes={
            str(it.get("id")): str(it.get("legend") or "")
            for it in data.get("notes") or ()
            if isinstance(it, dict) and it.get("legend")
        },
        left_out=dict(_left_out(pack)),
        biomes={number: _name(it) for number, it in _entries(biomes)},
        miles=_number(settings.get("distanceScale"), 0)
        * _MILES.get(settings.get("distanceUnit"), 0),
    )


def _entries(listed: object) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The entries of a list by their numbers, without those that were removed and placeholders."""
    if not isinstance(listed, list):
        return
    for index, entry in enumerate(listed):
        if isinstance(entry, dict) and entry and not entry.get("removed"):
            yield int(entry.get("i", index)), entry


def _left_out(pack: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    for key, words in _LEFT_OUT.items():
        # The first culture and the first religion stand for none.
        first = int(key in ("cultures", "religions"))
        if count := sum(number >= first for number, _ in _entries(pack.get(key))):
            yield words, count
    military = sum(len(it.get("military") or ()) for _, it in _entries(pack["states"]))
    if military:
        yield "regiments", military


def _rivers(listed: object, cells: Mapping[int, WorldCell]) -> Iterator[tuple[int, ...]]:
    """The cells of each river from its source on; one that leaves the map ends in no cell."""
    for _, river in _entries(listed):
        found = tuple(int(cell) for cell in river.get("cells") or () if cell in cells)
        if len(found) > 1:
            yield found


def _cell(entry: Mapping[str, Any]) -> WorldCell:
    return WorldCell(
        corners=tuple(int(corner) for corner in entry["v"]),
        middle=_spot(entry["p"]),
        height=int(entry["h"]),
        biome=int(entry.get("biome") or 0),
        state=int(entry.get("state") or 0),
        province=int(entry.get("province") or 0),
        religion=int(entry.get("religion") or 0),
    )


def _area(number: int, entry: Mapping[str, Any], state: int) -> Area:
    name = _name(entry)
    full = one_line(str(entry.get("fullName") or name))
    form = one_line(str(entry.get("formName") or entry.get("form") or ""))
    color = str(entry.get("color") or "")
    color = color if re.fullmatch("#[0-9a-fA-F]{6}", color) else ""
    return Area(number, name, full, form, int(entry.get("culture") or 0), state, color)


def _burg(number: int, entry: Mapping[str, Any], rate: float) -> Burg:
    return Burg(
        number=number,
        name=_name(entry),
        at=(float(entry["x"]), float(entry["y"])),
        cell=int(entry["cell"]),
        state=int(entry.get("state") or 0),
        culture=int(entry.get("culture") or 0),
        people=round(_number(entry.get("population"), 0) * rate),
        is_capital=bool(entry.get("capital")),
        is_port=bool(entry.get("port")),
    )


def _name(entry: Mapping[str, Any]) -> str:
    return one_line(str(entry.get("name") or ""))


def _spot(point: Sequence[float]) -> Spot:
    return float(point[0]), float(point[1])


def _times(spot: Spot, part: float) -> Spot:
    return round(spot[0] * part, 2), round(spot[1] * part, 2)


def _number(value: object, default: float) -> float:
    return float(value) if isinstance(value, int | float) else default
