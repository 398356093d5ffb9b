"""The deadline in a real browser: how long it is until then, and the plain time without scripts."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser

from chronicle.diagnostics.report import Report
from chronicle.pipeline import build_files
from tests.browser.axe_checks import faults
from tests.sample_campaigns import write_files
from tests.small_campaign import SOUND, tree_of

HEAD: Final = SOUND["campaign.yaml"] + (
    "calendar: {months: [{name: Thaw, days: 30}], weekdays: [Oarday, Netday]}\n"
    "next: {deadline: 2026-11-28 20:00, zone: Europe/Berlin}\n"
)
TURNS: Final = {
    "turns/001.yaml": "turn: 1\ntitle: Calm\ndate: 1 Thaw 7\n",
    "turns/002.yaml": "turn: 2\ntitle: Storm\ndate: 29 Thaw 7\n",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of a campaign with a deadline, on disk."""
    made = build_files(tree_of({"campaign.yaml": HEAD, **TURNS}), Report())
    assert made is not None
    return write_files(made, tmp_path_factory.mktemp("deadline")) / "site"


@pytest.mark.parametrize(
    ("now", "said"),
    [
        ("2026-11-24T18:00:00Z", "in 4 days"),
        ("2026-11-26T19:00:00Z", "in 2 days"),
        ("2026-11-26T19:00:01Z", "in 47 hours"),
        ("2026-11-28T17:00:00Z", "in 2 hours"),
        ("2026-11-28T18:59:00Z", "in 1 minute"),
        ("2026-11-28T19:00:01Z", "The deadline has passed."),
        ("2027-11-28T19:00:00Z", "The deadline has passed."),
    ],
)
def test_the_front_page_says_how_long_it_is_until_the_deadline(
    browser: Browser, folder: Path, now: str, said: str
) -> None:
    # Somebody far from the table sees the same instant.
    with browser.new_context(timezone_id="Asia/Tokyo") as context:
        page = context.new_page()
        page.clock.set_fixed_time(now)
        page.goto((folder / "index.html").as_uri())
        assert page.locator(".deadline .left").inner_text() == said
        assert "20:00" in page.locator(".deadline time").inner_text()


def test_the_countdown_causes_no_layout_shift(browser: Browser, folder: Path) -> None:
    heights = []
    for has_script in (False, True):
        with browser.new_context(java_script_enabled=has_script) as context:
            page = context.new_page()
            page.goto((folder / "index.html").as_uri())
            box = page.locator(".deadline").bounding_box()
            assert box is not None
            heights.append(box["height"])
            text = page.locator(".deadline").inner_text()
            assert "Saturday, November 28, 2026, 20:00" in text
            assert "Europe/Berlin" in text
    assert heights[0] == heights[1]


@pytest.mark.parametrize("path", ["index.html", "timeline.html"])
def test_the_deadline_page_is_accessible(browser: Browser, folder: Path, path: str) -> None:
    with browser.new_context(viewport={"width": 320, "height": 800}) as context:
        page = context.new_page()
        page.goto((folder / path).as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        assert list(faults(page)) == []
