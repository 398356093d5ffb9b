"""What is new since a reader's last visit, on the host's front page and in an opened dossier."""

from __future__ import annotations

import json
import re
from typing import Final

from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.http_host import watched
from tests.browser.sealed_site import Hosted, enter, turn_to

#: Everything that a browser keeps of a page, in words.
KEPT: Final = "JSON.stringify([{...localStorage}, {...sessionStorage}])"
#: How much of a page moves while it is loaded.
SHIFTS: Final = """globalThis.shifts = [];
new PerformanceObserver((list) => shifts.push(...list.getEntries().map((it) => it.value)))
  .observe({ type: "layout-shift", buffered: true });"""
#: A browser that refuses to keep anything.
REFUSING: Final = """Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("no", "SecurityError"); },
});"""


def head(page: Page) -> str:
    return page.locator(".lately h2").inner_text()


def rows(page: Page) -> list[str]:
    """The turns that are listed as new, each said only where there are others."""
    found = page.locator(".lately > ol > li[data-number]:visible")
    assert found.locator("p:visible").count() == (found.count() if found.count() > 1 else 0)
    return [it.get_attribute("data-number") or "" for it in found.all()]


def on(page: Page, day: int, address: str) -> None:
    """Opens a page at noon of a day in November."""
    page.clock.set_fixed_time(f"2026-11-{day:02}T12:00:00Z")
    page.goto(address)


def test_the_front_page_says_what_is_new_since_the_last_visit(
    context: BrowserContext, hosted: Hosted
) -> None:
    page, home = context.new_page(), f"{hosted.site}/index.html"
    wrong = watched(page, hosted.site[:16])
    on(page, 3, home)
    assert (head(page), rows(page)) == ("New in turn 2", ["2"])
    # The last visit was when there was but one turn.
    name, kept = page.evaluate("Object.entries(localStorage)[0]")
    earlier = {**json.loads(kept), "turn": 1}
    page.evaluate("([name, kept]) => localStorage.setItem(name, kept)", [name, json.dumps(earlier)])
    for _ in range(2):
        on(page, 9, home)
        said = "Since your last visit on November 3, 2026"
        assert (head(page), rows(page)) == (said, ["2"])
        assert not page.get_by_text("Nothing new.").is_visible()
    first = page.locator(".gains a").first
    assert re.fullmatch(r"turns/2\.html#\w+", first.get_attribute("href") or "")
    # Another tab of the same day says the same.
    other = context.new_page()
    on(other, 9, home)
    assert head(other) == said
    on(page, 10, home)
    assert (head(page), rows(page)) == ("Since your last visit on November 9, 2026", [])
    assert page.get_by_text("Nothing new.").is_visible()
    for spoilt in ("}{", '{"turn": "x"}', '{"turn": 99, "day": "2026-11-03"}', '"<b>"'):
        page.evaluate("([name, kept]) => localStorage.setItem(name, kept)", [name, spoilt])
        on(page, 11, home)
        assert (head(page), rows(page)) == ("New in turn 2", ["2"])
    assert wrong == []


def test_turns_that_were_missed_lead_the_page_before_it_is_seen(
    context: BrowserContext, hosted: Hosted
) -> None:
    page, home = context.new_page(), f"{hosted.site}/index.html"
    above = "document.querySelector('.now > header').nextElementSibling.className"
    on(page, 3, home)
    assert page.evaluate(above) != "lately"
    name, kept = page.evaluate("Object.entries(localStorage)[0]")
    earlier = {**json.loads(kept), "turn": 0}
    page.evaluate("([name, kept]) => localStorage.setItem(name, kept)", [name, json.dumps(earlier)])
    page.add_init_script(SHIFTS)
    on(page, 9, home)
    assert rows(page) == ["2", "1"]
    assert page.evaluate(above) == "lately"
    expect(page.locator(".lately")).to_be_visible()
    assert page.evaluate("shifts") == []
    on(page, 10, home)
    assert page.evaluate(above) != "lately"


def test_without_storage_the_latest_turn_counts_as_new(browser: Browser, hosted: Hosted) -> None:
    for has_script in (True, False):
        with browser.new_context(java_script_enabled=has_script) as context:
            page = context.new_page()
            wrong = watched(page, hosted.site[:16])
            page.add_init_script(REFUSING)
            page.goto(f"{hosted.site}/index.html")
            assert (head(page), rows(page)) == ("New in turn 2", ["2"])
            assert wrong == []


def test_a_dossier_stores_the_visit_only_with_a_remembered_login(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    page.clock.set_fixed_time("2026-11-03T12:00:00Z")
    enter(page, hosted)
    page.wait_for_selector('#main[data-path="index.html"]')
    assert head(page) == "New in turn 2"
    page.clock.set_fixed_time("2026-11-09T12:00:00Z")
    turn_to(page, "map.html")
    turn_to(page, "index.html")
    assert head(page) == "New in turn 2"
    assert "vael" not in page.evaluate(KEPT)
    assert "2026" not in page.evaluate(KEPT)
    keep = page.get_by_label("Remember on this device")
    keep.check()
    expect(page.get_by_role("status")).to_contain_text("remembers")
    turn_to(page, "map.html")
    turn_to(page, "index.html")
    page.clock.set_fixed_time("2026-11-10T12:00:00Z")
    turn_to(page, "map.html")
    turn_to(page, "index.html")
    assert head(page) == "Since your last visit on November 9, 2026"
    assert page.get_by_text("Nothing new.").is_visible()
    assert "2026" not in page.evaluate(KEPT)
    keep.uncheck()
    expect(page.get_by_role("status")).to_contain_text("no longer")
    turn_to(page, "map.html")
    turn_to(page, "index.html")
    assert head(page) == "New in turn 2"


def test_the_map_of_a_dossier_has_its_picture_and_its_steps(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    wrong = watched(page, hosted.site[:16])
    enter(page, hosted)
    turn_to(page, "map.html")
    ground = page.locator("image.map-picture")
    expect(ground).to_have_attribute("href", re.compile("^blob:"))
    assert ground.get_attribute("aria-label") == "A cellar under the quay"
    page.get_by_role("button", name="The first turn").click()
    assert page.locator("[data-turn]:visible").get_attribute("data-turn") == "1"
    assert [one for one in wrong if "blob:" not in one and "ERR_FILE" not in one] == []
