"""The second theme as it is looked at: nothing that axe finds, nothing wider than its page."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser

from chronicle.diagnostics.report import Report
from chronicle.pipeline import build_files
from tests.browser.axe_checks import faults
from tests.golden.campaigns import TIDE_BELL
from tests.sample_campaigns import write_files
from tests.small_campaign import SOUND, tree_of

PAGES: Final = ("site/index.html", "site/turns/2.html", "private/vael/dossier/2.html")
_WIDER: Final = "() => document.documentElement.scrollWidth - innerWidth"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    head = {**SOUND, **TIDE_BELL}["campaign.yaml"]
    report = Report()
    files = build_files(tree_of({**TIDE_BELL, "campaign.yaml": f"{head}theme: modern\n"}), report)
    assert files is not None, [finding.message for finding in report.findings]
    return write_files(files, tmp_path_factory.mktemp("modern"))


def test_home_turn_and_dossier_pages_are_accessible(browser: Browser, folder: Path) -> None:
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    for path in PAGES:
        page.set_viewport_size({"width": 1440, "height": 900})
        page.emulate_media(color_scheme="light")
        page.goto((folder / path).as_uri())
        main, bar = (page.locator(f"body > {part}").bounding_box() for part in ("main", "header"))
        assert main is not None
        assert bar is not None
        assert (bar["x"], bar["y"]) == (0, 0)
        assert main["x"] >= bar["width"], "the bar stands beside the page, not over it"
        assert list(faults(page)) == [], path
        for width in (320, 768):
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate(_WIDER) <= 0, (path, width)
    page.close()
