"""The sample campaign shows every rule of its ruleset, and everything an author can write."""

from __future__ import annotations

from functools import lru_cache
from typing import get_args

from chronicle.model.campaign import RevealKind
from chronicle.pipeline import PlayedCampaign
from chronicle.rules.shadow.events import Conspired, RoundEvent
from tests.sample_campaigns import play_sample


@lru_cache(maxsize=1)
def played() -> PlayedCampaign:
    """The sample as played."""
    return play_sample("vaime")


def events() -> list[RoundEvent]:
    """All that happens in the sample, in order."""
    return [step.event for played_turn in played().history.turns for step in played_turn.steps]


def conspiracies() -> list[Conspired]:
    """All conspiracies of the sample."""
    return [event for event in events() if isinstance(event, Conspired)]


def test_the_sample_is_as_large_as_a_real_campaign() -> None:
    campaign = played().campaign
    assert len(campaign.factions) == 5
    assert len(campaign.places) >= 12
    assert len(campaign.turns) >= 8
    assert all(place.neighbours and place.position for place in campaign.places)


def test_others_help_and_block_and_defend_without_a_stake() -> None:
    roles = {stake.role for event in conspiracies() for stake in event.stakes if stake.dice}
    assert roles == {"conspirator", "help", "block", "defence"}
    several = [
        event
        for event in conspiracies()
        if len({stake.power for stake in event.stakes if stake.role == "block"}) > 1
    ]
    assert any(event.outcome != "success" for event in several)
    assert any(
        stake.wanted == 0
        for event in conspiracies()
        for stake in event.stakes
        if stake.role == "defence"
    )


def test_dice_are_thrown_at_the_table_and_computed() -> None:
    sources = [roll.source for event in events() for roll in event.rolls]
    assert sources.count("table") >= 5
    assert sources.count("computed") >= 5


def test_the_street_hears_lines_drafts_and_nothing() -> None:
    lines = [event.public for event in conspiracies()]
    assert None in lines
    assert "" in lines
    assert any(lines)


def test_rumors_are_true_distorted_and_false_and_some_come_late() -> None:
    rumors = [rumor for turn in played().campaign.turns for rumor in turn.rumors]
    assert {rumor.truth for rumor in rumors} == {"true", "distorted", "false"}
    assert any(rumor.heard_in > rumor.turn for rumor in rumors)
    assert any(not rumor.visibility.public for rumor in rumors)
    assert any(rumor.about for rumor in rumors)


def test_everything_that_can_be_revealed_is() -> None:
    kinds = {reveal.kind for turn in played().campaign.turns for reveal in turn.reveals}
    assert kinds == set(get_args(RevealKind))


def test_some_things_are_kept_from_the_public() -> None:
    campaign = played().campaign
    assert any(not faction.visibility.public for faction in campaign.factions)
    assert any(not place.visibility.public for place in campaign.places)
    assert any(not page.visibility.public for page in campaign.pages)
    assert any(item.sender for turn in campaign.turns for item in turn.news)
    assert all(turn.notes for turn in campaign.turns)
