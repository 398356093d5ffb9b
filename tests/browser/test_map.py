"""The map in a real browser: a step per turn by keyboard, and what there is without a script."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

import pytest
from playwright.sync_api import Browser, Page

from chronicle.diagnostics.report import Report
from chronicle.pipeline import build_files
from tests.browser.axe_checks import faults
from tests.browser.http_host import opened
from tests.sample_campaigns import write_files
from tests.small_campaign import SOUND, tree_of

#: Vael comes to rule the harbour in the second turn, and everybody learns of the vale in the third.
TURNS: Final = {
    "turns/001.yaml": "turn: 1\ntitle: Calm\n",
    "turns/002.yaml": """\
turn: 2
title: The Harbour Bows
news:
  - for: everyone
    text: The harbour bows.
    effects: [{power: vael, sphere: harbour, influence: +2}]
""",
    "turns/003.yaml": "turn: 3\ntitle: A Valley\nreveals:\n  - {place: vale, for: everyone}\n",
}
#: Whose signs and which names are to be seen on the map.
_SEEN: Final = """() => {
  const isSeen = (node) => node.getClientRects().length > 0;
  const on = (selector) => [...document.querySelectorAll(selector)].filter(isSeen);
  return {
    names: on(".map-sheet a text").map((text) => text.textContent.trim()).sort(),
    masters: on('.map-ground use[fill^="url(#wash"]').map((use) => use.getAttribute("fill")),
    caption: on("[data-turn]").map((caption) => caption.textContent),
  };
}"""
#: The contrast of each text with its rim, or with the sheet, by the formula of WCAG.
_CONTRASTS: Final = """() => {
  const light = (color) => {
    const parts = color.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255);
    const [r, g, b] = parts.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const sheet = getComputedStyle(document.querySelector(".map-sheet")).backgroundColor;
  return [...document.querySelectorAll(".map-sheet text")].map((text) => {
    const { fill, stroke } = getComputedStyle(text);
    const behind = stroke === "none" ? sheet : stroke;
    const [low, high] = [light(fill), light(behind)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  });
}"""
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of a small campaign, on disk."""
    made = build_files(tree_of({**SOUND, **TURNS}), Report())
    assert made is not None
    return write_files(made, tmp_path_factory.mktemp("map"))


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with browser.new_context() as context:
        yield context.new_page()


def address(folder: Path, edition: str) -> str:
    return (folder / edition / "map.html").as_uri()


def test_the_keyboard_steps_through_the_turns(page: Page, folder: Path) -> None:
    assert opened(page, address(folder, "private/vael")) == []
    assert page.evaluate(_SEEN)["masters"] == ["url(#wash-vael)"]
    page.get_by_role("button", name="The first turn").focus()
    page.keyboard.press("Enter")
    seen = page.evaluate(_SEEN)
    assert seen["masters"] == []
    assert [" ".join(words.split()) for words in seen["caption"]] == ["At the end of turn 1: Calm"]
    page.get_by_role("button", name="One turn forward").focus()
    page.keyboard.press("Space")
    assert page.evaluate(_SEEN)["masters"] == ["url(#wash-vael)"]
    page.get_by_role("slider").focus()
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(_SEEN)["masters"] == []
    assert "Calm" in (page.get_by_role("slider").get_attribute("aria-valuetext") or "")
    page.keyboard.press("End")
    assert "A Valley" in page.evaluate(_SEEN)["caption"][0]


def test_a_place_is_on_the_map_from_the_turn_in_which_it_is_known(page: Page, folder: Path) -> None:
    page.goto(address(folder, "site"))
    assert page.evaluate(_SEEN)["names"] == ["The Harbour", "The Marsh", "The Vale"]
    page.get_by_role("button", name="One turn back").click()
    assert page.evaluate(_SEEN)["names"] == ["The Harbour", "The Marsh"]


def test_a_url_selects_a_turn_of_the_map(page: Page, folder: Path) -> None:
    page.goto(f"{address(folder, 'private/vael')}#turn-1")
    assert page.evaluate(_SEEN)["masters"] == []
    assert page.get_by_role("slider").input_value() == "1"
    page.goto("about:blank")
    page.goto(f"{address(folder, 'private/vael')}#turn-9")
    assert page.get_by_role("slider").input_value() == "3"


def test_places_on_the_map_link_to_their_pages(page: Page, folder: Path) -> None:
    page.goto(address(folder, "site"))
    page.locator(".map-sheet a", has_text="The Marsh").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/places/marsh.html")
    assert page.locator("h1").inner_text() == "The Marsh"


def test_without_a_script_the_latest_turn_is_shown(browser: Browser, folder: Path) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(address(folder, "private/vael"))
        assert page.locator('.map-ground use[fill="url(#wash-vael)"]').is_visible()
        assert not page.get_by_role("slider").is_visible()
        assert page.get_by_role("row", name="The Harbour").get_by_text("dominates it").is_visible()


def test_the_map_is_accessible(page: Page, folder: Path) -> None:
    """Names over drawings it does not judge: these have a rim of their own to stand out by."""
    page.goto(address(folder, "private/vael"))
    assert [fault for fault in faults(page) if not fault[2].startswith("<tspan")] == []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert min(page.evaluate(_CONTRASTS)) >= 4.5, scheme
