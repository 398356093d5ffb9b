"""The sample campaign shows every action with every result, and all that lies between turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import get_args

import pytest

from chronicle.pipeline import PlayedCampaign
from chronicle.rules.lieutenants.events import Acted, Event, Intercepted
from chronicle.rules.lieutenants.orders import Order, Orders
from chronicle.rules.lieutenants.state import Facility, State, Unit
from chronicle.rules.lieutenants.terms import ROLL_RESULTS, ActionName, RollResult
from tests.sample_campaigns import play_sample

_ACTIONS: tuple[ActionName, ...] = get_args(ActionName)
#: Actions without a check of their own: L-ACT-MOVE, L-ACT-WORK, and the two stances.
_UNCHECKED = ("move", "work", "ambush", "block")
#: What a GM makes up is not part of the sample, but of the cases.
_MADE_UP = ("custom",)
_CHECKED = tuple(action for action in _ACTIONS if action not in (*_UNCHECKED, *_MADE_UP))


@lru_cache(maxsize=1)
def played() -> PlayedCampaign:
    """The sample as played."""
    return play_sample("cauvenne")


def events() -> list[Event]:
    """All that happens in the sample, in order."""
    return [step.event for played_turn in played().history.turns for step in played_turn.steps]


def acted(*actions: ActionName) -> list[Acted]:
    """All orders of these actions as they were carried out; all orders without any."""
    return [
        event
        for event in events()
        if isinstance(event, Acted) and (not actions or event.action in actions)
    ]


def stances() -> list[Intercepted]:
    """All moves that met a stance."""
    return [event for event in events() if isinstance(event, Intercepted)]


def orders() -> Iterator[Order]:
    """All orders as they were given."""
    for played_turn in played().history.turns:
        assert isinstance(played_turn.orders, Orders)
        yield from played_turn.orders.in_order()


def states() -> list[State]:
    """The board after every turn."""
    return [played_turn.after for played_turn in played().history.turns]


def test_the_sample_is_as_large_as_a_real_campaign() -> None:
    campaign = played().campaign
    board = states()[0]
    assert sum(not faction.npc for faction in board.factions.values()) == 5
    assert sum(faction.npc for faction in board.factions.values()) == 3
    assert len(campaign.turns) >= 10
    assert {place.tier for place in board.places.values()} == {"region", "locale", "location"}
    assert sum(place.tier == "region" for place in board.places.values()) >= 2


@pytest.mark.parametrize("result", ROLL_RESULTS)
@pytest.mark.parametrize("action", _CHECKED)
def test_every_action_comes_to_every_result_twice(action: ActionName, result: RollResult) -> None:
    assert sum(event.result == result for event in acted(action)) >= 2


@pytest.mark.parametrize("action", ["move", "work"])
def test_what_is_done_without_a_check_is_done_often(action: ActionName) -> None:
    assert sum(event.outcome == "done" for event in acted(action)) >= 5


@pytest.mark.parametrize("result", ROLL_RESULTS)
@pytest.mark.parametrize("kind", ["ambush", "block"])
def test_stances_are_sprung_with_every_result(kind: str, result: RollResult) -> None:
    assert any(event.kind == kind and event.result == result for event in stances())


def test_a_stance_lasts_until_a_later_turn() -> None:
    set_in = {(event.lieutenant, event.id.split("/")[0]) for event in acted("ambush", "block")}
    sprung = [(event.lieutenant, event.id.split("/")[0]) for event in stances()]
    assert any(found not in set_in for found in sprung)


def test_dice_are_thrown_at_the_table_and_most_are_computed() -> None:
    sources = Counter(roll.source for event in events() for roll in event.rolls)
    assert sources["table"] >= 10
    assert sources["computed"] > sources["table"]


def test_an_order_built_on_another_is_carried_out_both_ways() -> None:
    built = {order.key: order for order in orders() if order.needs}
    done = {f"{event.faction}/{event.order}": event for event in acted()}
    taken = [done[key].action == order.action for key, order in built.items()]
    fell_back = [
        order.otherwise is not None and done[key].action == order.otherwise.action != order.action
        for key, order in built.items()
    ]
    assert any(taken)
    assert any(fell_back)


def test_nobody_is_rich() -> None:
    players = [
        faction for board in states() for faction in board.factions.values() if not faction.npc
    ]
    assert all(faction.capital <= 30 for faction in players)
    assert sum(faction.capital <= 3 for faction in players) >= len(players) // 4


def test_the_house_has_its_own_catalogue_and_it_is_bought_from() -> None:
    house = states()[0].house
    ours = {entry.id for entry in house.catalogue.facilities.values() if entry.ours}
    assert ours
    assert house.damaged_penalty
    bought = {asset.type for asset in states()[-1].assets.values() if isinstance(asset, Facility)}
    assert bought & ours
    abilities = {
        ability
        for asset in states()[-1].assets.values()
        if isinstance(asset, Unit)
        for ability in asset.abilities
    }
    assert "cold-light" in abilities


def test_rumors_are_true_distorted_and_false_and_most_have_an_event() -> None:
    rumors = [rumor for turn in played().campaign.turns for rumor in turn.rumors]
    assert {rumor.truth for rumor in rumors} == {"true", "distorted", "false"}
    assert any(rumor.heard_in > rumor.turn for rumor in rumors)
    assert any(not rumor.visibility.public for rumor in rumors)
    assert sum(bool(rumor.about) for rumor in rumors) > len(rumors) // 2


def test_places_orders_news_and_rumors_are_revealed() -> None:
    kinds = {reveal.kind for turn in played().campaign.turns for reveal in turn.reveals}
    assert {"event", "news", "rumor", "place"} <= kinds


def test_some_things_are_kept_from_the_public() -> None:
    campaign = played().campaign
    assert any(not place.visibility.public for place in campaign.places)
    assert any(not page.visibility.public for page in campaign.pages)
    assert all(turn.notes for turn in campaign.turns)
    letters = [item for turn in campaign.turns for item in turn.news if item.sender]
    assert any(not letter.visibility.public for letter in letters)
    assert all(order.plan for order in orders())
