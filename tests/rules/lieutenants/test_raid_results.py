"""What is taken by each result of a raid and a theft (L-ACT-RAID, L-ACT-STEAL)."""

from __future__ import annotations

from typing import Final

import pytest

from chronicle.records import replace
from chronicle.rules.lieutenants.catalogue import Skill, built_in_catalogue
from chronicle.rules.lieutenants.events import TakeDetails
from chronicle.rules.lieutenants.orders import Order, TakeOrder
from chronicle.rules.lieutenants.state import (
    HiddenStatus,
    HouseRules,
    Information,
    Item,
    Stance,
    State,
    Unit,
)
from chronicle.rules.lieutenants.terms import ROLL_RESULTS, Action, RollResult
from tests.rules.lieutenants.boards import board, facility, lieutenant, order, played, skilled, unit

BOTH: Final[tuple[Skill, ...]] = ("force", "sneak")


def taking(action: Action, command: TakeOrder, *more: Unit) -> tuple[State, Order]:
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


@pytest.mark.parametrize("action", ["raid", "steal"])
@pytest.mark.parametrize("shown", ROLL_RESULTS)
class TestTaken:
    def test_capital_comes_from_the_stash(self, action: Action, shown: RollResult) -> None:
        state, given = taking(action, TakeOrder("capital", amount=4))
        found = played(state, given, check=shown)
        won = shown in ("success", "complete-success")
        assert found.capital() == (4 if won else 0)
        assert found.after.places["mill"].capital == (1 if won else 5)
        assert found.capital("oru") == 0

    def test_things_change_hands(self, action: Action, shown: RollResult) -> None:
        for command in (TakeOrder("item", "crown"), TakeOrder("information", "ledger")):
            state, given = taking(action, command)
            asset = played(state, given, check=shown).after.assets[command.subject]
            assert isinstance(asset, Item | Information)
            won = shown in ("success", "complete-success")
            assert (asset.faction, asset.holder) == (("vael", "ada") if won else ("oru", ""))

    def test_a_unit_is_taken_prisoner(self, action: Action, shown: RollResult) -> None:
        state, given = taking(action, TakeOrder("unit", "oru-1"))
        found = played(state, given, check=shown).after.assets["oru-1"]
        assert isinstance(found, Unit)
        won = shown in ("success", "complete-success")
        assert (found.faction, found.held_by) == ("oru", "vael" if won else "")


class TestTaking:
    def test_no_more_is_taken_than_there_is(self) -> None:
        state, given = taking("raid", TakeOrder("capital", amount=9))
        found = played(state, given, check="success")
        assert (found.capital(), found.after.places["mill"].capital) == (5, 0)

    def test_what_nobody_defends_is_taken_without_a_check(self) -> None:
        state = board(Item("crown", "the Crown", "oru", "mill"))
        found = played(state, order("raid", TakeOrder("item", "crown")))
        assert (found.acted.result, found.acted.outcome) == (None, "done")
        assert found.after.assets["crown"].faction == "vael"

    def test_what_is_elsewhere_is_not_taken(self) -> None:
        state = board(Item("crown", "the Crown", "oru", "manor"))
        found = played(state, order("raid", TakeOrder("item", "crown")))
        assert found.acted.outcome == "not-there"
        assert found.after.assets["crown"].faction == "oru"

    def test_hidden_units_defend_against_thieves_and_not_against_raids(self) -> None:
        guard = unit("guard", "oru", skills=("force", "sneak"), hiding=HiddenStatus(2))
        crown = Item("crown", "the Crown", "oru", "mill")
        command = TakeOrder("item", "crown")
        assert played(board(guard, crown), order("raid", command)).acted.result is None
        assert played(board(guard, crown), order("steal", command)).acted.result is not None

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

    def test_a_lieutenant_resists_however_weak_he_has_become(self) -> None:
        hurt = lieutenant("fox", "oru", level=1, force=2, condition="damaged")
        crown = Item("crown", "the Crown", "oru", "mill")
        house = HouseRules(damaged_penalty=3, catalogue=built_in_catalogue())
        found = played(board(hurt, crown, house=house), order("raid", TakeOrder("item", "crown")))
        assert found.parts()["opposing-statistic"] == -2

    def test_a_trap_meets_raiders_whom_nobody_resists(self) -> None:
        mage = unit("mage", "oru", skills=("lore",), powers={"traps": 1})
        crown = Item("crown", "the Crown", "oru", "mill")
        state = board(unit("vael-1"), mage, crown)
        conditions: tuple[tuple[Action, str], ...] = (("raid", "damaged"), ("steal", "undamaged"))
        for action, condition in conditions:
            command = TakeOrder("item", "crown")
            given = order(action, command, units=("vael-1",))
            # A theft is rolled for even so (L-ACT-STEAL).
            wanted: dict[str, RollResult] = {"check": "success"} if action == "steal" else {}
            found = played(state, given, **wanted)
            assert found.acted.outcome == "done"
            assert (found.acted.result is None) == (action == "raid")
            assert found.condition("vael-1") == condition

    def test_a_theft_done_to_perfection_hides_of_itself(self) -> None:
        state, given = taking("steal", TakeOrder("item", "crown"))
        stealth = [played(state, given, check=shown).acted.stealth for shown in ROLL_RESULTS]
        assert [found.held for found in stealth] == [False, False, False, True]
        assert (stealth[3].kind, stealth[3].how) == ("unidentified", "automatic")

    def test_a_lieutenant_is_stolen_out_of_his_stance(self) -> None:
        state, given = taking("steal", TakeOrder("lieutenant", "fox"))
        stance = Stance("fox", "oru", "ambush", "mill", (), ("vael",), "cautious")
        state = board(*state.assets.values(), stances={"fox": stance})
        found = played(state, given, check="success")
        assert found.after.stances == {}
        fox = found.after.lieutenant("fox")
        assert fox is not None
        assert fox.held_by == "vael"

    def test_sabotage_damages_and_at_best_destroys(self) -> None:
        rogues = unit("rogues", skills=("sneak",), powers={"damages-facilities": 0})
        state, given = taking("steal", TakeOrder("facility", "shop"), rogues)
        conditions = [played(state, given, check=shown).condition("shop") for shown in ROLL_RESULTS]
        assert conditions == ["undamaged", "undamaged", "damaged", "destroyed"]

    def test_an_own_prisoner_taken_back_is_free(self) -> None:
        friend = unit("friend", "vael", held_by="oru")
        state = board(friend, unit("oru-1", "oru"))
        found = played(state, order("raid", TakeOrder("unit", "friend")), check="success")
        assert isinstance(found.acted.details, TakeDetails)
        freed = found.after.unit("friend")
        assert freed is not None
        assert freed.held_by == ""
