"""The browser the other tests of this folder stand on."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tools import chromium


def executable(folder: Path, name: str) -> Path:
    """An empty program of that name in that folder."""
    program = folder / name
    program.touch(mode=0o755)
    return program


def test_the_browser_lays_out_a_page_at_the_width_of_a_phone(browser: Browser) -> None:
    with browser.new_context(viewport={"width": 320, "height": 640}) as context:
        page = context.new_page()
        page.set_content("<!doctype html><html lang=en><title>t</title><p id=p>wide</p></html>")
        box = page.locator("#p").bounding_box()
    assert box is not None
    assert box["width"] == 320 - 2 * 8


def test_each_browser_context_starts_with_empty_storage(browser: Browser) -> None:
    for _ in range(2):
        with browser.new_context() as context:
            assert context.cookies() == []
            context.add_cookies([{"name": "seen", "value": "1", "url": "http://127.0.0.1/"}])


def test_a_configured_chromium_takes_precedence_over_path(tmp_path: Path) -> None:
    named, on_path = executable(tmp_path, "mine"), executable(tmp_path, "chromium")
    assert chromium.find({"PATH": str(tmp_path)}) == on_path
    assert chromium.find({"PATH": str(tmp_path), "CHRONICLE_CHROMIUM": str(named)}) == named


def test_a_chromium_without_a_window_takes_precedence(tmp_path: Path) -> None:
    """It starts and draws faster; where root can install it, it is installed."""
    environment = {"PATH": str(tmp_path)}
    assert chromium.is_wanted(environment)
    executable(tmp_path, "chromium")
    assert chromium.is_wanted(environment) is (hasattr(os, "geteuid") and os.geteuid() == 0)
    shell = executable(tmp_path, "chromium-headless-shell")
    assert chromium.find(environment) == shell
    assert not chromium.is_wanted(environment)
    assert not chromium.is_wanted({**environment, "CHRONICLE_CHROMIUM": "gone"})


def test_a_named_chromium_that_is_missing_is_not_replaced_by_another(tmp_path: Path) -> None:
    executable(tmp_path, "chromium")
    named = {"PATH": str(tmp_path), "CHRONICLE_CHROMIUM": str(tmp_path / "gone")}
    assert chromium.find(named) is None


@pytest.mark.parametrize(
    ("environment", "required"),
    [
        ({}, False),
        ({"CI": ""}, False),
        ({"CI": "false"}, False),
        ({"CI": "true"}, True),
        ({"CHRONICLE_REQUIRE_BROWSER": "1"}, True),
        ({"CHRONICLE_REQUIRE_BROWSER": "0"}, False),
    ],
)
def test_a_missing_chromium_fails_the_tests_where_one_is_required(
    environment: dict[str, str], *, required: bool
) -> None:
    assert chromium.required(environment) is required
