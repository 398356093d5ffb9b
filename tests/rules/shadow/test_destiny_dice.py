"""What holds on every board, however it came about: Destiny Dice are conserved, figures bounded."""

from __future__ import annotations

from collections import Counter

import pytest

from chronicle.pipeline import PlayedCampaign
from chronicle.rules.shadow.events import Changed, Conspired, Dominated, ResourceTaken
from chronicle.rules.shadow.state import GM_HAND, MAX_INFLUENCE, MAX_STRENGTH, State
from tests.properties.editable_campaign import played
from tests.properties.generators import sample

SEEDS = range(60)


def campaign(seed: int) -> PlayedCampaign:
    """A campaign drawn at random, played."""
    return played(sample("shadow", seed).tree())


def boards(found: PlayedCampaign) -> list[State]:
    """Every board of a campaign, event by event."""
    states: list[State] = []
    for played_turn in found.history.turns:
        states += [step.before for step in played_turn.steps]
        states.append(played_turn.after)
    return states


@pytest.mark.parametrize("seed", SEEDS)
def test_dice_come_and_go_by_the_gm_s_hand_alone(seed: int) -> None:
    """S-ENT: the sum over pools and Chalice changes by what the GM adds or removes."""
    for played_turn in campaign(seed).history.turns:
        added = Counter[str]()
        for step in played_turn.steps:
            if isinstance(step.event, Changed | Conspired | ResourceTaken | Dominated):
                for transfer in step.event.transfers:
                    assert transfer.dice > 0
                    assert transfer.source != transfer.target
                    by_gm = GM_HAND in (transfer.source, transfer.target)
                    assert by_gm == isinstance(step.event, Changed)
                    added["in"] += transfer.dice * (transfer.source == GM_HAND)
                    added["out"] += transfer.dice * (transfer.target == GM_HAND)
        assert played_turn.after.dice == played_turn.before.dice + added["in"] - added["out"]


@pytest.mark.parametrize("seed", SEEDS)
def test_no_board_breaks_the_bounds(seed: int) -> None:
    """S-ENT, S-ROUND-1, S-ACT: no pool below nothing, one holder, one resource to a sphere."""
    for board in boards(campaign(seed)):
        powers = board.powers.values()
        assert board.chalice >= 0
        assert all(power.dice >= 0 for power in powers)
        assert all(1 <= level <= MAX_INFLUENCE for p in powers for level in p.influence.values())
        held = [s for p in powers for s, level in p.influence.items() if level == MAX_INFLUENCE]
        assert len(set(held)) == len(held)
        tools = [item for power in powers for item in power.resources.values()]
        assert all(1 <= item.strength <= MAX_STRENGTH for item in tools)
        assert all(power.actor.active or not power.actor.sphere for power in powers)


@pytest.mark.parametrize("seed", SEEDS)
def test_resources_share_no_sphere_once_placed(seed: int) -> None:
    for played_turn in campaign(seed).history.turns:
        for power in played_turn.after.powers.values():
            where = [item.sphere for item in power.resources.values() if item.sphere]
            assert len(set(where)) == len(where)


def test_generated_campaigns_move_dice_between_most_accounts() -> None:
    """Without this the laws above could hold for want of anything happening."""
    rules = Counter(
        transfer.rule
        for seed in SEEDS
        for played_turn in campaign(seed).history.turns
        for step in played_turn.steps
        if isinstance(step.event, Changed | Conspired | ResourceTaken | Dominated)
        for transfer in step.event.transfers
    )
    assert {"S-ACT-1", "S-STAKE-2", "S-STAKE-3", "S-STAKE-4", "S-ENT", "S-ROUND-6"} <= set(rules)
