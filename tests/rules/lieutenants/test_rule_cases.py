"""Every rule of lieutenants, shown by cases in the author's own notation."""

from __future__ import annotations

import pytest

from chronicle.rules.kit.changes import apply_changes
from chronicle.rules.lieutenants.action_context import result_of_total
from tests.rules.lieutenants.rule_cases import all_cases
from tests.rules.lieutenants.turn_as_text import events_as_text
from tests.rules.rule_cases import Case, check_boards, check_codes, check_events, check_facts


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: case.id)
def test_a_case_comes_to_what_it_says_and_keeps_every_law(case: Case) -> None:
    check_events(case, events_as_text)
    check_codes(case)
    check_facts(case)
    no_figure_is_negative(case)
    check_boards(case, apply_changes)
    a_total_is_the_faces_and_the_modifiers(case)
    every_die_of_a_case_is_given(case)


def no_figure_is_negative(case: Case) -> None:
    for played_turn in case.play().history.turns:
        for step in played_turn.steps:
            purses = [faction.capital for faction in step.before.factions.values()]
            stashes = [place.capital for place in played_turn.after.places.values()]
            points = [
                held
                for faction in step.before.factions.values()
                for held in faction.influence.values()
            ]
            assert min([*purses, *stashes, *points]) >= 0


def a_total_is_the_faces_and_the_modifiers(case: Case) -> None:
    for played_turn in case.play().history.turns:
        for roll in (roll for step in played_turn.steps for roll in step.event.rolls):
            if "total" in roll.result:
                total = sum(roll.faces) + sum(part.value for part in roll.modifiers)
                assert roll.result["total"] == total
                assert roll.result["result"] == result_of_total(total)
            else:
                among = roll.result["among"]
                assert isinstance(among, tuple)
                assert (roll.sides, roll.modifiers) == (len(among), ())
                assert roll.result["hit"] == among[roll.faces[0] - 1]


def every_die_of_a_case_is_given(case: Case) -> None:
    for played_turn in case.play().history.turns:
        rolls = [roll for step in played_turn.steps for roll in step.event.rolls]
        assert {roll.source for roll in rolls} <= {"table"}
