"""Nothing that a new GM does by suggestions is taken for a leak, nor a draft for a slip."""

from __future__ import annotations

from itertools import islice

import pytest

from chronicle.diagnostics.report import Report
from chronicle.pipeline import build_files
from tests.quick_builds import same_templates
from tests.suggested_campaigns import cases, suggested_campaign
from tests.thorough import thorough


@pytest.mark.parametrize(
    ("kind", "ruleset", "seed", "turns"),
    [
        ("starter", "wwn", 0, 4),
        ("starter", "wwn", 6, 4),
        ("starter", "lieutenants", 1, 3),
        ("starter", "shadow", 2, 3),
        ("starter", "freeform", 3, 3),
        *thorough((*case, 12) for case in islice(cases(), 300)),
    ],
)
def test_campaigns_played_by_suggestions_have_no_leaks(
    kind: str, ruleset: str, seed: int, turns: int
) -> None:
    report = Report()
    tree = suggested_campaign(kind, ruleset, seed, turns)
    with same_templates():
        assert build_files(tree, report) is not None
    # Campaigns that are made for benchmarks repeat hidden sentences themselves.
    found = {"L001", "L002", "L003"} if kind == "starter" else {"L001"}
    assert [it.message for it in report.findings if it.code in found] == []
