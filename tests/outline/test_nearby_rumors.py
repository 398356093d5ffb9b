"""Which rumors the page of a place shows: near ones first, and of those the latest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chronicle.model.facts import place_ref
from chronicle.outline.nearby_rumors import MAX_RUMORS, RumorsByPlace, distances_from
from chronicle.project.edition import EMPTY_EDITION, Edition, PlaceView, RumorView, Text
from chronicle.records import replace
from tests.outline.figures_campaign import VAEL, edition


def place(id: str, *neighbours: str, within: str = "", inside: tuple[str, ...] = ()) -> PlaceView:
    return PlaceView(
        id,
        id.title(),
        place_ref(within) if within else None,
        tuple(map(place_ref, inside)),
        tuple(map(place_ref, neighbours)),
        None,
        (),
        None,
    )


#: A street of four places. The first has an inn; the second lies in a county.
PLACES: Final = (
    place("a", "b", inside=("inn",)),
    place("inn", within="a"),
    place("b", "a", "c", within="county"),
    place("c", "b", "d"),
    place("d", "c"),
    place("county", inside=("b",)),
)


def rumor(*where: str) -> RumorView:
    return RumorView("r1", Text(" ".join(where), 1), tuple(map(place_ref, where)), 1, public=True)


def heard(*turns: RumorView) -> Edition:
    """An edition with one rumor in each turn."""
    first = edition(VAEL).turns[0]
    told = tuple(replace(first, number=n, rumors=(one,)) for n, one in enumerate(turns, 1))
    return replace(EMPTY_EDITION, places=PLACES, turns=told)


def near(found: Edition, id: str) -> list[tuple[int, int]]:
    """Turn and distance of the rumors near a place."""
    (here,) = (it for it in PLACES if it.id == id)
    return [(it.turn, it.distance) for it in RumorsByPlace(found).near(here)]


def test_distances_end_after_two_steps_and_pass_into_places_within() -> None:
    found = {it.id: it for it in PLACES}
    assert distances_from(found, PLACES[0]) == {"a": 0, "inn": 0, "b": 1, "county": 1, "c": 2}
    assert distances_from(found, PLACES[1]) == {"inn": 0, "a": 0, "b": 1, "county": 1, "c": 2}


def test_near_rumors_come_first_and_of_those_the_latest() -> None:
    found = heard(rumor("a"), rumor("c"), rumor("inn"), rumor("d"), rumor("b"))
    assert near(found, "a") == [(3, 0), (1, 0), (5, 1), (2, 2)]


def test_a_rumor_of_several_places_is_as_near_as_the_nearest() -> None:
    assert near(heard(rumor("d", "b", "c")), "a") == [(1, 1)]


def test_rumors_that_are_heard_nowhere_are_near_to_none() -> None:
    assert near(heard(rumor()), "a") == []


def test_a_page_shows_few_rumors() -> None:
    found = heard(*[rumor("a")] * (MAX_RUMORS + 2))
    assert [number for number, _ in near(found, "a")] == [8, 7, 6, 5, 4, 3]


class OnlyOnce(tuple[PlaceView, ...]):
    """Places that can be gone through once."""

    def __iter__(self) -> Iterator[PlaceView]:
        gone_through.append(self)
        assert len(gone_through) == 1
        return super().__iter__()


gone_through: Final[list[OnlyOnce]] = []


def test_the_pages_of_all_places_go_through_the_places_once() -> None:
    found = RumorsByPlace(replace(heard(rumor("a")), places=OnlyOnce(PLACES)))
    distances = [[it.distance for it in found.near(here)] for here in PLACES]
    assert distances == [[0], [0], [1], [2], [], [1]]


def test_nothing_is_near_beyond_a_place_that_the_reader_does_not_know() -> None:
    # An edition has neither the second place nor that it is a neighbour.
    known = (place("a"), place("c", "d"), place("d", "c"))
    assert near(replace(heard(rumor("c")), places=known), "a") == []


def test_a_place_around_several_places_is_as_near_as_the_nearest() -> None:
    known = (
        place("a", "b", within="county"),
        place("b", "a", within="county"),
        place("county", inside=("a", "b")),
    )
    found = distances_from({it.id: it for it in known}, known[0])
    assert found == {"a": 0, "county": 0, "b": 1}
