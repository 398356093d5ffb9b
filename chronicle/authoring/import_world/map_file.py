"""`map.yaml` of a world: coast, lakes, rivers, land, borders and the courses of ways."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from chronicle.authoring.import_world.outlines import (
    area_of,
    borders_between,
    rings_around,
    simplified,
    simplified_ring,
)
from chronicle.authoring.import_world.ways import TownWay
from chronicle.authoring.import_world.world import SEA_LEVEL, Spot, World, WorldCell

#: How far a line with fewer points is from the original, for a map of a thousand units.
_COAST: Final = 0.45
_LINE: Final = 0.8
_AREA: Final = 1.8
#: The least areas of an island or a lake, and of a land, for a map of a thousand units.
_LEAST_ISLAND: Final = 5.0
_LEAST_AREA: Final = 260.0
#: The least number of cells of a river.
_LEAST_RIVER: Final = 4
#: Mountains and hills begin at this height.
_HILLS: Final = 50
#: How each default biome is drawn, by its name.
_KINDS: Final[Mapping[str, str]] = {
    "Tropical seasonal forest": "woods",
    "Temperate deciduous forest": "woods",
    "Tropical rainforest": "woods",
    "Temperate rainforest": "woods",
    "Taiga": "woods",
    "Glacier": "ice",
    "Wetland": "marsh",
}
_LONGEST_LINE: Final = 100


def map_text(
    world: World,
    readers: str,
    places: Mapping[int, str],
    provinces: Mapping[int, str],
    towns: Mapping[int, str],
    ways: Sequence[TownWay],
) -> str:
    """The text of the file; ``places`` are the ids of states, by number as all others."""
    scale = max(world.size) / 1000
    wide, high = (f"{number:g}" for number in world.size)
    rows = [f"for: {readers}", f"extent: [0, 0, {wide}, {high}]"]
    dry = [cell for _, cell in sorted(world.cells.items()) if cell.height >= SEA_LEVEL]
    shores = list(_rings(dry, world, _COAST * scale, _LEAST_ISLAND * scale**2))
    rows += _listed("land", (ring for ring in shores if area_of(ring) > 0))
    rows += _listed("lakes", (ring for ring in shores if area_of(ring) < 0))
    rows += _listed(
        "rivers",
        (
            simplified([world.cells[cell].middle for cell in river], _LINE * scale)
            for river in world.rivers
            if len(river) >= _LEAST_RIVER
        ),
    )
    kinds: dict[str, list[WorldCell]] = {"hills": [], "woods": [], "marsh": [], "ice": []}
    for cell in dry:
        kind = _KINDS.get(world.biomes.get(cell.biome, ""), "")
        kind = "hills" if cell.height >= _HILLS and kind != "ice" else kind
        if kind:
            kinds[kind].append(cell)
    for kind, cells in kinds.items():
        rows += _listed(kind, _rings(cells, world, _AREA * scale, _LEAST_AREA * scale**2))
    rows += _borders(world, places, _LINE * scale)
    rows += _regions(world, places, provinces, scale)
    rows += _lines(
        "ways",
        (
            ((towns[way.towns[0]], towns[way.towns[1]]), simplified(way.course, _LINE * scale))
            for way in ways
        ),
    )
    return "\n".join((*rows, ""))


def _rings(
    cells: Iterable[WorldCell], world: World, tolerance: float, least: float
) -> Iterator[list[Spot]]:
    """The outlines of cells that are large enough, the largest first."""
    wide, high = world.size
    rings = (
        # Cells at the edge reach beyond it.
        simplified_ring([(min(max(x, 0), wide), min(max(y, 0), high)) for x, y in ring], tolerance)
        for ring in rings_around(cells, world.vertices)
    )
    found = [ring for ring in rings if len(ring) > 2 and abs(area_of(ring)) >= least]
    yield from sorted(found, key=lambda ring: (-abs(area_of(ring)), ring[0]))


def _borders(world: World, places: Mapping[int, str], tolerance: float) -> Iterator[str]:
    """Borders of states; where nobody rules beyond, a border belongs to one alone."""

    def owner(cell: WorldCell) -> int | None:
        if cell.height < SEA_LEVEL:
            return None
        return cell.state if cell.state in places else 0

    found = borders_between(world.cells, world.vertices, owner)
    yield from _lines(
        "borders",
        (
            (tuple(places[it] for it in pair if it), simplified(line, tolerance))
            for pair, lines in sorted(found.items())
            for line in lines
        ),
    )


def _regions(
    world: World, places: Mapping[int, str], provinces: Mapping[int, str], scale: float
) -> Iterator[str]:
    """The ground of each state, in its color on the map of the generator, and of each province."""
    grounds: dict[str, list[WorldCell]] = {id: [] for id in (*places.values(), *provinces.values())}
    for _, cell in sorted(world.cells.items()):
        for id in (places.get(cell.state), provinces.get(cell.province)):
            if id is not None and cell.height >= SEA_LEVEL:
                grounds[id].append(cell)
    colors = {id: world.states[number].color for number, id in places.items()}
    found = [
        row
        for id, cells in grounds.items()
        for ring in _rings(cells, world, _LINE * scale, _LEAST_ISLAND * scale**2)
        for row in (
            f"  - of: {id}",
            *(f'    color: "{color}"' for color in (colors.get(id),) if color),
            *_wrapped("    line: ", "      ", ring),
        )
    ]
    if found:
        yield from ("regions:", *found)


def _listed(key: str, lines: Iterable[Sequence[Spot]]) -> Iterator[str]:
    found = [row for line in lines for row in _wrapped("  - ", "    ", line)]
    if found:
        yield from (f"{key}:", *found)


def _lines(key: str, lines: Iterable[tuple[Sequence[str], Sequence[Spot]]]) -> Iterator[str]:
    found = [
        row
        for of, line in lines
        for row in (f"  - of: [{', '.join(of)}]", *_wrapped("    line: ", "      ", line))
    ]
    if found:
        yield from (f"{key}:", *found)


def _wrapped(first: str, further: str, line: Sequence[Spot]) -> Iterator[str]:
    """The points of a line, on as many rows as they need."""
    row = first
    for index, (across, down) in enumerate(line):
        point = f"{_rounded(across)},{_rounded(down)}"
        if index and len(row) + len(point) >= _LONGEST_LINE:
            yield row.rstrip()
            row = further
        row += f"{point} "
    yield row.rstrip()


def _rounded(number: float) -> str:
    return f"{round(number, 1):g}" if number > 0 else "0"
