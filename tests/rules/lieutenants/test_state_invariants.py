"""What holds on every board of lieutenants, however it came about."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from chronicle.pipeline import PlayedCampaign
from chronicle.rules.lieutenants.apply import apply_changes
from chronicle.rules.lieutenants.state import Information, Item, State, owners
from tests.properties.editable_campaign import played
from tests.properties.generators import sample

SEEDS = range(300, 312)


def campaign(seed: int) -> PlayedCampaign:
    """A campaign drawn at random, played."""
    return played(sample("lieutenants", seed).tree())


def boards(found: PlayedCampaign) -> Iterator[State]:
    """Every board of a campaign, event by event."""
    for played_turn in found.history.turns:
        yield from (step.before for step in played_turn.steps)
        yield played_turn.after


@pytest.mark.parametrize("seed", SEEDS)
def test_figures_stay_in_bounds(seed: int) -> None:
    """L-ENT: neither capital nor influence is ever negative."""
    for board in boards(campaign(seed)):
        assert all(faction.capital >= 0 for faction in board.factions.values())
        assert all(place.capital >= 0 for place in board.places.values())
        assert all(min(f.influence.values(), default=0) >= 0 for f in board.factions.values())


@pytest.mark.parametrize("seed", SEEDS)
def test_every_asset_is_in_exactly_one_place(seed: int) -> None:
    """L-ENT: an asset is at a location, or a thing in the hands of somebody who is.

    What has been sold is gone, and belongs to nobody.
    """
    for board in boards(campaign(seed)):
        for asset in (asset for asset in board.assets.values() if asset.faction):
            assert board.places[board.at(asset)].tier == "location"
            if isinstance(asset, Item | Information) and asset.holder:
                assert asset.holder in board.assets


@pytest.mark.parametrize("seed", SEEDS)
def test_stances_are_held_by_those_who_are_there(seed: int) -> None:
    """L-TURN-5: nobody waits who has gone, and no unit waits with two."""
    for board in boards(campaign(seed)):
        waiting = [unit for stance in board.stances.values() for unit in stance.units]
        assert len(waiting) == len(set(waiting))
        for id, stance in board.stances.items():
            lieutenant = board.lieutenant(id)
            assert lieutenant is not None
            assert lieutenant.condition not in ("lost", "destroyed")
            assert stance.faction in owners(lieutenant)
            assert not lieutenant.held_by


@pytest.mark.parametrize("seed", SEEDS)
def test_only_events_change_the_board(seed: int) -> None:
    for played_turn in campaign(seed).history.turns:
        board = played_turn.before
        for step in played_turn.steps:
            assert step.before == board
            board = apply_changes(board, step.event.changes)
        assert board == played_turn.after


@pytest.mark.parametrize("seed", SEEDS)
def test_resolution_is_deterministic(seed: int) -> None:
    assert campaign(seed).history == campaign(seed).history
