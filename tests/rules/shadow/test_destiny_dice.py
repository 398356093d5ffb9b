"""What holds on every board, however it came about: Destiny Dice are conserved, figures bounded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pytest

from chronicle.pipeline import PlayedCampaign
from chronicle.rules.protocol import PlayedTurn
from chronicle.rules.shadow.events import Changed
from chronicle.rules.shadow.stakes import Transfer
from chronicle.rules.shadow.state import GM_HAND, MAX_INFLUENCE, MAX_STRENGTH, State
from tests.properties.editable_campaign import played
from tests.properties.generators import sample
from tests.thorough import beginning

#: The first has dice lost to a block.
SEEDS = (20, *range(20), *range(21, 60))
#: So many are enough for `make test`.
FEW = 10


@lru_cache(maxsize=FEW)
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


@pytest.mark.parametrize("seed", beginning(SEEDS, FEW))
def test_every_board_keeps_the_laws(seed: int) -> None:
    played_turns = campaign(seed).history.turns
    for played_turn in played_turns:
        dice_come_and_go_by_the_gm_s_hand_alone(played_turn)
        resources_share_no_sphere_once_placed(played_turn.after)
    for board in boards(campaign(seed)):
        no_figure_is_out_of_bounds(board)


def dice_come_and_go_by_the_gm_s_hand_alone(played_turn: PlayedTurn[Any, Any, Any]) -> None:
    """S-ENT: the sum over pools and Chalice changes by what the GM adds or removes."""
    added = Counter[str]()
    for transfer, by_the_gm in transfers(played_turn):
        assert transfer.dice > 0
        assert transfer.source != transfer.target
        assert (GM_HAND in (transfer.source, transfer.target)) == by_the_gm
        added["in"] += transfer.dice * (transfer.source == GM_HAND)
        added["out"] += transfer.dice * (transfer.target == GM_HAND)
    assert played_turn.after.dice == played_turn.before.dice + added["in"] - added["out"]


def transfers(played_turn: PlayedTurn[Any, Any, Any]) -> Iterator[tuple[Transfer, bool]]:
    """Every transfer of a turn, and whether the GM has made it."""
    for step in played_turn.steps:
        for transfer in step.event.transfers:
            yield transfer, isinstance(step.event, Changed)


def no_figure_is_out_of_bounds(board: State) -> None:
    """S-ENT, S-ROUND-1, S-ACT: no pool below nothing, one holder of Influence 3."""
    powers = board.powers.values()
    assert board.chalice >= 0
    assert all(power.dice >= 0 for power in powers)
    assert all(1 <= level <= MAX_INFLUENCE for p in powers for level in p.influence.values())
    held = [s for p in powers for s, level in p.influence.items() if level == MAX_INFLUENCE]
    assert len(set(held)) == len(held)
    tools = [item for power in powers for item in power.resources.values()]
    assert all(1 <= item.strength <= MAX_STRENGTH for item in tools)
    assert all(power.actor.active or not power.actor.sphere for power in powers)


def resources_share_no_sphere_once_placed(board: State) -> None:
    for power in board.powers.values():
        where = [item.sphere for item in power.resources.values() if item.sphere]
        assert len(set(where)) == len(where)


def test_generated_campaigns_move_dice_between_most_accounts() -> None:
    """Without this the laws above could hold for want of anything happening."""
    rules = {
        transfer.rule
        for seed in SEEDS[:FEW]
        for played_turn in campaign(seed).history.turns
        for transfer, _ in transfers(played_turn)
    }
    assert {"S-ACT-1", "S-STAKE-2", "S-STAKE-3", "S-STAKE-4", "S-ENT", "S-ROUND-6"} <= rules
