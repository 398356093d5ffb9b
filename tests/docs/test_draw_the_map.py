"""What the how-to of the map tells is so."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.model.audience import EVERYONE, GM, Audience, faction_audience
from chronicle.outline.map import WorldMap, latest_map_of
from chronicle.pipeline import resolve_campaign
from chronicle.project import project
from tests.docs.campaigns import stages, tree

PAGE: Final = "docs/how-to/draw-the-map.md"
STAIR: Final = "smugglers-stair"


@lru_cache(maxsize=4)
def atlas(audience: Audience, *, without: str = "") -> WorldMap:
    """A map of the how-to's campaign, or of the same without one place."""
    stage = next(stages(PAGE))
    places = stage.files["places.yaml"].splitlines(keepends=True)
    kept = "".join(line for line in places if not (without and without in line))
    report = Report()
    played = resolve_campaign(tree({**stage.files, "places.yaml": kept}), report)
    assert played is not None, [finding.message for finding in report.findings]
    return latest_map_of(project(played.campaign, played.history, played.ruleset, audience))


@pytest.mark.parametrize("audience", [faction_audience("customs"), GM])
def test_the_stair_is_on_the_maps_of_those_who_know_it(audience: Audience) -> None:
    assert STAIR in {mark.ref.id for mark in atlas(audience).marks}


def test_hidden_places_do_not_change_a_map() -> None:
    assert atlas(EVERYONE) == atlas(EVERYONE, without=STAIR)
    assert atlas(GM) != atlas(GM, without=STAIR)


def test_a_picture_lies_under_the_map_and_no_place_beside_it() -> None:
    *_, stage = stages(PAGE)
    report = Report()
    played = resolve_campaign(tree(stage.files), report)
    assert played is not None
    assert report.findings == ()
    found = latest_map_of(project(played.campaign, played.history, played.ruleset, EVERYONE))
    assert found.backdrop is not None
    assert found.backdrop.box == (0, 0, found.width, found.width * 600 // 900)


def test_the_first_number_counts_to_the_right_and_the_second_down() -> None:
    points = {mark.ref.id: mark.at or (0, 0) for mark in atlas(EVERYONE).marks}
    assert points["quay"][0] < points["old-town"][0] < points["salt-marsh"][0]
    assert points["old-town"][1] < points["salt-marsh"][1] < points["quay"][1]
