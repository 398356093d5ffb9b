"""An opened dossier in a real browser: its pages, links, pictures, search, print, keyboard."""

from __future__ import annotations

import base64
import re
from typing import Final

from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from chronicle.records import replace
from chronicle.seal.keys import seat_key
from chronicle.seal.logins import login_of
from chronicle.seal.sealed_files import BOOK, seal_blobs
from chronicle.seal.unseal import blob_path, open_dossiers
from tests.browser.axe_checks import faults
from tests.browser.http_host import watched
from tests.browser.sealed_site import (
    ADA,
    BO,
    KEYS,
    PHRASE,
    UNLOCK,
    Hosted,
    enter,
    state,
    turn_to,
    unlock,
)

# Reading

#: The words of a page as a reader gets them, and where its links lead.
WORDS: Final = """([selector]) => {
  const main = document.querySelector(selector);
  const links = [...main.querySelectorAll("a")].map((link) => link.textContent.trim());
  const ids = [...main.querySelectorAll("[id]")].map((one) => one.id);
  return [main.textContent.replace(/\\s+/g, " ").trim(), links, ids];
}"""
#: Links that lead to pages: those to secret pictures lead nowhere until these are opened.
LINKS: Final = "header.site a, main a:not(.enlarge), footer.site a"


def test_every_dossier_page_equals_the_private_edition(
    context: BrowserContext, hosted: Hosted
) -> None:
    page, private = context.new_page(), context.new_page()
    wrong = watched(page, hosted.site[:16])
    enter(page, hosted)
    edition = hosted.site.replace("/site", "/private/vael")
    paths = hosted.pages("vael")
    assert {"dossier/1.html", "dossier/2.html", "turns/1.html", "pages/map.html"} <= set(paths)
    for path in paths:
        turn_to(page, path)
        private.goto(f"{edition}/{path}")
        assert page.evaluate(WORDS, ["#main"]) == private.evaluate(WORDS, ["#main"]), path
        assert page.title() == private.title()
        kind = private.locator("body").get_attribute("class")
        assert page.locator("body").get_attribute("class") == f"{kind} reading"
        here = "header.site [aria-current], footer.site [aria-current]"
        assert page.locator(here).all_inner_texts() == private.locator(here).all_inner_texts(), path
    assert wrong == []


def test_every_link_of_an_open_dossier_leads_to_a_page_of_it(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    enter(page, hosted)
    routes: set[str] = set()
    for path in hosted.pages("vael"):
        turn_to(page, path)
        links = page.locator(LINKS)
        routes |= set(links.evaluate_all("all => all.map(one => one.getAttribute('href'))"))
    ids: dict[str, list[str]] = {}
    for route in sorted(routes):
        found = re.fullmatch(r"#/([\w/.-]+?)(?::([\w.-]+))?", route)
        assert found, route
        path, anchor = found.groups()
        if path not in ids:
            turn_to(page, path)
            ids[path] = page.locator("main [id]").evaluate_all("all => all.map(one => one.id)")
        assert anchor is None or anchor in ids[path], route


def test_a_route_with_an_anchor_shows_and_focuses_it(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    enter(page, hosted)
    turn_to(page, "turns/1.html")
    anchor = page.locator("main .event[id]").last.get_attribute("id")
    assert anchor is not None
    turn_to(page, "dossier/1.html")
    page.set_viewport_size({"width": 600, "height": 300})
    turn_to(page, "turns/1.html", anchor)
    focused = page.locator(":focus")
    assert focused.get_attribute("id") == anchor
    expect(focused).to_be_in_viewport()


def test_back_and_forward_lead_to_where_a_page_was_left(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    page.set_viewport_size({"width": 600, "height": 300})
    enter(page, hosted)
    turn_to(page, "dossier/2.html")
    page.locator("main a", has_text="Turn 1").first.scroll_into_view_if_needed()
    page.evaluate("scrollBy({ top: 20, behavior: 'instant' })")
    left = page.evaluate("scrollY")
    assert left > 20
    page.locator("main a", has_text="Turn 1").first.click()
    page.wait_for_selector('#main[data-path="dossier/1.html"]')
    assert page.evaluate("scrollY") == 0
    assert page.evaluate("document.activeElement.id") == "main"
    page.evaluate("scrollTo({ top: 40, behavior: 'instant' })")
    page.go_back()
    page.wait_for_selector('#main[data-path="dossier/2.html"]')
    assert page.evaluate("scrollY") == left
    # Back from a page outside of the dossier too.
    page.goto(f"{hosted.site}/turns/1.html")
    page.go_back()
    page.wait_for_selector('#main[data-path="dossier/2.html"]')
    assert page.evaluate("scrollY") == left
    page.go_back()
    page.wait_for_selector('#main[data-path="index.html"]')
    page.go_forward()
    page.wait_for_selector('#main[data-path="dossier/2.html"]')


def test_a_missing_dossier_page_is_reported(context: BrowserContext, hosted: Hosted) -> None:
    page = context.new_page()
    enter(page, hosted)
    for route in ("#/places/nowhere.html", "#/dossier/77.html", "#/audit/1.html", "#/__proto__"):
        page.evaluate("route => { location.hash = route; }", route)
        missing = page.locator("main").get_by_text("This dossier has no such page.")
        expect(missing).to_be_visible()
        page.evaluate("location.hash = '#/index.html'")
        page.wait_for_selector('#main[data-path="index.html"]')


def test_a_secret_image_is_decrypted_with_its_page_and_released_with_it(
    context: BrowserContext, hosted: Hosted
) -> None:
    secret = [path for path in hosted.files if path.startswith("private/vael/pictures/")]
    assert len(secret) == 1
    assert not [path for path in hosted.files if path.startswith("site/pictures/")]
    page = context.new_page()
    wrong = watched(page, hosted.site[:16])
    enter(page, hosted)
    turn_to(page, "pages/map.html")
    picture = page.locator("main img")
    expect(picture).to_have_attribute("src", re.compile("^blob:"))
    assert picture.get_attribute("alt") == "A cellar under the quay"
    picture.evaluate("image => image.decode()")
    assert picture.evaluate("image => [image.naturalWidth, image.naturalHeight]") == [4, 3]
    address = picture.get_attribute("src")
    turn_to(page, "index.html")
    gone = page.evaluate(
        "src => new Promise((done) => { const image = new Image();"
        " image.onload = () => done(false); image.onerror = () => done(true); image.src = src; })",
        address,
    )
    assert gone
    assert [one for one in wrong if "blob:" not in one and "ERR_FILE" not in one] == []


def test_a_tab_that_was_open_during_a_new_build_still_shows_pictures(
    context: BrowserContext, hosted: Hosted
) -> None:
    """Their keys change with each picture; the book that has these is read again."""
    sealed = {
        path.removeprefix("site/"): hosted.files[path]
        for path in hosted.files
        if path.startswith("site/sealed/")
    }
    dossiers = open_dossiers(sealed, login_of(KEYS, ADA))
    assert dossiers is not None
    vael = replace(dossiers["vael"], pictures=(b"another",))
    # Houses without a stored seat have them in order of id.
    earlier = seal_blobs(replace(KEYS, seats={"oru": 0, "vael": 1}), {1: vael})
    book = blob_path(seat_key(KEYS, 1), BOOK, 0)
    assert earlier[book] != sealed[book]
    page = context.new_page()
    answered: list[str] = []

    def answer(route: Route) -> None:
        answered.append(route.request.url)
        if len(answered) == 1:
            route.fulfill(body=earlier[book])
        else:
            route.continue_()

    page.route(f"**/{book}", answer)
    enter(page, hosted)
    turn_to(page, "pages/map.html")
    expect(page.locator("main img")).to_have_attribute("src", re.compile("^blob:"))
    # Pictures that are shown side by side may each read it again.
    assert len(answered) > 1


# Searching


def test_search_finds_text_on_sealed_pages(context: BrowserContext, hosted: Hosted) -> None:
    page = context.new_page()
    wrong = watched(page, hosted.site[:16])
    enter(page, hosted)
    page.keyboard.press("/")
    page.keyboard.type("LAMP-hour four")
    found = page.locator(".found li")
    expect(found.first).to_be_visible()
    pages = found.get_by_role("link").all_inner_texts()
    expect(page.get_by_role("status")).to_have_text(f"{len(pages)} pages")
    assert "Dossier of House Vael, turn 2" in pages
    assert found.first.locator("mark").all_inner_texts() == ["Four", "lamp", "hour"]
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.textContent") == pages[0]
    page.keyboard.press("Enter")
    page.wait_for_selector("#main[data-path]")
    assert "lamp-hour" in page.locator("main").inner_text()
    page.go_back()
    expect(found).to_have_count(len(pages))
    page.keyboard.press("/")
    # Words are found by how they begin, and punctuation belongs to none.
    for words, hits in (("amp-hour", 0), ("lamp-h", len(pages)), ("(amp [*", 0), ("kraken", 0)):
        page.get_by_role("searchbox").fill(words)
        expect(found).to_have_count(hits)
    expect(page.get_by_role("status")).to_have_text("No pages found.")
    assert wrong == []


def test_an_open_dossier_can_be_searched_before_its_first_page_is_there(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    asked: list[Route] = []

    def answer(route: Route) -> None:
        # The book is answered, the turn after it is not.
        asked.append(route)
        if len(asked) == 1:
            route.continue_()

    page.route("**/*.bin", answer)
    enter(page, hosted, route="#/turns/1.html")
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    assert page.locator("#main[data-path]").count() == 0


def test_search_finds_nothing_that_is_not_in_the_dossier(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    enter(page, hosted, BO)
    page.locator("main").get_by_role("button", name="The Oru").click()
    page.wait_for_selector('#main[data-path="index.html"]')
    page.get_by_role("searchbox").fill("cellar")
    expect(page.get_by_role("status")).to_have_text("No pages found.")
    page.get_by_role("searchbox").fill("dig at night")
    expect(page.locator(".found li").first).to_be_visible()


# For everybody


def test_the_keyboard_alone_opens_reads_searches_and_locks(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    page.goto(hosted.unlock)
    state(page, "locked")
    page.keyboard.type(ADA)
    for _ in range(2):
        page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert page.get_by_label(PHRASE).get_attribute("type") == "text"
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    state(page, "open")
    expect(page.locator("#main")).to_be_focused()
    for _ in range(3):
        page.keyboard.press("Tab")
    focused = page.locator(":focus")
    assert focused.evaluate("link => link.closest('main') !== null")
    page.keyboard.press("Enter")
    page.wait_for_selector('#main[data-path="dossier/2.html"]')
    page.keyboard.press("/")
    assert focused.get_attribute("type") == "search"
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page.get_by_role("status")).to_contain_text("remembers")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    state(page, "locked")


def test_the_skip_link_leads_to_the_page_that_is_open(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    enter(page, hosted)
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    assert page.url.endswith("#/index.html")


def test_login_fields_are_labelled_for_password_managers(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    page.goto(hosted.unlock)
    fields = page.locator("form[data-part=unlock] input")
    asked = fields.evaluate_all("all => all.map(one => [one.autocomplete, one.value, one.type])")
    assert asked == [["username", "Crowns", "text"], ["current-password", "", "password"]]


def test_the_dossier_page_is_accessible_locked_and_open(browser: Browser, hosted: Hosted) -> None:
    found: list[tuple[str, ...]] = []

    def look(page: Page, where: str) -> None:
        found.extend((where, *fault) for fault in faults(page))

    with browser.new_context(reduced_motion="reduce") as context:
        page = context.new_page()
        page.goto(hosted.unlock)
        state(page, "locked")
        look(page, "locked")
        page.get_by_label(PHRASE).fill("wrong")
        page.keyboard.press("Enter")
        expect(page.get_by_role("status")).to_contain_text("opens nothing")
        look(page, "wrong")
        enter(page, hosted, BO)
        look(page, "chooser")
        page.locator("main").get_by_role("button", name="House Vael").click()
        for path in ("dossier/2.html", "pages/map.html"):
            turn_to(page, path)
            look(page, path)
        page.get_by_role("searchbox").fill("vael")
        expect(page.locator(".found li").first).to_be_visible()
        look(page, "search")
    assert found == []


def test_a_dossier_fits_a_narrow_phone(browser: Browser, hosted: Hosted) -> None:
    with browser.new_context(viewport={"width": 320, "height": 640}) as context:
        page = context.new_page()
        width = "document.documentElement.scrollWidth"
        page.goto(hosted.unlock)
        state(page, "locked")
        assert page.evaluate(width) <= 320
        enter(page, hosted, BO)
        assert page.evaluate(width) <= 320
        page.locator("main").get_by_role("button", name="House Vael").click()
        for path in ("index.html", "dossier/2.html", "pages/map.html"):
            turn_to(page, path)
            assert page.evaluate(width) <= 320, path
        page.get_by_role("button", name="Search").click()
        expect(page.get_by_role("searchbox")).to_be_focused()
        assert page.evaluate(width) <= 320
        small = page.locator("aside a, aside button, aside input").evaluate_all(
            "all => all.filter(one => one.type !== 'checkbox' && one.offsetHeight < 24)"
            ".map(one => one.outerHTML)"
        )
        assert small == []


def test_no_field_is_so_small_that_phones_zoom_into_it(browser: Browser, hosted: Hosted) -> None:
    small = """() => [...document.querySelectorAll("input, select, textarea")]
      .filter((it) => parseFloat(getComputedStyle(it).fontSize) < 16).map((it) => it.outerHTML)"""
    with browser.new_context(has_touch=True, viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        page.goto(f"{hosted.site}/index.html")
        page.keyboard.press("/")
        expect(page.get_by_role("searchbox")).to_be_focused()
        assert page.evaluate(small) == []
        enter(page, hosted, ADA, "#/orders.html")
        page.wait_for_selector(".order-form textarea", state="attached")
        assert page.evaluate(small) == []


def test_a_page_of_an_open_dossier_prints_like_one_of_the_edition(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    enter(page, hosted)
    turn_to(page, "dossier/2.html")
    page.emulate_media(media="print")
    for hidden in ("header nav", ".desk-tools", ".steps", "footer"):
        expect(page.locator(hidden).first).to_be_hidden()
    expect(page.locator("h1")).to_be_visible()
    expect(page.get_by_text("Please do not share this edition.")).to_be_visible()


def test_only_sealed_files_of_the_same_host_are_fetched(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    unlock(page, hosted)
    turn_to(page, "dossier/2.html")
    # A secret picture that is opened has its own address in the browser.
    fetched = [url for url in fetched if not url.startswith("blob:")]
    assert [url for url in fetched if not url.startswith(f"{hosted.site}/")] == []
    parts = {url.removeprefix(f"{hosted.site}/").split("/")[0] for url in fetched}
    assert parts == {UNLOCK, "assets", "sealed"}
    secret = base64.b64encode(ADA.encode()).decode()
    assert not [url for url in fetched if ADA.split()[0] in url or secret in url]
