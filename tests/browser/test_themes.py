"""The themes beside annals, looked at: nothing that axe finds, nothing wider than its page.

The other browser tests look at every kind of page in annals.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser

from chronicle.cli.help_text import SHIPPED_THEMES
from chronicle.diagnostics.report import Report
from chronicle.pipeline import build_files
from chronicle.render.theme import DEFAULT_THEME
from tests.browser.axe_checks import faults
from tests.golden.campaigns import TIDE_BELL
from tests.sample_campaigns import write_files
from tests.small_campaign import SOUND, tree_of

PAGES: Final = (
    *("site/index.html", "site/turns/2.html", "site/rumors/2.html", "site/map.html"),
    *("private/vael/index.html", "private/vael/dossier/2.html", "private/vael/orders.html"),
)
#: Whether the news of the turn stands below what is the reader's own, and above the factions.
_IN_ORDER: Final = """() => {
  const tops = [".cockpit", ".now", ".powers"]
    .map((part) => document.querySelector(part)?.getBoundingClientRect().top ?? -1);
  return tops.every((top, nth) => nth === 0 || top > tops[nth - 1]);
}"""
_WIDER: Final = "() => document.documentElement.scrollWidth - innerWidth"


def build(theme: str, folder: Path) -> Path:
    """A small campaign in a theme."""
    head = {**SOUND, **TIDE_BELL}["campaign.yaml"]
    report = Report()
    tree = tree_of({**TIDE_BELL, "campaign.yaml": f"{head}theme: {theme}\n"})
    files = build_files(tree, report)
    assert files is not None, [finding.message for finding in report.findings]
    return write_files(files, folder)


@pytest.mark.parametrize("theme", sorted({*SHIPPED_THEMES} - {DEFAULT_THEME}))
def test_main_pages_of_a_theme_are_accessible_at_every_width(
    browser: Browser, tmp_path: Path, theme: str
) -> None:
    folder = build(theme, tmp_path)
    page = browser.new_page()
    for path in PAGES:
        page.set_viewport_size({"width": 1440, "height": 900})
        page.emulate_media(color_scheme="light")
        page.goto((folder / path).as_uri())
        if theme == "modern":
            main, bar = (
                page.locator(f"body > {part}").bounding_box() for part in ("main", "header")
            )
            assert main is not None
            assert bar is not None
            assert (bar["x"], bar["y"]) == (0, 0)
            assert main["x"] >= bar["width"], "the bar is next to the page, not over it"
            assert not path.endswith("/index.html") or page.evaluate(_IN_ORDER), path
        assert list(faults(page)) == [], path
        for width in (1440, 768, 320):
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate(_WIDER) <= 0, (path, width)
    page.close()
