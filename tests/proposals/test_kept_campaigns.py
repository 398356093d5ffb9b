"""A campaign that breaks a law is kept as a small campaign that breaks it alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.proposals.kept_campaigns import case_of_text, hold
from tests.proposals.proposed_campaigns import ProposedCampaign
from tests.suggested_campaigns import starting_files


def nothing_is_ordered(game: ProposedCampaign) -> None:
    """A law that every campaign with an order breaks."""
    assert not any(turn.orders for turn in game.played().campaign.turns)


def nothing_is_wrong(game: ProposedCampaign) -> None:
    assert game.played().history.turns


def test_what_breaks_a_law_is_made_smaller_and_kept(tmp_path: Path) -> None:
    game = ProposedCampaign("benchmark", "benchmark 1", starting_files("benchmark", "shadow", 1))
    hold(game, "wrong", nothing_is_wrong, tmp_path)
    assert not list(tmp_path.iterdir())
    with pytest.raises(AssertionError, match="made smaller and kept in") as caught:
        hold(game, "ordered", nothing_is_ordered, tmp_path)
    (path,) = tmp_path.iterdir()
    assert str(path) in str(caught.value)
    case = case_of_text(path.read_text(encoding="utf-8"))
    assert case.broken_by(nothing_is_ordered)
    assert case.broken_by(nothing_is_wrong) is None
    # A campaign, its places, one of four factions, and one order.
    assert len(game.files) == 13
    kept = [it.partition("/")[0] for it in sorted(case.files)]
    assert kept == ["campaign.yaml", "factions", "places.yaml", "turns"]
    assert case.files["turns/001.yaml"].count(b"\n") == 2
