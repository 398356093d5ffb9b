"""What each result of concealing, watching and asking round comes to (L-ACT, L-STL)."""

from __future__ import annotations

from typing import Any, Final, Literal

import pytest

from chronicle.rules.lieutenants.actions.conceal import ConcealOrder
from chronicle.rules.lieutenants.actions.espionage import SpyOrder
from chronicle.rules.lieutenants.orders import Order
from chronicle.rules.lieutenants.state import HiddenStatus
from chronicle.rules.lieutenants.terms import RollResult
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


def watching(**more: Any) -> Order:
    return order("surveil", SpyOrder("lieutenant", "fox"), **more)


FOX = lieutenant("fox", "oru")


class TestSurveil:
    @pytest.mark.parametrize(
        ("shown", "held"), by_result("L-ACT-SURVEIL", False, False, False, True)
    )
    def test_at_best_it_can_hide_of_itself(self, shown: RollResult, held: bool) -> None:
        found = played(board(FOX), watching(choose="stealth"), check=shown).acted
        assert found.stealth.held == held
        assert found.prompt != "something-more"


def asking(
    kind: Literal["lieutenant", "unit", "information", "other"] = "unit",
    subject: str = "giants",
    **more: Any,
) -> Order:
    return order("investigate", SpyOrder(kind, subject), **more)


class TestInvestigate:
    @pytest.mark.parametrize(
        ("shown", "held"), by_result("L-ACT-INVESTIGATE", False, False, False, True)
    )
    def test_a_great_success_may_stay_unnoticed(self, shown: RollResult, held: bool) -> None:
        state = board(unit("giants", "oru"))
        assert played(state, asking(choose="stealth"), check=shown).acted.stealth.held == held
