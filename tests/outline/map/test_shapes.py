"""The coast, rivers and borders that the author has drawn: where they are, and who sees them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.model.audience import EVERYONE, GM, Audience, faction_audience
from chronicle.outline.map import WorldMap, latest_map_of
from chronicle.outline.map.records import WIDTH
from chronicle.outline.pages import outline
from chronicle.pipeline import resolve_campaign
from chronicle.project import project
from chronicle.project.edition import Edition
from chronicle.records import replace
from chronicle.render import render_site
from tests.small_campaign import tree_of
from tests.theme_fragments import renderer

PLACES: Final = """\
for: everyone
places:
  harbour: {name: The Harbour, ways: {marsh: road}, position: [20, 20]}
  marsh: {name: The Marsh, neighbours: [vale], position: [60, 30]}
  vale: {name: The Vale, for: factions, position: [80, 20]}
"""
#: An island with a lake, which has an island; the sheet is 1056 wide, so a unit is 10.56.
SHAPES: Final = """\
for: factions
extent: [0, 0, 100, 50]
land:
  - 10,10 90,10 90,40 10,40
  - 45,22 50,22 50,27 45,27
lakes:
  - 40,18 55,18 55,32 40,32
rivers:
  - 30,12 32,20 30,40
woods:
  - 60,10 99,10 99,48 60,48
borders:
  - {of: [harbour, marsh], line: "50,10 51,18"}
  - {of: [vale], line: "70,10 71,40"}
ways:
  - {of: [marsh, harbour], line: "60,30 40,35 20,20"}
"""
#: Two realms, of which the first has an island, too, and a third that has no ground on the map.
REALMS: Final = """\
for: everyone
places:
  west: {name: The West}
  east: {name: The East, for: factions}
  far: {name: Far Away}
  harbour: {name: A Hamlet, within: west, position: [15, 35]}
  marsh: {name: The Seat, within: west, position: [30, 20]}
  fort: {name: The Fort, within: east, for: factions, position: [70, 20]}
  cape: {name: The Cape, position: [88, 38]}
"""
REGIONS: Final = """\
for: everyone
extent: [0, 0, 100, 50]
land:
  - 10,10 90,10 90,40 10,40
regions:
  - {of: west, color: "#66c2a5", line: "10,10 50,10 50,40 10,40"}
  - {of: west, color: "#66c2a5", line: "92,5 98,5 98,9 92,9"}
  - {of: east, line: "50,10 90,10 90,40 50,40"}
"""
OPEN: Final = SHAPES.replace("for: factions", "for: everyone")


@lru_cache(maxsize=8)
def edition(audience: Audience, shapes: str = SHAPES, places: str = PLACES) -> Edition:
    report = Report()
    files = {"places.yaml": places, **({"map.yaml": shapes} if shapes else {})}
    played = resolve_campaign(tree_of(files), report)
    assert played is not None, [finding.message for finding in report.findings]
    return project(played.campaign, played.history, played.ruleset, audience)


def atlas(audience: Audience, shapes: str = SHAPES) -> WorldMap:
    return latest_map_of(edition(audience, shapes))


def rings(path: str) -> list[list[tuple[int, int]]]:
    """The rings of a path, by their corners."""
    found = []
    for part in re.findall(r"M([^Mz]+)z", path):
        x, y, ring = 0, 0, []
        start, _, steps = part.partition("l")
        x, y = map(int, start.split())
        ring.append((x, y))
        numbers = [int(number) for number in re.findall(r"-?\d+", steps)]
        for across, down in zip(numbers[::2], numbers[1::2], strict=True):
            x, y = x + across, y + down
            ring.append((x, y))
        found.append(ring)
    return found


def winding(path: str, point: tuple[int, int]) -> int:
    """How often a path goes round a point, as SVG counts to fill it."""
    count = 0
    for ring in rings(path):
        for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
            is_crossed = (ay <= point[1]) != (by <= point[1])
            if is_crossed and ax + (point[1] - ay) * (bx - ax) / (by - ay) > point[0]:
                count += 1 if by > ay else -1
    return count


@pytest.mark.parametrize(
    ("at", "is_water"),
    [((5, 5), True), ((30, 30), False), ((42, 20), True), ((47, 24), False), ((95, 25), True)],
)
def test_there_is_water_around_the_island_and_in_its_lake(
    at: tuple[int, int], *, is_water: bool
) -> None:
    world = atlas(GM)
    assert (world.width, world.height) == (WIDTH, WIDTH // 2)
    point = at[0] * WIDTH // 100, at[1] * WIDTH // 100
    assert (winding(world.ground.sea, point) != 0) is is_water


def test_places_are_where_their_positions_are() -> None:
    found = {mark.ref.id: mark.at for mark in atlas(GM).marks}
    assert found == {"harbour": (211, 211), "marsh": (634, 317), "vale": (845, 211)}


def test_near_places_stay_where_they_are_on_a_drawn_coast() -> None:
    near = PLACES.replace("position: [80, 20]", "position: [62, 30]")
    report = Report()
    played = resolve_campaign(tree_of({"places.yaml": near, "map.yaml": SHAPES}), report)
    assert played is not None, report.findings
    world = latest_map_of(project(played.campaign, played.history, played.ruleset, GM))
    found = {mark.ref.id: mark.at for mark in world.marks}
    assert (found["marsh"], found["vale"]) == ((634, 317), (655, 317))


def test_a_drawn_way_has_its_course_between_the_two_places() -> None:
    road = next(way for way in atlas(GM).ways if way.kind == "road")
    points = rings(f"{road.line}z")[0]
    assert points == [(211, 211), (422, 370), (634, 317)]


def test_a_river_is_drawn_where_no_place_is() -> None:
    assert [way.kind for way in atlas(GM).ways].count("stream") == 1
    assert [way.kind for way in atlas(EVERYONE).ways].count("stream") == 0


def test_woods_are_drawn_where_they_are_and_not_in_the_sea() -> None:
    spots = [it.at for it in atlas(GM).ground.drawings if it.land == "woods"]
    assert len(spots) > 20
    assert all(633 <= x <= 951 and 95 <= y <= 433 for x, y in spots)


def test_a_border_is_drawn_for_those_who_know_its_places() -> None:
    counts = {
        audience.word: sum(
            border.line.count("M") for border in atlas(audience, OPEN).ground.borders
        )
        for audience in (EVERYONE, faction_audience("vael"), GM)
    }
    assert counts == {"everyone": 1, "vael": 2, "gm": 2}


def test_what_is_drawn_for_others_leaves_no_trace() -> None:
    assert edition(EVERYONE) == edition(EVERYONE, "")
    known = OPEN.replace('  - {of: [vale], line: "70,10 71,40"}\n', "")
    assert edition(EVERYONE, OPEN) == edition(EVERYONE, known)


def test_a_region_has_the_name_of_its_place_and_its_color_for_those_who_know_it() -> None:
    for audience, areas in ((GM, {"west", "east"}), (EVERYONE, {"west"})):
        world = latest_map_of(edition(audience, REGIONS, REALMS))
        marks = {mark.ref.id: mark for mark in world.marks}
        (west,) = world.ground.regions
        assert (west.color, west.line.count("M")) == ("#66c2a5", 2)
        assert areas <= marks.keys()
        for id in areas:
            left, right = (10, 50) if id == "west" else (50, 90)
            for label, part in ((marks[id].label, 1), (marks[id].far, world.far_scale)):
                assert label is not None
                assert label.lines == (f"The {id.title()}",)
                middle = label.at[0] * part * 100 / WIDTH
                assert abs(middle - (left + right) / 2) < 2


def test_the_first_place_of_each_region_is_its_main_one() -> None:
    world = latest_map_of(edition(GM, REGIONS, REALMS))
    depths = {mark.ref.id: mark.depth for mark in world.marks if mark.at}
    assert depths == {"harbour": 1, "marsh": 2, "fort": 1, "cape": 0, "far": 0}


def test_the_water_is_drawn_over_the_ground_of_places() -> None:
    site = outline(edition(GM), Report())
    pages = tuple(page for page in site.pages if page.path == "map.html")
    files = render_site(replace(site, pages=pages), renderer(site.frame.ruleset), Report())
    drawn = files["map.html"].decode()
    assert drawn.count('class="sea"') == 1
    assert drawn.index('class="sea"') > drawn.rindex('class="border')


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("[0, 0, 100, 50]", "[0, 50, 100, 0]", "A001"),
        ("of: [vale]", "of: [vail]", "N001"),
        ("borders:\n", 'regions:\n  - {of: vail, line: "1,1 9,9 1,9"}\nborders:\n', "N001"),
        ("30,12 32,20 30,40", "30 12 32 20", "C006"),
        ("for: factions\n", "", "C001"),
    ],
)
def test_mistakes_in_the_file_are_errors(old: str, new: str, code: str) -> None:
    report = Report()
    files = {"places.yaml": PLACES, "map.yaml": SHAPES.replace(old, new)}
    resolve_campaign(tree_of(files), report)
    found = [it for it in report.findings if it.severity == "error"]
    assert [it.at.path for it in found if it.at] == ["map.yaml"]
    assert {it.code for it in found} == {code}
