"""`chronicle status` lists every decision that the GM's pages ask for, and no other."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import pytest

from chronicle.authoring.turn_status import open_prompts, prompts_of
from chronicle.diagnostics.report import Report
from chronicle.model.audience import FOR_GM, GM
from chronicle.model.campaign import News
from chronicle.model.facts import faction_ref
from chronicle.outline.frame import frame_of
from chronicle.pipeline import PlayedCampaign, resolve_campaign
from chronicle.project import project_without_form
from chronicle.project.edition import TurnView
from chronicle.records import replace
from chronicle.rules.protocol import PlayedTurn
from tests import theme_fragments
from tests.properties.generators import WRITERS, sample
from tests.rules.lieutenants.rule_cases import all_cases
from tests.sample_campaigns import SAMPLES, play_sample
from tests.shipped_theme import shipped_theme
from tests.theme_fragments import Drawer
from tests.thorough import beginning

SEEDS: Final = range(100)
CAMPAIGNS: Final = (
    *(("sample", name, 0) for name in SAMPLES),
    # In generated campaigns no double agent leads units of its host.
    ("case", "a double agent leads units of its host", 0),
    *(("generated", ruleset, seed) for seed in SEEDS for ruleset in WRITERS),
)
#: What a power asks for is shown in its own words.
_REQUEST: Final = re.compile(r'event-assisted".*?<blockquote><p>(.*?)</p>', re.DOTALL)
_PROMPT: Final = re.compile(r'<p class="prompt"><span[^>]*>[^<]*</span> (.*?)</p>')


def game(kind: str, name: str, seed: int) -> PlayedCampaign:
    if kind == "sample":
        return play_sample(name)
    if kind == "case":
        return next(it for it in all_cases() if "lent giants" in it.happens).play()
    found = resolve_campaign(sample(name, seed).tree(), Report())
    assert found is not None
    return found


def on_page(ruleset: str, turn: TurnView) -> Iterator[tuple[str, str]]:
    """What each event on the GM's page of a turn asks the GM: its id, and the words."""
    drawer = Drawer(ruleset, GM)
    for told in turn.events:
        drawn = drawer.event(told.telling)
        for words in (_REQUEST if ruleset == "shadow" else _PROMPT).findall(drawn):
            yield told.event, html.unescape(words)


def on_sheets(found: PlayedCampaign, turn: PlayedTurn[Any, Any, Any]) -> Iterator[str]:
    """What the factions' sheets of a turn ask the GM, as codes."""
    refs = [faction_ref(it.id) for it in found.campaign.factions]
    for sheet in found.ruleset.sheets(turn, {}, GM, refs).values():
        rows: Any = sheet.facts.get("prompts", ())
        yield from (row["prompt"] for row in rows)


@pytest.mark.parametrize(
    ("kind", "name", "seed"), beginning(CAMPAIGNS, len(SAMPLES) + 1 + 2 * len(WRITERS))
)
def test_decisions_listed_are_those_that_pages_and_sheets_ask_for(
    kind: str, name: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = game(kind, name, seed)
    edition = project_without_form(found.campaign, found.history, found.ruleset, GM, None)
    frame = frame_of(edition, (), sealed=False, address="", card=None)
    scope = replace(theme_fragments.scope(found.ruleset.id, GM), frame=frame, names=edition.names)
    monkeypatch.setattr(theme_fragments, "scope", lambda *_: scope)
    words = shipped_theme().words
    for turn, page in zip(found.history.turns, edition.turns, strict=True):
        listed = tuple(prompts_of(found.ruleset, turn))
        texts = [
            (id, it.text or words[f"{found.ruleset.id}.prompt.{it.code}"]) for id, it in listed
        ]
        assert Counter(texts) == Counter(on_page(found.ruleset.id, page)), turn.turn
        codes = Counter(it.code for _, it in listed if it.code)
        if found.ruleset.id != "freeform":
            assert codes == Counter(on_sheets(found, turn)), turn.turn


@pytest.mark.parametrize("name", SAMPLES)
def test_news_about_an_event_answer_what_it_asks_for(name: str) -> None:
    found = play_sample(name)
    turns = found.history.turns
    asked = {it for turn in turns for it, _ in open_prompts(found.campaign, found.ruleset, turn)}
    for event in asked:
        item = News("", FOR_GM, "", "", (), None, found.campaign.at, event)
        first, *others = found.campaign.turns
        told = (replace(first, news=(*first.news, item)), *others)
        campaign = replace(found.campaign, turns=told)
        left = {it for turn in turns for it, _ in open_prompts(campaign, found.ruleset, turn)}
        assert left == asked - {event}
