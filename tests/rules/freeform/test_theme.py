"""What the pages say of orders in words."""

from __future__ import annotations

import json
import re

from chronicle.diagnostics.report import Report
from chronicle.pipeline import build_files
from tests.rules.freeform.small_campaign import SOUND
from tests.small_campaign import tree_of


def test_the_mark_of_a_result_does_not_contradict_the_gm() -> None:
    """Whose words count, and not the dice."""
    order = {"order": "We sing.", "roll": "1d6 >= 2"}
    rows = [
        {"id": "said", **order, "result": "a draw"},
        {"id": "rolled", **order, "outcome": "So."},
    ]
    turn = {
        "turn": 1,
        "orders": {"vael": {"actions": rows}},
        "rolls": {"vael/said/roll": [6], "vael/rolled/roll": [6]},
    }
    made = build_files(tree_of({"turns/001.yaml": json.dumps(turn)}, over=SOUND), Report())
    assert made is not None
    page = made["private/vael/dossier/1.html"].decode()
    found = re.findall(r'<span class="mark"[^>]*>(.)</span> ([^<]*)<', page)
    assert found == [("–", "a draw"), ("✓", "Succeeded")]
