"""What each result of concealing, watching and asking round comes to (L-ACT, L-STL)."""

from __future__ import annotations

import pytest

from chronicle.rules.lieutenants.orders import ConcealOrder
from chronicle.rules.lieutenants.state import HiddenStatus
from chronicle.rules.lieutenants.terms import RollResult
from tests.rules.lieutenants.boards import (
    board,
    by_result,
    order,
    played,
    skilled,
    unit,
)


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
