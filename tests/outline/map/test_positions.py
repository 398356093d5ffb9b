"""Where places lie: those that are given stand, and none is moved by one that comes later."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from chronicle.outline.map.positions import PlaceNode, PlanePoint, plane_positions, squared_distance


@st.composite
def worlds(draw: st.DrawFn) -> list[PlaceNode]:
    """Places in an order, some with positions, each within and next to some of the others."""
    ids = [f"p{number}" for number in range(draw(st.integers(1, 12)))]
    joined: dict[str, set[str]] = {id: set() for id in ids}
    for one, other in combinations(ids, 2):
        if draw(st.integers(0, 4)) == 0:
            joined[one].add(other)
            joined[other].add(one)
    number = st.integers(-90_000, 90_000)
    return [
        PlaceNode(
            id,
            draw(st.sampled_from(["", *ids[:at]])),
            tuple(sorted(joined[id])),
            draw(st.none() | st.tuples(number, number)),
        )
        for at, id in enumerate(ids)
    ]


@settings(deadline=None, max_examples=60)
@given(worlds(), st.data())
def test_a_new_place_moves_no_other_place(world: list[PlaceNode], data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(world)))
    before, after = plane_positions(world[:cut]), plane_positions(world)
    assert {id: after[id] for id in before} == before


@settings(deadline=None, max_examples=60)
@given(worlds())
def test_given_positions_are_kept(world: list[PlaceNode]) -> None:
    laid = plane_positions(world)
    assert [laid[it.id] for it in world if it.position] == [
        it.position for it in world if it.position
    ]


def flat(*joined: tuple[int, int], count: int) -> list[PlaceNode]:
    """So many places that lie in none, without positions, joined as said."""
    both = {*joined, *((b, a) for a, b in joined)}
    return [
        PlaceNode(f"p{at}", "", tuple(f"p{b}" for a, b in sorted(both) if a == at), None)
        for at in range(count)
    ]


def test_no_two_places_share_a_position() -> None:
    laid = list(plane_positions(flat(count=300)).values())
    assert min(squared_distance(one, other) for one, other in combinations(laid, 2)) > 40_000**2


def test_places_that_find_no_space_within_another_come_closer_together() -> None:
    regions = flat(count=7)
    inside = [PlaceNode(f"in{n}", "p0", (), None) for n in range(40)]
    laid = plane_positions([*regions, *inside])
    spots = [laid[it.id] for it in inside]
    assert min(squared_distance(one, other) for one, other in combinations(spots, 2)) > 1_000**2
    tops = {it.id: laid[it.id] for it in regions}
    assert all(min(tops, key=lambda id: squared_distance(spot, tops[id])) == "p0" for spot in spots)


def test_neighbouring_places_are_closer_than_others() -> None:
    laid = plane_positions(flat((0, 1), (1, 2), (2, 3), (3, 4), (4, 5), count=6))
    chain = [squared_distance(laid[f"p{at}"], laid[f"p{at + 1}"]) for at in range(5)]
    assert max(chain) < squared_distance(laid["p0"], laid["p5"])


def test_a_contained_place_is_closest_to_its_container() -> None:
    world = flat(count=2)
    inside = [PlaceNode(f"in{at}-{n}", f"p{at}", (), None) for n in range(7) for at in (0, 1)]
    laid = plane_positions([*world, *inside])
    tops: dict[str, PlanePoint] = {id: laid[id] for id in ("p0", "p1")}
    for it in inside:
        other = "p1" if it.within == "p0" else "p0"
        assert squared_distance(laid[it.id], tops[it.within]) < squared_distance(
            laid[it.id], tops[other]
        )


def test_the_layout_distance_matches_given_positions() -> None:
    near = [PlaceNode(f"g{at}", "", (), (at * 100, 0)) for at in range(4)]
    laid = plane_positions([*near, PlaceNode("new", "", ("g0",), None)])
    assert squared_distance(laid["new"], laid["g0"]) < 500**2
