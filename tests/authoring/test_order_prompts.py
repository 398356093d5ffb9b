"""Where orders are in words, a draft asks about the clocks and counters that a faction sees."""

from __future__ import annotations

from functools import cache

import pytest

from chronicle.authoring.order_drafts import draft_of
from chronicle.authoring.order_prompts import order_prompts
from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.pipeline import PlayedCampaign, resolve_campaign
from tests.rules.freeform.small_campaign import SOUND


@cache
def played() -> PlayedCampaign:
    report = Report()
    tree = FileTree("", {path: text.encode() for path, text in SOUND.items()})
    found = resolve_campaign(tree, report)
    assert found is not None, [it.message for it in report.findings]
    return found


def test_running_clocks_come_first() -> None:
    first, *_ = order_prompts(played(), "oru")
    assert first.startswith("The flood, at ")


@pytest.mark.parametrize("faction", ["oru", "vael"])
def test_nobody_is_asked_about_what_it_does_not_see(faction: str) -> None:
    """The plot is the GM's alone, and each house counts its own crowns."""
    asked = " ".join(order_prompts(played(), faction, 99)).lower()
    assert "plot" not in asked
    assert asked.count("crowns") == 1


def test_a_draft_has_an_order_to_word_for_each_prompt() -> None:
    found = draft_of(played(), "oru")
    assert found is not None
    text = "\n".join(found.rows)
    assert "draft: true" in text
    assert text.count("FILL-IN") == len(found.said) == len(order_prompts(played(), "oru"))
    assert all(f"#: {it}" in text for it in found.said)
