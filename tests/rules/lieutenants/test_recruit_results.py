"""What each result of an offer or a seduction comes to (L-ACT-RECRUIT, L-AST-SEDUCES)."""

from __future__ import annotations

from typing import Any

import pytest

from chronicle.rules.lieutenants.actions.recruit import RecruitOrder, SeduceOrder
from chronicle.rules.lieutenants.catalogue import Price
from chronicle.rules.lieutenants.orders import Order
from chronicle.rules.lieutenants.state import (
    Asset,
    HiddenStatus,
    Item,
    Lieutenant,
    Stance,
    State,
    Unit,
)
from chronicle.rules.lieutenants.terms import RollResult
from tests.rules.lieutenants.boards import (
    board,
    by_result,
    capital,
    faction,
    lieutenant,
    order,
    played,
    unit,
)


def giants(**more: Any) -> Unit:
    return unit("giants", "oru", **{"cost": capital(6), **more})


def fox(**more: Any) -> Lieutenant:
    return lieutenant("fox", "oru", **{"cost": capital(5), **more})


def offer(subject: str = "giants", *, stays: bool = False, **more: Any) -> Order:
    return order("recruit", RecruitOrder(subject, stays), **more)


def minion(state: State, id: str) -> Lieutenant | Unit:
    found: Asset = state.assets[id]
    assert isinstance(found, Lieutenant | Unit)
    return found


class TestOffer:
    @pytest.mark.parametrize(
        ("shown", "held"), by_result("L-ACT-RECRUIT lieutenant", False, False, True, True)
    )
    def test_any_failure_with_a_lieutenant_is_noticed(self, shown: RollResult, held: bool) -> None:
        given = offer("fox", stealth="unnoticed")
        found = played(board(fox()), given, check=shown, stealth="complete-success")
        assert found.acted.stealth.held == held
        assert ("oru" in found.acted.known.factions) == (not held)

    @pytest.mark.parametrize("held", [3, 4])
    def test_an_npc_factions_own_are_paid_for_in_influence_with_it(self, held: int) -> None:
        priest = unit("priest", "temple", cost=Price(4, "influence"))
        state = board(priest, factions=(faction("vael", influence={"temple": held}),))
        found = played(state, offer("priest", against="temple"), check="success")
        assert found.acted.outcome == ("done" if held == 4 else "unpaid")
        assert (found.influence("temple"), found.capital()) == (-4 if held == 4 else 0, 0)

    def test_elsewhere_the_same_number_is_paid_in_capital(self) -> None:
        priest = unit("priest", "oru", cost=Price(4, "influence"))
        found = played(board(priest), offer("priest"), check="success")
        assert (found.acted.outcome, found.capital()) == ("done", -4)

    def test_a_lieutenant_too_many_does_not_come_over_and_may_still_stay(self) -> None:
        full = board(fox(), factions=(faction("vael", leadership=1),))
        over = played(full, offer("fox"), check="complete-success")
        assert over.acted.outcome == "no-room"
        assert minion(over.after, "fox").faction == "oru"
        stays = played(full, offer("fox", stays=True), check="complete-success")
        assert minion(stays.after, "fox").agent_of == "vael"

    def test_a_unit_needs_no_leadership(self) -> None:
        full = board(giants(), factions=(faction("vael", leadership=1),))
        assert played(full, offer(), check="success").acted.outcome == "done"

    def test_who_comes_over_leaves_stance_hiding_and_burdens_behind(self) -> None:
        stance = Stance("fox", "oru", "ambush", "mill", ("giants",), ("vael",), "cautious")
        ring = Item("ring", "a Ring", "oru", "", "fox")
        state = board(
            fox(hiding=HiddenStatus(2, frozenset({"vael"}))),
            giants(),
            ring,
            stances={"fox": stance},
        )
        found = played(state, offer("fox"), check="success").after
        assert (found.stances, minion(found, "fox").hiding) == ({}, None)
        left = found.assets["ring"]
        assert isinstance(left, Item)
        assert (left.faction, left.at, left.holder) == ("oru", "mill", "")

    def test_a_unit_that_comes_over_leaves_its_stance_to_the_others(self) -> None:
        stance = Stance("fox", "oru", "ambush", "mill", ("giants",), ("vael",), "cautious")
        state = board(fox(), giants(), stances={"fox": stance})
        found = played(state, offer(), check="success").after
        assert found.stances["fox"].units == ()

    def test_a_prisoner_can_be_won_over(self) -> None:
        found = played(board(giants(held_by="vael")), offer(), check="success")
        won = minion(found.after, "giants")
        assert (won.faction, won.held_by) == ("vael", "")

    @pytest.mark.parametrize(
        "target", [giants(at="inn"), giants(condition="lost"), unit("giants", "vael")]
    )
    def test_who_is_not_there_to_be_asked_is_not_asked(self, target: Unit) -> None:
        found = played(board(target), offer()).acted
        assert (found.outcome, found.rolls) == ("not-there", ())


def seducing(**more: Any) -> Order:
    return order("seduce", SeduceOrder("fox"), units=("siren",), **more)


class TestSeduce:
    def test_without_a_seducer_nothing_comes_of_it(self) -> None:
        gone = unit("siren", at="inn", skills=("charm",), powers={"seduces": 0})
        assert played(board(gone, fox()), seducing()).acted.outcome == "not-there"
