"""Pieces in play: each that a reader knows has one entry, and its name leads there."""

from __future__ import annotations

import html
import re
from functools import cache
from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.model.audience import EVERYONE, GM, Audience, faction_audience
from chronicle.outline.forces import facts_of, forces_of, pieces_in
from chronicle.outline.pages import outline
from chronicle.outline.paths import FORCES
from chronicle.outline.site import Site
from chronicle.pipeline import PlayedCampaign, resolve_campaign
from chronicle.project import project
from chronicle.render.pages import render_file
from tests.golden.campaigns import BANNERS, FORDS, LEDGER, TIDE_BELL
from tests.rules.freeform.small_campaign import SOUND as FREEFORM
from tests.rules.lieutenants.small_campaign import SOUND as LIEUTENANTS
from tests.rules.wwn.small_campaign import SOUND as WWN
from tests.sample_campaigns import SAMPLES, editions_of, pages_of, sample_files
from tests.small_campaign import SOUND as SHADOW
from tests.small_campaign import tree_of
from tests.theme_fragments import renderer

#: A small campaign of each ruleset, as files and the campaign they are added to.
CAMPAIGNS: Final = {
    "shadow": (TIDE_BELL, SHADOW),
    "lieutenants": (FORDS, LIEUTENANTS),
    "wwn": (BANNERS, WWN),
    "freeform": (LEDGER, FREEFORM),
}
_ENTRY: Final = re.compile(r'id="(piece-[^"]+)"')
_LINK: Final = re.compile(rf'href="[./]*{FORCES}#(piece-[^"]+)"')
#: What an author wrote, lines that are links themselves, and what only a screen reader says.
_ELSEWHERE: Final = re.compile(
    r'<blockquote.*?</blockquote>|<div class="prose">.*?</div>|<a (?!class="piece").*?</a>|<[^>]*>',
    re.DOTALL,
)


@cache
def played(ruleset: str) -> PlayedCampaign:
    files, over = CAMPAIGNS[ruleset]
    tree: FileTree = tree_of(files, over=over)
    found = resolve_campaign(tree, Report())
    assert found is not None
    return found


@cache
def site(ruleset: str, reader: Audience) -> Site:
    it = played(ruleset)
    return outline(project(it.campaign, it.history, it.ruleset, reader), Report())


def readers(ruleset: str) -> tuple[Audience, ...]:
    factions = played(ruleset).campaign.factions
    return (EVERYONE, GM, *(faction_audience(it.id) for it in factions))


def page(path: str, ruleset: str, reader: Audience) -> str:
    drawn = render_file(path, site(ruleset, reader), renderer(ruleset), Report())
    assert drawn is not None
    return html.unescape(drawn.decode())


@pytest.mark.parametrize("ruleset", ["shadow", "lieutenants", "wwn"])
def test_every_name_in_an_event_leads_to_its_only_entry(ruleset: str) -> None:
    led = 0
    for reader in readers(ruleset):
        edition = site(ruleset, reader).edition
        told = forces_of(edition)
        anchors = [it.name.anchor for group in told for it in group.entries]
        if anchors:
            assert sorted(_ENTRY.findall(page(FORCES, ruleset, reader))) == sorted(anchors)
        assert len(anchors) == len(set(anchors))
        for turn in edition.turns:
            # The GM's page of a turn has a line for each event, which leads to the audit.
            folder = "audit" if reader.is_gm else "turns"
            drawn = page(f"{folder}/{turn.number}.html", ruleset, reader)
            for event in turn.events if reader.is_gm else (*turn.public_events, *turn.events):
                opening = rf'<(article|li)\b[^>]* id="{event.anchor}".*?</\1>'
                found = re.search(opening, drawn, re.DOTALL)
                assert found is not None, (reader, turn.number, event.anchor)
                words = _ELSEWHERE.sub(" ", found[0]).casefold()
                for facts in facts_of(event.telling):
                    for name, _ in pieces_in(facts):
                        if name.casefold() in words:
                            assert name.anchor in _LINK.findall(found[0]), (reader, name, found[0])
                            led += 1
    assert led > 20


def test_a_ruleset_without_pieces_has_no_page_of_them() -> None:
    assert FORCES not in site("freeform", GM).by_path


@pytest.mark.xdist_group("the shelf")
@pytest.mark.parametrize("id", SAMPLES)
def test_links_lead_to_one_entry_in_the_edition(id: str) -> None:
    pages = pages_of(sample_files(id))
    for edition in editions_of(id):
        own = {path: text for path, text in pages.items() if path.startswith(f"{edition}/")}
        entries = _ENTRY.findall(own.get(f"{edition}/{FORCES}", ""))
        assert len(entries) == len(set(entries))
        links = {anchor for text in own.values() for anchor in _LINK.findall(text)}
        assert links == set(entries), edition
