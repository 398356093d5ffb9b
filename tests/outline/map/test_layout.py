"""What a reader's map has on it, and where names and signs stand on the sheet."""

from __future__ import annotations

import re
from functools import lru_cache, partial
from itertools import combinations
from typing import Final

import pytest

from benchmarks.growth import counted
from chronicle.diagnostics.report import Report
from chronicle.model.audience import EVERYONE, GM, Audience, faction_audience
from chronicle.model.facts import Ref
from chronicle.outline.map import WorldMap, latest_map_of
from chronicle.outline.map.labels import LabelContent, LabelPlacer, break_name
from chronicle.outline.map.layout import _cached_layout, _cached_points
from chronicle.outline.map.positions import squared_distance
from chronicle.outline.map.records import (
    MAX_HEIGHT,
    MAX_PICTURE_HEIGHT,
    SIDE_MARGIN,
    TOP_MARGIN,
    WIDTH,
)
from chronicle.outline.map.scale import MIN_MARKER_DISTANCE, fit_to_points, map_size
from chronicle.outline.pages import outline
from chronicle.outline.views import MapPage
from chronicle.project import project
from chronicle.project.edition import Edition, PlaceView
from chronicle.records import replace
from chronicle.render import render_site
from tests.render import html_checks
from tests.small_campaign import play_files
from tests.theme_fragments import renderer

VAEL: Final = faction_audience("vael")
PLACES: Final = """\
for: everyone
places:
  land: {name: The Land}
  harbour: {name: The Harbour, within: land, neighbours: [marsh], position: [10, 10]}
  marsh: {name: The Marsh, within: land, neighbours: [vale], position: [90, 40]}
  vale: {name: The Vale, for: factions, position: [900, 900]}
"""
#: Vael's dominance in the harbour is news of the second turn, and so is the vale.
TURNS: Final = {
    "turns/001.yaml": "turn: 1\n",
    "turns/002.yaml": """\
turn: 2
news:
  - for: everyone
    text: The harbour bows.
    effects:
      - {power: vael, sphere: harbour, influence: +2}
reveals:
  - {place: vale, for: everyone}
""",
}


@lru_cache(maxsize=8)
def edition(audience: Audience) -> Edition:
    """What an audience knows of the small campaign."""
    played = play_files({"places.yaml": PLACES, **TURNS})
    return project(played.campaign, played.history, played.ruleset, audience)


def atlas(audience: Audience) -> WorldMap:
    return latest_map_of(edition(audience))


def ids(found: WorldMap) -> set[str]:
    return {mark.ref.id for mark in found.marks}


def test_a_map_shows_the_places_and_roads_known_to_its_reader() -> None:
    played = play_files({"places.yaml": PLACES})
    public = latest_map_of(project(played.campaign, played.history, played.ruleset, EVERYONE))
    assert ids(public) == {"land", "harbour", "marsh"}
    assert len(public.ways) == 1
    assert ids(atlas(GM)) == {"land", "harbour", "marsh", "vale"}
    assert len(atlas(GM).ways) == 2


def test_a_later_discovery_is_shown_from_its_turn_on() -> None:
    since = {mark.ref.id: mark.since for mark in atlas(EVERYONE).marks}
    assert since == {"land": 0, "harbour": 0, "marsh": 0, "vale": 2}
    assert sorted(way.since for way in atlas(EVERYONE).ways) == [0, 2]


def test_holders_are_shown_for_the_turns_in_which_they_held() -> None:
    (harbour,) = (mark for mark in atlas(VAEL).marks if mark.ref.id == "harbour")
    runs = [(run.first, run.last, run.holdings[0].kind) for run in harbour.runs]
    assert runs == [(1, 1, "seated"), (2, 2, "rules")]
    assert harbour.runs[1].ruler is not None
    (public,) = (mark for mark in atlas(EVERYONE).marks if mark.ref.id == "harbour")
    assert [run.holdings for run in public.runs] == [()]


def test_a_place_without_position_has_only_its_name_among_its_contents() -> None:
    marks = {mark.ref.id: mark for mark in atlas(EVERYONE).marks}
    assert marks["land"].at is None
    assert marks["land"].label is not None
    assert marks["land"].label.lines == ("The Land",)


def test_a_scale_bar_is_drawn_if_positions_are_miles() -> None:
    assert atlas(GM).bar is None
    bar = latest_map_of(replace(edition(GM), in_miles=True)).bar
    # The land has no position, and none is needed: it is drawn by its area.
    assert bar is not None
    (harbour,) = (it.at for it in atlas(GM).marks if it.ref.id == "harbour")
    (vale,) = (it.at for it in atlas(GM).marks if it.ref.id == "vale")
    assert harbour is not None
    assert vale is not None
    # 890 miles across are so many units of the sheet.
    assert abs((vale[0] - harbour[0]) * bar.miles - 890 * bar.length) <= 890


def test_everything_fits_the_map_at_one_scale() -> None:
    for found in ([(0, 0), (700, 10)], [(0, 0), (5, 9000)], [(3, 3)], []):
        fit = fit_to_points(found, (WIDTH, MAX_HEIGHT))
        for spot in found:
            x, y = fit.point(spot)
            assert SIDE_MARGIN - 1 <= x <= WIDTH - SIDE_MARGIN + 1
            assert TOP_MARGIN - 1 <= y <= fit.height - TOP_MARGIN + 1
        assert fit.height <= MAX_HEIGHT
    fit = fit_to_points([(0, 0), (1000, 400)], (WIDTH, MAX_HEIGHT))
    (left, top), (right, bottom) = fit.point((0, 0)), fit.point((1000, 400))
    assert abs((right - left) * 400 - (bottom - top) * 1000) <= 1000


@pytest.mark.parametrize(
    ("markers", "halves"), [(0, 2), (100, 2), (101, 3), (225, 3), (226, 4), (400, 4), (2_500, 10)]
)
def test_a_map_of_many_markers_is_larger(markers: int, halves: int) -> None:
    size = WIDTH * halves // 2, MAX_HEIGHT * halves // 2
    assert map_size(markers, has_picture=False) == size
    assert map_size(markers, has_picture=True) == (size[0], MAX_PICTURE_HEIGHT * halves // 2)


def crowd(count: int, *, given: bool) -> Edition:
    """An edition with so many places: half of them within others, each with a neighbour."""
    refs = [Ref("place", f"p{at}") for at in range(count)]
    places = tuple(
        PlaceView(
            id=ref.id,
            name=f"Salt Harbour {at}",
            within=refs[at - at % 20] if at % 20 > 9 else None,
            inside=(),
            neighbours=tuple(refs[other] for other in (at - 1, at + 1) if 0 <= other < count),
            position=(at * 37 % 1000, at * 91 % 700) if given else None,
            passages=(),
            sheet=None,
            written=at,
        )
        for at, ref in enumerate(refs)
    )
    known = {**edition(VAEL).known_since, **dict.fromkeys(refs, 0)}
    return replace(edition(VAEL), places=places, known_since=known)


@pytest.mark.parametrize("given", [True, False])
def test_work_grows_with_the_number_of_places_and_hardly_faster(*, given: bool) -> None:
    calls = [counted(partial(latest_map_of, crowd(count, given=given)))[0] for count in (100, 400)]
    assert calls[1] < 6 * calls[0]


@pytest.mark.parametrize(("given", "fewest"), [(True, 240), (False, 120)])
def test_many_places_of_a_large_map_have_their_name_on_it(fewest: int, *, given: bool) -> None:
    found = latest_map_of(crowd(300, given=given))
    named = [mark for mark in found.marks if mark.label is not None and not mark.label.number]
    assert found.is_large
    assert len(named) > fewest


def test_a_place_without_label_is_a_link_with_its_name_and_in_the_list() -> None:
    report = Report()
    site = outline(edition(VAEL), report)
    page = next(page for page in site.pages if page.path == "map.html")
    harbour, *rest = latest_map_of(edition(VAEL)).marks
    bare = replace(harbour, label=None, at=(300, 200))
    world = replace(latest_map_of(edition(VAEL)), marks=(bare, *rest), listed=(bare, *rest))
    view = page.view
    assert isinstance(view, MapPage)
    bared = replace(page, content=replace(view, map=world))
    drawn = render_site(replace(site, pages=(bared,)), renderer(), report)["map.html"].decode()
    assert not report.findings, [finding.message for finding in report.findings]
    name = edition(VAEL).names[bare.ref]
    assert f'aria-label="{name}"' in drawn
    assert f"<title>{name}</title></circle>" in drawn
    assert "the list has all names" in drawn
    assert html_checks.markup_faults(html_checks.parse(drawn)) == []


def test_overlapping_marks_are_drawn_apart() -> None:
    near = PLACES.replace("[90, 40]", "[10, 10.01]").replace("[900, 900]", "[10.01, 10]")
    played = play_files({"places.yaml": near})
    found = latest_map_of(project(played.campaign, played.history, played.ruleset, GM))
    points = [mark.at for mark in found.marks if mark.at is not None]
    assert all(
        squared_distance(a, b) * 10 >= 9 * MIN_MARKER_DISTANCE**2
        for a, b in combinations(points, 2)
    )


def test_labels_avoid_each_other_and_the_edge() -> None:
    board = LabelPlacer(WIDTH, 400, LabelContent(("88",), 14, is_key=True))
    name = LabelContent(("Harbour",), 16, 0)
    labels = [board.beside((300, 200), name, 14) for _ in range(4)]
    boxes = [label.box for label in labels if label is not None]
    assert len(boxes) == 4
    assert all(
        min(a[2], b[2]) <= max(a[0], b[0]) or min(a[3], b[3]) <= max(a[1], b[1])
        for a, b in combinations(boxes, 2)
    )
    label = board.beside((WIDTH - 20, 200), LabelContent(("At the very edge",), 16, 0), 14)
    assert label is not None
    assert label.at[0] < WIDTH - 20


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Karnu", ("Karnu",)),
        ("Hotel of the Two Swans", ("Hotel of the", "Two Swans")),
        ("Unbreakablelongname", ("Unbreakablelongname",)),
    ],
)
def test_long_labels_are_broken_into_two_lines(name: str, lines: tuple[str, ...]) -> None:
    assert break_name(name) == lines


def test_a_shared_layout_reveals_nothing_to_another_reader() -> None:
    readers = (GM, VAEL, EVERYONE)
    alone = []
    for audience in readers:
        _cached_layout.cache_clear()
        _cached_points.cache_clear()
        alone.append(atlas(audience))
    _cached_layout.cache_clear()
    _cached_points.cache_clear()
    assert [atlas(audience) for audience in readers] == alone
    assert [atlas(audience) for audience in reversed(readers)] == alone[::-1]
    found = _cached_layout.cache_info()
    assert found.hits >= len(readers)
    assert found.misses <= len(readers)


@pytest.mark.parametrize("audience", [EVERYONE, VAEL, GM])
def test_the_map_page_is_valid_and_lists_everything_as_text(audience: Audience) -> None:
    report = Report()
    site = outline(edition(audience), report)
    pages = tuple(page for page in site.pages if page.path == "map.html")
    files = render_site(replace(site, pages=pages), renderer(site.frame.ruleset), report)
    drawn = files["map.html"].decode()
    assert not report.findings, [finding.message for finding in report.findings]
    page = html_checks.parse(drawn)
    assert html_checks.markup_faults(page) == []
    assert html_checks.id_faults(page) == []
    assert html_checks.heading_faults(page) == []
    listed = drawn[drawn.index("<table") :]
    assert all(name in listed for name in ("The Land", "The Harbour", "The Marsh"))
    assert ("dominant" in listed) == (audience != EVERYONE)
    # Without a script the latest turn is what is seen.
    hidden = re.findall(r'data-last="(\d)"( display="none")?', drawn.partition("</figure>")[0])
    assert all(bool(none) == (last != "2") for last, none in hidden)
