"""The sample campaign shows every rule of its ruleset, and everything an author can write."""

from __future__ import annotations

from functools import lru_cache
from typing import get_args

from chronicle.diagnostics.report import Report
from chronicle.load import read_tree
from chronicle.model.campaign import RevealKind
from chronicle.pipeline import PlayedCampaign, resolve_campaign
from chronicle.rules.shadow.events import (
    ActorPlaced,
    Assisted,
    AttackActorResult,
    AttackResourceResult,
    Changed,
    Conspired,
    Dominated,
    Event,
    MobilizeResult,
    Placed,
    RaiseResult,
    ResourceTaken,
)
from tests.sample_campaigns import SAMPLE


@lru_cache(maxsize=1)
def played() -> PlayedCampaign:
    """The sample as played."""
    report = Report()
    found = resolve_campaign(read_tree(SAMPLE, "content/vaime"), report)
    assert found is not None, [finding.message for finding in report.findings]
    return found


def events() -> list[Event]:
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


def test_every_step_of_the_round_takes_place() -> None:
    kinds = {type(event) for event in events()}
    assert {Placed, ActorPlaced, Changed, Conspired, ResourceTaken, Dominated, Assisted} <= kinds


def test_every_action_succeeds_and_fails() -> None:
    shown = {(type(event.details), event.outcome) for event in conspiracies()}
    both = {
        (details, end)
        for details in (RaiseResult, AttackResourceResult, AttackActorResult)
        for end in _ENDS
    }
    assert both | {(MobilizeResult, "success")} <= shown


_ENDS = ("success", "failure")


def test_every_way_to_fail_without_a_roll_is_shown() -> None:
    outcomes = {event.outcome for event in conspiracies()}
    assert {"vetoed", "no-narrative", "blocked", "no-dice"} <= outcomes


def test_influence_is_raised_to_every_level_a_level_skipped_and_others_thrown_out() -> None:
    raised = [
        event.details
        for event in conspiracies()
        if isinstance(event.details, RaiseResult) and event.outcome == "success"
    ]
    assert {details.level for details in raised} == {1, 2, 3}
    assert any(details.level > details.before + 1 for details in raised)
    assert any(details.displaced for details in raised)


def test_a_resource_is_weakened_and_one_destroyed_by_sixes() -> None:
    lost = [
        event.details
        for event in conspiracies()
        if isinstance(event.details, AttackResourceResult) and event.outcome == "success"
    ]
    assert any(details.lost < details.resource.strength for details in lost)
    assert any(details.lost > 1 and details.lost >= details.resource.strength for details in lost)


def test_dice_change_hands_by_every_rule() -> None:
    moved = {
        transfer.rule
        for event in events()
        if isinstance(event, Changed | Conspired | ResourceTaken | Dominated)
        for transfer in event.transfers
    }
    wanted = {"S-ACT-1", "S-ACT-3", "S-ENT", "S-ROUND-6", "S-STAKE-2", "S-STAKE-3", "S-STAKE-4"}
    assert wanted <= moved


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


def test_the_gm_changes_every_kind_of_figure() -> None:
    changes = [event for event in events() if isinstance(event, Changed)]
    assert {event.field for event in changes if event.by_news} >= {
        "influence",
        "strength",
        "dice",
        "chalice",
    }
    assert any(event.because for event in changes)
    assert any(event.field == "actor" and event.after for event in changes)


def test_dice_are_thrown_at_the_table_and_computed() -> None:
    sources = [roll.source for event in events() for roll in event.rolls]
    assert sources.count("table") >= 5
    assert sources.count("computed") >= 5


def test_a_power_helps_its_character_in_each_story() -> None:
    stories = {event.story for event in events() if isinstance(event, Assisted)}
    assert stories == {1, 2}


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
