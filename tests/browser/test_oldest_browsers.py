"""The pages in the oldest Chromiums that are supported: what they lack must not be missed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.http_host import watched
from tests.browser.sealed_site import BO, Hosted, enter, turn_to
from tools import chromium, old_chromium

PHONE: Final = (390, 844)
PAGES: Final = ("index.html", "turns/2.html", "factions/vael.html", "map.html")
SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
#: The colours of land and sea on a map, and what its ground is painted with.
LAND: Final = """() => {
  const map = document.querySelector(".map");
  const probe = map.appendChild(document.createElement("i"));
  const [land, sea] = ["land", "sea"].map((name) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  });
  probe.remove();
  return [land, sea, [...map.querySelectorAll(".ground")].map((it) => getComputedStyle(it).fill)];
}"""
#: Texts that stand out too little from what is behind them, by computed styles (WCAG 2.2, 1.4.3).
FAINT: Final = """() => {
  const parsed = (color) => color.match(/[\\d.]+/g).map(Number);
  const light = (color) => parsed(color).slice(0, 3).map((part) => part / 255)
    .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, nth) => sum + part * [0.2126, 0.7152, 0.0722][nth], 0);
  const isOpaque = (color) => color.startsWith("rgb") && (parsed(color)[3] ?? 1) === 1;
  const behind = (node) => {
    for (let it = node; it; it = it.parentElement) {
      const { backgroundColor } = getComputedStyle(it);
      if (isOpaque(backgroundColor)) return backgroundColor;
    }
    return "rgb(255, 255, 255)";
  };
  const faint = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text; (text = texts.nextNode()); ) {
    const node = text.parentElement;
    const style = getComputedStyle(node);
    if (!text.data.trim() || !node.getClientRects().length) continue;
    const isDrawn = node instanceof SVGElement;
    // Names on a map are written with a rim.
    const ink = isDrawn ? style.fill : style.color;
    const ground = isDrawn && style.stroke !== "none" ? style.stroke : behind(node);
    const [less, more] = [light(ink), light(ground)].sort((a, b) => a - b);
    if ((more + 0.05) / (less + 0.05) < 4.5) faint.push([text.data.trim(), ink, ground]);
  }
  return faint;
}"""


@pytest.fixture(
    scope="module",
    params=[pytest.param(it, marks=pytest.mark.xdist_group(it)) for it in old_chromium.VERSIONS],
)
def page(
    request: pytest.FixtureRequest, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Page]:
    """The one page of an old Chromium."""
    version: str = request.param
    if not old_chromium.is_installed(version):
        if chromium.required() and old_chromium.is_offered():
            pytest.fail(old_chromium.ADVICE.format(missing=f"Chromium {version}"), pytrace=False)
        pytest.skip(f"no Chromium {version} found; `make test` installs it where it can")
    with old_chromium.running(version, tmp_path_factory.mktemp("home")) as address:
        # Qt has no browser contexts.
        old = browser.browser_type.connect_over_cdp(address, no_defaults=True)
        (context,) = old.contexts
        context.set_default_timeout(20_000)
        (shown,) = context.pages
        assert f"Chrome/{version}." in shown.evaluate("navigator.userAgent")
        yield shown
        old.close()


def resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})


def is_opaque(page: Page, selector: str) -> bool:
    """Whether nothing shows through an element."""
    color = page.locator(selector).evaluate("it => getComputedStyle(it).backgroundColor")
    return str(color).startswith("rgb(")


def test_the_menu_and_the_search_open_and_cover_what_is_below(page: Page, hosted: Hosted) -> None:
    wrong = watched(page, hosted.site[:16])
    resize(page, *PHONE)
    page.goto(f"{hosted.site}/turns/2.html")
    menu, button = page.locator("#site-menu"), page.get_by_role("button", name="Menu")
    expect(menu).to_be_hidden()
    button.click()
    expect(menu).to_be_visible()
    assert is_opaque(page, "#site-menu")
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    page.get_by_role("button", name="Search").click()
    assert is_opaque(page, "dialog.finder")
    page.get_by_role("searchbox").fill("bell")
    expect(page.locator("dialog.finder li").first).to_be_visible()
    page.keyboard.press("Escape")
    assert wrong == []


def test_texts_stand_out_and_the_map_has_land(page: Page, hosted: Hosted) -> None:
    wrong = watched(page, hosted.site[:16])
    resize(page, 1280, 900)
    faint = {}
    for path in PAGES:
        page.goto(f"{hosted.site}/{path}")
        for scheme in SCHEMES:
            # Without transitions, colours are there at once.
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            faint[path, scheme] = page.evaluate(FAINT)
    assert {where: texts for where, texts in faint.items() if texts} == {}
    # The map is the last of them.
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        land, sea, paint = page.evaluate(LAND)
        assert paint
        assert set(paint) == {land}
        assert sea not in {land, "rgb(0, 0, 0)"}
    assert wrong == []


def test_a_turn_is_told_on_one_map(page: Page, hosted: Hosted) -> None:
    resize(page, 1280, 900)
    enter(page, hosted)
    turn_to(page, "turns/2.html")
    expect(page.locator(".turn-map .told")).to_be_visible()
    assert page.locator(".turn-band").count() > 0
    expect(page.locator(".turn-band").filter(visible=True)).to_have_count(0)


def test_a_dossier_opens_and_orders_are_composed_and_copied(page: Page, hosted: Hosted) -> None:
    wrong = watched(page, hosted.site[:16])
    resize(page, *PHONE)
    page.emulate_media(color_scheme="dark")
    enter(page, hosted, BO)
    page.get_by_role("button", name="House Vael").click()
    page.wait_for_selector('#main[data-path="index.html"]')
    expect(page.locator("#site-menu")).to_be_hidden()
    assert page.evaluate(FAINT) == []
    turn_to(page, "orders.html")
    doer = page.locator("[data-doer]").first
    doer.locator("summary").first.click()
    doer.locator("select").first.select_option(label="Mobilize")
    out, state = page.locator("[data-do=out]"), page.locator("[data-do=state]")
    expect(out).to_have_value(re.compile("mobil"))
    assert page.evaluate(FAINT) == []
    text = out.input_value()
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(state).to_contain_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == text
    assert wrong == []
