"""A campaign of several stretches in a real browser: its maps, its search, a dossier's search."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect

from chronicle.diagnostics.report import Report
from chronicle.outline import turn_ranges
from chronicle.pipeline import SealOptions, build_files
from tests.browser.axe_checks import faults
from tests.browser.http_host import served, watched
from tests.browser.sealed_site import CAMPAIGN, KEYS, Hosted, enter, turn_to
from tests.sample_campaigns import write_files
from tests.small_campaign import tree_of

#: Two turns more than those of the campaign, and two in a stretch.
TURNS: Final = {
    "turns/003.yaml": """\
turn: 3
title: The Harbour Bows
news:
  - for: everyone
    text: Lanterns are out.
    effects: [{power: vael, sphere: harbour, influence: +1}]
  - {for: vael, from: A clerk, text: The third lantern is ours.}
""",
    "turns/004.yaml": """\
turn: 4
title: Ice
news: [{for: everyone, text: Lanterns are lit again.}]
rumors: [{text: Ice sings., heard_by: everyone, truth: true}]
""",
    "turns/005.yaml": "turn: 5\ntitle: Thaw\n",
}
#: As many turns of a dossier are read at once for its search; here it is one.
_PART: Final = "const PART = 24;"


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(turn_ranges, "TURNS_PER_MAP", 2)
        patch.setattr(turn_ranges, "TURNS_PER_SEARCH_FILE", 2)
        report = Report()
        files = build_files(tree_of({**CAMPAIGN, **TURNS}), report, seal=SealOptions(KEYS))
    assert files is not None, [finding.message for finding in report.findings]
    top = tmp_path_factory.mktemp("stretches")
    folder = write_files(files, top / "some" / "sub path")
    with served(top) as port:
        yield Hosted(files, folder, port, f"http://127.0.0.1:{port}/some/sub%20path/site")


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


# ── The map ──────────────────────────────────────────────────────────────────────────────────────


def caption(page: Page) -> Locator:
    return page.locator("[data-turn]:visible")


def masters(page: Page) -> list[str]:
    """Whose arms are on places."""
    uses = page.locator('.map-ground use[fill^="url(#wash"]:visible')
    found: list[str] = uses.evaluate_all("all => all.map(one => one.getAttribute('fill'))")
    return found


def test_map_steps_stay_within_the_turns_of_the_map(page: Page, host: Hosted) -> None:
    page.goto((host.folder / "private/vael/map/3-4.html").as_uri())
    expect(caption(page)).to_contain_text("Ice")
    assert masters(page) == ["url(#wash-vael)"]
    slider = page.get_by_role("slider")
    assert [slider.get_attribute(name) for name in ("min", "max")] == ["3", "4"]
    page.get_by_role("button", name="One turn back").click()
    expect(caption(page)).to_contain_text("The Harbour Bows")
    page.keyboard.press("Enter")
    expect(caption(page)).to_contain_text("The Harbour Bows")
    page.get_by_role("link", name="Turns 1 to 2").click()
    expect(caption(page)).to_contain_text("Low Water")
    assert masters(page) == []
    page.get_by_role("link", name="Turns 3 to 4").click()
    page.get_by_role("link", name="Latest map").click()
    expect(caption(page)).to_contain_text("Thaw")
    assert masters(page) == ["url(#wash-vael)"]


def test_an_old_map_url_redirects_to_the_map_of_its_turn(page: Page, host: Hosted) -> None:
    latest = (host.folder / "private/vael/map.html").as_uri()
    page.goto(f"{latest}#turn-3")
    page.wait_for_url("**/map/3-4.html#turn-3")
    expect(caption(page)).to_contain_text("The Harbour Bows")
    # The fourth is on the latest map too, which is where the reader is.
    page.goto("about:blank")
    page.goto(f"{latest}#turn-4")
    expect(caption(page)).to_contain_text("Ice")
    assert page.url.endswith("/map.html#turn-4")


def test_without_scripts_a_past_map_shows_its_last_turn_and_links_on(
    browser: Browser, host: Hosted
) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto((host.folder / "private/vael/map.html").as_uri())
        page.get_by_role("navigation", name="Earlier turns").get_by_text("3–4").click()
        expect(page.locator("h1")).to_have_text("The map of turns 3 to 4")
        expect(caption(page)).to_contain_text("Ice")
        assert masters(page) == ["url(#wash-vael)"]


def test_past_maps_are_accessible_and_fit_the_screen(page: Page, host: Hosted) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    for path in ("map.html", "map/1-2.html"):
        page.goto((host.folder / "private/vael" / path).as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        assert [fault for fault in faults(page) if not fault[2].startswith("<tspan")] == []


def test_an_open_dossier_has_the_past_maps(page: Page, host: Hosted) -> None:
    wrong = watched(page, host.site[:16])
    enter(page, host)
    turn_to(page, "as-of/1.html")
    page.locator("main").get_by_role("link", name="The map at that time").click()
    page.wait_for_selector('#main[data-path="map/1-2.html"]')
    expect(caption(page)).to_contain_text("The Tide Bell")
    turn_to(page, "index.html")
    page.evaluate("location.hash = '#/map.html:turn-3'")
    page.wait_for_selector('#main[data-path="map/3-4.html"]')
    expect(caption(page)).to_contain_text("The Harbour Bows")
    assert wrong == []


# ── The search ───────────────────────────────────────────────────────────────────────────────────


def finder(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Search the chronicle")


def status(page: Page) -> Locator:
    return finder(page).get_by_role("status")


def held_back(page: Page, pattern: str) -> list[Route]:
    """Requests that wait until somebody lets them go."""
    held: list[Route] = []
    page.route(pattern, lambda route: held.append(route))  # noqa: PLW0108  Playwright reads its signature
    return held


def test_search_shows_the_latest_turns_first_and_adds_earlier_parts(
    page: Page, host: Hosted
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    held = held_back(page, "**/search/1-2.json")
    page.goto(f"{host.site}/turns/5.html")
    page.keyboard.press("/")
    finder(page).get_by_role("searchbox").fill("lanterns")
    expect(status(page)).to_have_text("2 results. Still loading earlier turns.")
    finder(page).get_by_role("searchbox").fill("bell low water")
    expect(status(page)).to_have_text("No results. Still loading earlier turns.")
    parts = [url.rpartition("/search")[2] for url in asked if url.endswith(".json")]
    assert parts == [".json", "/3-4.json", "/1-2.json"]
    held[0].continue_()
    first = finder(page).get_by_role("link").first
    expect(first).to_contain_text("tide bell")
    expect(status(page)).not_to_contain_text("Earlier")
    first.click()
    page.wait_for_url(f"{host.site}/turns/1.html#*")


def test_added_search_results_do_not_move_the_focused_one(page: Page, host: Hosted) -> None:
    held = held_back(page, "**/search/3-4.json")
    page.goto(f"{host.site}/turns/5.html")
    page.keyboard.press("/")
    query = finder(page).get_by_role("searchbox")
    query.fill("harbour")
    links = finder(page).get_by_role("link")
    expect(links.first).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(links.first).to_be_focused()
    before = links.count()
    with page.expect_response("**/search/1-2.json"):
        held[0].continue_()
    page.wait_for_timeout(300)
    expect(links.first).to_be_focused()
    assert links.count() == before
    page.keyboard.press("ArrowUp")
    expect(query).to_be_focused()
    expect(links).not_to_have_count(before)


def test_missing_search_parts_are_reported_and_retried(page: Page, host: Hosted) -> None:
    page.route("**/search/3-4.json", lambda route: route.abort())
    page.goto(f"{host.site}/index.html")
    page.keyboard.press("/")
    query = finder(page).get_by_role("searchbox")
    query.fill("thaw")
    expect(status(page)).to_contain_text("Some earlier turns could not be loaded")
    expect(finder(page).get_by_role("link").first).to_contain_text("Thaw")
    page.keyboard.press("Escape")
    page.unroute("**/search/3-4.json")
    page.keyboard.press("/")
    query.fill("lanterns")
    expect(status(page)).to_have_text("2 results")


def test_a_dossier_is_searched_turn_by_turn(page: Page, host: Hosted) -> None:
    def one_by_one(route: Route) -> None:
        response = route.fetch()
        assert _PART in response.text()
        route.fulfill(response=response, body=response.text().replace(_PART, "const PART = 1;"))

    page.route(re.compile(r"/search\.\w+\.js$"), one_by_one)
    page.add_init_script(_HELD)
    enter(page, host)
    page.evaluate("window.holding = 4")
    page.get_by_role("searchbox").fill("lantern")
    said = page.locator('[data-part="status"]')
    expect(said).to_have_text(re.compile(r"^\d pages. Still searching earlier turns.$"))
    page.evaluate("window.letGo()")
    expect(said).to_have_text(re.compile(r"^\d+ pages$"))
    found = page.locator(".found a").evaluate_all("all => all.map(one => one.hash)")
    assert {"#/turns/3.html", "#/turns/4.html", "#/dossier/3.html"} <= set(found)
    page.get_by_role("searchbox").fill("bows")
    expect(page.locator('.found a[href="#/timeline.html"]')).to_be_visible()
    found = page.locator(".found a").evaluate_all("all => all.map(one => one.hash)")
    assert not [route for route in found if route.startswith(("#/as-of", "#/map/"))]


#: Lets some fetches of sealed files through, and has the others wait.
_HELD: Final = """
  const fetched = window.fetch;
  let go;
  const gone = new Promise((done) => { go = done; });
  window.holding = Infinity;
  window.letGo = () => { window.holding = Infinity; go(); };
  window.fetch = async (...asked) => {
    if (String(asked[0]).startsWith("sealed/") && window.holding-- <= 0) await gone;
    return fetched(...asked);
  };
"""
