"""Moves, those who lead others past a ban, and those who watch for arrivals (W-ACT-2, W-FX)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from chronicle.model.dice import Dice
from chronicle.records import replace
from chronicle.rules.wwn.actions import resolve_order
from chronicle.rules.wwn.actions.move import MoveOrder
from chronicle.rules.wwn.changes import Moved, fold
from chronicle.rules.wwn.dice_amounts import DiceAmount
from chronicle.rules.wwn.effects import Rerolls, Spots
from chronicle.rules.wwn.orders import Order
from chronicle.rules.wwn.state import Mark, PlaceState, Policy, State
from chronicle.rules.wwn.turn_start import is_uncovered
from tests.rules.wwn.boards import (
    SHIPPED,
    TURN,
    Played,
    all_orders,
    asset,
    board,
    faction,
    order,
    played,
    uses,
)

FORBIDDEN = PlaceState("ford", ruler="oru", closed=True)


def moved(
    state: State, id: str, to: str, dice: Mapping[str, tuple[int, ...]] | None = None
) -> Played:
    return played(state, order(MoveOrder(to), id), dice)


@pytest.mark.parametrize(
    ("tags", "to", "outcome"),
    [
        ((), "castle", "there-already"),
        ((), "mill", "too-far"),
        (("mobile",), "mill", "done"),
        (("mobile",), "fen", "too-far"),
    ],
)
def test_w_act_2_so_far_and_no_farther(tags: tuple[str, ...], to: str, outcome: str) -> None:
    state = board(asset("infantry"), factions=[faction("vael", tags=tags)])
    assert moved(state, "infantry", to).came_to == outcome


@pytest.mark.parametrize(
    ("miles", "outcome"), [(100.0, "done"), (100.1, "too-far")], ids=["100 miles", "100.1 miles"]
)
def test_w_act_2_in_miles_a_move_is_a_hundred(miles: float, outcome: str) -> None:
    state = board(asset("infantry"), house={"distance": "miles"})
    state = state.with_place(PlaceState("castle", position=(0.0, 0.0)))
    # A right-angled triangle of 3 : 4 : 5.
    state = state.with_place(PlaceState("ford", position=(miles * 0.6, miles * 0.8)))
    assert moved(state, "infantry", "ford").came_to == outcome


@pytest.mark.parametrize(
    ("start", "end", "outcome"),
    [(99.8, 199.8, "done"), (0.1, 100.1, "done"), (99.8, 199.9, "too-far")],
)
def test_w_act_2_miles_are_counted_as_they_are_written(
    start: float, end: float, outcome: str
) -> None:
    """In binary 199.8 less 99.8 is more than 100."""
    state = board(asset("infantry"), house={"distance": "miles"})
    state = state.with_place(PlaceState("castle", position=(start, 5.0)))
    state = state.with_place(PlaceState("ford", position=(end, 5.0)))
    assert moved(state, "infantry", "ford").came_to == outcome


#: Whose order it is to stay out, and the result of a Move there.
BANS = [
    (PlaceState("ford", ruler="oru", closed=True), "infantry", "closed"),
    (PlaceState("ford", ruler="oru", closed=True, admits=frozenset({"vael"})), "infantry", "done"),
    (PlaceState("ford", ruler="oru", forbids=frozenset({"vael"})), "infantry", "closed"),
    (PlaceState("ford", ruler="oru", forbids=frozenset({"kell"})), "infantry", "done"),
    (PlaceState("ford", ruler="vael", closed=True), "infantry", "done"),
    # Thugs are Subtle; the Legion goes where it will by a Move.
    (FORBIDDEN, "thugs", "done"),
    (FORBIDDEN, "invincible-legion", "done"),
    (FORBIDDEN, "vanguard-unit", "done"),
]


@pytest.mark.parametrize(
    ("place", "id", "outcome"), [pytest.param(*ban, id=f"W-ACT-2 {ban[1]}") for ban in BANS]
)
def test_a_ban_stops_who_has_no_cover(place: PlaceState, id: str, outcome: str) -> None:
    found = moved(board(asset(id), barred=[place]), id, "ford")
    assert found.came_to == outcome
    led = ("sheltered",) if id in ("invincible-legion", "vanguard-unit") else ()
    assert tuple(mark.kind for mark in found.after.assets[id].marks) == led


def test_w_ent_5_stealth_lets_in_unless_it_ends_by_going() -> None:
    for stealth, outcome in (("hidden", "done"), ("carried", "closed"), ("", "closed")):
        state = board(asset("infantry", stealth=stealth), barred=[FORBIDDEN])
        found = moved(state, "infantry", "ford")
        assert (found.came_to, found.after.assets["infantry"].stealth) == (outcome, stealth)


def test_w_fx_carries_cover_that_lasts_until_it_acts_ends_by_a_move() -> None:
    covered = asset("infantry", stealth="carried", marks=(Mark("smuggled"),))
    found = moved(board(covered), "infantry", "ford")
    assert found.after.assets["infantry"] == replace(covered, at="ford", stealth="", marks=())


@pytest.mark.parametrize(("owner", "outcome"), [("vael", "done"), ("oru", "closed")])
def test_w_fx_shelters_opens_a_place_to_its_owners_own(owner: str, outcome: str) -> None:
    refuge = asset("popular-movement", owner, "ford")
    state = board(refuge, asset("infantry"), barred=[FORBIDDEN])
    assert moved(state, "infantry", "ford").came_to == outcome


@pytest.mark.parametrize(
    ("change", "outcome"),
    [
        ({"marks": (Mark("pinned", by="x"),)}, "asset-pinned"),
        ({"marks": (Mark("unusable", by="x"),)}, "asset-unusable"),
        ({"marks": (Mark("rogue", amount=1),)}, "asset-unusable"),
        ({"marks": (Mark("hobbled", until=5),)}, "done"),
        ({"ready": 6}, "asset-unusable"),
        ({"faction": "oru"}, "asset-gone"),
    ],
)
def test_w_act_2_some_can_not_move(change: dict[str, Any], outcome: str) -> None:
    state = board(asset("infantry"))
    changed = state.with_asset(replace(state.assets["infantry"], **change))
    assert moved(changed, "infantry", "ford").came_to == outcome


def test_w_act_2_an_order_for_what_is_gone_names_nothing() -> None:
    found = moved(board(), "infantry", "ford")
    assert (found.came_to, found.acted.name, found.acted.at) == ("asset-gone", "", "")


def test_w_fx_waterborne_a_fleet_goes_by_water_alone() -> None:
    state = board(asset("war-fleet", at="quay"))
    assert moved(state, "war-fleet", "isle").came_to == "done"
    assert moved(state, "war-fleet", "castle").came_to == "no-water"


# ── Those who lead (W-FX-LEADS) ──────────────────────────────────────────────────────────────────


def marched(state: State, *given: Order) -> State:
    """The board after moves that are ordered together."""
    orders = all_orders(*given)
    for one in given:
        for event in resolve_order(state, one, orders, Dice(b"boards", TURN)):
            state = fold(state, event.changes)
    return state


def _together(*ids: str, to: str = "ford") -> tuple[Order, ...]:
    return tuple(order(MoveOrder(to), id, id=f"go-{id}") for id in ids)


@pytest.mark.parametrize(
    "ids", [("vanguard-unit", "infantry"), ("infantry", "vanguard-unit")], ids=["first", "last"]
)
def test_w_fx_leads_companions_go_past_a_ban_whoever_is_named_first(ids: tuple[str, str]) -> None:
    state = board(asset("vanguard-unit"), asset("infantry"), barred=[FORBIDDEN])
    found = marched(state, *_together(*ids))
    assert {id: found.assets[id].at for id in ids} == dict.fromkeys(ids, "ford")
    assert all(not is_uncovered(found, found.assets[id]) for id in ids)


@pytest.mark.parametrize(
    ("leader", "start", "to"),
    [
        # The Legion leads none but itself; others must start where the companion does, go where it
        # goes, and be able to.
        ("invincible-legion", "castle", "ford"),
        ("vanguard-unit", "mill", "ford"),
        ("vanguard-unit", "castle", "quay"),
    ],
)
def test_w_fx_leads_nobody_follows_who_does_not_lead_that_way(
    leader: str, start: str, to: str
) -> None:
    state = board(asset(leader, at=start), asset("infantry"), barred=[FORBIDDEN])
    given = (order(MoveOrder(to), leader, id="lead"), order(MoveOrder("ford"), "infantry"))
    for both in (given, given[::-1]):
        assert marched(state, *both).assets["infantry"].at == "castle"


def test_w_fx_leads_a_leader_that_can_not_go_leads_nobody() -> None:
    held = asset("vanguard-unit", marks=(Mark("pinned", by="x"),))
    state = board(held, asset("infantry"), barred=[FORBIDDEN])
    found = marched(state, *_together("infantry", "vanguard-unit"))
    assert found.assets["infantry"].at == "castle"


def test_w_fx_leads_who_has_changed_sides_leads_nobody() -> None:
    state = board(asset("vanguard-unit", "oru", "castle"), asset("infantry"), barred=[FORBIDDEN])
    found = marched(state, *_together("infantry", "vanguard-unit"))
    assert found.assets["infantry"].at == "castle"


def test_w_fx_leads_who_is_held_up_by_a_toll_may_stay_when_it_arrives() -> None:
    toll = asset("interrupted-logistics", "oru", "ford")
    state = board(toll, asset("invincible-legion"), barred=[FORBIDDEN])
    found = moved(state, "invincible-legion", "ford", {"toll-invincible-legion": (4,)})
    assert (found.at("invincible-legion"), found.treasure()) == ("castle", -4)
    there = fold(found.after, (Moved("invincible-legion", "ford"),))
    assert not is_uncovered(there, there.assets["invincible-legion"])


# ── Watchers (W-FX-SPOTS) ────────────────────────────────────────────────────────────────────────

AGENTS = asset("vigilant-agents", "oru", "mill")
#: What the agents' and the mover's dice are called.
SPOT, HIDE = "spot-vigilant-agents-thugs-check", "spot-vigilant-agents-thugs-defence"


def test_w_fx_spots_not_who_is_in_the_open_or_too_far_or_watched_by_his_own() -> None:
    hidden = asset("thugs", stealth="hidden")
    for watcher, mover in (
        (AGENTS, replace(hidden, stealth="")),
        (replace(AGENTS, at="fen"), hidden),
        (replace(AGENTS, faction="vael"), hidden),
        (replace(AGENTS, marks=(Mark("withheld", amount=6),)), hidden),
    ):
        assert moved(board(watcher, mover), "thugs", "ford").unveiled == ()


def test_w_fx_rerolls_a_watcher_that_perishes_by_throwing_again_looks_no_further() -> None:
    effects = (Spots("arrival", 1), Rerolls("cunning", DiceAmount(plus=9)))
    driven = replace(SHIPPED.assets["vigilant-agents"], id="driven", effects=effects)
    watcher = replace(AGENTS, type="driven")
    pair = (asset("caravan", stealth="hidden"), asset("infantry", stealth="hidden"))
    owner = faction("oru", policy=Policy(rerolls=1))
    state = board(watcher, *pair, types=[driven], factions=[owner])
    name = "spot-vigilant-agents-caravan"
    done = played(
        state,
        uses(state, "caravan", to="ford", target="infantry"),
        # 3 + 1 against 4 + 9, and once more, for the 8 hit points that the agents have.
        {f"{name}-check": (1,), f"{name}-defence": (9,), f"{name}-check-again": (2,)},
    )
    assert "vigilant-agents" not in done.after.assets
    assert {one.id: done.after.assets[one.id].stealth for one in pair} == {
        "caravan": "hidden",
        "infantry": "hidden",
    }
