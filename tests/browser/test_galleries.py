"""Pictures in rows, in a real browser: at the size that fits, by keyboard, and in a dossier."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from chronicle.diagnostics.report import Report
from chronicle.pipeline import SealOptions, build_files
from tests.browser.http_host import served
from tests.browser.sealed_site import KEYS, Hosted, enter, turn_to
from tests.outline.test_gallery import FILES, HIDDEN, OPEN, paths
from tests.sample_campaigns import write_files
from tests.small_campaign import SOUND, tree_of

PLAYERS = "players: {ada: vael, bo: [vael, oru]}\n"


@pytest.fixture(scope="module")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    report = Report()
    laid = {**FILES, "campaign.yaml": SOUND["campaign.yaml"] + PLAYERS}
    files = build_files(tree_of(laid), report, seal=SealOptions(KEYS))
    assert files is not None, report.findings
    top = tmp_path_factory.mktemp("gallery")
    folder = write_files(files, top / "some" / "sub path")
    with served(top) as port:
        yield Hosted(files, folder, port, f"http://127.0.0.1:{port}/some/sub%20path/site")


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with browser.new_context(viewport={"width": 320, "height": 700}) as context:
        yield context.new_page()


def test_a_row_of_images_fits_the_screen_and_links_to_full_sizes(
    gallery: Hosted, page: Page
) -> None:
    fetched: list[str] = []
    page.on("response", lambda answer: fetched.append(answer.url.rpartition("/")[2]))
    page.goto(f"{gallery.site}/pages/prints.html", wait_until="networkidle")
    first = page.locator(".gallery img").first
    first.evaluate("image => image.decode()")
    # A narrow screen fetches the narrow one and none besides.
    sizes = [path.rpartition("/")[2] for path in paths(OPEN)]
    assert [name for name in fetched if name in sizes] == sizes[:1]
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    boxes = page.locator(".gallery .enlarge").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().toJSON())"
    )
    assert all(box["height"] >= 24 and box["right"] <= 320 for box in boxes)
    assert boxes[0]["bottom"] <= boxes[1]["top"]
    link = page.get_by_role("link", name="a fair Full size")
    link.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/{sizes[-1]}")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{gallery.site}/gallery.html")
    tops = page.locator(".gallery .enlarge").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().top)"
    )
    assert tops[0] == tops[1]


def test_a_dossier_shows_secret_pictures_at_the_size_it_has(gallery: Hosted, page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    enter(page, gallery)
    for path in ("turns/1.html", "gallery.html"):
        turn_to(page, path)
        secret = page.get_by_alt_text('a "knife"')
        secret.scroll_into_view_if_needed()
        expect(secret).to_have_attribute("src", re.compile("^blob:"))
        secret.evaluate("image => image.decode()")
        assert secret.evaluate("image => image.naturalWidth") == 1600
    # In a row it leads to its full size; alone it has it.
    link = page.locator("a.enlarge", has=page.get_by_alt_text('a "knife"'))
    expect(link).to_have_attribute("href", secret.get_attribute("src") or "none")
    assert not [url for url in asked for name in paths(HIDDEN) if name in url]
    # A picture that lies open is fetched from there, and leads to its full size.
    link = page.get_by_role("link", name="a fair Full size")
    assert link.get_attribute("href") == paths(OPEN)[-1]
