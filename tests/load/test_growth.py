"""Mistakes are reported in time that grows with the page and no faster."""

from __future__ import annotations

import time

import pytest

from chronicle.diagnostics.report import Report
from chronicle.load import load_campaign
from tests.small_campaign import tree_of


def seconds(body: str) -> float:
    """The CPU seconds for a campaign with this text on a page, the least of two."""
    page = f"---\ntitle: Long\nfor: everyone\n---\n{body}\n"
    taken = []
    for _ in range(2):
        report = Report()
        start = time.process_time()
        load_campaign(tree_of({"pages/long.md": page}), report)
        taken.append(time.process_time() - start)
        assert report.has_errors
    return min(taken)


@pytest.mark.parametrize("mistake", ["[[", ":::\n", "`a` <b> "])
def test_mistakes_of_a_page_are_reported_in_time_that_grows_with_it(mistake: str) -> None:
    few, many = (seconds(mistake * (size // len(mistake))) for size in (8_000, 64_000))
    assert many < 20 * few, "eight times the length, and 64 times the time if it were quadratic"
