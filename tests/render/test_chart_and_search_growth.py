"""What drawings and searches weigh in a campaign of a thousand turns.

The turns are those of the samples, over and over: as much is told, held and counted in each as in
one that somebody wrote.
"""

from __future__ import annotations

import gzip
import json
from functools import lru_cache
from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.model.audience import EVERYONE, GM, Audience, faction_audience
from chronicle.outline.pages import outline
from chronicle.outline.site import Site
from chronicle.pipeline import PlayedCampaign
from chronicle.project import project
from chronicle.project.edition import Edition
from chronicle.records import replace
from chronicle.render import render_site
from tests.render.test_page_weight import MOST_FOR_A_PAGE
from tests.sample_campaigns import SAMPLES, play_sample
from tests.theme_fragments import renderer
from tests.thorough import beginning

TURNS: Final = 1_000
#: As much as is fetched before a search finds anything, and in each part of it; compressed.
MOST_FOR_A_SEARCH: Final = 150_000
#: Pages that draw what all turns came to.
DRAWN: Final = ("map.html", "map/985-1008.html", "map/481-504.html", "charts.html")
EVERY_SAMPLE: Final = pytest.mark.parametrize("id", beginning(list(SAMPLES), 1))


@lru_cache(maxsize=1)
def played(id: str) -> PlayedCampaign:
    return play_sample(id)


@lru_cache(maxsize=8)
def lengthened(id: str, audience: Audience, turns: int) -> Edition:
    """A sample's edition with its turns over and over."""
    found = played(id)
    edition = project(found.campaign, found.history, found.ruleset, audience)
    written = len(edition.turns)
    again = [replace(edition.turns[at % written], number=at + 1) for at in range(turns)]
    dossiers = {
        (faction, number): replace(
            edition.dossiers[faction, 1 + (number - 1) % written], turn=number
        )
        for number in range(1, turns + 1)
        for faction in sorted({faction for faction, _ in edition.dossiers})
    }
    figures = {
        (faction, number): edition.figures[faction, 1 + (number - 1) % written]
        for number in range(1, turns + 1)
        for faction in sorted({faction for faction, _ in edition.figures})
    }
    return replace(
        edition,
        turns=tuple(again),
        holdings=tuple(edition.holdings[at % written] for at in range(turns)),
        dossiers=dossiers,
        figures=figures,
    )


@lru_cache(maxsize=4)
def outlined(id: str, audience: Audience, turns: int) -> Site:
    """All pages of it, before they are rendered."""
    report = Report()
    site = outline(lengthened(id, audience, turns), report)
    assert not report.findings, [finding.message for finding in report.findings]
    return site


def pages(id: str, audience: Audience, turns: int, *paths: str) -> dict[str, bytes]:
    """Some pages of it, and all styles."""
    report = Report()
    site = outlined(id, audience, turns)
    wanted = tuple(page for page in site.pages if page.path in paths)
    files = render_site(replace(site, pages=wanted), renderer(site.frame.ruleset), report)
    assert not report.findings, [finding.message for finding in report.findings]
    return {path: it for path, it in files.items() if path in paths or path.endswith(".css")}


def weight(content: bytes) -> int:
    return len(gzip.compress(content, 9, mtime=0))


@EVERY_SAMPLE
@pytest.mark.parametrize("audience", [EVERYONE, GM])
def test_charts_and_maps_of_a_thousand_turns_are_small(id: str, audience: Audience) -> None:
    files = pages(id, audience, TURNS, *DRAWN)
    style = sum(weight(it) for path, it in files.items() if path.endswith(".css"))
    sizes = {path: weight(it) + style for path, it in files.items() if path.endswith(".html")}
    assert sizes.keys() >= {"map.html", "map/481-504.html"}
    assert {path: size for path, size in sizes.items() if size > MOST_FOR_A_PAGE} == {}


@EVERY_SAMPLE
def test_charts_and_maps_stop_growing_with_many_turns(id: str) -> None:
    few, many = (pages(id, GM, turns, "map.html", "charts.html") for turns in (120, TURNS))
    for path in ("map.html", "charts.html"):
        # The ways to earlier maps are more, and numbers of turns longer.
        assert len(many[path]) < 1.1 * len(few[path]) + 4_000, path


@EVERY_SAMPLE
@pytest.mark.parametrize("audience", [EVERYONE, GM])
def test_the_first_search_download_of_a_thousand_turns_is_small(
    id: str, audience: Audience
) -> None:
    part = "search/961-984.json"
    found = pages(id, audience, TURNS, "search.json", part)
    parts = json.loads(found["search.json"])["parts"]
    assert parts[0] == part
    assert len(parts) == (TURNS - 1) // 24
    assert max(weight(found[path]) for path in ("search.json", part)) <= MOST_FOR_A_SEARCH


@EVERY_SAMPLE
def test_a_long_dossier_shows_the_latest_turns_and_their_start(id: str) -> None:
    reader = faction_audience(played(id).campaign.factions[0].id)
    path = "dossier/60.html"
    drawn = pages(id, reader, 60, path, "charts.html")[path].decode()
    assert "At the end of each turn, from turn 37 on." in drawn
    assert 'class="spark"' in drawn
    assert 'class="plot' not in drawn
