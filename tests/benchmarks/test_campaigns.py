"""Campaigns that are made for measuring are sound, and the same whenever they are made."""

from __future__ import annotations

import pytest

from benchmarks.campaigns import RULESETS, Size, campaign
from chronicle.build import make
from chronicle.diagnostics import Report
from chronicle.source import Tree


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_campaign_builds_without_errors_and_its_orders_stand(ruleset: str) -> None:
    files = dict(campaign(Size(ruleset, turns=3, factions=2, prose=0.3)))
    tree = Tree("made", {path: text.encode() for path, text in files.items()})
    report = Report()

    made = make(tree, report)

    assert made is not None, [finding.message for finding in report.findings]
    assert sum(path.startswith("site/turns/") for path in made) == 4
    for number in (1, 2, 3):
        assert "orders:" in files[f"turns/{number:03}.yaml"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_same_size_makes_the_same_bytes_and_another_seed_others(ruleset: str) -> None:
    first = dict(campaign(Size(ruleset, turns=3)))

    assert dict(campaign(Size(ruleset, turns=3))) == first
    assert dict(campaign(Size(ruleset, turns=3, seed="2"))) != first


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_longer_campaign_begins_like_a_shorter_one(ruleset: str) -> None:
    shorter = dict(campaign(Size(ruleset, turns=2)))
    longer = dict(campaign(Size(ruleset, turns=3)))

    assert longer.keys() - shorter.keys() == {"turns/003.yaml"}
    assert all(longer[path] == shorter[path] for path in shorter)
