"""What the how-to of wwn tells of its two turns is so."""

from __future__ import annotations

from typing import Final

import pytest

from chronicle.rules.wwn.events import Acted, Attacked, GoalChecked
from chronicle.rules.wwn.formulas import base_income
from chronicle.rules.wwn.state import State
from tests.docs.played_howto import AUDIENCES, HowTo
from tests.small_campaign import play_files

HOWTO: Final = HowTo("docs/how-to/play-with-wwn.md")
event, told = HOWTO.event, HOWTO.told


def boards() -> tuple[State, ...]:
    """The boards after each turn."""
    return tuple(turn.after for turn in HOWTO.played.history.turns)


def clash(id: str) -> Attacked:
    found = event(id)
    assert isinstance(found, Attacked)
    return found


def test_the_page_shows_a_campaign_that_builds_for_every_audience() -> None:
    HOWTO.check_page()


def test_both_factions_are_unhurt_at_first_with_the_figures_told() -> None:
    board = HOWTO.played.history.turns[0].before
    assert {faction.hp for faction in board.factions.values()} == {7}
    assert {faction.maximum for faction in board.factions.values()} == {7}
    assert {base_income(faction.ratings) for faction in board.factions.values()} == {2}


def test_the_first_turn_goes_as_it_is_told() -> None:
    skim = clash("1/ferry/skim")
    assert [roll.result["total"] for roll in skim.rolls] == [9, 6, 3]
    assert (skim.won, skim.theirs, skim.looted) == (True, 3, 1)
    assert skim.defender is not None
    assert (skim.defender.id, skim.defender.hp, skim.defender.maximum) == ("clerks", 1, 4)
    first = boards()[0]
    assert {id: faction.treasure for id, faction in first.factions.items()} == {
        "customs": 5,
        "ferry": 7,
    }
    assert first.assets["fence"].at == "quay"
    assert first.assets["bailiffs"].ready == 2
    assert first.subtle(first.assets["fence"])


def test_the_second_turn_goes_as_it_is_told() -> None:
    seize, contest = clash("2/customs/seize"), clash("2/ferry/dig/customs/cutters")
    assert [roll.result["total"] for roll in seize.rolls] == [7, 7, 2]
    assert (seize.won, seize.ours, seize.attacker.hp, seize.attacker.maximum) == (False, 2, 4, 6)
    dig = event("2/ferry/dig")
    assert isinstance(dig, Acted)
    assert [roll.result["total"] for roll in dig.rolls] == [6, 10]
    assert [roll.result["total"] for roll in contest.rolls] == [9, 3, 2]
    assert contest.defender is not None
    assert (contest.defender.id, contest.defender.hp, contest.base_damage) == ("den", 2, 2)
    second = boards()[1]
    ferry, customs = second.factions["ferry"], second.factions["customs"]
    assert (ferry.treasure, ferry.hp, ferry.xp, ferry.goal) == (9 - 4, 5, 2, None)
    assert customs.goal is not None
    assert customs.goal.progress == 2
    assert sum(customs.ratings) == 6


def test_the_goal_is_met_with_one_more_for_the_attack() -> None:
    goal = event("2/ferry/goal")
    assert isinstance(goal, GoalChecked)
    assert (goal.met, goal.xp) == (True, 2)


def test_the_next_turn_can_be_what_is_proposed() -> None:
    third = """\
turn: 3
orders:
  customs: {repair: [{id: drill, asset: cutters}]}
  ferry: {raises: [force], goal: {kind: peaceable-kingdom}}
"""
    board = play_files({**HOWTO.files, "turns/003.yaml": third}, over={}).history.turns[-1].after
    assert board.assets["cutters"].hp == 6
    assert board.factions["customs"].treasure == boards()[1].factions["customs"].treasure + 2 - 1
    ferry = board.factions["ferry"]
    assert (ferry.force, ferry.xp) == (2, 0)
    assert ferry.goal is not None


#: The rows of the page's table, and the event that each is about.
ROWS: Final = {
    "the crossing": "1/ferry/crossing",
    "the attack by the Fence": "1/ferry/skim",
    "the fees": "1/customs/fees",
    "the Bailiffs": "1/customs/hire",
    "the Den": "2/ferry/dig",
    "the attack on the Den": "2/ferry/dig/customs/cutters",
    "the goal that was met": "2/ferry/goal",
}


@pytest.mark.parametrize("row", ROWS)
def test_each_audience_is_told_of_what_the_table_says(row: str) -> None:
    assert [cell != "no" for cell in HOWTO.rows()[row]] == [
        one is not None for one in told(ROWS[row])
    ]


def test_every_row_of_the_table_is_held() -> None:
    held = {*ROWS, "its dice", "the Treasure taken"}
    assert HOWTO.rows().keys() == held


def test_dice_and_treasure_are_told_as_the_table_says() -> None:
    tellings = [one for one in told("1/ferry/skim") if one is not None]
    assert [[roll.faces for roll in one.rolls] for one in tellings] == [
        [],
        [(4,)],
        [(7,), (3,)],
        [(7,), (4,), (3,)],
    ]
    assert HOWTO.rows()["its dice"] == ("no", "its own", "its own", "all")
    assert ["looted" in one.facts for one in tellings] == [
        cell == "yes" for cell in HOWTO.rows()["the Treasure taken"]
    ]


def test_the_customs_house_does_not_learn_who_brought_the_fence() -> None:
    _, customs, ferry, _ = told("1/ferry/crossing")
    assert customs is not None
    assert ferry is not None
    assert "the Fence" in str(customs.facts)
    assert "the Pilots" in str(ferry.facts)
    for turn in HOWTO.played.history.turns:
        for step in turn.steps:
            for audience in AUDIENCES[:2]:
                assert "the Pilots" not in str(HOWTO.played.ruleset.tell(step, audience).telling)


def test_what_the_ferry_sees_of_the_purchase_has_no_price() -> None:
    ferry = told("1/customs/hire")[2]
    assert ferry is not None
    assert "the Bailiffs" in str(ferry.facts)
    assert "price" not in ferry.facts
