"""Pages that keep changing in a campaign of a thousand turns: their size, and how they grow.

Ten turns of a campaign are repeated: the size of lists and histories depends on how many
there are.
"""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import pytest

from benchmarks.campaigns import Size, campaign
from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.model.audience import EVERYONE, GM, Audience, faction_audience
from chronicle.outline.pages import outline
from chronicle.outline.paths import FEED
from chronicle.pipeline import PlayedCampaign, resolve_campaign
from chronicle.project import project
from chronicle.project.edition import Edition
from chronicle.records import replace
from chronicle.render.pages import render_file
from tests.render.test_page_weight import MOST_FOR_A_PAGE
from tests.theme_fragments import renderer
from tests.thorough import beginning

TURNS: Final = 1_000
ADDRESS: Final = "https://ada.example/"
#: What belongs to one turn permanently; drawings of all turns have their own bounds.
_ELSEWHERE: Final = {
    *("turn.html", "broadsheet.html", "as-of.html", "dossier.html", "audit.html"),
    *("map.html", "charts.html", "faction.html", "orders.html"),
}


@lru_cache(maxsize=1)
def played() -> PlayedCampaign:
    files = campaign(Size("shadow", turns=10))
    report = Report()
    found = resolve_campaign(FileTree("", {path: text.encode() for path, text in files}), report)
    assert found is not None, [finding.message for finding in report.findings]
    return found


def edition(audience: Audience, turns: int) -> Edition:
    """What an audience would know if those ten turns came again and again, so many in all."""
    ten = project(played().campaign, played().history, played().ruleset, audience)
    round_of = [(n, (n - 1) % len(ten.turns)) for n in range(1, turns + 1)]
    told = [replace(ten.turns[nth], number=n, day=None, story="") for n, nth in round_of]
    factions = {faction for faction, _ in ten.dossiers}
    return replace(
        ten,
        turns=tuple(told),
        holdings=tuple(ten.holdings[nth] for _, nth in round_of),
        calendar=None,
        relations=tuple(replace(it, turn=turn.number) for turn in told for it in turn.relations),
        dossiers={
            (id, n): replace(ten.dossiers[id, nth + 1], turn=n)
            for id in sorted(factions)
            for n, nth in round_of
        },
        figures={
            (id, n): ten.figures[id, nth + 1]
            for id in sorted({id for id, _ in ten.figures})
            for n, nth in round_of
        },
    )


@lru_cache(maxsize=4)
def pages(audience: Audience, turns: int) -> Mapping[str, bytes]:
    """The pages that are looked at here, and the feed."""
    report = Report()
    site = outline(edition(audience, turns), report, base_url=ADDRESS)
    found = {
        page.path: render_file(page.path, site, renderer(site.frame.ruleset), report)
        for page in site.pages
        if page.template not in _ELSEWHERE and (page.path.endswith(".html") or page.path == FEED)
    }
    assert not report.findings, [finding.message for finding in report.findings]
    return {path: page for path, page in found.items() if page is not None}


@pytest.mark.parametrize(
    "audience", beginning([EVERYONE, faction_audience("loranby"), GM], 1), ids=lambda it: it.word
)
def test_lists_and_histories_of_a_thousand_turns_are_small(audience: Audience) -> None:
    theme = renderer().theme
    style = sum(len(gzip.compress(theme.static[name], 9)) for name in theme.styles)
    sizes = {
        path: style + len(gzip.compress(page, 9, mtime=0))
        for path, page in pages(audience, TURNS).items()
        if path != FEED
    }
    assert len(sizes) > 3 * TURNS // 25
    assert {path: size for path, size in sizes.items() if size > MOST_FOR_A_PAGE} == {}


def test_lists_and_histories_grow_linearly_with_the_turns() -> None:
    short, long = (sum(map(len, pages(EVERYONE, turns).values())) for turns in (TURNS // 5, TURNS))
    assert long < 5 * short


def test_the_front_page_and_the_feed_do_not_grow_with_the_turns() -> None:
    short, long = (pages(EVERYONE, turns) for turns in (TURNS // 5, TURNS))
    for path in ("index.html", FEED):
        assert len(long[path]) < 1.1 * len(short[path]), path
