"""The ground of a map: which place a point belongs to, where the sea is, and what stays unchanged.

Paths are read back as points, and a point is asked which side of them it is on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from math import dist
from typing import Final

from hypothesis import given, settings
from hypothesis import strategies as st

from chronicle.diagnostics.report import Report
from chronicle.model.audience import EVERYONE, GM, Audience, faction_audience
from chronicle.outline.map import WorldMap, latest_map_of
from chronicle.outline.map.cells import cells_of, rows_within
from chronicle.outline.map.ground import GroundCells
from chronicle.outline.map.positions import PlaceNode
from chronicle.outline.map.records import Point
from chronicle.pipeline import resolve_campaign
from chronicle.project import project
from chronicle.records import replace
from tests.small_campaign import tree_of

#: An inland town and village, a port, an island that only ships reach, and a hidden place.
PLACES: Final = """\
for: everyone
places:
  land: {name: The Land}
  harbour: {name: The Harbour, within: land, position: [300, 300], ways: {marsh: river, isle: sea}}
  marsh: {name: The Marsh, within: land, position: [150, 200], land: woods, neighbours: [vale]}
  vale: {name: The Vale, position: [100, 350], land: hills, opening: {}}
  isle: {name: The Isle, position: [450, 320]}
"""
HIDDEN: Final = """\
  cave: {name: The Cave, for: %s, position: [210, 330], land: ice, ways: {harbour: sea, vale: road}}
"""
VAEL: Final = faction_audience("vael")


@lru_cache(maxsize=16)
def atlas(audience: Audience, places: str = PLACES) -> WorldMap:
    report = Report()
    files = {"places.yaml": places.replace(", opening: {}", "")}
    played = resolve_campaign(tree_of(files), report)
    assert played is not None, [finding.message for finding in report.findings]
    return latest_map_of(project(played.campaign, played.history, played.ruleset, audience))


def point_of(found: WorldMap, id: str) -> Point:
    (at,) = (mark.at for mark in found.marks if mark.ref.id == id)
    assert at is not None
    return at


def loops(path: str) -> Iterator[list[Point]]:
    """The points of each part of a path of straight lines."""
    for part in re.findall("M[^M]+", path):
        x, y, *steps = (int(number) for number in re.findall(r"-?\d+", part))
        points = [(x, y)]
        for across, down in zip(steps[::2], steps[1::2], strict=True):
            points.append((points[-1][0] + across, points[-1][1] + down))
        yield points


def is_inside(point: Point, path: str) -> bool:
    """Whether a point is within one of the parts, by how often a line to the right leaves them."""
    x, y = point
    return any(
        sum(
            (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay)
            for (ax, ay), (bx, by) in pairwise([*loop, loop[0]])
        )
        % 2
        for loop in loops(path)
    )


sites = st.lists(
    st.tuples(st.integers(20, 980), st.integers(20, 580)), min_size=1, max_size=30, unique=True
)


@settings(deadline=None, max_examples=60)
@given(sites, st.integers(0, 999), st.integers(0, 599))
def test_a_point_is_in_the_cell_of_the_nearest_site(points: list[Point], x: int, y: int) -> None:
    cells = cells_of(points, (0, 0, 1000, 600))
    away = [dist(point, (x, y)) for point in points]
    for cell, far in zip(cells, away, strict=True):
        is_within = any(left <= x <= right for _, left, right in rows_within(cell, [y], 0.0, {}))
        if min(away) < far - 0.001:
            assert not is_within
        elif sum(it < min(away) + 0.001 for it in away) == 1:
            assert is_within


@settings(deadline=None, max_examples=40)
@given(sites, st.integers(5, 80))
def test_a_plot_is_the_part_of_a_cell_near_its_site(points: list[Point], reach: int) -> None:
    for cell in cells_of(points, (0, 0, 1000, 600)):
        for x, y, _ in cell.capped(reach).corners:
            # Directions are in thousandths.
            assert dist((x, y), cell.site) <= reach * 1.001
            assert all(dist((x, y), cell.site) <= dist((x, y), it) + 0.001 for it in points)


def test_every_place_is_on_land_and_the_way_by_sea_is_not() -> None:
    found = atlas(EVERYONE)
    for mark in found.marks:
        assert mark.at is None or not is_inside(mark.at, found.ground.sea)
    harbour, isle = point_of(found, "harbour"), point_of(found, "isle")
    middle = (harbour[0] + isle[0]) // 2, (harbour[1] + isle[1]) // 2
    assert is_inside(middle, found.ground.sea)


def test_ways_on_land_stay_on_land() -> None:
    found = atlas(EVERYONE)
    for one, other in (("harbour", "marsh"), ("marsh", "vale")):
        (ax, ay), (bx, by) = point_of(found, one), point_of(found, other)
        for at in range(17):
            spot = ax + (bx - ax) * at // 16, ay + (by - ay) * at // 16
            assert not is_inside(spot, found.ground.sea)


def test_there_is_no_sea_without_a_coast() -> None:
    inland = atlas(EVERYONE, PLACES.replace("isle: sea", "isle: road"))
    assert (inland.ground.sea, inland.ground.coast) == ("", "")
    port = atlas(
        EVERYONE,
        PLACES.replace("isle: sea", "isle: road") + "  port: "
        "{name: The Port, position: [500, 100], land: coast}\n",
    )
    assert port.ground.coast


def test_a_river_ends_in_the_sea() -> None:
    found = atlas(EVERYONE)
    (river,) = (way for way in found.ways if way.kind == "river")
    ends = [next(iter(loops(river.line)))[at] for at in (0, -1)]
    assert [is_inside(end, found.ground.sea) for end in ends] in ([True, False], [False, True])


def test_drawings_are_on_their_land_and_cover_no_name() -> None:
    found = atlas(EVERYONE)
    assert {it.land for it in found.ground.drawings} == {"woods", "hills"}
    points = {id: point_of(found, id) for id in ("harbour", "marsh", "vale", "isle")}
    for drawing in found.ground.drawings:
        nearest = min(points, key=lambda id: dist(points[id], drawing.at))
        assert drawing.land == {"marsh": "woods", "vale": "hills"}[nearest]
        assert not is_inside(drawing.at, found.ground.sea)
        for mark in found.marks:
            if mark.label is not None:
                left, top, right, bottom = mark.label.box
                assert not (left < drawing.at[0] < right and top < drawing.at[1] < bottom)


def test_a_hidden_place_changes_nothing_on_the_map() -> None:
    """It bends no coast and no border, and no land, way or drawing makes room for it."""
    with_cave = PLACES + HIDDEN % "factions"
    assert atlas(EVERYONE, with_cave) == atlas(EVERYONE)
    assert atlas(VAEL, with_cave).ground != atlas(EVERYONE).ground


def test_borders_appear_with_the_places_on_both_sides() -> None:
    found = atlas(EVERYONE)
    # The vale is outside of the land: an outer border. The harbour and the marsh are within it.
    assert {border.is_outer for border in found.ground.borders} == {True, False}
    assert all(border.since == 0 for border in found.ground.borders)


#: A town with its middle, a house in it, and another place.
TOWN: Final[Mapping[str, PlaceNode]] = {
    "town": PlaceNode("town", "", (), None, (), "streets"),
    "house": PlaceNode("house", "town", (), None),
    "farm": PlaceNode("farm", "", (), None, (), "woods"),
}


def test_a_house_has_its_plot_and_the_town_all_around_it() -> None:
    points = {"town": (300, 300), "house": (340, 300), "farm": (800, 300)}
    found = GroundCells.of(TOWN, points, (0, 0, 1000, 600), has_picture=False)
    house, town, farm = (found.territory(id) for id in ("house", "town", "farm"))
    assert is_inside((345, 300), house)
    assert not is_inside((420, 300), house)
    assert is_inside((420, 300), town)
    assert is_inside((345, 300), town)
    assert is_inside((790, 300), farm)
    assert not is_inside((790, 300), town)
    # Streets are near the places of the town only.
    streets = found.ground(dict.fromkeys(points, 0)).town
    assert is_inside((345, 300), streets)
    assert not is_inside((500, 300), streets)
    assert list(found.towns()) == [["town", "house"]]


def test_a_house_outside_of_towns_has_its_plot_too() -> None:
    grounds = {**TOWN, "house": PlaceNode("house", "farm", (), None)}
    points = {"town": (300, 300), "house": (760, 300), "farm": (800, 300)}
    found = GroundCells.of(grounds, points, (0, 0, 1000, 600), has_picture=False)
    house, farm = found.territory("house"), found.territory("farm")
    assert is_inside((755, 300), house)
    assert not is_inside((680, 300), house)
    assert is_inside((680, 300), farm)


def test_over_the_authors_picture_there_are_borders_alone() -> None:
    points = {"town": (300, 300), "farm": (800, 300)}
    grounds = {**TOWN, "farm": replace(TOWN["farm"], land="coast")}
    ground = GroundCells.of(grounds, points, (0, 0, 1000, 600), has_picture=True).ground(
        dict.fromkeys(points, 0)
    )
    assert (ground.sea, ground.coast) == ("", "")
    assert ground.borders


def test_the_title_stands_in_a_free_corner() -> None:
    found = atlas(GM)
    assert found.cartouche is not None
    left, top, right, bottom = found.cartouche.box
    assert 0 < left < right < found.width
    assert 0 < top < bottom < found.height
    for mark in found.marks:
        assert mark.at is None or not (left < mark.at[0] < right and top < mark.at[1] < bottom)
