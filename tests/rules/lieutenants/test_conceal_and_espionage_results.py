"""What each result of concealing, watching and asking round comes to (L-ACT, L-STL)."""

from __future__ import annotations

from typing import Any, Final, Literal

import pytest

from chronicle.rules.lieutenants.catalogue import PowerKind
from chronicle.rules.lieutenants.events import SpyDetails
from chronicle.rules.lieutenants.orders import ConcealOrder, Order, SpyOrder
from chronicle.rules.lieutenants.state import HiddenStatus, Information, Watch
from chronicle.rules.lieutenants.terms import ROLL_RESULTS, Action, RollResult
from tests.rules.lieutenants.boards import (
    board,
    by_result,
    lieutenant,
    order,
    played,
    skilled,
    unit,
)

#: L-ACT-CONCEAL: (result, the Sneak modifier, the hiding level).
HIDDEN: Final[tuple[tuple[RollResult, int, int | None], ...]] = (
    ("complete-failure", 1, None),
    ("failure", 4, 2),
    ("failure", 3, 1),
    ("success", 5, 5),
    ("complete-success", 5, 8),
)


@pytest.mark.parametrize(
    ("shown", "sneak", "level"),
    [pytest.param(*row, id=f"L-ACT-CONCEAL {row[0]} with {row[1]}") for row in HIDDEN],
)
def test_the_sneak_modifier_of_a_conceal_sets_how_well_it_hides(
    shown: RollResult, sneak: int, level: int | None
) -> None:
    state = board(skilled(sneak=sneak), unit("knives"))
    found = played(state, order("conceal", ConcealOrder("knives")), check=shown)
    hiding = found.after.assets["knives"].hiding
    assert (hiding.level if hiding is not None else None) == level
    assert found.acted.outcome == ("failed" if shown == "complete-failure" else "done")


@pytest.mark.parametrize(("shown", "level"), by_result("L-ACT-CONCEAL again", None, 0, 1, 4))
def test_who_hides_anew_is_hidden_as_well_as_that_and_no_more(
    shown: RollResult, level: int | None
) -> None:
    before = HiddenStatus(6, found_by=frozenset({"oru"}))
    state = board(skilled(sneak=1), unit("knives", hiding=before))
    found = played(state, order("conceal", ConcealOrder("knives")), check=shown)
    hiding = found.after.assets["knives"].hiding
    assert (hiding.level if hiding is not None else None) == level
    assert hiding is None or not hiding.found_by


@pytest.mark.parametrize(("shown", "level"), by_result("L-ACT-CONCEAL", None, 0, 0, 3))
def test_a_hiding_level_is_never_below_nothing(shown: RollResult, level: int | None) -> None:
    state = board(skilled(sneak=-2), unit("knives"))
    found = played(state, order("conceal", ConcealOrder("knives")), check=shown)
    hiding = found.after.assets["knives"].hiding
    assert (hiding.level if hiding is not None else None) == level


@pytest.mark.parametrize(
    ("shown", "place"), by_result("L-ACT-CONCEAL", "mill", "mill", "manor", "manor")
)
def test_only_what_is_well_hidden_is_moved(shown: RollResult, place: str) -> None:
    state = board(unit("knives"))
    given = order("conceal", ConcealOrder("knives", "manor"))
    found = played(state, given, check=shown).after.assets["knives"]
    assert found.at == place
    assert (found.hiding is not None and found.hiding.must_stay) == (shown == "failure")


def test_nobody_ever_notices_a_conceal() -> None:
    state = board(unit("knives"))
    for shown in ROLL_RESULTS:
        found = played(state, order("conceal", ConcealOrder("knives")), check=shown).acted
        assert (found.stealth.held, found.known.factions, found.seen.factions) == (
            True,
            frozenset({"vael"}),
            frozenset(),
        )


def watching(**more: Any) -> Order:
    return order("surveil", SpyOrder("lieutenant", "fox"), **more)


FOX = lieutenant("fox", "oru")


class TestSurveil:
    @pytest.mark.parametrize(
        ("shown", "watches"), by_result("L-ACT-SURVEIL", False, False, True, True)
    )
    def test_a_success_watches_till_the_turn_ends(self, shown: RollResult, watches: bool) -> None:
        found = played(board(FOX), watching(), check=shown)
        assert found.after.watches == ({Watch("vael", "fox")} if watches else set())

    @pytest.mark.parametrize(("shown", "burnt"), by_result("L-ACT-SURVEIL", [-3], [], [], []))
    def test_a_complete_failure_burns_this_lieutenant_for_this_target(
        self, shown: RollResult, burnt: list[int]
    ) -> None:
        found = played(board(FOX), watching(), check=shown).after.standing.values()
        assert [standing.value for standing in found] == burnt
        for standing in found:
            assert (standing.lieutenant, standing.target) == ("ada", "fox")
            assert (standing.actions, standing.until) == (("surveil",), "")

    def test_the_next_try_suffers_from_it(self) -> None:
        burnt = played(board(FOX), watching(), check="complete-failure").after
        assert played(burnt, watching()).parts()["standing"] == -3

    @pytest.mark.parametrize(
        ("shown", "prompt"), by_result("L-ACT-SURVEIL", "", "crumb", "", "something-more")
    )
    def test_what_waits_for_the_gm(self, shown: RollResult, prompt: str) -> None:
        assert played(board(FOX), watching(), check=shown).acted.prompt == prompt

    @pytest.mark.parametrize(
        ("shown", "held"), by_result("L-ACT-SURVEIL", False, False, False, True)
    )
    def test_at_best_it_can_hide_of_itself(self, shown: RollResult, held: bool) -> None:
        found = played(board(FOX), watching(choose="stealth"), check=shown).acted
        assert found.stealth.held == held
        assert found.prompt != "something-more"

    def test_it_is_sneak_against_sneak_of_all_who_are_there(self) -> None:
        lookout = unit("lookout", "oru", level=2, skills=("sneak",), hiding=HiddenStatus(1))
        brute = unit("brute", "oru", level=6)
        state = board(skilled(sneak=1), lieutenant("fox", "oru", sneak=3), lookout, brute)
        assert played(state, watching()).parts() == {
            "level": 2,
            "statistic": 1,
            "opposing-level": -4,
            "opposing-statistic": -3,
        }


def asking(
    kind: Literal["lieutenant", "unit", "information", "other"] = "unit",
    subject: str = "giants",
    **more: Any,
) -> Order:
    return order("investigate", SpyOrder(kind, subject), **more)


class TestInvestigate:
    @pytest.mark.parametrize(("shown", "found"), by_result("L-ACT-INVESTIGATE", 0, 0, 1, 1))
    def test_a_success_finds_the_target(self, shown: RollResult, found: int) -> None:
        state = board(unit("giants", "oru"))
        action = played(state, asking(), check=shown).acted.details
        assert isinstance(action, SpyDetails)
        assert len(action.finds) == found

    @pytest.mark.parametrize(
        ("shown", "prompt"), by_result("L-ACT-INVESTIGATE", "", "", "", "something-more")
    )
    def test_at_best_there_is_something_more(self, shown: RollResult, prompt: str) -> None:
        assert played(board(unit("giants", "oru")), asking(), check=shown).acted.prompt == prompt

    @pytest.mark.parametrize(
        ("shown", "held"), by_result("L-ACT-INVESTIGATE", False, False, False, True)
    )
    def test_a_great_success_may_stay_unnoticed(self, shown: RollResult, held: bool) -> None:
        state = board(unit("giants", "oru"))
        assert played(state, asking(choose="stealth"), check=shown).acted.stealth.held == held

    def test_a_lieutenant_is_guarded_by_level_and_sneak(self) -> None:
        state = board(skilled(charm=2), lieutenant("fox", "oru", level=3, sneak=2, charm=9))
        assert played(state, asking("lieutenant", "fox")).parts() == {
            "level": 2,
            "statistic": 2,
            "opposing-level": -3,
            "opposing-statistic": -2,
        }

    def test_a_unit_by_its_level_and_less_without_sneak(self) -> None:
        wary = board(unit("giants", "oru", level=4, skills=("sneak",)))
        dull = board(unit("giants", "oru", level=4, skills=("force",)))
        assert played(wary, asking()).parts()["opposing-level"] == -4
        assert played(dull, asking()).parts()["opposing-level"] == -2

    def test_what_is_hidden_is_harder_by_its_hiding_level(self) -> None:
        state = board(unit("giants", "oru", hiding=HiddenStatus(3)))
        assert played(state, asking()).parts()["hidden"] == -3

    def test_everything_else_is_as_obscure_as_it_is(self) -> None:
        ledger = Information("ledger", "the Ledger", "oru", "mill", obscurity=4)
        found = played(board(ledger), asking("information", "ledger")).parts()
        assert found["opposing-level"] == -4
        assert played(board(), asking("other", "who pays")).parts()["opposing-level"] == -1

    def test_what_is_asked_after_may_be_in_another_locale(self) -> None:
        far = board(unit("giants", "oru", at="ford"))
        assert played(far, asking(), check="success").acted.outcome == "done"


#: Whether a stealthy attempt stays hidden: by the result of the action and of the stealth check.
WARY: tuple[Action, ...] = ("surveil", "investigate")


@pytest.mark.parametrize("action", WARY)
@pytest.mark.parametrize("shown", ROLL_RESULTS)
@pytest.mark.parametrize("stealth", ROLL_RESULTS)
def test_after_a_complete_failure_only_a_complete_stealth_success_counts(
    action: Action, shown: RollResult, stealth: RollResult
) -> None:
    """L-STL-3."""
    given = order(action, SpyOrder("lieutenant", "fox"), stealth="unnoticed")
    found = played(board(FOX), given, check=shown, stealth=stealth).acted
    needed = (
        {"complete-success"} if shown == "complete-failure" else {"success", "complete-success"}
    )
    assert found.stealth.held == (stealth in needed)


def test_a_stealthy_attempt_costs_the_action_three() -> None:
    """L-STL-1."""
    given = order("surveil", SpyOrder("lieutenant", "fox"), stealth="unnoticed")
    found = played(board(FOX), given)
    assert found.parts()["stealthy"] == -3
    assert found.parts("stealth") == {"statistic": 0}


def test_the_stealth_check_is_sneak_alone_and_one_less_among_informers() -> None:
    """L-STL-1, L-AST-WATCHES-LOCALE."""
    ears = unit("ears", "oru", at="manor", skills=(), powers={"watches-locale": -1})
    given = order("surveil", SpyOrder("lieutenant", "fox"), stealth="unnoticed")
    found = played(board(skilled(sneak=2), FOX, ears), given)
    assert found.parts("stealth") == {"statistic": 2, "informers": -1}


def test_informers_that_serve_us_in_secret_are_no_hindrance_and_tell_both() -> None:
    """L-AST-WATCHES-LOCALE, L-ACT-RECRUIT: both sides can use them."""
    powers: dict[PowerKind, int] = {"watches-locale": -1}
    ears = unit("ears", "oru", at="manor", skills=(), powers=powers, agent_of="vael")
    quiet = order("surveil", SpyOrder("lieutenant", "fox"), stealth="unnoticed")
    assert "informers" not in played(board(FOX, ears), quiet).parts("stealth")
    ours = unit("ears", "watch", at="manor", skills=(), powers=powers, agent_of="temple")
    found = played(board(ours), asking("other", "who pays", against="")).acted
    assert found.known.factions == {"vael", "watch", "temple"}


def test_spies_that_succeed_hide_the_action() -> None:
    """L-AST-UNSEEN-ON-SUCCESS."""
    spies = unit("spies", skills=("sneak", "charm"), powers={"unseen-on-success": 0})
    state = board(FOX, spies)
    held = [
        played(state, watching(units=("spies",)), check=shown).acted.stealth.held
        for shown in ROLL_RESULTS
    ]
    assert held == [False, False, True, True]
