"""Campaigns that are made for measuring are sound, and the same whenever they are made."""

from __future__ import annotations

import pytest

from benchmarks.campaigns import RULESETS, Size, campaign
from benchmarks.campaigns.turn_player import Table
from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.pipeline import build_files


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_campaign_builds_without_errors(ruleset: str) -> None:
    files = dict(campaign(Size(ruleset, turns=3, factions=2, prose=0.3)))
    tree = FileTree("made", {path: text.encode() for path, text in files.items()})
    report = Report()

    made = build_files(tree, report)

    assert made is not None, [finding.message for finding in report.findings]
    assert sum(path.startswith("site/turns/") for path in made) == 4
    for number in (1, 2, 3):
        assert "orders:" in files[f"turns/{number:03}.yaml"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_same_size_makes_the_same_bytes_and_another_seed_others(ruleset: str) -> None:
    first = dict(campaign(Size(ruleset, turns=3)))

    assert dict(campaign(Size(ruleset, turns=3))) == first
    other = dict(campaign(Size(ruleset, turns=3, seed="2")))
    assert other["places.yaml"] != first["places.yaml"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_longer_campaign_begins_like_a_shorter_one(ruleset: str) -> None:
    shorter = dict(campaign(Size(ruleset, turns=2)))
    longer = dict(campaign(Size(ruleset, turns=3)))

    assert longer.keys() - shorter.keys() == {"turns/003.yaml"}
    assert all(longer[path] == shorter[path] for path in shorter)


def test_invalid_orders_are_dropped_and_valid_ones_kept() -> None:
    world = {p: t.encode() for p, t in campaign(Size("shadow", turns=1)) if "turns/" not in p}
    table = Table(world)
    power, other = sorted(table.state.powers)[:2]
    own, others = (sorted(table.state.powers[it].resources)[0] for it in (power, other))
    plots = [
        {"id": "nobody", "action": "mobilize", "resource": "nobody-s"},
        {"id": "drill", "action": "mobilize", "resource": own},
    ]
    orders = {
        power: {"conspiracies": plots},
        other: {"conspiracies": [{"id": "watch", "action": "mobilize", "resource": others}]},
    }

    text = table.take({"turn": 1, "date": "1 Thaw 1", "orders": orders})

    assert "nobody" not in text
    assert "id: drill" in text
    assert "id: watch" in text
    assert table.state.powers[power].resources[own].strength > 1
