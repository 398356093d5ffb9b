"""A campaign whose turns fill several stretches, which are short for it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.model.audience import EVERYONE, GM, Audience, faction_audience
from chronicle.outline.pages import outline
from chronicle.outline.site import Site
from chronicle.pipeline import resolve_campaign
from chronicle.project import project
from chronicle.project.edition import Edition
from chronicle.render import render_site
from chronicle.render.single_file import SINGLE_FILE_PATH, render_single_file
from tests.markup.images.sample_images import ROWS, png
from tests.render import html_checks
from tests.small_campaign import SOUND, tree_of
from tests.theme_fragments import renderer

#: As many turns are in a stretch.
LENGTH: Final = 3
VAEL: Final = faction_audience("vael")
READERS: Final = (EVERYONE, VAEL, GM)
#: The first turns of stories: of a stretch, within one, and among the latest turns.
STORIES: Final = (1, 5, 9)
_KINDS: Final = ("rivals", "truce", "war", "allies", "nothing")
_CALENDAR: Final = "calendar:\n  months: [{name: Thaw, days: 30}]\n  year: 7\n"


def files(turns: int) -> Mapping[str, str | bytes]:
    """The campaign of so many turns, each of which mentions a place, and shows a picture."""
    told: dict[str, str | bytes] = {}
    stories = (f"{{turn: {n}, title: Story {n}}}" for n in STORIES if n <= turns)
    head = SOUND["campaign.yaml"].replace("{turn: 1, title: The First}", ", ".join(stories))
    for n in range(1, turns + 1):
        told[f"media/hill-{n}.png"] = png(rows=ROWS.replace(bytes([200]), bytes([n])))
        told[f"turns/{n:03}.yaml"] = (
            f"turn: {n}\ntitle: T{n}\ndate: {n} Thaw\n"
            "news:\n"
            f"  - {{for: everyone, text: 'Day {n} at [[harbour]]. ![a hill](hill-{n}.png)'}}\n"
            "  - {for: vael, from: A friend, text: Look out.}\n"
            f"rumors: [{{text: 'Say {n}.', heard_by: everyone, where: [marsh], truth: true}}]\n"
            f"relations: [{{between: [vael, oru], as: {_KINDS[n % 5]}, for: everyone}}]\n"
        )
    return {**told, "campaign.yaml": head + _CALENDAR}


@lru_cache(maxsize=8)
def edition(audience: Audience, turns: int) -> Edition:
    """What an audience knows of the campaign of so many turns."""
    report = Report()
    played = resolve_campaign(tree_of(files(turns)), report)
    assert played is not None, [finding.message for finding in report.findings]
    return project(played.campaign, played.history, played.ruleset, audience)


@lru_cache(maxsize=8)
def drawn(audience: Audience, turns: int) -> tuple[Site, Mapping[str, str]]:
    """Its site and pages, a faction's dossier in one file among them, in short stretches."""
    report = Report()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("chronicle.outline.pagination.TURNS_PER_PAGE", LENGTH)
        site = outline(edition(audience, turns), report)
        found = render_site(site, renderer("shadow"), report)
        if audience.faction:
            single = render_single_file(site, renderer("shadow"), report)
            assert single is not None
            found[SINGLE_FILE_PATH] = single
    assert not report.findings, [finding.message for finding in report.findings]
    return site, {p: page.decode() for p, page in found.items() if p.endswith(".html")}


@lru_cache(maxsize=8)
def parsed(audience: Audience, turns: int) -> Mapping[str, html_checks.Parsed]:
    """Those pages parsed, that in one file apart."""
    _, pages = drawn(audience, turns)
    return {
        path: html_checks.parse(page) for path, page in pages.items() if path != SINGLE_FILE_PATH
    }
