"""What each result of an offer or a seduction comes to (L-ACT-RECRUIT, L-AST-SEDUCES)."""

from __future__ import annotations

from typing import Any

import pytest

from chronicle.rules.lieutenants.catalogue import Price
from chronicle.rules.lieutenants.orders import Order, RecruitOrder, SeduceOrder
from chronicle.rules.lieutenants.state import (
    Asset,
    HiddenStatus,
    Item,
    Lieutenant,
    Stance,
    State,
    Unit,
)
from chronicle.rules.lieutenants.terms import ROLL_RESULTS, RollResult
from tests.rules.lieutenants.boards import (
    board,
    by_result,
    capital,
    faction,
    lieutenant,
    order,
    played,
    skilled,
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


@pytest.mark.parametrize("target", [giants(), fox()], ids=["unit", "lieutenant"])
class TestRecruit:
    @pytest.mark.parametrize(
        ("shown", "owner"), by_result("L-ACT-RECRUIT over", "oru", "oru", "vael", "vael")
    )
    def test_a_recruited_target_changes_sides(
        self, target: Lieutenant | Unit, shown: RollResult, owner: str
    ) -> None:
        found = played(board(target), offer(target.id), check=shown)
        won = minion(found.after, target.id)
        assert (won.faction, won.agent_of, won.at) == (owner, "", "mill")

    @pytest.mark.parametrize(
        ("shown", "agent"), by_result("L-ACT-RECRUIT stay", "", "", "vael", "vael")
    )
    def test_a_recruit_who_stays_is_a_double_agent(
        self, target: Lieutenant | Unit, shown: RollResult, agent: str
    ) -> None:
        found = played(board(target), offer(target.id, stays=True), check=shown)
        won = minion(found.after, target.id)
        assert (won.faction, won.agent_of) == ("oru", agent)

    @pytest.mark.parametrize(("shown", "paid"), by_result("L-ACT-RECRUIT", 0, 0, 1, 0))
    def test_a_success_costs_what_the_target_cost(
        self, target: Lieutenant | Unit, shown: RollResult, paid: int
    ) -> None:
        found = played(board(target), offer(target.id), check=shown)
        assert found.capital() == -paid * target.cost.amount

    @pytest.mark.parametrize(("shown", "values"), by_result("L-ACT-RECRUIT", [-3], [], [], []))
    def test_an_affront_lasts(
        self, target: Lieutenant | Unit, shown: RollResult, values: list[int]
    ) -> None:
        state = played(board(target), offer(target.id), check=shown).after
        assert [standing.value for standing in state.standing.values()] == values
        again = played(board(target, standing=state.standing), offer(target.id))
        assert again.parts().get("standing") == (-3 if values else None)


class TestOffer:
    @pytest.mark.parametrize(
        ("target", "parts"),
        [
            pytest.param(giants(), {}, id="a unit"),
            pytest.param(giants(bonded=True), {"bonded": -3}, id="a bonded unit"),
            pytest.param(fox(), {"lieutenant": -3}, id="a lieutenant"),
            pytest.param(
                fox(bonded=True), {"bonded": -3, "lieutenant": -3}, id="a bonded lieutenant"
            ),
        ],
    )
    def test_bonds_and_rank_make_it_harder(
        self, target: Lieutenant | Unit, parts: dict[str, int]
    ) -> None:
        found = played(board(target), offer(target.id)).parts()
        kept = {reason: found[reason] for reason in ("bonded", "lieutenant") if reason in found}
        assert kept == parts

    def test_it_is_charm_against_charm_of_all_who_are_with_the_target(self) -> None:
        crier = unit("crier", "oru", level=2, skills=("charm",))
        state = board(skilled(charm=3), giants(), fox(charm=1), crier)
        assert played(state, offer()).parts() == {
            "level": 2,
            "statistic": 3,
            "opposing-level": -4,
            "opposing-statistic": -1,
        }

    @pytest.mark.parametrize(
        ("shown", "held"), by_result("L-ACT-RECRUIT unit", False, True, True, True)
    )
    def test_a_stealthy_offer_to_a_unit_is_kept_quiet(self, shown: RollResult, held: bool) -> None:
        given = offer(stealth="unnoticed")
        found = played(board(giants()), given, check=shown, stealth="success")
        assert found.acted.stealth.held == held

    @pytest.mark.parametrize(
        ("shown", "held"), by_result("L-ACT-RECRUIT lieutenant", False, False, True, True)
    )
    def test_any_failure_with_a_lieutenant_is_noticed(self, shown: RollResult, held: bool) -> None:
        given = offer("fox", stealth="unnoticed")
        found = played(board(fox()), given, check=shown, stealth="complete-success")
        assert found.acted.stealth.held == held
        assert ("oru" in found.acted.known.factions) == (not held)

    def test_who_can_not_pay_has_recruited_nobody(self) -> None:
        poor = board(giants(), factions=(faction("vael", capital=5),))
        assert played(poor, offer(), check="success").acted.outcome == "unpaid"
        assert played(poor, offer(), check="complete-success").acted.outcome == "done"

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


SIREN = unit("siren", level=2, skills=("charm",), powers={"seduces": 0})


def seducing(**more: Any) -> Order:
    return order("seduce", SeduceOrder("fox"), units=("siren",), **more)


class TestSeduce:
    @pytest.mark.parametrize(("shown", "out"), by_result("L-AST-SEDUCES", False, False, True, True))
    def test_a_success_keeps_somebody_from_everything(self, shown: RollResult, out: bool) -> None:
        found = played(board(SIREN, fox()), seducing(), check=shown)
        assert found.after.benched == ({"fox"} if out else set())
        assert found.after.fit(found.after.assets["fox"]) == (not out)

    @pytest.mark.parametrize(
        ("shown", "held"), by_result("L-AST-SEDUCES", False, False, False, True)
    )
    def test_at_best_nobody_notices(self, shown: RollResult, held: bool) -> None:
        assert played(board(SIREN, fox()), seducing(), check=shown).acted.stealth.held == held

    @pytest.mark.parametrize("shown", ROLL_RESULTS)
    @pytest.mark.parametrize("stealth", ROLL_RESULTS)
    def test_a_complete_failure_is_only_hidden_by_complete_stealth(
        self, shown: RollResult, stealth: RollResult
    ) -> None:
        given = seducing(stealth="unnoticed")
        found = played(board(SIREN, fox()), given, check=shown, stealth=stealth).acted
        held = {
            "complete-failure": stealth == "complete-success",
            "complete-success": True,
        }.get(shown, stealth in ("success", "complete-success"))
        assert found.stealth.held == held

    def test_it_is_charm_against_charm(self) -> None:
        state = board(skilled(charm=1), SIREN, fox(charm=2, level=3))
        assert played(state, seducing()).parts() == {
            "level": 4,
            "statistic": 1,
            "opposing-level": -3,
            "opposing-statistic": -2,
        }

    def test_without_a_seducer_nothing_comes_of_it(self) -> None:
        gone = unit("siren", at="inn", skills=("charm",), powers={"seduces": 0})
        assert played(board(gone, fox()), seducing()).acted.outcome == "not-there"
