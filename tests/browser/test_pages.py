"""The sample's pages in a real browser: from a sub-path, from disk, in both schemes."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.samples import sample_files, write_files

#: One page of each kind, by edition.
KINDS = (
    "site/index.html",
    "site/turns/index.html",
    "site/turns/1.html",
    "site/turns/9.html",
    "site/rumors/index.html",
    "site/rumors/3.html",
    "site/factions/index.html",
    "site/factions/augers.html",
    "site/places/index.html",
    "site/places/keskel.html",
    "site/about.html",
    "private/nets/index.html",
    "private/nets/turns/6.html",
    "private/nets/dossier/index.html",
    "private/nets/dossier/6.html",
    "private/nets/factions/margrave.html",
    "private/nets/places/keskel.html",
    "private/gm/index.html",
    "private/gm/turns/6.html",
    "private/gm/audit/index.html",
    "private/gm/audit/6.html",
    "private/gm/dossier/index.html",
    "private/gm/dossier/sounders/9.html",
    "private/gm/factions/sounders.html",
)
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the library's name
        """Says nothing: the tests read what the browser got."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample as built, on disk, below a sub-path."""
    top = tmp_path_factory.mktemp("host")
    write_files(sample_files(), top / "some" / "sub path")
    return top


@pytest.fixture(scope="module")
def host(folder: Path) -> Iterator[str]:
    """The address at which the sample is served, deep inside a host."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/some/sub%20path"
    server.shutdown()
    server.server_close()
    thread.join()


def opened(page: Page, address: str) -> list[str]:
    """Opens an address and says what went wrong: messages, failed and foreign requests."""
    wrong: list[str] = []
    page.on("console", lambda message: wrong.append(f"console: {message.text}"))
    page.on("pageerror", lambda error: wrong.append(f"error: {error}"))
    page.on("requestfailed", lambda request: wrong.append(f"failed: {request.url}"))
    page.on(
        "response",
        lambda response: (
            wrong.append(f"{response.status}: {response.url}") if response.status >= 400 else None
        ),
    )
    page.on(
        "request",
        lambda request: (
            wrong.append(f"foreign: {request.url}")
            if not request.url.startswith((address[:16], "file:", "data:"))
            else None
        ),
    )
    page.goto(address)
    return wrong


@pytest.mark.parametrize("path", KINDS)
def test_a_page_opens_from_a_sub_path_in_its_style(browser: Browser, host: str, path: str) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        assert opened(page, f"{host}/{path}") == []
        assert page.locator("h1").count() == 1
        assert page.evaluate("document.styleSheets[0].cssRules.length") > 20


@pytest.mark.parametrize("path", ["site/turns/9.html", "private/nets/dossier/6.html"])
def test_a_page_opens_from_disk_and_leads_on(browser: Browser, folder: Path, path: str) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        start = (folder / "some" / "sub path" / path).as_uri()
        assert opened(page, start) == []
        page.locator("nav a").first.click()
        page.wait_for_load_state()
        assert page.url.startswith("file:")
        assert page.locator("h1").is_visible()


@pytest.mark.parametrize("path", KINDS)
def test_axe_finds_nothing_in_either_scheme(browser: Browser, host: str, path: str) -> None:
    found = {}
    for scheme in SCHEMES:
        with browser.new_context(color_scheme=scheme) as context:
            page = context.new_page()
            page.goto(f"{host}/{path}")
            results = Axe().run(page)
            found[scheme] = [violation["id"] for violation in results.response["violations"]]
    assert found == {"light": [], "dark": []}


def test_the_two_schemes_differ(browser: Browser, host: str) -> None:
    colors = set()
    for scheme in SCHEMES:
        with browser.new_context(color_scheme=scheme) as context:
            page = context.new_page()
            page.goto(f"{host}/site/index.html")
            colors.add(page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert len(colors) == 2


@pytest.mark.parametrize("path", KINDS)
def test_nothing_is_cut_off_on_a_narrow_phone(browser: Browser, host: str, path: str) -> None:
    with browser.new_context(viewport={"width": 320, "height": 640}) as context:
        page = context.new_page()
        page.goto(f"{host}/{path}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_the_keyboard_reaches_the_content_first(browser: Browser, host: str) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{host}/site/turns/3.html")
        page.keyboard.press("Tab")
        target = page.evaluate("document.activeElement.getAttribute('href')")
        assert target == "#main"
        page.keyboard.press("Enter")
        assert page.evaluate("document.querySelector('#main') !== null")


def test_print_leaves_the_navigation_out(browser: Browser, host: str) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{host}/site/turns/3.html")
        page.emulate_media(media="print")
        assert not page.locator("header nav").first.is_visible()
        assert page.locator("h1").is_visible()
