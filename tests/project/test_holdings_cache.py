"""Who held what in past turns is kept from one build to the next while it cannot have changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from chronicle.cache import store
from chronicle.diagnostics.report import Report
from chronicle.model.audience import GM
from chronicle.pipeline import resolve_campaign
from chronicle.project import project
from chronicle.project.edition import Edition
from chronicle.project.holdings_cache import save_holdings, with_cached_holdings
from chronicle.project.lazy import LazySequence
from chronicle.records import replace
from tests.serve.edited_campaign import AGAIN, EDITS, TURNS
from tests.small_campaign import tree_of


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "_CURRENT", [store.Cache(tmp_path)])


def edition(edit: Mapping[str, str]) -> Edition:
    played = resolve_campaign(tree_of({**TURNS, **edit}), Report())
    assert played is not None
    return project(
        played.campaign, played.history, played.ruleset, GM, played.tellings, played.sources
    )


def computed_turns(edition: Edition) -> tuple[Edition, list[int]]:
    """The edition, and a list to which each turn is added whose holdings are computed."""
    turns: list[int] = []
    holdings = edition.holdings

    def compute(index: int) -> Any:
        turns.append(index + 1)
        return holdings[index]

    return replace(edition, holdings=LazySequence(len(holdings), compute)), turns


def test_holdings_are_those_of_the_campaign_after_every_edit() -> None:
    for edit in (*EDITS, *EDITS):
        now = edition(edit)
        cached = with_cached_holdings("key", now)
        assert list(cached.holdings) == list(now.holdings)
        assert replace(cached, holdings=now.holdings) == now
        save_holdings("key", cached)


def test_only_the_holdings_of_changed_turns_are_computed() -> None:
    def computed(edit: Mapping[str, str]) -> Sequence[int]:
        counted, turns = computed_turns(edition(edit))
        cached = with_cached_holdings("key", counted)
        save_holdings("key", cached)
        return turns

    assert computed({}) == [1, 2, 3]
    assert computed({}) == []
    assert computed({"turns/002.yaml": AGAIN.replace("Bells", "Gulls")}) == [2, 3]
    added = {"turns/002.yaml": AGAIN.replace("Bells", "Gulls"), "turns/004.yaml": "turn: 4\n"}
    assert computed(added) == [4]


def test_of_an_edition_without_origins_nothing_is_kept() -> None:
    unknown = replace(edition({}), origins=())
    save_holdings("key", unknown)
    assert with_cached_holdings("key", unknown) is unknown
    save_holdings("key", edition({}))
    assert with_cached_holdings("key", unknown) is unknown
