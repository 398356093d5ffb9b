"""Who knows what, and all dossiers side by side, as a GM's browser shows them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser

from tests.browser.axe_checks import faults
from tests.project.access_report.test_gm_pages import built
from tests.sample_campaigns import write_files

MATRIX: Final = "private/gm/audit/1.html"
BESIDE: Final = "private/gm/audit/1-dossiers.html"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small campaign's output on disk."""
    return write_files(built(), tmp_path_factory.mktemp("gm"))


@pytest.mark.parametrize("width", [320, 1600])
@pytest.mark.parametrize("path", [MATRIX, BESIDE])
def test_the_audit_pages_are_accessible_and_fit_the_screen(
    browser: Browser, folder: Path, path: str, width: int
) -> None:
    with browser.new_context(viewport={"width": width, "height": 800}) as context:
        page = context.new_page()
        page.goto((folder / path).as_uri())
        assert list(faults(page)) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_matrix_scrolls_in_its_own_box_by_the_keyboard(browser: Browser, folder: Path) -> None:
    with browser.new_context(viewport={"width": 320, "height": 640}) as context:
        page = context.new_page()
        page.goto((folder / MATRIX).as_uri())
        box = page.locator(".matrix")
        assert box.evaluate("it => it.scrollWidth > it.clientWidth")
        box.focus()
        page.keyboard.press("ArrowRight")
        for _ in range(40):
            if box.evaluate("it => it.scrollLeft"):
                break
            page.wait_for_timeout(50)
        assert box.evaluate("it => it.scrollLeft") > 0


def test_dossiers_are_side_by_side_on_wide_screens_and_stacked_on_narrow_ones(
    browser: Browser, folder: Path
) -> None:
    for width, beside in ((1600, True), (320, False)):
        with browser.new_context(viewport={"width": width, "height": 800}) as context:
            page = context.new_page()
            page.goto((folder / BESIDE).as_uri())
            tops = page.evaluate(
                "[...document.querySelectorAll('.beside > .folder')]"
                ".map(it => it.getBoundingClientRect().top)"
            )
            assert len(tops) == 2
            assert (tops[0] == tops[1]) is beside
