"""Pieces of a map: what is in them, and that they end where they should."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from chronicle.model.audience import EVERYONE, GM
from chronicle.model.facts import Ref, place_ref
from chronicle.outline.map import MapPiece, piece_around, whole_piece
from chronicle.outline.map.pieces import _inside
from chronicle.outline.map.records import Box
from tests.outline.map.test_ground import HIDDEN, PLACES, atlas

#: A town far from the others, so that a piece around it has nothing of them.
FAR: Final = "  far: {name: Far Away, within: land, position: [2000, 1500]}\n"
BOX: Final[Box] = (100, 100, 200, 200)


def around(id: str, places: str = PLACES + FAR) -> MapPiece:
    found = piece_around(atlas(EVERYONE, places), place_ref(id))
    assert found is not None
    return found


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
    found = piece_around(replace(world, marks=numbered), place_ref("harbour"))
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
    found = piece_around(replace(world, marks=nameless), place_ref("land"))
    assert found is not None
    assert found.anchor == ""


def test_there_is_no_piece_around_what_is_not_on_the_map() -> None:
    with_cave = PLACES + HIDDEN % "factions"
    assert piece_around(atlas(EVERYONE, with_cave), place_ref("cave")) is None
    assert piece_around(atlas(GM, with_cave), place_ref("cave")) is not None
    assert piece_around(atlas(EVERYONE), Ref("person", "harbour")) is None


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
    assert _inside(path, BOX) == left
