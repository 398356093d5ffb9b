"""The search of the public site and its previews of pages, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from chronicle.diagnostics.report import Report
from chronicle.pipeline import build_files
from tests.browser.axe_checks import faults
from tests.browser.http_host import served, watched
from tests.golden.campaigns import TIDE_BELL
from tests.sample_campaigns import write_files
from tests.small_campaign import tree_of

#: What a page has to load before its search is opened.
FONTS: Final = {"eb-garamond-400", "eb-garamond-600", "eb-garamond-400-italic"}
EARLY: Final = {"annals", "icon", "seek", "preview", "startup", "turn-map"} | FONTS
LATE: Final = {"finder", "minisearch", "search", "words"}
TURN: Final = "turns/1.html"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = build_files(tree_of(TIDE_BELL), Report())
    assert made is not None
    top = tmp_path_factory.mktemp("searched")
    write_files(made, top / "sub path")
    return top


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[str]:
    with served(folder) as port:
        yield f"http://127.0.0.1:{port}/sub%20path/site"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with browser.new_context() as context:
        context.set_default_timeout(20_000)
        yield context.new_page()


def finder(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Search the chronicle")


def sought(page: Page, words: str) -> Locator:
    """The results for these words, in an open search."""
    finder(page).get_by_role("searchbox").fill(words)
    expect(finder(page).locator("li").first).to_be_visible()
    return finder(page).get_by_role("link")


def test_the_search_loads_its_own_files_only_when_opened(page: Page, site: str) -> None:
    names: list[str] = []
    page.on("request", lambda request: names.append(request.url.rpartition("/")[2].split(".")[0]))
    wrong = watched(page, site[:16])
    page.goto(f"{site}/{TURN}")
    page.wait_for_load_state("networkidle")
    assert set(names) - {"1"} <= EARLY
    page.keyboard.press("/")
    sought(page, "bell")
    assert set(names) - {"1"} - EARLY == LATE
    assert wrong == []


def test_the_search_works_by_keyboard_alone(page: Page, site: str) -> None:
    page.goto(f"{site}/{TURN}")
    button = page.get_by_role("button", name="Search")
    button.focus()
    page.keyboard.press("/")
    links = sought(page, "bel")
    expect(finder(page).get_by_role("status")).to_contain_text(f"{links.count()} results")
    expect(finder(page).locator("mark").first).to_have_text("bell", ignore_case=True)
    page.keyboard.press("ArrowDown")
    expect(links.nth(0)).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(links.nth(1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(finder(page).get_by_role("searchbox")).to_be_focused()
    page.keyboard.press("Escape")
    expect(finder(page)).to_be_hidden()
    expect(button).to_be_focused()


def test_enter_opens_the_first_search_result(page: Page, site: str) -> None:
    page.goto(f"{site}/index.html")
    page.get_by_role("button", name="Search").click()
    sought(page, "only the wind")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{site}/rumors/1.html#r1")


def test_the_gm_searches_what_only_the_gm_knows(page: Page, site: str) -> None:
    own = site.replace("/site", "/private/gm")
    page.goto(f"{own}/index.html")
    page.keyboard.press("/")
    sought(page, "nobody asked rope")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{own}/turns/1.html")


def test_the_search_of_the_gm_stands_apart_from_the_badge(page: Page, site: str) -> None:
    for width in (320, 704, 1440):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(f"{site.replace('/site', '/private/gm')}/index.html")
        badge, button = (page.locator(it).bounding_box() for it in (".badge", ".seek"))
        assert badge is not None
        assert button is not None
        assert (
            button["y"] >= badge["y"] + badge["height"]
            or button["x"] >= badge["x"] + badge["width"]
            or badge["x"] >= button["x"] + button["width"]
        ), width


def test_a_result_on_the_current_page_closes_the_search(page: Page, site: str) -> None:
    page.goto(f"{site}/{TURN}")
    page.keyboard.press("/")
    sought(page, "bell low water").first.click()
    expect(finder(page)).to_be_hidden()
    assert page.url.startswith(f"{site}/{TURN}#")


def test_search_matches_prefixes_and_typos_and_requires_every_word(page: Page, site: str) -> None:
    page.goto(f"{site}/index.html")
    page.keyboard.press("/")
    for words in ("harb", "harbuor", "HARBOUR"):
        assert "The Harbour" in sought(page, words).first.inner_text()
    finder(page).get_by_role("searchbox").fill("harbour zebra")
    expect(finder(page).get_by_role("status")).to_have_text("No results.")


def test_a_failed_search_download_shows_a_message_and_is_retried(page: Page, site: str) -> None:
    def lost(route: Route) -> None:
        route.abort()

    page.route("**/search.json", lost)
    page.goto(f"{site}/index.html")
    page.keyboard.press("/")
    expect(finder(page).get_by_role("status")).to_contain_text("could not be loaded")
    page.keyboard.press("Escape")
    page.unroute("**/search.json")
    page.keyboard.press("/")
    assert sought(page, "bell").count()


def test_the_search_can_be_reopened_at_once(page: Page, site: str) -> None:
    """The key comes before the browser has taken the focus out of the closed field."""
    page.goto(f"{site}/{TURN}")
    page.keyboard.press("/")
    sought(page, "bell")
    page.evaluate("""() => {
        const field = document.activeElement;
        field.closest("dialog").close();
        field.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true }));
    }""")
    assert sought(page, "bell").count()


def test_there_is_no_search_button_without_scripts_or_from_disk(
    browser: Browser, folder: Path
) -> None:
    address = (folder / "sub path" / "site" / TURN).as_uri()
    for scripts in (True, False):
        with browser.new_context(java_script_enabled=scripts) as context:
            page = context.new_page()
            wrong = watched(page, address[:16])
            page.goto(address)
            expect(page.locator('[data-part="seek"]')).to_be_hidden()
            assert wrong == []


def test_the_open_search_is_accessible_and_fits_the_screen(page: Page, site: str) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(f"{site}/{TURN}")
    page.keyboard.press("/")
    sought(page, "bell")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert finder(page).evaluate("it => it.scrollWidth <= it.clientWidth")
    assert list(faults(page)) == []


# Previews


def preview(page: Page) -> Locator:
    return page.get_by_role("tooltip")


def pages_asked(page: Page) -> list[str]:
    """The pages that are asked for from now on."""
    asked: list[str] = []

    def note(address: str) -> None:
        if address.endswith(".html"):
            asked.append(address)

    page.on("request", lambda request: note(request.url))
    return asked


def link_to(page: Page, path: str) -> Locator:
    return page.locator(f'main a[href="../{path}"]').first


def test_hovering_a_link_shows_a_preview_until_escape(page: Page, site: str) -> None:
    page.goto(f"{site}/{TURN}")
    wrong = watched(page, site[:16])
    link = link_to(page, "places/harbour.html")
    link.hover()
    expect(preview(page)).to_contain_text("The Harbour")
    expect(link).to_have_attribute("aria-describedby", "preview")
    # It stays while the pointer is on it.
    preview(page).hover()
    page.wait_for_timeout(700)
    expect(preview(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(preview(page)).to_be_hidden()
    assert wrong == []


def test_the_keyboard_shows_previews_too_and_each_page_is_fetched_once(
    page: Page, site: str
) -> None:
    page.goto(f"{site}/{TURN}")
    asked = pages_asked(page)
    link = link_to(page, "places/harbour.html")
    for _ in range(2):
        page.keyboard.press("Shift")
        link.focus()
        expect(preview(page)).to_contain_text("The Harbour")
        link.blur()
        expect(preview(page)).to_be_hidden()
    assert asked == [f"{site}/places/harbour.html"]


def test_touch_shows_no_preview_and_fetches_nothing(browser: Browser, site: str) -> None:
    with browser.new_context(has_touch=True) as context:
        page = context.new_page()
        page.goto(f"{site}/{TURN}")
        asked = pages_asked(page)
        page.locator("main h1").tap()
        link_to(page, "places/harbour.html").dispatch_event(
            "pointerover", {"bubbles": True, "pointerType": "touch"}
        )
        page.wait_for_timeout(700)
        assert asked == []
        expect(preview(page)).to_have_count(0)
