"""Places as a tree: what is within what, and which places have a thumbnail."""

from __future__ import annotations

from chronicle.model.audience import EVERYONE
from chronicle.model.facts import faction_ref, place_ref
from chronicle.outline.map.records import HoldingPeriod
from chronicle.outline.place_tree import PlaceBranch, place_tree
from chronicle.project.edition import PlaceView
from chronicle.records import replace
from chronicle.rules.protocol import Holding
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


def test_a_thumbnail_has_the_latest_ruler() -> None:
    vael, oru = faction_ref("vael"), faction_ref("oru")
    guest = Holding(oru, "seated", 3)
    runs = {
        "harbour": (
            HoldingPeriod(1, 1, (Holding(oru, "rules"),)),
            HoldingPeriod(2, 3, (guest, Holding(vael, "rules"))),
        ),
        "marsh": (HoldingPeriod(1, 1, (Holding(vael, "rules"),)), HoldingPeriod(2, 3, (guest,))),
        # No period begins before the first turn.
        "vale": (),
    }
    world = atlas(EVERYONE, PLACES)
    marks = tuple(replace(it, runs=runs.get(it.ref.id, ())) for it in world.marks)
    tree = place_tree(tuple(map(place, runs)), replace(world, marks=marks))
    found = {it.place.id: it.thumbnail.ruler for it in tree if it.thumbnail}
    assert found == {"harbour": vael, "marsh": None, "vale": None}


def test_a_place_that_is_not_on_the_map_has_no_thumbnail() -> None:
    world = atlas(EVERYONE, PLACES)
    # An area without places is on no part of the map either.
    bare = tuple(it for it in world.marks if it.ref.id == "land")
    for marks in ((), bare):
        (found,) = place_tree((place("land"),), replace(world, marks=marks))
        assert found.thumbnail is None


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
