"""Cheat sheets: one for each ruleset, with orders that the rules allow."""

from __future__ import annotations

import pytest

from chronicle.rules import RULESETS
from tests.docs.campaigns import findings, first_campaign, stages
from tests.docs.pages import DOCS, fences

#: The page whose campaign the orders of a cheat sheet are for.
CAMPAIGNS = {
    "freeform": "docs/how-to/play-freeform.md",
    "lieutenants": "docs/how-to/play-with-lieutenants.md",
    "shadow": "",
    "wwn": "docs/how-to/play-with-wwn.md",
}


def test_every_ruleset_has_a_cheat_sheet() -> None:
    assert {path.stem for path in (DOCS / "cheat-sheets").glob("*.md")} == set(RULESETS)


@pytest.mark.parametrize("ruleset", sorted(CAMPAIGNS))
def test_the_orders_of_a_cheat_sheet_are_allowed(ruleset: str) -> None:
    page = CAMPAIGNS[ruleset]
    files = first_campaign() if not page else dict(list(stages(page))[-1].files)
    (orders,) = (one.text for one in fences(f"docs/cheat-sheets/{ruleset}.md"))
    kept = {path: text for path, text in files.items() if not path.startswith("turns/")}
    found = findings({**kept, "turns/001.yaml": f"turn: 1\n{orders}"})
    assert [finding.message for finding in found] == []
