"""A figure of a dossier says what it is at a touch of its number, without scripts too."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from chronicle.diagnostics.report import Report
from chronicle.pipeline import build_files
from tests.sample_campaigns import write_files
from tests.small_campaign import tree_of

pytestmark = pytest.mark.browser


def test_a_touch_of_a_number_shows_what_it_is(browser: Browser, tmp_path: Path) -> None:
    files = build_files(tree_of({"turns/001.yaml": "turn: 1\n"}), Report())
    assert files is not None
    folder = write_files(files, tmp_path)
    with browser.new_context(
        viewport={"width": 390, "height": 800}, has_touch=True, java_script_enabled=False
    ) as context:
        page = context.new_page()
        page.goto((folder / "private" / "vael" / "dossier" / "1.html").as_uri())
        shown = page.locator(".figures").last.locator(".what p")
        numbers = page.locator(".figures").last.locator("dd strong")
        assert not shown.nth(1).is_visible()
        numbers.nth(0).scroll_into_view_if_needed()
        for which in (0, 1):
            box = numbers.nth(which).bounding_box()
            assert box is not None
            page.touchscreen.tap(box["x"] + 4, box["y"] + 4)
            # The one that was open before is closed.
            assert [shown.nth(one).is_visible() for one in (0, 1)] == [which == 0, which == 1]
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= 390
