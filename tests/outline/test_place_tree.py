"""Places as a tree: what is within what, and which places have a thumbnail."""

from __future__ import annotations

from dataclasses import replace

from chronicle.model.audience import EVERYONE
from chronicle.model.facts import place_ref
from chronicle.outline.place_tree import PlaceBranch, place_tree
from chronicle.project.edition import PlaceView
from tests.outline.map.test_ground import PLACES, atlas
from tests.outline.test_nearby_rumors import place


def drawn(branches: tuple[PlaceBranch, ...], depth: int = 0) -> list[tuple[int, str]]:
    """Each place with its depth, from top to bottom."""
    return [row for it in branches for row in ((depth, it.place.id), *drawn(it.inside, depth + 1))]


def test_places_are_below_the_one_around_them_by_name() -> None:
    places = (
        place("inn", within="b"),
        place("b", within="county"),
        replace(place("a", within="county"), name="Zum Anger"),
        place("county"),
        place("abbey"),
        place("cellar", within="inn"),
    )
    expected = [(0, "abbey"), (0, "county"), (1, "b"), (2, "inn"), (3, "cellar"), (1, "a")]
    assert drawn(place_tree(places, None)) == expected


def many(count: int, within: str = "") -> tuple[PlaceView, ...]:
    return tuple(place(f"{within or 'region'}-{n}", within=within) for n in range(count))


def test_thumbnails_show_their_place_or_what_is_in_an_area() -> None:
    world = atlas(EVERYONE, PLACES)
    points = {mark.ref.id: mark.at for mark in world.marks}
    within = [(it.ref.id, it.within.id if it.within else "") for it in world.marks]
    rows = tuple(place(id, within=around) for id, around in within)
    land = next(it for it in place_tree(rows, world) if it.place.id == "land")
    assert land.inside
    assert land.thumbnail is not None
    assert land.thumbnail.at is None
    for branch in land.inside:
        found = branch.thumbnail
        assert found is not None
        assert found.at == points[branch.place.id]
        for left, top, right, bottom in (found.box, land.thumbnail.box):
            assert found.at is not None
            assert left <= found.at[0] <= right
            assert top <= found.at[1] <= bottom


def test_of_many_places_only_the_outermost_have_thumbnails() -> None:
    world = atlas(EVERYONE, PLACES)
    mark = next(it for it in world.marks if it.at)
    places = (*many(2), *many(59, "region-0"))
    world = replace(
        world, marks=tuple(replace(mark, ref=place_ref(it.id), within=None) for it in places)
    )
    outer = place_tree(places, world)
    assert all(it.thumbnail for it in outer)
    assert not any(it.thumbnail for it in outer[0].inside)
    assert all(it.thumbnail for it in place_tree(places[:-1], world)[0].inside)
    assert not any(it.thumbnail for it in place_tree(many(61), world))
