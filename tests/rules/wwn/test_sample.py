"""The sample campaign shows every action at work, and how factions rise and fall by them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import pytest

from chronicle.pipeline import PlayedCampaign
from chronicle.rules.wwn.changes import Lost
from chronicle.rules.wwn.events import Acted, Attacked, Collapsed, Event, GoalChecked
from chronicle.rules.wwn.setup.faction_sizes import FACTION_SIZES
from chronicle.rules.wwn.state import State
from chronicle.rules.wwn.terms import ACTIONS
from tests.sample_campaigns import play_sample


@lru_cache(maxsize=1)
def played() -> PlayedCampaign:
    """The sample as played."""
    return play_sample("orrow")


def events() -> list[Event]:
    """All that happens in the sample, in order."""
    return [step.event for played_turn in played().history.turns for step in played_turn.steps]


def goals() -> list[GoalChecked]:
    return [event for event in events() if isinstance(event, GoalChecked)]


def test_it_has_ten_turns_or_more_and_six_factions() -> None:
    assert len(played().history.turns) >= 10
    assert len(played().history.opening.after.factions) == 6


def test_its_factions_are_small_and_medium_ones() -> None:
    opening = played().history.opening.after
    sizes = {
        id: [
            size.name
            for size in FACTION_SIZES
            if size.fits(tuple(sorted(one.ratings, reverse=True)))
        ]
        for id, one in opening.factions.items()
    }
    assert all(sizes.values())
    assert {name for names in sizes.values() for name in names} == {"small", "medium"}


@pytest.mark.parametrize("action", ACTIONS)
def test_every_action_is_carried_out(action: str) -> None:
    done = {event.action for event in events() if isinstance(event, Acted) and event.details}
    done |= {"attack" for event in events() if isinstance(event, Attacked) and event.won}
    assert action in done


def test_goals_are_met_failed_and_given_up() -> None:
    met = {event.goal.kind for event in goals() if event.met and event.goal is not None}
    assert len(met) >= 4
    assert sum(event.met for event in goals()) >= 6
    assert any(event.abandoned for event in goals())
    assert any(event.failed for event in goals())
    assert any(event.raised for event in goals())


def test_bases_are_lost_and_a_faction_collapses() -> None:
    destroyed = [
        event
        for event in events()
        if isinstance(event, Attacked)
        and event.defender is not None
        and event.defender.base
        and any(change == Lost(event.defender.id) for change in event.changes)
    ]
    assert len(destroyed) >= 2
    (fallen,) = [event for event in events() if isinstance(event, Collapsed)]
    assert fallen.faction == "staple"


#: What assets of the campaign's own are made of, and what it changes about those that ship.
OWN: Final = {"royal-bier", "river-chain", "drowned-bell", "long-company"}


def test_it_has_assets_and_a_tag_of_its_own() -> None:
    board: State = played().history.opening.after
    assert set(board.house.catalogue.assets) >= OWN
    assert "hallowed" in board.house.catalogue.tags
