"""Every rule of lieutenants, shown by cases in the author's own notation."""

from __future__ import annotations

import pytest

from chronicle.rules.lieutenants.action_context import result_of_total
from chronicle.rules.lieutenants.apply import apply_changes
from tests.rules.lieutenants.rule_cases import all_cases
from tests.rules.lieutenants.turn_as_text import events_as_text
from tests.rules.rule_cases import Case, check_codes, check_facts

ALL = pytest.mark.parametrize("case", all_cases(), ids=lambda case: case.id)


@ALL
def test_a_turn_holds_these_events_and_no_others(case: Case) -> None:
    moment = case.play().history.turns[-1]
    assert events_as_text(step.event for step in moment.steps) == case.happens


@ALL
def test_each_audience_is_told_this_and_no_more(case: Case) -> None:
    check_codes(case)


@ALL
def test_tellings_hold_these_facts(case: Case) -> None:
    check_facts(case)


@ALL
def test_no_figure_is_negative(case: Case) -> None:
    for moment in case.play().history.turns:
        for step in moment.steps:
            purses = [faction.capital for faction in step.before.factions.values()]
            stashes = [place.capital for place in moment.after.places.values()]
            points = [
                held
                for faction in step.before.factions.values()
                for held in faction.influence.values()
            ]
            assert min([*purses, *stashes, *points]) >= 0


@ALL
def test_the_board_is_what_the_changes_of_events_make_it(case: Case) -> None:
    for moment in case.play().history.turns:
        state = moment.before
        for step in moment.steps:
            assert step.before == state
            state = apply_changes(state, step.event.changes)
        assert moment.after == state


@ALL
def test_a_total_is_the_faces_and_the_modifiers(case: Case) -> None:
    for moment in case.play().history.turns:
        for roll in (roll for step in moment.steps for roll in step.event.rolls):
            if "total" in roll.result:
                total = sum(roll.faces) + sum(part.value for part in roll.modifiers)
                assert roll.result["total"] == total
                assert roll.result["result"] == result_of_total(total)
            else:
                among = roll.result["among"]
                assert isinstance(among, tuple)
                assert (roll.sides, roll.modifiers) == (len(among), ())
                assert roll.result["hit"] == among[roll.faces[0] - 1]


@ALL
def test_every_die_of_a_case_is_given(case: Case) -> None:
    for moment in case.play().history.turns:
        rolls = [roll for step in moment.steps for roll in step.event.rolls]
        assert {roll.source for roll in rolls} <= {"table"}
