"""What each result of an attack, a raid, and a theft does to both sides (L-ACT, L-DMG)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pytest

from chronicle.rules.lieutenants.catalogue import Skill
from chronicle.rules.lieutenants.damage import DamageGrade
from chronicle.rules.lieutenants.orders import AttackOrder, Order, TakeOrder
from chronicle.rules.lieutenants.state import (
    AttackStyle,
    Condition,
    HiddenStatus,
    Item,
    Stance,
    State,
    Unit,
)
from chronicle.rules.lieutenants.terms import ROLL_RESULTS, Action, RollResult
from tests.rules.lieutenants.boards import (
    Played,
    board,
    facility,
    lieutenant,
    order,
    played,
    skilled,
    unit,
    units,
)

#: What each result does to them and to us, from the texts of the actions.
HARM: Final[Mapping[tuple[Action, RollResult], tuple[DamageGrade, DamageGrade]]] = {
    ("aggressive-attack", "complete-failure"): ("dinged", "defeated"),
    ("aggressive-attack", "failure"): ("damaged", "damaged"),
    ("aggressive-attack", "success"): ("defeated", "damaged"),
    ("aggressive-attack", "complete-success"): ("destroyed", "dinged"),
    ("cautious-attack", "complete-failure"): ("", "damaged"),
    ("cautious-attack", "failure"): ("dinged", "dinged"),
    ("cautious-attack", "success"): ("damaged", "dinged"),
    ("cautious-attack", "complete-success"): ("defeated", ""),
    ("raid", "complete-failure"): ("", "damaged"),
    ("raid", "failure"): ("dinged", "dinged"),
    ("raid", "success"): ("dinged", "dinged"),
    ("raid", "complete-success"): ("damaged", ""),
    ("steal", "complete-failure"): ("", "damaged"),
    ("steal", "failure"): ("", ""),
    ("steal", "success"): ("", ""),
    ("steal", "complete-success"): ("", ""),
}
#: How many of three whole units are damaged and destroyed by each grade.
OF_THREE: Final[Mapping[DamageGrade, tuple[int, int]]] = {
    "": (0, 0),
    "dinged": (2, 0),
    "damaged": (3, 0),
    "defeated": (1, 2),
    "destroyed": (0, 3),
}
BOTH: Final[tuple[Skill, ...]] = ("force", "sneak")
OURS: Final = ("vael-1", "vael-2", "vael-3")


def an_order(action: Action) -> Order:
    style: AttackStyle = "aggressive" if action == "aggressive-attack" else "cautious"
    command = TakeOrder("item", "crown") if action in ("raid", "steal") else AttackOrder(style)
    return order(action, command, units=OURS)


def a_board(*more: Unit) -> State:
    skills = BOTH
    crown = Item("crown", "the Crown", "oru", "mill")
    fox = lieutenant("fox", "oru")
    sides = (*units(3, "vael", skills=skills), *units(3, "oru", skills=skills))
    return board(*sides, fox, crown, *more)


def toll(found: Played, faction: str) -> tuple[int, int]:
    """How many units of a faction are damaged and destroyed."""
    conditions = [found.condition(f"{faction}-{n}") for n in (1, 2, 3)]
    return conditions.count("damaged"), conditions.count("destroyed")


@pytest.mark.parametrize(
    ("action", "shown"),
    [pytest.param(*key, id=f"L-ACT-{key[0].upper()} {key[1]}") for key in HARM],
)
class TestHarm:
    def test_each_side_suffers_what_the_result_says(
        self, action: Action, shown: RollResult
    ) -> None:
        found = played(a_board(), an_order(action), check=shown)
        theirs, ours = HARM[action, shown]
        assert toll(found, "oru") == OF_THREE[theirs]
        assert toll(found, "vael") == OF_THREE[ours]

    def test_each_lieutenant_checks_when_his_side_is_hurt(
        self, action: Action, shown: RollResult
    ) -> None:
        found = played(a_board(), an_order(action), check=shown)
        checked = {roll.id.rpartition("/")[2] for roll in found.acted.rolls}
        theirs, ours = HARM[action, shown]
        purpose = {"": "none", "destroyed": "fate"}
        assert checked & {"hurt-fox", "fate-fox"} <= {
            f"{purpose.get(theirs, 'hurt')}-fox",
            "fate-fox",
        }
        assert ("hurt-fox" in checked or "fate-fox" in checked) == (theirs != "")
        assert ("hurt-ada" in checked or "fate-ada" in checked) == (ours != "")

    def test_the_event_says_how_it_came_off(self, action: Action, shown: RollResult) -> None:
        found = played(a_board(), an_order(action), check=shown).acted
        won = shown in ("success", "complete-success")
        assert (found.result, found.outcome) == (shown, "done" if won else "failed")
        assert found.rule == f"L-ACT-{action.upper()}"


#: What a lieutenant's check does by the grade of harm: (grade, his check, his condition).
CHECKED: Final[tuple[tuple[DamageGrade, RollResult, Condition], ...]] = (
    ("dinged", "complete-failure", "damaged"),
    ("dinged", "failure", "undamaged"),
    ("damaged", "complete-failure", "damaged"),
    ("damaged", "failure", "undamaged"),
    ("defeated", "complete-failure", "damaged"),
    ("defeated", "failure", "damaged"),
    ("defeated", "success", "undamaged"),
)
#: An attack that does this to the defenders.
DOES: Final[Mapping[DamageGrade, tuple[Action, RollResult]]] = {
    "dinged": ("aggressive-attack", "complete-failure"),
    "damaged": ("aggressive-attack", "failure"),
    "defeated": ("aggressive-attack", "success"),
    "destroyed": ("aggressive-attack", "complete-success"),
}


@pytest.mark.parametrize(
    ("harm", "shown", "condition"),
    [pytest.param(*row, id=f"L-DMG-{row[0].upper()} {row[1]}") for row in CHECKED],
)
def test_a_lieutenant_is_damaged_by_his_check(
    harm: DamageGrade, shown: RollResult, condition: Condition
) -> None:
    action, result = DOES[harm]
    found = played(a_board(), an_order(action), check=result, hurt_fox=shown)
    assert found.condition("fox") == condition
    assert f"L-DMG-{harm.upper()}" in {part.rule for part in found.roll("hurt-fox").modifiers}


@pytest.mark.parametrize(
    ("shown", "condition"),
    [
        ("complete-failure", "destroyed"),
        ("failure", "destroyed"),
        ("success", "lost"),
        ("complete-success", "lost"),
    ],
)
class TestDefeat:
    def test_when_all_is_destroyed_a_lieutenant_is_defeated(
        self, shown: RollResult, condition: Condition
    ) -> None:
        action, result = DOES["destroyed"]
        found = played(a_board(), an_order(action), check=result, fate_fox=shown)
        assert found.condition("fox") == condition

    def test_a_damaged_lieutenant_damaged_again_is_defeated(
        self, shown: RollResult, condition: Condition
    ) -> None:
        hurt = board(
            lieutenant("fox", "oru", condition="damaged"),
            *units(3, "vael"),
        )
        found = played(
            hurt,
            an_order("aggressive-attack"),
            check="success",
            hurt_fox="failure",
            fate_fox=shown,
        )
        assert found.condition("fox") == condition


class TestWhoIsHit:
    def test_a_damaged_unit_damaged_again_is_destroyed(self) -> None:
        state = board(*units(3, "vael"), *units(3, "oru", condition="damaged"))
        found = played(state, an_order("aggressive-attack"), check="failure")
        assert toll(found, "oru") == (0, 3)

    def test_whole_units_are_damaged_first(self) -> None:
        state = board(
            *units(3, "vael"),
            unit("oru-1", "oru", condition="damaged"),
            unit("oru-2", "oru"),
            unit("oru-3", "oru"),
        )
        found = played(state, an_order("cautious-attack"), check="failure")
        assert [found.condition(f"oru-{n}") for n in (1, 2, 3)] == ["damaged"] * 3

    def test_damaged_units_are_destroyed_first(self) -> None:
        state = board(
            *units(3, "vael"),
            unit("oru-1", "oru"),
            unit("oru-2", "oru", condition="damaged"),
            unit("oru-3", "oru", condition="damaged"),
        )
        found = played(state, an_order("aggressive-attack"), check="success")
        assert [found.condition(f"oru-{n}") for n in (1, 2, 3)] == [
            "damaged",
            "destroyed",
            "destroyed",
        ]

    def test_a_die_chooses_among_equals(self) -> None:
        found = played(
            a_board(),
            an_order("cautious-attack"),
            check="failure",
            hurt_theirs_1=(2,),
            hurt_theirs_2=(1,),
        )
        assert [found.condition(f"oru-{n}") for n in (1, 2, 3)] == [
            "damaged",
            "damaged",
            "undamaged",
        ]
        assert [found.roll(f"hurt-theirs-{n}").sides for n in (1, 2)] == [3, 2]

    def test_a_die_for_two_is_thrown_only_while_there_is_a_choice(self) -> None:
        state = board(*units(3, "vael"), unit("oru-1", "oru"))
        found = played(state, an_order("cautious-attack"), check="failure")
        assert not [roll for roll in found.acted.rolls if "hurt-theirs" in roll.id]


class TestTargets:
    def test_an_attack_on_hidden_foes_comes_to_nothing(self) -> None:
        state = board(*units(3, "vael"), unit("oru-1", "oru", hiding=HiddenStatus(0)))
        found = played(state, an_order("aggressive-attack"))
        assert (found.acted.outcome, found.acted.result) == ("nobody-there", None)
        assert found.acted.rolls == ()

    def test_a_foe_that_was_found_is_no_longer_hidden(self) -> None:
        hidden = unit("oru-1", "oru", hiding=HiddenStatus(3, frozenset({"vael"})))
        found = played(board(*units(3, "vael"), hidden), an_order("aggressive-attack"))
        assert found.acted.result is not None

    def test_assassins_that_come_unseen_meet_the_one_they_strike_at(self) -> None:
        killers = unit("killers", skills=("force", "sneak"), powers={"strikes-one": 0})
        state = board(killers, lieutenant("fox", "oru"), *units(3, "oru"))
        given = order(
            "aggressive-attack",
            AttackOrder("aggressive", "fox"),
            units=("killers",),
            stealth="unidentified",
        )
        unseen = played(state, given, stealth="success", check="complete-success")
        assert toll(unseen, "oru") == (0, 0)
        assert unseen.condition("fox") in ("lost", "destroyed")
        seen = played(state, given, stealth="failure", check="complete-success")
        assert toll(seen, "oru") == (0, 3)

    def test_demolition_hits_the_defenders_facilities(self) -> None:
        mages = unit("mages", powers={"hits-facilities": 0})
        state = board(mages, unit("oru-1", "oru"), facility("shop"))
        given = order("aggressive-attack", AttackOrder("aggressive"), units=("mages",))
        conditions = [played(state, given, check=shown).condition("shop") for shown in ROLL_RESULTS]
        assert conditions == ["undamaged", "damaged", "damaged", "destroyed"]

    def test_destructive_magic_damages_one_more_where_damage_is_dealt(self) -> None:
        mages = unit("mages", powers={"one-more-damaged": 1})
        state = board(mages, *units(3, "oru"))
        given = order("cautious-attack", AttackOrder("cautious"), units=("mages",))
        assert toll(played(state, given, check="failure"), "oru") == (3, 0)
        assert toll(played(state, given, check="complete-failure"), "oru") == (0, 0)

    def test_a_trap_damages_the_lowest_of_those_who_come(self) -> None:
        state = board(
            unit("vael-1", level=3),
            unit("vael-2", level=1),
            unit("vael-3", level=2),
            unit("oru-1", "oru", powers={"traps": 1}),
        )
        found = played(state, an_order("cautious-attack"), check="complete-success")
        assert toll(found, "vael") == (1, 0)
        assert found.condition("vael-2") == "damaged"

    def test_who_falls_stands_in_wait_no_more(self) -> None:
        stance = Stance("fox", "oru", "ambush", "mill", (), ("vael",), "cautious")
        state = board(*units(3, "vael"), lieutenant("fox", "oru"), stances={"fox": stance})
        found = played(state, an_order("aggressive-attack"), check="complete-success")
        assert found.after.stances == {}


def test_the_force_of_both_sides_goes_into_the_check() -> None:
    # 2+2 join to 4, and force 2 besides; 3 stands against it alone, with force 1.
    state = board(skilled(force=2), unit("vael-1"), lieutenant("fox", "oru", level=3, force=1))
    given = order("aggressive-attack", AttackOrder("aggressive"), units=("vael-1",))
    assert played(state, given).parts() == {
        "level": 4,
        "statistic": 2,
        "opposing-level": -3,
        "opposing-statistic": -1,
    }


@pytest.mark.parametrize(("helpers", "level"), [((), 2), (("vael-1",), 4)])
@pytest.mark.parametrize("action", ["cautious-attack", "raid"])
def test_who_is_better_against_groups_is_so_when_one_comes(
    action: Action, helpers: tuple[str, ...], level: int
) -> None:
    """L-AST-AGAINST-GROUPS: whoever attacks, and whoever is attacked."""
    mages = unit("mages", "oru", level=2, powers={"against-groups": 2})
    command = TakeOrder("capital", amount=1) if action == "raid" else AttackOrder("cautious")
    found = played(board(unit("vael-1"), mages), order(action, command, units=helpers))
    assert found.parts()["opposing-level"] == -level
