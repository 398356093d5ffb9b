"""The linter's work grows with the texts and no faster, also if they repeat each other."""

from __future__ import annotations

from typing import Final

import pytest

from benchmarks.campaigns import Size
from benchmarks.growth import counted, tree_of
from chronicle.diagnostics.report import Report
from chronicle.leaks import CampaignTexts
from chronicle.lint import report_slips
from chronicle.pipeline import resolve_campaign

#: The number of sentences that all texts are made of (0: each is a new one), and the most calls of
#: functions that the linter may need for ten turns. Whoever raises it says why in the commit.
BUDGETS: Final = {0: 75_000, 12: 105_000}


def calls(turns: int, sentences: int) -> int:
    """How many functions are called to check a campaign of so many turns."""
    size = Size("shadow", turns=turns, factions=3, prose=0.4, sentences=sentences)
    played = resolve_campaign(tree_of(size), Report())
    assert played is not None
    texts, report = CampaignTexts.of(played.campaign, played.history, played.ruleset), Report()
    count, _ = counted(lambda: report_slips(texts, frozenset(), report))
    assert len(report.findings) > turns
    return count


@pytest.mark.parametrize("sentences", BUDGETS)
def test_slips_are_looked_for_in_time_that_grows_with_the_texts(sentences: int) -> None:
    few, many = calls(10, sentences), calls(40, sentences)
    assert few <= BUDGETS[sentences]
    assert many < 4 * few
