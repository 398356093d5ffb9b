"""What is taken by each result of a raid and a theft (L-ACT-RAID, L-ACT-STEAL)."""

from __future__ import annotations

from typing import Final

from chronicle.records import replace
from chronicle.rules.lieutenants.actions.raid import TakeOrder
from chronicle.rules.lieutenants.catalogue import Skill
from chronicle.rules.lieutenants.orders import Order
from chronicle.rules.lieutenants.state import Information, Item, Stance, State, Unit
from chronicle.rules.lieutenants.terms import ActionName
from tests.rules.lieutenants.boards import board, facility, lieutenant, order, played, skilled, unit

BOTH: Final[tuple[Skill, ...]] = ("force", "sneak")


def taking(action: ActionName, command: TakeOrder, *more: Unit) -> tuple[State, Order]:
    skills = BOTH
    state = board(
        unit("vael-1", skills=skills),
        lieutenant("fox", "oru"),
        unit("oru-1", "oru", skills=skills),
        Item("crown", "the Crown", "oru", "mill"),
        Information("ledger", "the Ledger", "oru", "mill"),
        facility("shop"),
        *more,
    )
    return state, order(action, command, units=("vael-1",))


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

    def test_who_falls_himself_leaves_the_loot_to_the_others(self) -> None:
        weak = replace(skilled(force=-9), condition="damaged")
        crown = Item("crown", "the Crown", "oru", "mill")
        state = board(weak, unit("vael-1", skills=BOTH, level=9), unit("oru-1", "oru"), crown)
        given = order("raid", TakeOrder("item", "crown"), units=("vael-1",))
        found = played(state, given, check="success")
        assert found.condition("ada") == "destroyed"
        taken = found.after.assets["crown"]
        assert isinstance(taken, Item)
        assert (taken.faction, taken.at, taken.holder) == ("vael", "mill", "")

    def test_a_double_agent_who_is_taken_back_is_free(self) -> None:
        fox = replace(lieutenant("fox", "oru"), agent_of="vael", held_by="watch")
        given = order("steal", TakeOrder("lieutenant", "fox"), against="watch")
        taken = played(board(fox), given, check="success").after.lieutenant("fox")
        assert taken is not None
        assert (taken.faction, taken.held_by) == ("oru", "")

    def test_a_lieutenant_is_stolen_out_of_his_stance(self) -> None:
        state, given = taking("steal", TakeOrder("lieutenant", "fox"))
        stance = Stance("fox", "oru", "ambush", "mill", (), ("vael",), "cautious")
        state = board(*state.assets.values(), stances={"fox": stance})
        found = played(state, given, check="success")
        assert found.after.stances == {}
        fox = found.after.lieutenant("fox")
        assert fox is not None
        assert fox.held_by == "vael"
