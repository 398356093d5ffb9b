"""Hit points, levels and maxima of a faction's own dossier, as its files say and as drawn."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.model.audience import faction_audience
from chronicle.model.facts import Facts
from chronicle.outline.pages import outline
from chronicle.pipeline import PlayedCampaign, resolve_campaign
from chronicle.project import project
from chronicle.project.edition import Edition
from chronicle.render.pages import render_file
from tests.outline.figures_campaign import assert_in_order, renderer
from tests.rules.wwn.small_campaign import SOUND
from tests.small_campaign import tree_of
from tests.theme_fragments import blocks

VAEL: Final = faction_audience("vael")
TURNS: Final = {
    "turns/001.yaml": """\
turn: 1
title: Mud
adjustments:
  - {for: everyone, because: A fire., faction: vael, hp: -4}
  - {for: everyone, because: A fall., asset: riders, hp: -3}
""",
    "turns/002.yaml": "turn: 2\ntitle: Dust\n",
}


@lru_cache(maxsize=1)
def edition() -> Edition:
    report = Report()
    played: PlayedCampaign | None = resolve_campaign(tree_of(TURNS, over=SOUND), report)
    assert played is not None, [finding.message for finding in report.findings]
    return project(played.campaign, played.history, played.ruleset, VAEL)


def sheet(turn: int) -> Facts:
    found = edition().dossiers["vael", turn].sheet
    assert found is not None
    return found.facts


@lru_cache(maxsize=1)
def drawn() -> str:
    """What the page of the first dossier shows of itself."""
    report = Report()
    page = render_file("dossier/1.html", outline(edition(), report), renderer("wwn"), report)
    assert page is not None
    text = page.decode()
    return text[text.index("<main") : text.index("</main>")]


def test_a_faction_has_what_it_had_less_what_it_lost() -> None:
    # 15 of its file, and 4 lost. Force 5, Cunning 4 and Wealth 2 are worth 9 + 6 + 2 (W-ENT-1).
    first, second = sheet(1), sheet(2)
    assert (first["hp"], first["maximum"], first["hp_before"]) == (11, 17, 15)
    assert (second["hp"], second["maximum"], second["hp_before"]) == (11, 17, 11)
    assert (first["force"], first["cunning"], first["wealth"]) == (5, 4, 2)


def rows(part: str) -> dict[object, Facts]:
    found = sheet(1)[part]
    assert isinstance(found, tuple)
    return {row["name"]: row for row in found if isinstance(row, Facts)}


def test_assets_have_the_levels_of_their_types_and_their_own_hit_points() -> None:
    # Levels and most hit points are those of docs/rulesets/wwn-assets.md. The riders of level 4
    # have 9 of 12, and lose 3.
    found = {
        name: (row["attribute"], row["level"], row["hp"], row["maximum"])
        for name, row in rows("assets").items()
    }
    assert found == {
        "the Red Riders": ("force", 4, 6, 12),
        "Local Guard": ("force", 1, 4, 4),
        "Informers": ("cunning", 1, 3, 3),
        "Farmers": ("wealth", 1, 4, 4),
    }


def test_the_headquarters_can_have_as_much_as_the_faction() -> None:
    found = {name: (row["hp"], row["maximum"]) for name, row in rows("bases").items()}
    assert found == {"Ford hall": (4, 6), "the Red Keep": (16, 17)}


def test_the_dossier_shows_hit_points_as_they_are() -> None:
    assert_in_order(
        blocks(drawn()),
        *("Force", "5", "Cunning", "4", "Wealth", "2", "Hit points", "11/17 ▼−4"),
        *("Force: 2 of 5", "Local Guard", "4 of 4", "the Red Riders Cavalry", "6 of 12"),
        *("Cunning: 1 of 4", "3 of 3", "Wealth: 1 of 2", "Farmersearns Treasure", "4 of 4"),
        *("Bases", "Ford hall at the Ford 4 of 6"),
        "the Red Keep at Redhaven headquarters 16 of 17",
    )


@pytest.mark.parametrize(
    ("words", "steps"),
    [
        # Half of ten steps.
        ("6 of 12", "#####....."),
        ("4 of 4", "####"),
        ("4 of 6", "####.."),
        # 160 seventeenths are 9 steps and a part of the tenth, which is shown.
        ("16 of 17", "##########"),
    ],
)
def test_a_bar_has_a_step_for_each_hit_point_and_at_most_ten(words: str, steps: str) -> None:
    bars = re.findall(r'<span class="level[^>]*>((?:<i[^>]*></i>)*)</span>(\d+ of \d+)', drawn())
    found = {shown: bar for bar, shown in bars}[words]
    assert found == "".join('<i class="on"></i>' if it == "#" else "<i></i>" for it in steps)
