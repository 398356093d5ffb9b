"""Every rule of shadow powers, shown by cases in the author's own notation."""

from __future__ import annotations

import pytest

from chronicle.rules.shadow.events import Changed, RoundEvent
from tests.rules.rule_cases import Case, check_codes, check_facts
from tests.rules.shadow.rule_cases import all_cases
from tests.rules.shadow.turn_as_text import board_as_text, events_as_text


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: case.id)
def test_a_case_comes_to_what_it_says_and_keeps_every_law(case: Case) -> None:
    a_turn_holds_these_events_and_no_others(case)
    a_turn_leaves_this_board(case)
    check_codes(case)
    check_facts(case)
    dice_change_hands_and_only_the_gm_makes_or_unmakes_them(case)


def a_turn_holds_these_events_and_no_others(case: Case) -> None:
    played_turn = case.play().history.turns[-1]
    assert events_as_text(step.event for step in played_turn.steps) == case.happens


def a_turn_leaves_this_board(case: Case) -> None:
    assert board_as_text(case.play().history.turns[-1].after) == case.leaves


def dice_change_hands_and_only_the_gm_makes_or_unmakes_them(case: Case) -> None:
    played_turn = case.play().history.turns[-1]
    made = sum(_made(step.event) for step in played_turn.steps)
    assert played_turn.after.dice == played_turn.before.dice + made


def _made(event: RoundEvent) -> int:
    if not isinstance(event, Changed):
        return 0
    return sum(t.dice if t.source == "gm" else -t.dice for t in event.transfers)
