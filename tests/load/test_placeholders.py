"""A placeholder that is left in a turn is named at its place, and the turn is not played."""

from __future__ import annotations

from typing import Final

import pytest

from chronicle.diagnostics.report import Finding, Report
from chronicle.pipeline import resolve_campaign
from tests.small_campaign import tree_of

TURN: Final = "turns/001.yaml"
#: One order whose text and whose id are still to be written, and help for an order to be named.
ORDERS: Final = """\
turn: 1
orders:
  vael:
    conspiracies:
      - id: FILL-IN
        action: raise
        resource: eyes
        to: 2
        narrative: >
          They creep.
          FILL-IN: what they do
    help:
      - resource: knives
        conspiracy: FILL-IN
"""


def findings_of(text: str) -> tuple[Finding, ...]:
    report = Report()
    assert resolve_campaign(tree_of({TURN: text}), report) is None
    return report.findings


def places(text: str) -> list[tuple[str, int, int]]:
    found = [it for it in findings_of(text) if it.at is not None]
    return [(it.code, it.at.line, it.at.column) for it in found if it.at is not None]


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("news:\n  - for: everyone\n    text: >\n      One.\n      FILL-IN: more\n", 6, 7),
        ("news:\n  - {for: everyone, title: FILL-IN, text: One.}\n", 3, 28),
        ("rumors:\n  - {text: FILL-IN, heard_by: everyone, truth: true}\n", 3, 12),
        ("notes: FILL-IN\n", 2, 8),
        ("title: The FILL-IN\n", 2, 12),
    ],
)
def test_a_placeholder_is_named_where_it_stands(text: str, line: int, column: int) -> None:
    assert places(f"turn: 1\n{text}") == [("C017", line, column)]


def test_orders_with_placeholders_have_no_other_finding_about_them() -> None:
    """`FILL-IN` is not a valid id, and no order has this name."""
    assert places(ORDERS) == [("C017", 5, 13), ("C017", 11, 11), ("C017", 14, 21)]


def test_other_mistakes_in_such_orders_are_found_in_the_same_run() -> None:
    wrong = ORDERS.replace("resource: knives", "resource: [knives]")
    assert ("C003", 13, 19) in places(wrong)
    assert len(places(wrong)) == 4


def test_the_help_says_what_to_write() -> None:
    id, narrative, conspiracy = findings_of(ORDERS)
    assert "an id" in id.help
    assert "in your own words" in narrative.help
    assert "as faction/id" in conspiracy.help


def test_a_placeholder_in_a_comment_is_no_finding() -> None:
    report = Report()
    text = "turn: 1\nnews:\n  # - for: everyone\n  #   text: FILL-IN\n"
    assert resolve_campaign(tree_of({TURN: text}), report) is not None
    assert report.findings == ()
