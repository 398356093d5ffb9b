"""Every rule of orders in words, shown by cases in the author's own notation."""

from __future__ import annotations

import pytest

from tests.rules.freeform.rule_cases import all_cases
from tests.rules.freeform.turn_as_text import events_as_text, state_as_text
from tests.rules.rule_cases import Case, check_codes, check_facts


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: case.id)
def test_a_case_comes_to_what_it_says_and_keeps_every_law(case: Case) -> None:
    played_turn = case.play().history.turns[-1]
    assert events_as_text(step.event for step in played_turn.steps) == case.happens
    if case.leaves:
        assert state_as_text(played_turn.after) == case.leaves
    check_codes(case)
    check_facts(case)
    counters_stay_in_their_range(case)


def counters_stay_in_their_range(case: Case) -> None:
    for played_turn in case.play().history.turns:
        for counter in played_turn.after.counters.values():
            assert counter.value >= counter.low
            assert counter.high is None or counter.value <= counter.high
