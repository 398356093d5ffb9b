"""A map of a generator becomes places where they are, with its coast, borders, rivers and ways."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

import pytest

from chronicle.authoring.import_notes import ImportNotesError, NotesImport
from chronicle.authoring.import_world import TownChoice, WorldFile, import_world
from chronicle.diagnostics.report import Finding, Report
from chronicle.files.source import FileTree
from chronicle.model.audience import EVERYONE, GM, Audience
from chronicle.model.campaign import MapPoints, MapShapes, Place
from chronicle.outline.map import latest_map_of
from chronicle.pipeline import PlayedCampaign, resolve_campaign
from chronicle.project import project
from chronicle.project.edition import Edition
from tests.authoring.import_world.made_world import (
    COLUMNS,
    ROWS,
    export,
    is_land,
    made_world,
    middle,
    state_of,
)
from tests.rules.freeform.small_campaign import SOUND
from tests.rules.wwn.small_campaign import SOUND as WWN
from tests.small_campaign import tree_of

#: What is chosen if nothing else is asked for.
DEFAULT: Final = TownChoice(60)
#: What the export says of places beside their names: in a note, and in figures.
CANARIES: Final = ("wyrm", "Fennic", "Quiet Tide", "Kingdom of Westmark", "39,950")


def imported(
    content: bytes,
    choice: TownChoice = DEFAULT,
    *,
    name: str = "world.json",
    readers: Sequence[str] = ("everyone",),
    tree: FileTree | None = None,
) -> tuple[NotesImport | None, tuple[Finding, ...]]:
    report = Report()
    tree = tree or tree_of({}, over=SOUND)
    found = import_world(WorldFile(name, content), tree, readers, ("wave",), choice, report)
    return found, report.findings


@lru_cache(maxsize=8)
def files_of(choice: TownChoice = DEFAULT, reader: str = "everyone") -> dict[str, bytes]:
    found, _ = imported(export(), choice, readers=(reader,))
    assert found is not None
    return dict(found.files)


@lru_cache(maxsize=8)
def played(choice: TownChoice = DEFAULT, reader: str = "everyone") -> PlayedCampaign:
    report = Report()
    found = resolve_campaign(tree_of(files_of(choice, reader), over=SOUND), report)
    assert found is not None, report.findings
    return found


def places(choice: TownChoice = DEFAULT) -> dict[str, Place]:
    return {place.id: place for place in played(choice).campaign.places}


def shapes(choice: TownChoice = DEFAULT) -> MapShapes:
    found = played(choice).campaign.shapes
    assert found is not None
    return found


def edition(audience: Audience, reader: str = "everyone") -> Edition:
    one = played(DEFAULT, reader)
    return project(one.campaign, one.history, one.ruleset, audience)


def is_within(rings: Sequence[MapPoints], at: tuple[float, float]) -> bool:
    """Whether a point is within an odd number of rings."""
    x, y = at[0] * 100, at[1] * 100
    return (
        sum(
            (ay <= y) != (by <= y) and ax + (y - ay) * (bx - ax) / (by - ay) > x
            for ring in rings
            for (ax, ay), (bx, by) in pairwise((*ring, ring[0]))
        )
        % 2
        == 1
    )


# ── Places ──


def test_towns_are_where_the_generator_has_them() -> None:
    found = places(TownChoice(500))
    towns = [it for it in made_world()["pack"]["burgs"][1:] if not it.get("removed")]
    assert len(towns) == 499
    assert {(it["x"], it["y"]) for it in towns} <= {place.position for place in found.values()}
    assert found["aldstone"].position == (168.25, 326.5)


def test_removed_entries_and_placeholders_are_no_places() -> None:
    names = {place.name for place in places(TownChoice(500)).values()}
    assert names.isdisjoint({"Fallen", "Gone", "Neutrals", "Far Shire"})
    assert {"Westmark", "Ostmark", "Skerry", "Lakeside Shire"} <= names


def test_a_town_is_within_its_province_or_state() -> None:
    found = places(TownChoice(500))
    within = {id: found[id].within for id in ("aldstone", "brack", "skerry-town", "inmere")}
    assert within == {
        "aldstone": "westmark",
        "brack": "ostmark",
        "skerry-town": "skerry",
        "inmere": "lakeside-shire",
    }
    assert found["lakeside-shire"].within == "westmark"


def test_towns_of_one_name_are_two_places() -> None:
    alike = [id for id, place in places(TownChoice(500)).items() if place.name == "Ham30"]
    assert alike == ["ham30", "ham30-town"]


@pytest.mark.parametrize(
    ("choice", "names"),
    [
        (TownChoice(4), {"Aldstone", "Brack", "Skerry", "Dunmere"}),
        (TownChoice(2, ("kingdom of westmark",)), {"Aldstone", "Inmere"}),
        (TownChoice(9, ("Ostmark",), 39_740), {"Brack", "Dunmere", "Eddin"}),
        (TownChoice(9, kind="ports"), {"Brack", "Skerry"}),
        (TownChoice(9, kind="capitals"), {"Aldstone", "Brack", "Skerry"}),
    ],
)
def test_towns_are_chosen(choice: TownChoice, names: set[str]) -> None:
    found, _ = imported(export(), choice)
    assert found is not None
    assert {one.note.name for one in found.notes if one.note.position} == names


# ── The map ──


def test_there_is_land_where_the_generator_has_land() -> None:
    drawn = shapes()
    assert (len(drawn.land), len(drawn.lakes)) == (3, 1)
    rings = (*drawn.land, *drawn.lakes)
    wrong = [
        (column, row)
        for column in range(COLUMNS)
        for row in range(ROWS)
        if is_within(rings, middle(column, row)) != is_land(column, row)
    ]
    assert wrong == []


def test_ways_lead_between_the_towns_that_routes_join() -> None:
    choice = TownChoice(3)
    found = places(choice)
    assert found["aldstone"].ways == (("brack", "road"),)
    assert found["skerry-town"].ways == (("brack", "sea"),)
    courses = {line.places: (line.points[0], line.points[-1]) for line in shapes(choice).ways}
    assert courses == {
        ("aldstone", "brack"): ((16820, 32650), (55220, 32650)),
        ("skerry-town", "brack"): ((77620, 23050), (55220, 32650)),
    }


def test_a_town_on_the_way_parts_it() -> None:
    assert dict(places(TownChoice(4))["dunmere"].ways) == {"aldstone": "road", "brack": "road"}


def test_borders_are_between_states_and_around_them_where_nobody_rules() -> None:
    found = {line.places for line in shapes().borders}
    assert found == {("westmark", "ostmark"), ("westmark",), ("ostmark",)}


def test_each_state_and_province_has_its_ground_on_land() -> None:
    grounds: dict[str, list[MapPoints]] = {}
    drawn = shapes(TownChoice(500)).regions
    for region in drawn:
        grounds.setdefault(region.places[0], []).append(region.points)
    assert grounds.keys() == {"westmark", "ostmark", "skerry", "lakeside-shire"}
    wrong = [
        (column, row)
        for column in range(COLUMNS)
        for row in range(ROWS)
        if is_within(grounds["westmark"], middle(column, row)) != (state_of(column, row) == 1)
    ]
    assert wrong == []
    assert {it.places[0]: it.color for it in drawn} == {
        "westmark": "#66c2a5",
        "ostmark": "",
        "skerry": "",
        "lakeside-shire": "",
    }


def test_the_capital_and_the_largest_towns_are_the_first_of_their_state() -> None:
    found, _ = imported(export(), TownChoice(5))
    assert found is not None
    towns = [one.note.name for one in found.notes if one.note.position]
    assert towns == ["Aldstone", "Brack", "Skerry", "Dunmere", "Eddin"]
    grown = made_world()
    grown["pack"]["burgs"][6]["population"] = 90
    found, _ = imported(json.dumps(grown).encode(), TownChoice(5))
    assert found is not None
    towns = [one.note.name for one in found.notes if one.note.position]
    assert towns == ["Aldstone", "Brack", "Skerry", "Inmere", "Dunmere"]


def test_a_river_runs_through_its_cells() -> None:
    (river,) = shapes().rivers
    assert (river[0], river[-1]) == ((49600, 15200), (48800, 45600))


def test_hills_and_woods_are_where_cells_have_them() -> None:
    kinds = dict(shapes().kinds)
    assert is_within(kinds["hills"], middle(22, 8))
    assert not is_within(kinds["hills"], middle(22, 20))
    assert is_within(kinds["woods"], middle(32, 18))
    assert not is_within(kinds["woods"], middle(14, 18))
    assert (kinds["marsh"], kinds["ice"]) == ((), ())


def test_the_file_is_small_and_always_the_same() -> None:
    assert len(files_of(TownChoice(500))["map.yaml"]) < 40_000
    again, _ = imported(export())
    assert again is not None
    assert again.files == files_of()


# ── Readers ──


def test_all_see_names_and_places_and_the_gm_alone_what_is_said_of_them() -> None:
    words, secret = str(edition(EVERYONE)), str(edition(GM))
    assert [it for it in CANARIES if it in words] == []
    assert [it for it in CANARIES if it not in secret] == []
    assert "Aldstone" in words
    assert latest_map_of(edition(EVERYONE)).ground.is_drawn


def test_everything_is_for_the_gm_unless_others_are_named() -> None:
    assert "Aldstone" not in str(edition(EVERYONE, "gm"))
    assert edition(EVERYONE, "gm").shapes is None
    assert edition(GM, "gm").shapes is not None
    with pytest.raises(ImportNotesError, match="unknown audience nobody"):
        imported(export(), readers=("nobody",))


# ── What is there, and what stays ──


def test_imported_twice_is_imported_once() -> None:
    tree = tree_of(files_of(), over=SOUND)
    again, findings = imported(export(), tree=tree)
    assert again is not None
    assert again.files == {}
    assert any("the campaign has them already" in it.message for it in findings)


def test_more_towns_can_be_imported_later_and_the_map_that_is_there_stays() -> None:
    tree = tree_of(files_of(TownChoice(3)), over=SOUND)
    more, findings = imported(export(), TownChoice(4), tree=tree)
    assert more is not None
    assert [one.id for one in more.notes] == ["dunmere"]
    assert "map.yaml" not in more.files
    assert any("`map.yaml`: it is there and stays" in it.message for it in findings)
    campaign = resolve_campaign(
        tree_of({**files_of(TownChoice(3)), **more.files}, over=SOUND), Report()
    )
    assert campaign is not None


def test_what_is_left_out_is_listed() -> None:
    _, findings = imported(export())
    said = {it.message for it in findings}
    assert said >= {
        "439 towns: not imported; `--burgs 499` brings all",
        "1 culture: not imported",
        "1 religion: not imported",
        "1 marker: not imported",
        "3 regiments: not imported",
        "1 note: not imported, of what isn't imported",
    }


# ── Distances ──


def in_miles(content: bytes) -> tuple[NotesImport | None, tuple[Finding, ...], FileTree]:
    """A world imported into a campaign that counts distances in miles."""
    rules = WWN["campaign.yaml"] + "rules: {distance: miles}\n"
    places = WWN["places.yaml"].replace("{name:", "{position: [1, 2], name:")
    places = places.replace("    name:", "    position: [1, 2]\n    name:")
    tree = tree_of({"campaign.yaml": rules, "places.yaml": places}, over=WWN)
    return *imported(content, TownChoice(10), tree=tree), tree


def test_positions_are_in_miles_where_the_rules_count_them() -> None:
    found, findings, tree = in_miles(export())
    assert found is not None, findings
    report = Report()
    one = resolve_campaign(FileTree(tree.name, {**tree.files, **found.files}), report)
    assert one is not None, report.findings
    positions = {place.id: place.position for place in one.campaign.places}
    # A unit is four kilometres, which are 2.485484 miles: 168.25 of them across, 326.5 down.
    assert positions["aldstone"] == positions["westmark"] == (418.18, 811.51)
    drawn = one.campaign.shapes
    assert drawn is not None
    assert drawn.extent == (0.0, 0.0, 2386.06, 1352.1)
    world = latest_map_of(project(one.campaign, one.history, one.ruleset, GM))
    assert world.bar is not None
    marks = {mark.ref.id: mark for mark in world.marks}
    assert marks["westmark"].at is None


def test_a_world_without_a_known_unit_has_no_miles() -> None:
    strange = {"populationRate": 1000, "distanceUnit": "paces", "distanceScale": 3}
    found, findings, _ = in_miles(export(9, settings=strange))
    assert found is None
    assert "this world does not say what its units are" in findings[0].message


# ── Formats ──


def test_other_versions_are_read_as_far_as_they_are_the_same() -> None:
    world = made_world(20)
    del world["pack"]["biomes"], world["pack"]["provinces"], world["pack"]["routes"]
    world["biomesData"] = {"i": [0, 1, 2], "name": ["Marine", "Grassland", "Taiga"]}
    world["info"]["version"] = "9.1"
    found, findings = imported(json.dumps(world).encode(), TownChoice(5))
    assert found is not None, findings
    assert len(found.notes) == 8
    assert b"woods:" in found.files["map.yaml"]


def without(*keys: str) -> bytes:
    """An export without a part of its pack."""
    world = made_world(9)
    return json.dumps(
        {**world, "pack": {key: it for key, it in world["pack"].items() if key not in keys}}
    ).encode()


def bare(**parts: Any) -> bytes:
    return json.dumps({"info": made_world(9)["info"], **parts}).encode()


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("world.map", export(9), "only the generator itself can read a `.map` file"),
        (
            "world.json",
            b"1.147.1|File can be loaded in azgaar.github.io/Fantasy-Map-Generator|2027-1-1\r\n",
            "only the generator itself can read a `.map` file",
        ),
        ("minimal.json", without("cells", "vertices"), "a part of a world: it has no cells"),
        ("pack.json", bare(cells={"cells": []}), "a part of a world: it has cells alone"),
        ("grid.json", bare(cells={"cells": [], "spacing": 3}), "it has cells alone"),
        ("old.json", without("vertices"), "of an old version, or damaged: pack.vertices"),
        ("other.json", b'{"name": "Ada"}', "no export of Azgaar's Fantasy Map Generator"),
        ("list.json", b"[1]", "no export of Azgaar's Fantasy Map Generator"),
        ("cut.json", export(9)[:900], "this JSON file can't be read"),
    ],
)
def test_other_files_are_refused(name: str, content: bytes, said: str) -> None:
    found, findings = imported(content, name=name)
    assert found is None
    (one,) = findings
    assert (one.code, one.severity) == ("V020", "error")
    assert said in one.message
    assert one.help


def test_a_state_that_is_not_there_is_an_error() -> None:
    found, findings = imported(export(9), TownChoice(9, ("Nowhere",)))
    assert found is None
    assert "no such state: Nowhere; it has Westmark, Ostmark, Skerry" in findings[0].message
