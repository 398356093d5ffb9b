"""Pieces of a map: what is in them, and that they end where they should."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from math import cos, sin, tau
from random import Random
from typing import Final

import pytest

from chronicle.model.audience import EVERYONE, GM
from chronicle.model.facts import Ref, faction_ref, place_ref
from chronicle.outline.map import MapPiece, MapPieces, WorldMap, points_of_place, whole_piece
from chronicle.outline.map.pieces import _outline_in, _Paths, _runs_of
from chronicle.outline.map.records import (
    Border,
    Box,
    Drawing,
    Ground,
    HoldingPeriod,
    Label,
    MapWay,
    PlaceMarker,
    Point,
    ScaleBar,
)
from chronicle.outline.map.roughness import path_of
from chronicle.outline.turn_ranges import TurnRange
from chronicle.records import replace
from chronicle.rules.protocol import Holding
from tests.outline.map.test_ground import HIDDEN, PLACES, atlas

#: A town far from the others, so that a piece around it has nothing of them.
FAR: Final = "  far: {name: Far Away, within: land, position: [2000, 1500]}\n"
BOX: Final[Box] = (100, 100, 200, 200)
#: A place in the middle of a sheet of 1000 by 1000, and the box of the piece around it.
TOWN: Final = place_ref("town")
AROUND_TOWN: Final[Box] = (260, 340, 740, 660)
RULED: Final = HoldingPeriod(2, 2, (Holding(faction_ref("oru"), "rules"),))
FREE: Final = HoldingPeriod(1, 1, ())


def around(id: str, places: str = PLACES + FAR) -> MapPiece:
    found = MapPieces(atlas(EVERYONE, places)).around(place_ref(id))
    assert found is not None
    return found


def marker(
    id: str,
    at: Point | None = None,
    *,
    label: Label | None = None,
    far: Label | None = None,
    runs: tuple[HoldingPeriod, ...] = (FREE, RULED),
    within: str = "",
    territory: str = "",
) -> PlaceMarker:
    ref = place_ref(within) if within else None
    return PlaceMarker(
        place_ref(id), at, 0, 0, label, runs, ref, (TOWN,), territory, is_plot=False, far=far
    )


def name_in(box: Box) -> Label:
    return Label(("A Name",), box[:2], "start", 18, box[:2], box)


A_NAME: Final = name_in((300, 400, 380, 420))


def sheet(
    *marks: PlaceMarker, ground: Ground | None = None, ways: tuple[str, ...] = ()
) -> WorldMap:
    return WorldMap(
        stretch=TurnRange(1, 2),
        past=False,
        before=(TurnRange(1, 1),),
        after=(),
        width=1000,
        height=1000,
        ground=ground or Ground("", "", "", "", (), ()),
        ways=tuple(MapWay("road", line, 0) for line in ways),
        marks=marks,
        listed=marks,
        holders=(),
        bar=ScaleBar(100, 5),
    )


def piece(*marks: PlaceMarker, of: str = "town") -> WorldMap:
    found = MapPieces(sheet(*marks)).around(place_ref(of))
    assert found is not None
    return found.map


def test_a_piece_has_what_is_in_its_box_of_all_that_is_drawn() -> None:
    ground = Ground(
        sea="M0 0l300 0 0 400zM0 0l9 9z",
        coast="M300 0l0 400M9 9h0",
        town="M490 490l20 0 0 20zM900 900l9 9 0 9z",
        walls="M490 490l20 0M900 900l9 9",
        borders=(
            Border("M500 0l0 340M500 0l0 339", is_outer=True, since=0),
            Border("M900 900l9 9", is_outer=False, since=0),
        ),
        drawings=(Drawing("hills", (260, 660), 1), Drawing("woods", (741, 500), 0)),
    )
    found = MapPieces(
        sheet(marker("town", (500, 500)), ground=ground, ways=("M500 500l9 9", "M0 0l200 300"))
    ).around(
        TOWN,
    )
    assert found is not None
    assert found.box == AROUND_TOWN
    assert found.map.ground == Ground(
        sea="M0 0l300 0 0 400z",
        coast="M300 0l0 400",
        town="M490 490l20 0 0 20z",
        walls="M490 490l20 0",
        borders=(Border("M500 0l0 340", is_outer=True, since=0),),
        drawings=(Drawing("hills", (260, 660), 1),),
    )
    assert found.map.ways == (MapWay("road", "M500 500l9 9", 0),)
    assert (found.map.listed, found.map.before, found.map.bar) == ((), (), None)


def test_ways_of_a_kind_are_one_in_a_piece() -> None:
    roads = "M490 500l9 9", "M500 500l9 9", "M500 500l-9 -9"
    found = MapPieces(sheet(marker("town", (500, 500)), ways=roads)).around(TOWN)
    assert found is not None
    assert found.map.ways == (MapWay("road", "".join(roads), 0),)


def test_readers_who_know_the_same_land_share_its_pieces() -> None:
    """To cut the land takes most of the time that a piece takes."""
    ground = Ground("M0 0l300 0 0 400z", "", "", "", (), ())
    one, other = (
        MapPieces(sheet(marker("town", (500, 500), within=within), marker("land"), ground=ground))
        for within in ("", "land")
    )
    mine, yours = one.around(TOWN), other.around(TOWN)
    assert mine is not None
    assert yours is not None
    assert mine.map.marks != yours.map.marks
    assert mine.map.ground is yours.map.ground


def test_a_place_is_in_a_piece_if_its_point_its_name_or_its_ground_is() -> None:
    """Markers at the edge are seen by half."""
    inside, outside = "M300 400l9 9", "M0 0l9 9"
    number = replace(A_NAME, number=1)
    town = marker("town", (500, 500))
    found = piece(
        town,
        *(marker(f"corner-{x}-{y}", (x, y)) for x in (260, 740) for y in (340, 660)),
        *(marker(f"beyond-{x}-{y}", (x, y)) for x, y in ((259, 500), (741, 500))),
        *(marker(f"beyond-{x}-{y}", (x, y)) for x, y in ((500, 339), (500, 661))),
        marker("area", label=A_NAME),
        marker("country", (0, 0), territory=inside + outside),
        marker("nameless", label=number, territory=outside),
        marker("distant", (900, 900), label=name_in((900, 900, 980, 920)), far=A_NAME),
    )
    shown = {mark.ref.id: mark for mark in found.marks}
    corners = {f"corner-{x}-{y}": (x, y) for x in (260, 740) for y in (340, 660)}
    assert shown.keys() == {"town", "area", "country", *corners}
    assert {id: shown[id].at for id in corners} == corners
    assert (shown["area"].at, shown["area"].label) == (None, A_NAME)
    assert (shown["country"].at, shown["country"].territory) == (None, inside)


@pytest.mark.parametrize(
    ("box", "is_whole"),
    [
        (AROUND_TOWN, True),
        ((259, 340, 740, 660), False),
        ((260, 339, 740, 660), False),
        ((260, 340, 741, 660), False),
        ((260, 340, 740, 661), False),
    ],
)
def test_a_name_that_would_be_cut_off_is_left_out(box: Box, *, is_whole: bool) -> None:
    label = name_in(box)
    (town,) = piece(marker("town", (500, 500), label=label)).marks
    assert town.label == (label if is_whole else None)


def test_a_piece_shows_who_is_where_now() -> None:
    square = "M490 490l20 0 0 20z"
    for runs, now, territory in (
        ((FREE, RULED), (RULED,), square),
        ((RULED, FREE), (FREE,), ""),
        ((), (), ""),
    ):
        world = sheet(marker("town", (500, 500), runs=runs, territory=square))
        part = MapPieces(world).around(TOWN)
        assert part is not None
        for found in (part, whole_piece(world)):
            (town,) = found.map.marks
            assert (town.runs, town.territory, town.neighbours) == (now, territory, ())


def test_the_places_of_an_area_are_those_anywhere_within_it() -> None:
    world = sheet(
        marker("land"),
        marker("vale", (100, 200), within="land"),
        marker("cave", (300, 400), within="vale"),
        marker("isle", (500, 600)),
        marker("deep"),
        marker("wreck", within="deep"),
    )
    assert points_of_place(world, place_ref("land")) == [(100, 200), (300, 400)]
    # A place with a marker is there, with anything within it.
    assert points_of_place(world, place_ref("vale")) == [(100, 200)]
    assert points_of_place(world, place_ref("deep")) == []


@pytest.mark.parametrize(
    ("label", "far", "anchor"),
    [(A_NAME, None, "place-land"), (None, A_NAME, "place-land"), (None, None, "")],
)
def test_a_piece_leads_to_any_sign_of_its_own_place(
    label: Label | None, far: Label | None, anchor: str
) -> None:
    land = marker("land", label=label, far=far)
    world = sheet(land, marker("town", (500, 500), within="land"))
    found = [MapPieces(world).around(place) for place in (land.ref, TOWN)]
    assert [it.anchor for it in found if it is not None] == [anchor, "place-town"]


def test_a_piece_has_its_place_in_the_middle_and_nothing_of_places_beyond() -> None:
    found = around("harbour")
    left, top, right, bottom = found.box
    assert (right - left, bottom - top) == (480, 320)
    points = {mark.ref.id: mark.at for mark in found.map.marks if mark.at}
    assert points.keys() == {"harbour", "marsh", "vale", "isle"}
    # The harbour is in the middle of the four, in a corner of the sheet.
    (x, y), width = points["harbour"], found.map.width
    assert left <= x <= right
    assert top <= y <= bottom
    assert (left, right) == (max(x - 240, 0), max(x - 240, 0) + 480)
    assert right <= width
    assert {mark.ref.id for mark in around("far").map.marks if mark.at} == {"far"}


def test_labels_in_a_piece_are_whole_names() -> None:
    for id in ("harbour", "marsh", "vale", "isle", "far", "land"):
        found = around(id)
        for mark in found.map.marks:
            assert mark.far is None
            if mark.label is not None:
                assert not mark.label.number
                assert found.box[0] <= mark.label.box[0] <= mark.label.box[2] <= found.box[2]
                assert found.box[1] <= mark.label.box[1] <= mark.label.box[3] <= found.box[3]
        own = next(mark for mark in found.map.marks if mark.ref.id == id)
        assert own.label is not None


def test_a_number_instead_of_a_name_is_left_out_of_a_piece() -> None:
    world = atlas(EVERYONE)
    numbered = tuple(
        replace(mark, label=replace(mark.label, number=3)) if mark.label else mark
        for mark in world.marks
    )
    found = MapPieces(replace(world, marks=numbered)).around(place_ref("harbour"))
    assert found is not None
    assert [mark.label for mark in found.map.marks if mark.label] == []


def test_a_piece_around_an_area_has_all_places_in_it() -> None:
    """A place has no marker where places within it have a position: it is their ground."""
    found = around("land")
    inside = {mark.ref.id for mark in found.map.marks if mark.at and mark.within}
    assert inside == {"harbour", "marsh", "far"}
    assert found.box[2] - found.box[0] > 480


def test_a_piece_leads_to_its_place_if_the_map_has_a_sign_of_it() -> None:
    assert around("harbour").anchor == "place-harbour"
    assert around("land").anchor == "place-land"
    world = atlas(EVERYONE)
    nameless = tuple(
        replace(mark, label=None, far=None) if mark.ref.id == "land" else mark
        for mark in world.marks
    )
    found = MapPieces(replace(world, marks=nameless)).around(place_ref("land"))
    assert found is not None
    assert found.anchor == ""


def test_there_is_no_piece_around_what_is_not_on_the_map() -> None:
    with_cave = PLACES + HIDDEN % "factions"
    assert MapPieces(atlas(EVERYONE, with_cave)).around(place_ref("cave")) is None
    assert MapPieces(atlas(GM, with_cave)).around(place_ref("cave")) is not None
    assert MapPieces(atlas(EVERYONE)).around(Ref("person", "harbour")) is None


def test_a_hidden_place_changes_no_piece() -> None:
    with_cave = PLACES + HIDDEN % "factions"
    assert around("harbour", with_cave) == around("harbour", PLACES)
    assert whole_piece(atlas(EVERYONE, with_cave)) == whole_piece(atlas(EVERYONE))


def test_the_whole_map_as_a_piece_has_only_names_for_a_small_one() -> None:
    found = whole_piece(atlas(GM))
    assert found.box == (0, 0, found.map.width, found.map.height)
    assert found.place is None
    assert all(mark.label is None for mark in found.map.marks)
    assert any(mark.far is not None for mark in found.map.marks)


@pytest.mark.parametrize(
    ("path", "left"),
    [
        # Its end is in the box; its lines lead through the box; it ends before it.
        ("M0 0l150 150z", "M0 0l150 150z"),
        ("M0 150l300 0", "M0 150l300 0"),
        ("M0 0l90 99", ""),
        ("M300 0l-60 150-20-90", ""),
        ("M300 0l-60 150-50-90", "M300 0l-60 150-50-90"),
        # The middle of a bend, in coordinates of the sheet.
        ("M0 150Q50 90 90 150", ""),
        ("M0 150Q50 90 120 150", "M0 150Q50 90 120 150"),
        # Of two parts one.
        ("M0 0l10 10zM110 110h0", "M110 110h0"),
        ("", ""),
    ],
)
def test_parts_of_a_path_are_left_out_if_they_are_not_in_a_box(path: str, left: str) -> None:
    assert _Paths([path]).inside(BOX).get(0, "") == left


def ring_of(path: str) -> list[Point]:
    """The corners of a path of one ring."""
    x, y = 0, 0
    found = []
    for across, down in re.findall(r"(-?\d+) ?(-?\d+)", path):
        x, y = x + int(across), y + int(down)
        found.append((x, y))
    return found


def is_within(ring: Sequence[Point], at: Point) -> bool:
    """Whether a point is within a ring."""
    x, y = at[0] + 0.5, at[1] + 0.5
    return (
        sum(
            (ay <= y) != (by <= y) and ax + (y - ay) * (bx - ax) / (by - ay) > x
            for (ax, ay), (bx, by) in pairwise((*ring, ring[0]))
        )
        % 2
        == 1
    )


@pytest.mark.parametrize("seed", range(12))
def test_a_coast_far_from_a_piece_is_drawn_with_few_points(seed: int) -> None:
    """It is the same in and near the piece, also where the sheet is all land or all sea."""
    random = Random(seed)  # noqa: S311  protects no secret
    middle = random.randrange(200, 800), random.randrange(200, 800)
    ring = [
        (round(middle[0] + far * cos(turn)), round(middle[1] + far * sin(turn)))
        for turn in (at * tau / 900 for at in range(900))
        for far in [random.randrange(150, 420)]
    ]
    coast = path_of(ring, is_closed=True)
    left, top = random.randrange(0, 900), random.randrange(0, 900)
    box = left, top, left + 90, top + 60
    assert _Paths([coast]).inside(box).get(0, coast) == coast
    runs = [*_runs_of(ring)]
    one_by_one = [([run], run[1]) for part, _ in runs for run in part]
    assert _outline_in(runs, box) == _outline_in(one_by_one, box)
    seen = ring_of(_Paths([coast], can_skip=True).inside(box).get(0, ""))
    spots = [(left + x, top + y) for x in range(-20, 110, 7) for y in range(-20, 80, 7)]
    assert [is_within(seen or [(0, 0)], it) for it in spots] == [
        is_within(ring, it) for it in spots
    ]
    near = {it for it in ring if left <= it[0] <= left + 90 and top <= it[1] <= top + 60}
    assert near <= {*seen}
    assert len(seen) < len(ring) * 0.2
