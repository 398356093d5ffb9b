"""Every rule of shadow powers, shown by cases in the author's own notation."""

from __future__ import annotations

from typing import Any

import pytest

from chronicle.export import plain
from chronicle.rules.shadow.events import Changed, Event
from tests.shadow.casebook import Case, all_cases, audiences, tellings
from tests.shadow.record import board_as_text, events_as_text

ALL = pytest.mark.parametrize("case", all_cases(), ids=lambda case: case.id)


@ALL
def test_a_turn_holds_these_events_and_no_others(case: Case) -> None:
    moment = case.play().history.turns[-1]
    assert events_as_text(step.event for step in moment.steps) == case.happens


@ALL
def test_a_turn_leaves_this_board(case: Case) -> None:
    assert board_as_text(case.play().history.turns[-1].after) == case.leaves


@ALL
def test_each_audience_is_told_this_and_no_more(case: Case) -> None:
    told = _told(case)
    wanted = {who: case.told.get(who, case.told.get("powers", "")) for who in told}
    assert {who: ", ".join(code for code, _ in rows) for who, rows in told.items()} == wanted
    assert set(case.told) <= {*told, "powers"}


@ALL
def test_tellings_hold_these_facts(case: Case) -> None:
    told = _told(case)
    for name, wanted in case.facts.items():
        who, code, *nth = name.split()
        facts = [facts for found, facts in told[who] if found == code][int(*nth or "1") - 1]
        assert {key: facts[key] for key in wanted} == wanted


@ALL
def test_dice_change_hands_and_only_the_gm_makes_or_unmakes_them(case: Case) -> None:
    moment = case.play().history.turns[-1]
    made = sum(_made(step.event) for step in moment.steps)
    assert moment.after.dice == moment.before.dice + made


def _made(event: Event) -> int:
    if not isinstance(event, Changed):
        return 0
    return sum(t.dice if t.source == "gm" else -t.dice for t in event.transfers)


def _told(case: Case) -> dict[str, list[tuple[str, dict[str, Any]]]]:
    played = case.play()
    moment = played.history.turns[-1]
    found = {}
    for who, audience in audiences(moment.after.seating):
        rows = tellings(played, moment, audience)
        found[who] = [(row.code, _plain(row.facts)) for row in rows]
    return found


def _plain(facts: object) -> dict[str, Any]:
    shown = plain(facts)
    assert isinstance(shown, dict)
    return shown
