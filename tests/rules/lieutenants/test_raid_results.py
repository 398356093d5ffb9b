"""What is taken by each result of a raid and a theft (L-ACT-RAID, L-ACT-STEAL)."""

from __future__ import annotations

from chronicle.rules.lieutenants.orders import TakeOrder
from tests.rules.lieutenants.boards import board, order, played, unit


class TestTaking:
    def test_who_is_to_be_taken_is_taken_alive(self) -> None:
        hurt = unit("oru-1", "oru", condition="damaged")
        state = board(hurt, unit("oru-2", "oru", condition="damaged"))
        for target, condition in (("oru-1", "damaged"), ("oru-2", "destroyed")):
            given = order("raid", TakeOrder("unit", target))
            found = played(state, given, check="complete-success")
            assert (found.acted.outcome, found.condition("oru-1")) == ("done", condition)
            taken = found.after.unit(target)
            assert taken is not None
            assert (taken.held_by, taken.condition) == ("vael", "damaged")
