"""Labels on crowded maps: none covers another or a marker."""

from __future__ import annotations

from itertools import combinations
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chronicle.model.facts import Ref
from chronicle.outline.map import WorldMap, latest_map_of
from chronicle.outline.map.labels import LabelContent, LabelPlacer, break_name, is_covered
from chronicle.outline.map.records import WIDTH, Box, Label
from chronicle.project.edition import PlaceView
from chronicle.records import replace
from tests.outline.map.test_layout import VAEL, edition

KEY: Final = LabelContent(("888",), 14, is_key=True)
#: Names as authors have them: short, of two words, and one without end.
_NAMES: Final = ("Ut", "Karnu", "The Salt Marsh", "Hotel of the Two Swans", "Endless " * 30)


@st.composite
def worlds(draw: st.DrawFn) -> tuple[PlaceView, ...]:
    """Places that lie close together, within each other, and on one spot."""
    ids = [f"p{number}" for number in range(draw(st.integers(2, 24)))]
    near = st.integers(0, draw(st.sampled_from([1, 30, 400])))
    return tuple(
        PlaceView(
            id=id,
            name=draw(st.sampled_from(_NAMES)).strip(),
            within=Ref("place", draw(st.sampled_from(ids[:at]))) if at and draw(few) else None,
            inside=(),
            neighbours=(),
            position=draw(st.none() | st.tuples(near, near)),
            passages=(),
            sheet=None,
            written=at,
        )
        for at, id in enumerate(ids)
    )


few: Final = st.integers(0, 3).map(lambda number: number == 0)


def drawn(places: tuple[PlaceView, ...]) -> WorldMap:
    refs = [Ref("place", place.id) for place in places]
    known = {**edition(VAEL).known_since, **dict.fromkeys(refs, 0)}
    return latest_map_of(replace(edition(VAEL), places=places, known_since=known))


def cover(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def on_sheet(label: Label, height: int) -> bool:
    left, top, right, bottom = label.box
    return left >= 0 and top >= 0 and right <= WIDTH and bottom <= height


@settings(deadline=None, max_examples=25)
@given(worlds())
def test_labels_do_not_overlap(places: tuple[PlaceView, ...]) -> None:
    found = drawn(places)
    labels = [mark.label for mark in found.marks if mark.label is not None]
    assert all(on_sheet(label, found.height) for label in labels)
    assert not [pair for pair in combinations(labels, 2) if cover(pair[0].box, pair[1].box)]
    for label in labels:
        assert not any(
            cover(label.box, (x - 6, y - 6, x + 6, y + 6))
            for x, y in (it.at for it in found.marks if it.at is not None)
        )


@settings(deadline=None, max_examples=25)
@given(worlds())
def test_labels_of_a_small_map_do_not_overlap_and_are_no_numbers(
    places: tuple[PlaceView, ...],
) -> None:
    found = drawn(places)
    names = {place.id: place.name for place in places}
    assert found.far_scale == 2
    labels = [(mark.far, names[mark.ref.id]) for mark in found.marks if mark.far is not None]
    for label, name in labels:
        assert " ".join(label.lines) == name
        assert label.leader is None
        left, top, right, bottom = label.box
        assert left >= 0
        assert top >= 0
        assert 2 * right <= WIDTH
        assert 2 * bottom <= found.height
    assert not [pair for pair in combinations(labels, 2) if cover(pair[0][0].box, pair[1][0].box)]


def test_an_area_has_its_name_on_a_small_map_before_the_places_in_it() -> None:
    """Around one spot there is space for few."""
    ids = [f"p{number}" for number in range(12)]
    area = PlaceView("area", "Area", None, (), (), None, (), None, written=12)
    spots = tuple(
        PlaceView(id, "Salt Harbour", Ref("place", "area"), (), (), (at, 0), (), None, written=at)
        for at, id in enumerate(ids)
    )
    marks = {mark.ref.id: mark.far for mark in drawn((*spots, area)).marks}
    assert marks.pop("area") is not None
    assert None in marks.values()


@settings(deadline=None, max_examples=25)
@given(worlds())
def test_numbered_labels_follow_the_order_of_the_legend(places: tuple[PlaceView, ...]) -> None:
    names = {place.id: place.name for place in places}
    keyed = sorted(
        (mark.label.number, names[mark.ref.id].lower(), mark.label.lines)
        for mark in drawn(places).marks
        if mark.label is not None and mark.label.number
    )
    assert [number for number, _, _ in keyed] == list(range(1, len(keyed) + 1))
    assert [name for _, name, _ in keyed] == sorted(name for _, name, _ in keyed)
    assert all(lines == (str(number),) for number, _, lines in keyed)


def test_a_label_without_room_gets_a_leader_line_then_a_number_and_then_is_left_out() -> None:
    board = LabelPlacer(WIDTH, 300, KEY)
    board.add_mark((180, 130, 220, 170))
    name = LabelContent(("Harbour Street",), 16)
    labels = [board.beside((200, 150), name, 14) for _ in range(20)]
    kinds = [label and (label.leader is not None, label.number > 0) for label in labels]
    assert list(dict.fromkeys(kinds)) == [(False, False), (True, False), (True, True), None]


def test_a_label_wider_than_the_map_gets_a_number() -> None:
    label = LabelPlacer(WIDTH, 400, KEY).beside((500, 200), LabelContent(("Endless" * 40,), 17), 14)
    assert label is not None
    assert (label.number, label.leader) == (1, None)


def test_of_free_positions_the_one_over_the_fewest_lines_is_taken() -> None:
    name = LabelContent(("Harbour",), 16)
    plain = LabelPlacer(WIDTH, 400, KEY).beside((300, 200), name, 14)
    assert plain is not None
    left, top, right, bottom = plain.box
    board = LabelPlacer(WIDTH, 400, KEY)
    board.add_line([((left + right) // 2, (top + bottom) // 2)])
    beside = board.beside((300, 200), name, 14)
    assert beside is not None
    assert beside.leader is None
    assert not cover(plain.box, beside.box)


@pytest.mark.parametrize(
    ("box", "covered"),
    [
        ((10, 10, 20, 20), True),
        ((0, 0, 11, 11), True),
        ((19, 19, 30, 30), True),
        # Beside it, on each side.
        ((0, 10, 10, 20), False),
        ((20, 10, 30, 20), False),
        ((10, 0, 20, 10), False),
        ((10, 20, 20, 30), False),
    ],
)
def test_boxes_that_touch_do_not_overlap(box: tuple[int, int, int, int], covered: bool) -> None:
    assert is_covered(box, [(500, 500, 510, 510), (10, 10, 20, 20)]) == covered


def test_a_name_of_thirteen_letters_is_not_broken() -> None:
    assert break_name("The Salt Mine") == ("The Salt Mine",)
    assert break_name("The Salt Mines") == ("The Salt", "Mines")
