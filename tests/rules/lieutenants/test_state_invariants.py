"""What holds on every board of lieutenants, however it came about."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from chronicle.pipeline import PlayedCampaign
from chronicle.rules.lieutenants.state import Information, Item, State, owners
from tests.properties.editable_campaign import played
from tests.properties.generators import sample
from tests.thorough import beginning

SEEDS = range(300, 312)


def campaign(seed: int) -> PlayedCampaign:
    """A campaign drawn at random, played."""
    return played(sample("lieutenants", seed).tree())


def boards(found: PlayedCampaign) -> Iterator[State]:
    """Every board of a campaign, event by event."""
    for played_turn in found.history.turns:
        yield from (step.before for step in played_turn.steps)
        yield played_turn.after


@pytest.mark.parametrize("seed", beginning(SEEDS, 3))
def test_every_board_keeps_the_laws(seed: int) -> None:
    for board in boards(campaign(seed)):
        no_figure_is_negative(board)
        every_asset_is_in_exactly_one_place(board)
        stances_are_held_by_those_who_are_there(board)


def no_figure_is_negative(board: State) -> None:
    """L-ENT: neither capital nor influence is ever negative."""
    assert all(faction.capital >= 0 for faction in board.factions.values())
    assert all(place.capital >= 0 for place in board.places.values())
    assert all(min(f.influence.values(), default=0) >= 0 for f in board.factions.values())


def every_asset_is_in_exactly_one_place(board: State) -> None:
    """L-ENT: an asset is at a location, or a thing in the hands of somebody who is.

    What has been sold is gone, and belongs to nobody.
    """
    for asset in (asset for asset in board.assets.values() if asset.faction):
        assert board.places[board.at(asset)].tier == "location"
        if isinstance(asset, Item | Information) and asset.holder:
            assert asset.holder in board.assets


def stances_are_held_by_those_who_are_there(board: State) -> None:
    """L-TURN-5: nobody waits who has gone, and no unit waits with two."""
    waiting = [unit for stance in board.stances.values() for unit in stance.units]
    assert len(waiting) == len(set(waiting))
    for id, stance in board.stances.items():
        lieutenant = board.lieutenant(id)
        assert lieutenant is not None
        assert lieutenant.condition not in ("lost", "destroyed")
        assert stance.faction in owners(lieutenant)
        assert not lieutenant.held_by
