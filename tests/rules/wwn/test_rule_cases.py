"""Every rule of wwn, shown by cases in the author's own notation."""

from __future__ import annotations

import pytest

from chronicle.rules.wwn.changes import fold
from chronicle.rules.wwn.events import Event, GoalChecked, Sequenced, Started
from tests.rules.rule_cases import Case, check_boards, check_codes, check_events, check_facts
from tests.rules.wwn.rule_cases import all_cases
from tests.rules.wwn.turn_as_text import board_as_text, events_as_text


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: case.id)
def test_a_case_comes_to_what_it_says_and_keeps_every_law(case: Case) -> None:
    check_events(case, events_as_text)
    a_turn_leaves_this_board(case)
    check_codes(case)
    check_facts(case)
    a_figure_is_never_less_than_nothing_nor_more_than_its_most(case)
    check_boards(case, fold)
    every_faction_has_its_turn_from_beginning_to_end(case)
    a_check_is_a_die_of_all_thrown_the_rating_and_modifiers_of_the_turn(case)
    every_die_of_a_case_is_given(case)


def a_turn_leaves_this_board(case: Case) -> None:
    played_turn = case.play().history.turns[-1]
    assert board_as_text(played_turn.before, played_turn.after) == case.leaves


def a_figure_is_never_less_than_nothing_nor_more_than_its_most(case: Case) -> None:
    for played_turn in case.play().history.turns:
        for step in played_turn.steps:
            board = step.before
            for faction in board.factions.values():
                assert min(faction.treasure, faction.xp) >= 0
                assert 0 <= faction.hp <= faction.maximum
            for piece in (*board.assets.values(), *board.bases.values()):
                assert 0 < piece.hp <= board.maximum(piece)


def every_faction_has_its_turn_from_beginning_to_end(case: Case) -> None:
    for played_turn in case.play().history.turns:
        events: list[Event] = [step.event for step in played_turn.steps]
        (sequence,) = (event for event in events if isinstance(event, Sequenced))
        living = [id for id, _ in sequence.order]
        fallen = {id for id, faction in played_turn.after.factions.items() if faction.collapsed}
        begun = [event.faction for event in events if isinstance(event, Started)]
        ended = [event.faction for event in events if isinstance(event, GoalChecked)]
        assert [id for id in begun if id not in fallen] == [id for id in living if id not in fallen]
        assert [id for id in ended if id not in fallen] == [id for id in living if id not in fallen]


def a_check_is_a_die_of_all_thrown_the_rating_and_modifiers_of_the_turn(case: Case) -> None:
    for played_turn in case.play().history.turns:
        for roll in (roll for step in played_turn.steps for roll in step.event.rolls):
            rating = [part.value for part in roll.modifiers if part.reason == "rating"]
            if rating:
                more = sum(
                    p.value for p in roll.modifiers if p.reason in ("more-dice", "fewer-dice")
                )
                if any(part.reason == "single-die" for part in roll.modifiers):
                    more = min(more, 0)
                face = max(roll.faces) if more >= 0 else min(roll.faces)
                assert len(roll.faces) == 1 + abs(more)
                given = [part.value for part in roll.modifiers if part.reason == "turn"]
                assert roll.result["total"] == face + sum(rating) + sum(given)


def every_die_of_a_case_is_given(case: Case) -> None:
    """Except the order of play, which the world's seed tells."""
    for played_turn in case.play().history.turns:
        events = [step.event for step in played_turn.steps if not isinstance(step.event, Sequenced)]
        rolls = [roll for event in events for roll in event.rolls]
        assert {roll.source for roll in rolls} <= {"table"}
