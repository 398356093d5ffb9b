"""A world as Azgaar's Fantasy Map Generator 1.147 exports it: made after its code, and small.

Cells are bricks, so that three meet at each corner as in the generator. There is an island with a
lake, which has an island, and a second island in the east. Each call makes the same world.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

COLUMNS: Final = 60
ROWS: Final = 34
#: The size of a cell.
WIDE: Final = 16
HIGH: Final = 16
#: Half a cell on each side is no land, so that the sea goes round.
SIZE: Final = COLUMNS * WIDE, ROWS * HIGH
LAKE_ISLAND: Final = (20, 16)


def middle(column: int, row: int) -> tuple[float, float]:
    return column * WIDE + WIDE / 2 + (row % 2) * WIDE / 2, row * HIGH + HIGH / 2


def is_land(column: int, row: int) -> bool:
    """The island is an ellipse around the lake; the second island is a square."""
    lake = (column - 20) ** 2 + (row - 16) ** 2
    island = (column - 22) ** 2 / 18**2 + (row - 17) ** 2 / 12**2
    return (island < 1 and (lake > 9 or lake < 2)) or (48 <= column <= 54 and 10 <= row <= 16)


def cell_number(column: int, row: int) -> int:
    return row * COLUMNS + column


def state_of(column: int, row: int) -> int:
    """1 in the west, 2 in the east, 3 on the second island, none in the north."""
    if not is_land(column, row) or (column < 40 and row < 9):
        return 0
    return 3 if column > 40 else 1 if column < 22 else 2


def made_world(burgs: int = 500) -> dict[str, Any]:
    """The export; burg 7 and state 4 were removed, and each list begins with a placeholder."""
    vertices: dict[tuple[int, int], int] = {}
    cells = [_cell(column, row, vertices) for row in range(ROWS) for column in range(COLUMNS)]
    made = [*_burgs(burgs)]
    for burg in made:
        cells[burg["cell"]]["burg"] = burg["i"]
    made[6] = {**made[6], "removed": True}
    return {
        "info": {
            "version": "1.147.1",
            "description": "Azgaar's Fantasy Map Generator output: "
            "azgaar.github.io/Fantasy-map-generator",
            "mapName": "Ashvale",
            "width": SIZE[0],
            "height": SIZE[1],
            "seed": "1",
        },
        "settings": {
            "populationRate": 1000,
            "urbanization": 1,
            "distanceUnit": "km",
            "distanceScale": 4,
        },
        "mapCoordinates": {"latT": 40},
        "pack": {
            "cells": cells,
            "vertices": [
                {"i": number, "p": [x * WIDE / 2, y * HIGH], "v": [], "c": []}
                for (x, y), number in vertices.items()
            ],
            "features": [0, {"i": 1, "type": "ocean", "land": False}],
            "biomes": [
                {"i": 0, "name": "Marine"},
                {"i": 1, "name": "Grassland"},
                {"i": 2, "name": "Taiga"},
                {"i": 3, "name": "Wetland", "removed": True},
            ],
            "cultures": [{"i": 0, "name": "Wildlands"}, {"i": 1, "name": "Fennic"}],
            "religions": [{"i": 0, "name": "No religion"}, {"i": 1, "name": "The Quiet Tide"}],
            "burgs": [0, *made],
            "states": [
                {"i": 0, "name": "Neutrals", "diplomacy": [["The Long War"]]},
                {**_state(1, "Westmark", "Kingdom of Westmark"), "color": "#66c2a5"},
                _state(2, "Ostmark", "Ostmark Republic"),
                {**_state(3, "Skerry", "Skerry"), "color": "url(#hatching)"},
                {**_state(4, "Gone", "Duchy of Gone"), "removed": True},
            ],
            "provinces": [
                0,
                {"i": 1, "state": 1, "name": "Lakeside", "fullName": "Lakeside Shire"},
                {"i": 2, "state": 2, "name": "Far", "fullName": "Far Shire", "removed": True},
            ],
            "rivers": [
                {"i": 1, "name": "Ash", "cells": [cell_number(30, row) for row in range(9, 29)]}
            ],
            "markers": [{"i": 0, "type": "volcanoes", "x": 1, "y": 1, "cell": 1}],
            "routes": [
                {"i": 0, "group": "roads", "points": _points((10, 20), (34, 20))},
                {"i": 1, "group": "searoutes", "points": _points((34, 20), (36, 20), (48, 14))},
            ],
            "zones": [],
        },
        "grid": {},
        "notes": [
            {"id": "burg1", "name": "Aldstone", "legend": "<p>The mayor is a <b>wyrm</b>.</p>"},
            {"id": "marker0", "name": "A volcano", "legend": "It sleeps."},
        ],
        "nameBases": [],
    }


def export(burgs: int = 500, **changes: Any) -> bytes:
    """The export as the generator writes it, with other values at the top."""
    return json.dumps({**made_world(burgs), **changes}, separators=(",", ":")).encode()


def _cell(column: int, row: int, vertices: dict[tuple[int, int], int]) -> dict[str, Any]:
    left = 2 * column + row % 2
    corners = [(left + at, row) for at in range(3)] + [(left + 2 - at, row + 1) for at in range(3)]
    land = is_land(column, row)
    return {
        "i": cell_number(column, row),
        "v": [vertices.setdefault(corner, len(vertices)) for corner in corners],
        "c": [],
        "p": list(middle(column, row)),
        "h": (60 if row < 12 else 30) if land else 10,
        "biome": (2 if column > 26 else 1) if land else 0,
        "state": state_of(column, row),
        "province": 1 if state_of(column, row) == 1 and row < 20 else 0,
        "religion": 1,
        "burg": 0,
    }


def _state(number: int, name: str, full: str) -> dict[str, Any]:
    return {"i": number, "name": name, "fullName": full, "culture": 1, "military": [{"i": 0}]}


def _burgs(count: int) -> Iterator[dict[str, Any]]:
    """Towns on land: the capitals and the ends of routes first, then one on each further cell."""
    first = [(10, 20), (34, 20), (48, 14), (22, 20), (30, 24), (20, 16), (12, 18)]
    spots = [
        *first,
        *(
            (column, row)
            for row in range(ROWS)
            for column in range(COLUMNS)
            if is_land(column, row)
        ),
    ]
    names = ["Aldstone", "Brack", "Skerry", "Dunmere", "Eddin", "Inmere", "Fallen"]
    for number, (column, row) in enumerate(list(dict.fromkeys(spots))[:count], start=1):
        x, y = middle(column, row)
        yield {
            "i": number,
            "name": names[number - 1] if number <= len(names) else f"Ham{number % 400}",
            "cell": cell_number(column, row),
            "x": x + 0.25,
            "y": y - 1.5,
            "culture": 1,
            "state": state_of(column, row),
            "population": 40 - number / 20,
            "capital": int(number <= 3),
            "port": int(number in (2, 3)),
            "group": "capital" if number <= 3 else "town",
        }


def _points(*spots: tuple[int, int]) -> list[list[float]]:
    """The points of a route cell by cell along rows, and straight on where rows differ."""
    cells: list[tuple[int, int]] = [spots[0]]
    for to in spots[1:]:
        at = cells[-1]
        step = 1 if to[0] > at[0] else -1
        cells += [(column, to[1]) for column in range(at[0] + step, to[0] + step, step)]
    return [[*middle(column, row), cell_number(column, row)] for column, row in cells]
