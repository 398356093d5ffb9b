"""The page of `simulate`, looked at: nothing that axe finds, nothing wider than its page."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser

from chronicle.cli.help_text import SHIPPED_THEMES
from chronicle.diagnostics.report import Report
from chronicle.render import Renderer, read_theme, shipped_themes_folder
from chronicle.render.simulation_page import render_simulation_page
from tests.browser.axe_checks import faults
from tests.render.test_simulation_page import VIEW
from tests.small_campaign import loaded

_WIDER: Final = "() => document.documentElement.scrollWidth - innerWidth"


@pytest.mark.parametrize("theme", sorted(SHIPPED_THEMES))
def test_the_page_is_accessible_at_every_width(
    browser: Browser, tmp_path: Path, theme: str
) -> None:
    report = Report()
    found = read_theme(theme, "en", (shipped_themes_folder(),), report)
    assert found is not None
    written = render_simulation_page(VIEW, loaded({}), Renderer.of(found, "shadow"), report)
    assert written is not None
    file = tmp_path / "may-come.html"
    file.write_bytes(written)
    page = browser.new_page()
    for width in (1440, 390, 320):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(file.as_uri())
        assert page.evaluate(_WIDER) <= 0, width
    assert list(faults(page)) == []
    page.close()
