"""Assets moved by free actions: who, how far, past which bans, at what price (W-FX-CARRIES).

The places lie in a row: isle, quay, castle, ford, mill, fen, moor. Whoever carries stands in the
castle unless it is said to be elsewhere.
"""

from __future__ import annotations

from typing import Any, Literal

import pytest

from chronicle.diagnostics.report import Problem
from chronicle.records import replace
from chronicle.rules.wwn.actions.arrival import Carrying
from chronicle.rules.wwn.actions.carries import passenger_refusals
from chronicle.rules.wwn.diagnostics import orders as problems
from chronicle.rules.wwn.effects import Carries, Waterborne
from chronicle.rules.wwn.events import Leg
from chronicle.rules.wwn.state import Mark, PlaceState
from tests.rules.wwn.boards import SHIPPED, asset, board, faction, played, poor, uses
from tests.rules.wwn.carry_actions import carried

FORBIDDEN = PlaceState("ford", ruler="oru", closed=True)


# ── Who carries whom, from where, to where ───────────────────────────────────────────────────────

#: The carrier, who is carried and where it is, the goal, the result, the price.
WAYS = [
    # One Wealth or Cunning asset that stands with them, as far as a move goes.
    ("smugglers", "usurers", "castle", "ford", "done", 0),
    ("smugglers", "prophet", "castle", "quay", "done", 0),
    ("smugglers", "infantry", "castle", "ford", "barred", 0),
    ("smugglers", "usurers", "ford", "castle", "too-far", 0),
    ("smugglers", "usurers", "castle", "mill", "too-far", 0),
    # The same for a Treasure.
    ("covert-transport", "usurers", "castle", "ford", "done", 1),
    ("covert-transport", "infantry", "castle", "ford", "barred", 0),
    # Anybody from a place in reach to another place in reach.
    ("underground-roads", "infantry", "quay", "ford", "done", 1),
    ("underground-roads", "infantry", "ford", "castle", "done", 1),
    ("underground-roads", "infantry", "quay", "mill", "too-far", 0),
    ("underground-roads", "infantry", "isle", "castle", "too-far", 0),
    # From a place in reach to here, or from here to a place in reach; not past here.
    ("military-transport", "infantry", "ford", "castle", "done", 0),
    ("military-transport", "infantry", "castle", "ford", "done", 0),
    ("military-transport", "infantry", "quay", "ford", "too-far", 0),
    # Between two places in reach, for a Treasure.
    ("military-roads", "infantry", "quay", "ford", "done", 1),
    ("military-roads", "usurers", "castle", "quay", "done", 1),
    ("military-roads", "infantry", "castle", "isle", "too-far", 0),
    # Somebody within two moves to a place within one of it or of the network.
    ("transport-network", "infantry", "mill", "castle", "done", 1),
    ("transport-network", "infantry", "mill", "fen", "done", 1),
    ("transport-network", "infantry", "isle", "ford", "done", 1),
    ("transport-network", "infantry", "mill", "moor", "too-far", 0),
    ("transport-network", "infantry", "fen", "castle", "too-far", 0),
]


@pytest.mark.parametrize(
    ("bearer", "passenger", "start", "to", "outcome", "price"),
    [pytest.param(*way, id=f"W-FX-CARRIES {way[0]} {way[1]} {way[2]}-{way[3]}") for way in WAYS],
)
def test_a_passenger_is_carried(
    bearer: str, passenger: str, start: str, to: str, outcome: str, price: int
) -> None:
    state = board(asset(bearer), asset(passenger, at=start))
    found = carried(state, bearer, to, passenger)
    assert found.came_to == outcome
    assert found.at(passenger) == (to if outcome == "done" else start)
    assert (found.at(bearer), found.treasure()) == ("castle", -price)
    assert found.acted.rule == "W-FX-CARRIES"


#: Who moves itself, from where to where, the result, the price.
SELVES = [
    ("war-fleet", "quay", "isle", "done", 0),
    ("war-fleet", "quay", "castle", "no-water", 0),
    ("caravan", "castle", "ford", "done", 1),
    ("caravan", "castle", "mill", "too-far", 0),
    ("dragomans", "castle", "ford", "done", 0),
    ("free-company", "castle", "quay", "done", 0),
    ("mad-genius", "castle", "quay", "done", 0),
    ("economic-disruption", "castle", "ford", "done", 0),
    ("economic-disruption", "castle", "mill", "too-far", 0),
    ("hired-legion", "castle", "ford", "done", 0),
    ("smuggling-fleet", "castle", "quay", "done", 0),
    ("smuggling-fleet", "castle", "ford", "no-water", 0),
]


@pytest.mark.parametrize(
    ("bearer", "start", "to", "outcome", "price"),
    [pytest.param(*way, id=f"W-FX-CARRIES {way[0]} {way[1]}-{way[2]}") for way in SELVES],
)
def test_an_asset_moves_itself(bearer: str, start: str, to: str, outcome: str, price: int) -> None:
    found = carried(board(asset(bearer, at=start)), bearer, to)
    assert (found.came_to, found.treasure()) == (outcome, -price)
    assert found.at(bearer) == (to if outcome == "done" else start)


def test_w_tag_mobile_goes_and_carries_twice_as_far() -> None:
    fast = faction("vael", tags=("mobile",))
    far = asset("cavalry", at="isle")
    pieces = (asset("dragomans"), asset("smugglers"), asset("usurers"), asset("military-transport"))
    state = board(*pieces, far, factions=[fast])
    slow = board(*pieces, far)
    for bearer, to, passenger in (
        ("dragomans", "mill", ""),
        ("smugglers", "mill", "usurers"),
        ("military-transport", "castle", "cavalry"),
    ):
        assert carried(state, bearer, to, passenger).came_to == "done"
        assert carried(slow, bearer, to, passenger).came_to == "too-far"
    assert carried(state, "dragomans", "fen").came_to == "too-far"
    assert carried(state, "smugglers", "fen", "usurers").came_to == "too-far"


# ── Bans (W-ACT-2) ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("bearer", "passenger", "outcome"),
    [
        # Smugglers find a way even for those who are not Subtle.
        ("smugglers", "usurers", "done"),
        # Who is Stealthed till it acts is let in as all who are Stealthed.
        ("covert-transport", "usurers", "done"),
        # Who is Subtle himself may be anywhere; infantry may not.
        ("underground-roads", "prophet", "done"),
        ("underground-roads", "infantry", "closed"),
        ("military-transport", "infantry", "closed"),
        ("military-roads", "infantry", "closed"),
        ("transport-network", "infantry", "closed"),
    ],
)
def test_w_act_2_a_ban_stops_who_has_no_cover(bearer: str, passenger: str, outcome: str) -> None:
    state = board(asset(bearer), asset(passenger), barred=[FORBIDDEN])
    found = carried(state, bearer, "ford", passenger)
    assert found.came_to == outcome
    assert found.at(passenger) == ("ford" if outcome == "done" else "castle")
    if outcome == "closed":
        assert found.acted.changes == ()


@pytest.mark.parametrize("cover", [{"stealth": "carried"}, {"marks": (Mark("smuggled"),)}])
def test_w_act_2_cover_that_lasts_until_it_acts_lets_a_passenger_in(cover: dict[str, Any]) -> None:
    passenger = asset("infantry", **cover)
    state = board(asset("military-roads"), passenger, barred=[FORBIDDEN])
    found = carried(state, "military-roads", "ford", "infantry")
    assert found.after.assets["infantry"] == replace(passenger, at="ford")


def test_w_act_2_a_way_past_bans_is_one_for_who_goes_itself_as_well() -> None:
    effects = (Carries("both", past_bans=True),)
    wagons = replace(SHIPPED.assets["caravan"], id="wagons", effects=effects)
    barge = replace(wagons, id="barge", effects=(*effects, Waterborne()))
    goers = [replace(asset("caravan", id=of), type=of) for of in ("wagons", "barge")]
    state = board(*goers, asset("infantry"), types=[wagons, barge], barred=[FORBIDDEN])
    assert carried(state, "wagons", "ford", "infantry").came_to == "done"
    assert carried(state, "barge", "ford").came_to == "no-water"


@pytest.mark.parametrize(
    ("bearer", "outcome"),
    [("caravan", "closed"), ("free-company", "closed"), ("economic-disruption", "done")],
)
def test_w_act_2_a_ban_stops_who_moves_itself(bearer: str, outcome: str) -> None:
    state = board(asset(bearer), barred=[FORBIDDEN])
    assert carried(state, bearer, "ford").came_to == outcome


def test_w_act_2_cover_that_lasts_until_it_acts_does_not_let_an_asset_in() -> None:
    hidden = [asset("free-company", stealth="carried"), asset("dragomans", stealth="hidden")]
    state = board(*hidden, barred=[FORBIDDEN])
    assert carried(state, "free-company", "ford").came_to == "closed"
    assert carried(state, "dragomans", "ford").came_to == "done"


def test_w_act_2_a_ship_is_carried_to_water_alone() -> None:
    state = board(asset("military-roads"), asset("war-fleet", at="quay"))
    assert carried(state, "military-roads", "ford", "war-fleet").came_to == "no-water"


# ── The cover of a passenger ─────────────────────────────────────────────────────────────────────


def test_w_fx_carries_a_passenger_of_the_covert_is_stealthed_until_it_acts() -> None:
    state = board(asset("covert-transport"), asset("economic-disruption"))
    gone = carried(state, "covert-transport", "ford", "economic-disruption")
    passenger = asset("economic-disruption", at="ford", stealth="carried")
    assert gone.after.assets["economic-disruption"] == passenger
    assert gone.details == Carrying(
        (Leg("economic-disruption", "The economic-disruption", "castle", "ford"),), 1, "stealth"
    )
    back = carried(gone.after, "economic-disruption", "castle")
    assert back.after.assets["economic-disruption"].stealth == ""


def test_w_fx_carries_who_is_hidden_for_good_stays_so() -> None:
    state = board(asset("covert-transport"), asset("usurers", stealth="hidden"))
    found = carried(state, "covert-transport", "ford", "usurers")
    assert found.after.assets["usurers"].stealth == "hidden"


# ── What hinders ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("change", "outcome"),
    [
        ({"marks": (Mark("unusable", by="x"),)}, "asset-unusable"),
        ({"marks": (Mark("withheld", amount=3),)}, "asset-unusable"),
        ({"marks": (Mark("rogue", amount=1),)}, "asset-unusable"),
        ({"marks": (Mark("hobbled", until=5),)}, "asset-hobbled"),
        ({"marks": (Mark("pinned", by="x"),)}, "asset-pinned"),
        ({"ready": 6}, "asset-unusable"),
        ({"ready": 5}, "done"),
        ({"bound_for": "quay"}, "asset-unusable"),
        ({"faction": "oru"}, "asset-gone"),
    ],
)
def test_w_turn_4_some_can_not_use_their_free_action(change: dict[str, Any], outcome: str) -> None:
    state = board(asset("dragomans"))
    given = uses(state, "dragomans", to="ford")
    changed = state.with_asset(replace(state.assets["dragomans"], **change))
    assert played(changed, given).came_to == outcome


def test_w_turn_4_nothing_is_told_of_what_is_not_ones_own_any_more() -> None:
    state = board(asset("dragomans"))
    given = uses(state, "dragomans", to="ford")
    lost = state.with_asset(replace(state.assets["dragomans"], faction="oru", at="mill"))
    for changed, rule in ((lost, "W-FX-CARRIES"), (board(), "W-TURN-4")):
        event = played(changed, given).acted
        assert (event.reason, event.name, event.at, event.rule) == ("asset-gone", "", "", rule)


def test_w_fx_carries_who_moves_itself_takes_nobody_along_and_goes_somewhere() -> None:
    state = board(asset("dragomans"), asset("infantry"))
    found = carried(state, "dragomans", "ford", "infantry")
    assert (found.at("dragomans"), found.at("infantry")) == ("ford", "castle")
    assert carried(state, "dragomans", "castle").came_to == "there-already"
    assert carried(board(asset("caravan")), "caravan", "ford", "infantry").came_to == "target-gone"


@pytest.mark.parametrize(
    ("change", "outcome"),
    [
        ({"marks": (Mark("pinned", by="x"),)}, "target-held"),
        ({"marks": (Mark("unusable", by="x"),)}, "target-held"),
        ({"marks": (Mark("rogue", amount=1),)}, "target-gone"),
        ({"faction": "oru"}, "target-gone"),
        ({"at": "ford"}, "there-already"),
    ],
)
def test_w_fx_carries_some_can_not_be_carried(change: dict[str, Any], outcome: str) -> None:
    state = board(asset("military-roads"), asset("infantry"))
    changed = state.with_asset(replace(state.assets["infantry"], **change))
    found = carried(changed, "military-roads", "ford", "infantry")
    assert (found.came_to, found.acted.changes) == (outcome, ())


@pytest.mark.parametrize(
    ("whose", "said"), [("vael", problems.UnusableAsset), ("oru", problems.NotAsKnown)]
)
@pytest.mark.parametrize("mark", ["pinned", "unusable"])
def test_w_fx_carries_what_keeps_an_allys_asset_its_owner_alone_knows(
    mark: Literal["pinned", "unusable"], whose: str, said: type[Problem]
) -> None:
    kept = asset("infantry", whose, marks=(Mark(mark, by="x"),))
    state = board(bearer := asset("military-roads"), kept)
    effect = state.type_of(bearer).effects_of(Carries)[0]
    found = [type(it.problem) for it in passenger_refusals(state, bearer, kept, effect)]
    assert found == [said]


def test_w_fx_carries_nobody_carries_itself_as_a_passenger() -> None:
    state = board(asset("military-roads"))
    assert carried(state, "military-roads", "ford", "military-roads").came_to == "barred"


def test_w_fx_carries_the_last_treasure_is_enough_and_less_is_not() -> None:
    for treasure, outcome in ((1, "done"), (0, "no-treasure")):
        state = board(asset("caravan"), factions=[poor("vael", treasure)])
        found = carried(state, "caravan", "ford")
        assert (found.came_to, found.after.factions["vael"].treasure) == (outcome, 0)


@pytest.mark.parametrize(
    ("bearer", "again"),
    [
        ("military-roads", "used-already"),
        ("underground-roads", "done"),
        ("transport-network", "done"),
    ],
)
def test_w_turn_4_once_a_turn_but_for_those_without_such_a_limit(bearer: str, again: str) -> None:
    state = board(asset(bearer), asset("infantry"))
    once = carried(state, bearer, "ford", "infantry")
    assert once.came_to == "done"
    assert carried(once.after, bearer, "castle", "infantry").came_to == again
