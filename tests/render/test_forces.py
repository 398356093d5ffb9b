"""Pieces in play: each that a reader is told of has one entry, and its name leads there."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from functools import cache
from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.model.audience import EVERYONE, GM, Audience, faction_audience
from chronicle.model.facts import Facts, PieceName, faction_ref
from chronicle.outline.forces import facts_of, forces_of, pieces_in
from chronicle.outline.pages import outline
from chronicle.outline.paths import FORCES
from chronicle.outline.site import Site
from chronicle.pipeline import PlayedCampaign, resolve_campaign
from chronicle.project import project
from chronicle.project.edition import EventView
from chronicle.render.pages import render_file
from chronicle.rules.protocol import Telling
from tests.golden.campaigns import BANNERS, FORDS, LEDGER, TIDE_BELL
from tests.rules.freeform.small_campaign import SOUND as FREEFORM
from tests.rules.lieutenants.small_campaign import SOUND as LIEUTENANTS
from tests.rules.wwn.small_campaign import SOUND as WWN
from tests.sample_campaigns import SAMPLES, editions_of, pages_of, sample_files
from tests.small_campaign import SOUND as SHADOW
from tests.small_campaign import tree_of
from tests.theme_fragments import renderer

#: A small campaign of each ruleset, as files and what they are laid over.
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
    return outline(project(it.campaign, it.history, it.system, reader), Report())


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
            for event in turn.told if reader.is_gm else (*turn.street, *turn.told):
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


def test_a_piece_is_listed_with_the_faction_that_it_is_said_to_belong_to() -> None:
    power = played("shadow").campaign.factions[0].id
    edition = site("shadow", faction_audience(power)).edition
    own = edition.dossiers[power, 1].sheet
    assert own is not None
    (group,) = (it for it in forces_of(edition) if it.faction == faction_ref(power))
    listed = {it.name for it in group.entries}
    assert {name for name, _ in pieces_in(own.facts)} <= listed


def test_names_that_differ_in_case_or_punctuation_share_an_entry() -> None:
    assert PieceName("The Iron-Guard").anchor == PieceName("the iron guard").anchor
    assert PieceName("Зорька").anchor == "piece-зорька"
    assert PieceName("!?").anchor != PieceName("?!").anchor


def test_pieces_on_a_sheet_belong_to_its_faction_unless_it_says_otherwise() -> None:
    vael, oru = faction_ref("vael"), faction_ref("oru")
    ada, fox, mole, wren = (PieceName(it) for it in ("Ada", "Fox", "Mole", "Wren"))
    facts = Facts(
        people=(Facts(name=ada, faction=None), Facts(name=fox, faction=oru)),
        agents=(Facts(name=mole, host=oru),),
        standing=(Facts(lieutenant=ada, target=wren),),
        units=(ada,),
    )
    assert [*pieces_in(facts, vael)] == [
        *((ada, vael), (fox, oru), (mole, oru), (ada, None), (wren, None), (ada, vael))
    ]


def test_a_piece_belongs_to_whose_sheet_it_is_on_or_whom_it_was_last_told_of() -> None:
    power, rival = (faction_ref(it.id) for it in played("shadow").campaign.factions)
    edition = site("shadow", faction_audience(power.id)).edition
    (own,) = (it.sheet for it in edition.factions if it.id == power.id)
    assert own is not None
    name, _ = next(pieces_in(own.facts))
    stray = PieceName("Stray")
    told = ((stray, power), (name, rival), (stray, rival))
    events = tuple(
        EventView(f"e{at}", Telling("met", facts=Facts(name=piece, faction=owner)))
        for at, (piece, owner) in enumerate(told, start=1)
    )
    turn = replace(edition.turns[0], street=(), told=events, reveals=())
    groups = forces_of(replace(edition, turns=(turn,)))
    entries = {it.name: (group.faction, it.turns) for group in groups for it in group.entries}
    assert entries[name] == (power, ((1, "e2"),))
    assert entries[stray] == (rival, ((1, "e1"),))
