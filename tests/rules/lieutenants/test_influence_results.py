"""What each result of dealings with an NPC faction comes to, and who learns (L-ACT, L-INF-3)."""

from __future__ import annotations

from typing import Any, Final

import pytest

from chronicle.rules.lieutenants.events import InfluenceDetails
from chronicle.rules.lieutenants.orders import InfluenceOrder, Order
from chronicle.rules.lieutenants.state import FactionState, StandingModifier, State
from chronicle.rules.lieutenants.terms import Action
from tests.rules.lieutenants.boards import (
    Played,
    board,
    faction,
    order,
    played,
    unit,
)

FOUR: Final[tuple[Action, ...]] = ("gain-influence", "ally", "claim", "rally")
#: How much influence is held on these boards: enough for whatever is asked.
HELD: Final = 30


def held(points: int, **more: Any) -> FactionState:
    return faction("vael", influence={"watch": points} if points else {}, **more)


def rich(*assets: Any, **more: Any) -> State:
    return board(*assets, factions=(held(HELD),), **more)


def courting(action: Action, **more: Any) -> Order:
    aims = {
        "claim": InfluenceOrder("watch", thing="market"),
        "rally": InfluenceOrder("watch", target="oru"),
    }
    usual = {"against": "", "pay": "influence"}
    return order(action, aims.get(action, InfluenceOrder("watch")), **{**usual, **more})


def details_of(found: Played) -> InfluenceDetails:
    assert isinstance(found.acted.details, InfluenceDetails)
    return found.acted.details


class TestClaim:
    def test_after_a_catastrophe_it_backs_the_owner(self) -> None:
        given = order("claim", InfluenceOrder("watch", thing="mill"), pay="influence")
        assert details_of(played(rich(), given, check="complete-failure")).backs == "oru"
        unit_of = order("claim", InfluenceOrder("watch", thing="giants"), pay="influence")
        state = rich(unit("giants", "oru"))
        assert details_of(played(state, unit_of, check="complete-failure")).backs == "oru"

    def test_otherwise_it_backs_the_claimant_with_most_influence_then_by_id(self) -> None:
        rivals = (
            held(HELD),
            faction("oru", influence={"watch": 2}),
            faction("ash", influence={"watch": 1}),
            faction("elm", influence={"watch": 2}),
        )
        claims = {
            ("temple", "market"): "oru",
            ("abbey", "market"): "ash",
            ("guild", "market"): "elm",
            ("watch", "market"): "vael",
        }
        state = board(factions=rivals, claims=claims)
        assert details_of(played(state, courting("claim"), check="complete-failure")).backs == "elm"

    def test_it_drops_its_own_claim_for_another_claimant(self) -> None:
        claims = {("temple", "market"): "zed", ("watch", "market"): "watch"}
        state = board(factions=(held(HELD), faction("zed")), claims=claims)
        assert details_of(played(state, courting("claim"), check="complete-failure")).backs == "zed"


class TestRally:
    @pytest.mark.parametrize(
        ("points", "allied", "outcome"),
        [(31, True, "sides-with-another"), (30, True, "done"), (31, False, "done")],
    )
    def test_it_does_not_move_against_an_ally_whom_it_likes_better(
        self, points: int, allied: bool, outcome: str
    ) -> None:
        allies = frozenset({"watch"} if allied else ())
        oru = faction("oru", influence={"watch": points}, allies=allies)
        state = board(factions=(held(HELD), oru))
        found = played(state, courting("rally"), check="success")
        assert found.acted.outcome == outcome
        assert found.influence() == (-10 if outcome == "done" else 0)


def test_a_burden_of_anothers_is_not_ours() -> None:
    other = StandingModifier(
        "x", -2, "L-ACT-ALLY", "oru", FOUR, target="watch", until="gain-influence"
    )
    state = rich(standing={"x": other})
    assert "standing" not in played(state, courting("ally")).parts()
    found = played(state, courting("gain-influence"), check="success").after
    assert found.standing == {"x": other}
