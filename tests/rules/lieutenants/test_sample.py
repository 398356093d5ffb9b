"""The sample campaign shows every action with every result, and all that lies between turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import get_args

import pytest

from chronicle.diagnostics.report import Report
from chronicle.load import read_tree
from chronicle.pipeline import PlayedCampaign, resolve_campaign
from chronicle.rules.lieutenants.changes import Captured, Found, Joined, Learnt, Turned
from chronicle.rules.lieutenants.events import (
    Acted,
    Altered,
    AttackDetails,
    ConcealDetails,
    Event,
    InfluenceDetails,
    Intercepted,
    ProjectDetails,
    RecruitDetails,
    SpyDetails,
    TakeDetails,
    TradeDetails,
    TurnEnded,
    Upkeep,
)
from chronicle.rules.lieutenants.orders import Order, Orders
from chronicle.rules.lieutenants.state import Facility, Lieutenant, State, Unit
from chronicle.rules.lieutenants.terms import ROLL_RESULTS, SUCCESSES, Action, RollResult
from tests.sample_campaigns import SAMPLES

_ACTIONS: tuple[Action, ...] = get_args(Action)
#: Actions without a check of their own: L-ACT-MOVE, L-ACT-WORK, and the two stances.
_UNCHECKED = ("move", "work", "ambush", "block")
#: What a GM makes up is not part of the sample, but of the cases.
_MADE_UP = ("custom",)
_CHECKED = tuple(action for action in _ACTIONS if action not in (*_UNCHECKED, *_MADE_UP))


@lru_cache(maxsize=1)
def played() -> PlayedCampaign:
    """The sample as played."""
    report = Report()
    found = resolve_campaign(read_tree(SAMPLES["cauvenne"], "content/cauvenne"), report)
    assert found is not None, [finding.message for finding in report.findings]
    return found


def events() -> list[Event]:
    """All that happens in the sample, in order."""
    return [step.event for played_turn in played().history.turns for step in played_turn.steps]


def acted(*actions: Action) -> list[Acted]:
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
def test_every_action_comes_to_every_result_twice(action: Action, result: RollResult) -> None:
    assert sum(event.result == result for event in acted(action)) >= 2


@pytest.mark.parametrize("action", ["move", "work"])
def test_what_is_done_without_a_check_is_done_often(action: Action) -> None:
    assert sum(event.outcome == "done" for event in acted(action)) >= 5


@pytest.mark.parametrize("result", ROLL_RESULTS)
@pytest.mark.parametrize("kind", ["ambush", "block"])
def test_stances_are_sprung_with_every_result(kind: str, result: RollResult) -> None:
    assert any(event.kind == kind and event.result == result for event in stances())


def test_those_who_meet_a_stance_do_all_that_they_can() -> None:
    assert {event.outcome for event in stances()} == {
        "attacked",
        "attack",
        "stopped",
        "round",
        "pass",
    }
    assert sum(event.part == "fight" for event in acted()) >= 2


def test_a_stance_lasts_until_a_later_turn() -> None:
    set_in = {(event.lieutenant, event.id.split("/")[0]) for event in acted("ambush", "block")}
    sprung = [(event.lieutenant, event.id.split("/")[0]) for event in stances()]
    assert any(found not in set_in for found in sprung)


def test_dice_are_thrown_at_the_table_and_most_are_computed() -> None:
    sources = Counter(roll.source for event in events() for roll in event.rolls)
    assert sources["table"] >= 10
    assert sources["computed"] > sources["table"]


def test_what_comes_of_orders_comes_up() -> None:
    outcomes = {event.outcome for event in acted()}
    assert {"done", "failed", "unpaid", "not-there", "stopped", "not-carried-out"} <= outcomes
    assert any(event.reason == "lieutenant-distracted" for event in acted())


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


def test_a_double_agent_serves_two_and_acts_for_the_one_that_pays() -> None:
    turned = [change for event in acted("recruit") for change in event.changes]
    agents = {change.asset for change in turned if isinstance(change, Turned)}
    lieutenants = {
        asset.id
        for board in states()
        for asset in board.assets.values()
        if isinstance(asset, Lieutenant) and asset.agent_of and asset.agent_of != asset.faction
    }
    assert agents & lieutenants
    assert any(
        event.lieutenant in lieutenants and before.assets[event.lieutenant].faction != event.faction
        for before, event in zip(boards_before(), acted(), strict=True)
    )


def boards_before() -> list[State]:
    """The board before each order, in the order of `acted()`."""
    return [
        step.before
        for played_turn in played().history.turns
        for step in played_turn.steps
        if isinstance(step.event, Acted)
    ]


def test_recruits_come_over_and_stay() -> None:
    won = [event.details for event in acted("recruit") if event.result in SUCCESSES]
    stays = {details.stays for details in won if isinstance(details, RecruitDetails)}
    assert stays == {True, False}


def test_a_unit_is_hidden() -> None:
    hidden = {
        event.details.subject
        for event in acted("conceal")
        if isinstance(event.details, ConcealDetails) and event.details.level
    }
    assert any(isinstance(states()[0].assets.get(id), Unit) for id in hidden)
    assert any(not isinstance(states()[0].assets.get(id), Unit) for id in hidden)


def test_a_secret_location_is_found_by_watching() -> None:
    found = [
        change
        for event in acted("surveil")
        if isinstance(event.details, SpyDetails) and event.details.places
        for change in event.changes
        if isinstance(change, Learnt)
    ]
    assert found
    assert all(states()[0].places[change.place].secret for change in found)


def test_something_hidden_is_found_by_one_alone() -> None:
    found = [change for event in acted() for change in event.changes if isinstance(change, Found)]
    assert found


def test_projects_are_finished_lost_and_blocked() -> None:
    done = {
        event.action
        for event in acted("research", "train")
        if isinstance(event.details, ProjectDetails) and event.details.done
    }
    assert done == {"research", "train"}
    assert any(event.lapsed for event in events() if isinstance(event, TurnEnded))
    assert any(project.blocked for board in states() for project in board.projects.values())


def test_assets_are_lost_to_upkeep_and_one_leaves_over_respect() -> None:
    left = [gone for event in events() if isinstance(event, Upkeep) for gone in event.left]
    assert {why for _, why in left} == {"capital", "respect"}
    unpaid = [id for id, why in left if why == "capital"]
    assert any(isinstance(states()[-1].assets.get(id), Unit) for id in unpaid)
    assert any(id in states()[-1].places for id in unpaid)


def test_nobody_is_rich() -> None:
    players = [
        faction for board in states() for faction in board.factions.values() if not faction.npc
    ]
    assert all(faction.capital <= 30 for faction in players)
    assert sum(faction.capital <= 3 for faction in players) >= len(players) // 4


def test_alliances_are_made_and_a_rally_is_answered_by_an_attack() -> None:
    players = [faction for faction in states()[-1].factions.values() if not faction.npc]
    assert any(faction.allies for faction in players)
    answers = [
        event
        for event in acted("aggressive-attack", "cautious-attack")
        if isinstance(event.details, AttackDetails) and event.details.rally
    ]
    assert any(states()[0].factions[event.faction].npc for event in answers)
    assert any(
        isinstance(event.details, InfluenceDetails) and event.details.backs
        for event in acted("claim")
        if event.result in SUCCESSES
    )


def test_raids_and_thefts_go_unidentified() -> None:
    for action in ("raid", "steal"):
        unseen = [
            event
            for event in acted(action)
            if event.stealth.kind == "unidentified" and event.stealth.held
        ]
        assert any(event.outcome == "done" for event in unseen), action


def test_facilities_are_built_and_sabotaged() -> None:
    built = [
        event.details.subject
        for event in acted("purchase")
        if isinstance(event.details, TradeDetails) and event.details.kind == "facility"
        if event.outcome == "done"
    ]
    struck = [
        event.details.subject
        for event in acted("steal", "raid")
        if isinstance(event.details, TakeDetails) and event.details.kind == "facility"
        if event.outcome == "done"
    ]
    assert built
    assert set(struck) & set(built)
    assert any(
        isinstance(asset, Facility) and asset.condition == "destroyed"
        for asset in states()[-1].assets.values()
    )


def test_assassins_strike_unseen_and_somebody_dies() -> None:
    strikes = [
        (event, event.details)
        for event in acted("aggressive-attack")
        if isinstance(event.details, AttackDetails) and event.details.strike
    ]
    assert any(event.stealth.held for event, _ in strikes)
    victims = [states()[-1].assets[details.strike] for _, details in strikes]
    assert any(isinstance(one, Lieutenant) and one.condition == "destroyed" for one in victims)


def test_a_location_is_bought_in_secret() -> None:
    assert any(
        isinstance(event.details, TradeDetails)
        and event.details.kind == "location"
        and event.outcome == "done"
        and event.stealth.held
        for event in acted("purchase")
    )


def test_double_prices_are_paid_and_refused() -> None:
    failed = [event.outcome for event in acted("purchase") if event.result == "failure"]
    assert {"done", "failed"} <= set(failed)


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


def test_the_game_master_changes_things_by_news_and_by_hand() -> None:
    changes = [event for event in events() if isinstance(event, Altered)]
    assert {event.by_news for event in changes} == {True, False}
    assert {"capital", "reach", "condition"} <= {event.what for event in changes}
    assert any(event.because for event in changes)


def test_an_asset_changes_sides() -> None:
    joined = {
        change.asset
        for event in acted("recruit", "steal", "raid")
        for change in event.changes
        if isinstance(change, Joined)
    }
    assert "best-card" in joined
    assert any(isinstance(states()[-1].assets[id], Unit) for id in joined)


def test_somebody_is_taken_prisoner_and_set_free() -> None:
    taken = [
        change for event in acted() for change in event.changes if isinstance(change, Captured)
    ]
    held = {change.asset for change in taken if change.by}
    assert held
    assert held & {change.asset for change in taken if not change.by}


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
