"""Orders and counters that can't be: each mistake is found at its place, nothing is resolved."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from chronicle.rules.freeform import FREEFORM
from tests.rules.freeform.small_campaign import SOUND
from tests.rules.mistakes import Mistake, check_mistake, read_mistakes
from tests.small_campaign import findings_of

MISTAKES: Final = read_mistakes(Path(__file__).parent / "mistakes")


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.id)
def test_each_mistake_is_reported_once_at_its_place_and_nothing_is_resolved(
    mistake: Mistake,
) -> None:
    check_mistake(mistake, SOUND)


def test_every_finding_of_the_ruleset_has_an_example() -> None:
    shown = {mistake.code for mistake in MISTAKES}
    assert {problem.code for problem in FREEFORM.problems} <= shown


def test_all_mistakes_of_a_turn_are_reported_in_one_run() -> None:
    turn = """\
turn: 1
adjustments: [{for: veal, because: x, change: {flood: 0}}]
orders:
  vael:
    actions:
      - {id: dig, order: We dig., modifiers: {rain: -1}, change: {crowns: -4, crows: 1}}
      - {id: dig, order: We dig., outcome: [{for: orru, text: So.}]}
"""
    found = findings_of({"turns/001.yaml": turn}, over=SOUND)
    assert [finding.code for finding in found] == [
        *("N002", "FF004", "FF005", "FF003", "N001", "N003", "N002")
    ]


def test_an_unreadable_order_hides_no_mistake_in_another_and_causes_none() -> None:
    """What it would have changed is unknown, so that no range is checked."""
    turn = """\
turn: 1
orders:
  vael:
    actions:
      - {id: sell, order: We sell., roll: two, change: {crowns: +6}}
      - {id: buy, order: We buy., change: {crowns: -5, crows: 1}}
"""
    found = findings_of({"turns/001.yaml": turn}, over=SOUND)
    assert [(finding.code, finding.at and finding.at.line) for finding in found] == [
        ("C006", 5),
        ("N001", 6),
    ]


def test_orders_are_read_without_a_state_too() -> None:
    """With a mistake in the counters, those in the turns are still found."""
    rules = SOUND["campaign.yaml"].replace("start: 3", "start: 30")
    turn = "turn: 1\norders: {vael: {actions: [{id: dig, order: We dig., roll: two}]}}\n"
    found = findings_of({"campaign.yaml": rules, "turns/001.yaml": turn}, over=SOUND)
    assert sorted({finding.code for finding in found}) == ["C006", "FF002"]
