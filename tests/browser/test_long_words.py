"""Names longer than a phone is wide: no page is wider than the phone, in any edition or ruleset."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import cycle
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from chronicle.cli.help_text import SHIPPED_THEMES
from chronicle.diagnostics.report import Report
from chronicle.pipeline import SealOptions, build_files
from chronicle.render.theme import DEFAULT_THEME
from tests.browser.http_host import served
from tests.browser.page_selection import covering
from tests.browser.sealed_site import KEYS, Hosted, enter, turn_to
from tests.golden.campaigns import BANNERS, FORDS, LEDGER, TIDE_BELL
from tests.quick_builds import quick_builds
from tests.rules.freeform.small_campaign import SOUND as FREEFORM
from tests.rules.lieutenants.small_campaign import SOUND as LIEUTENANTS
from tests.rules.wwn.small_campaign import SOUND as WWN
from tests.sample_campaigns import write_files
from tests.small_campaign import SOUND as SHADOW
from tests.small_campaign import tree_of
from tests.thorough import thorough

LONG: Final = "Donaudampfschifffahrtsgesellschaft"
WIDTHS: Final = (360, 390)
#: All that has a name in a small campaign.
_NAME: Final = re.compile(r"(?P<key>\b(?:name|title|role|motto): )(?P<name>[^,}\n]+)")
CAMPAIGNS: Final[Mapping[str, Mapping[str, str]]] = {
    "shadow": {**SHADOW, **TIDE_BELL},
    "lieutenants": {**LIEUTENANTS, **FORDS},
    "wwn": {**WWN, **BANNERS},
    "freeform": {**FREEFORM, **LEDGER},
}
MORE: Final[Mapping[str, str]] = {
    "people/mott.md": "---\nname: Ada Mott\nfor: everyone\nrole: clerk\nof: vael\n---\nAda.\n",
    "items/bell.md": "---\nname: The Bell\nfor: everyone\nheld_by: mott\n---\nAt [[vael]].\n",
    "pages/quay.md": "---\ntitle: The quay\nfor: everyone\n---\n"
    f"# {LONG}\n\n| {LONG} | {LONG} |\n|---|---|\n| {LONG} | b |\n\n- {LONG} [[bell]] [[mott]]\n",
}
#: What sticks out, for the message of a failed test.
_WIDER: Final = """() => {
  if (document.documentElement.scrollWidth <= innerWidth) return null;
  const wide = [...document.querySelectorAll("body *")]
    .filter((it) => it.getBoundingClientRect().right > innerWidth + 1 && it.checkVisibility());
  const names = wide.map((it) => `${it.localName}.${it.getAttribute("class") ?? ""}`);
  return [document.documentElement.scrollWidth, ...new Set(names)].slice(0, 12);
}"""


#: The same within an open dialog, which is as wide as its words without widening the page.
_WIDER_IN_DIALOG: Final = """() => {
  const dialog = document.querySelector("dialog[open]");
  return [dialog, ...dialog.querySelectorAll("*")]
    .filter((it) => it.getBoundingClientRect().right > innerWidth + 1 && it.checkVisibility())
    .map((it) => `${it.localName}.${it.className}`);
}"""


def _files(ruleset: str) -> dict[str, str]:
    """A campaign in which every name is one long word, with the first name at its end."""
    files = {**CAMPAIGNS[ruleset], **MORE}
    names = {found["name"] for text in files.values() for found in _NAME.finditer(text)}
    long = {name: LONG + re.sub(r"\W", "", name).lower() for name in sorted(names)}
    made = {
        path: _NAME.sub(lambda found: found["key"] + long[found["name"]], text)
        for path, text in files.items()
    }
    for name in sorted(long, key=len, reverse=True):
        made = {path: text.replace(f"[[{name}", f"[[{long[name]}") for path, text in made.items()}
    return made


def _built(files: Mapping[str, str]) -> Mapping[str, bytes]:
    """What a build makes of a campaign; its names are no secrets."""
    report = Report()
    with quick_builds():
        built = build_files(tree_of(files, over={}), report)
    assert built is not None, [finding.message for finding in report.findings]
    return built


def _too_wide(
    browser: Browser, folder: Path, files: Mapping[str, bytes], paths: Iterable[str]
) -> dict[tuple[str, int], object]:
    write_files(files, folder)
    with browser.new_context() as context:
        page = context.new_page()
        found = {}
        for path, widths in zip(paths, cycle((WIDTHS, WIDTHS[::-1])), strict=False):
            page.goto((folder / path).as_uri())
            for width in widths:
                page.set_viewport_size({"width": width, "height": 800})
                found[path, width] = page.evaluate(_WIDER)
    assert found
    return {place: it for place, it in found.items() if it}


@pytest.mark.parametrize("is_whole", [False, *thorough([True])], ids=["each sort", "all"])
def test_names_longer_than_a_phone_is_wide_fit_every_page(
    browser: Browser, tmp_path: Path, *, is_whole: bool
) -> None:
    """In `make test` on as few pages as show all that pages show, of any ruleset and reader."""
    files = {
        f"{ruleset}/{path}": content
        for ruleset in CAMPAIGNS
        for path, content in _built(_files(ruleset)).items()
    }
    pages = {path: page for path, page in files.items() if path.endswith(".html")}
    paths = pages if is_whole else covering(pages)
    assert _too_wide(browser, tmp_path, files, paths) == {}


@pytest.mark.parametrize("theme", sorted({*SHIPPED_THEMES} - {DEFAULT_THEME}))
def test_names_longer_than_a_phone_is_wide_fit_in_every_theme(
    browser: Browser, tmp_path: Path, theme: str
) -> None:
    named = _files("shadow")
    named["campaign.yaml"] += f"theme: {theme}\n"
    paths = ["site/index.html", "site/factions/vael.html", "site/turns/1.html", "site/map.html"]
    paths += ["site/places/harbour.html", "private/vael/dossier/2.html", "private/vael/orders.html"]
    assert _too_wide(browser, tmp_path, _built(named), paths) == {}


def _wide(page: Page, script: str = _WIDER) -> dict[int, object]:
    found = {}
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        found[width] = page.evaluate(script)
    return {width: it for width, it in found.items() if it}


def test_names_longer_than_a_phone_is_wide_fit_an_opened_dossier_and_both_searches(
    browser: Browser, tmp_path: Path
) -> None:
    named = _files("shadow")
    named["campaign.yaml"] += "players: {ada: vael, bo: [vael, oru]}\n"
    files = build_files(tree_of(named, over={}), Report(), seal=SealOptions(KEYS))
    assert files is not None
    folder = write_files(files, tmp_path / "some" / "sub path")
    with served(tmp_path) as port, browser.new_context() as context:
        site = f"http://127.0.0.1:{port}/some/sub%20path/site"
        hosted = Hosted(files, folder, port, site)
        page = context.new_page()
        page.goto(f"{site}/index.html")
        page.keyboard.press("/")
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("searchbox").fill(LONG[:8])
        expect(dialog.locator("li").first).to_be_visible()
        assert (_wide(page), _wide(page, _WIDER_IN_DIALOG)) == ({}, {})
        enter(page, hosted)
        found = {}
        for path in hosted.pages("vael"):
            turn_to(page, path)
            found[path] = _wide(page)
        page.get_by_role("button", name="Search").click()
        page.get_by_role("searchbox").fill(LONG[:8])
        expect(page.locator(".found li").first).to_be_visible()
        found["search"] = _wide(page)
        assert {path: it for path, it in found.items() if it} == {}
        assert len(found) > 10
