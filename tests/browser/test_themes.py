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
from chronicle.pipeline import SealOptions, build_files
from chronicle.render.theme import DEFAULT_THEME
from tests.browser.axe_checks import faults
from tests.browser.http_host import served
from tests.browser.sealed_site import CAMPAIGN, KEYS, Hosted, enter, turn_to
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
        if path == "private/vael/index.html":
            # On a phone the line that says whose page it is has other colours.
            page.goto((folder / path).as_uri())
            assert list(faults(page)) == []
    page.close()


#: Where the line that says whose dossier it is, the header of its page and the map are.
_ABOVE: Final = """() => [".desk", "header.site", ".map-sheet"].map((part) => {
  const { left, top, right, bottom } = document.querySelector(part).getBoundingClientRect();
  return { left, top, right, bottom };
})"""


@pytest.mark.parametrize("theme", SHIPPED_THEMES)
def test_what_is_above_a_page_of_an_opened_dossier_is_low(
    browser: Browser, tmp_path: Path, theme: str
) -> None:
    report = Report()
    head = CAMPAIGN["campaign.yaml"]
    tree = tree_of({**CAMPAIGN, "campaign.yaml": f"{head!s}theme: {theme}\n"})
    files = build_files(tree, report, seal=SealOptions(KEYS))
    assert files is not None, [finding.message for finding in report.findings]
    folder = write_files(files, tmp_path / "some" / "sub path")
    with served(tmp_path) as port, browser.new_context() as context:
        site = f"http://127.0.0.1:{port}/some/sub%20path/site"
        page = context.new_page()
        page.set_viewport_size({"width": 1440, "height": 900})
        enter(page, Hosted(files, folder, port, site))
        turn_to(page, "map.html")
        *_, sheet = page.evaluate(_ABOVE)
        assert sheet["top"] <= 300
        page.set_viewport_size({"width": 390, "height": 844})
        desk, header, sheet = page.evaluate(_ABOVE)
        assert sheet["top"] <= 300
        # Side by side, as one line from edge to edge.
        assert (desk["left"], desk["right"], header["right"]) == (0, header["left"], 390)
        assert desk["top"] == header["top"] == 0
        assert desk["bottom"] == header["bottom"] < 60
        page.emulate_media(color_scheme="dark", reduced_motion="reduce")
        assert list(faults(page)) == []
