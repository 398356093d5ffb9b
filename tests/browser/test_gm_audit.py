"""Who knows what in a turn, as a GM's browser shows it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.axe_checks import faults
from tests.project.access_report.test_gm_pages import built
from tests.sample_campaigns import write_files

MATRIX: Final = "private/gm/audit/1.html"
DOSSIERS: Final = "private/gm/dossier/index.html"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small campaign's output on disk."""
    return write_files(built(), tmp_path_factory.mktemp("gm"))


@pytest.mark.parametrize("width", [320, 1600])
@pytest.mark.parametrize("path", [MATRIX, DOSSIERS])
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


def test_the_dossiers_open_from_the_audit_of_a_turn(browser: Browser, folder: Path) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto((folder / MATRIX).as_uri())
        page.get_by_role("link", name="House Vael").first.click()
        assert page.url == (folder / "private/vael/dossier/1.html").as_uri()
        assert "Come." in page.inner_text("main")


def test_the_reasons_of_the_matrix_are_shown_on_demand(browser: Browser, folder: Path) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto((folder / MATRIX).as_uri())
        reason = page.locator(".matrix").get_by_text("It was revealed in turn 2.").first
        expect(reason).to_be_hidden()
        page.get_by_label("Show the reasons").check()
        expect(reason).to_be_visible()


def test_a_link_to_an_event_opens_it(browser: Browser, folder: Path) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto((folder / MATRIX).as_uri())
        event = page.locator(".folded .event").first
        expect(event).to_be_hidden()
        page.locator(".matrix tbody a").first.click()
        expect(event).to_be_visible()
        expect(event).to_be_in_viewport()
