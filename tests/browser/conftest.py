"""Real browsers for the tests in this folder, and what it means when there is none."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from chronicle.diagnostics.report import Report
from chronicle.pipeline import SealOptions, build_files
from chronicle.records import replace
from tests.browser import webdriver
from tests.browser.http_host import served
from tests.browser.readers import (
    FIREFOX,
    WEBKIT,
    ChromiumReader,
    DrivenReader,
    FirefoxReader,
    Reader,
    WebKitReader,
)
from tests.browser.sealed_site import CAMPAIGN, KEYS, Hosted
from tests.sample_campaigns import write_files
from tests.small_campaign import tree_of
from tools import chromium, engines

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    # Letters are as wide in every build of Chromium.
    "--font-render-hinting=none",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test that opens the browser as `browser`."""
    for item in items:
        if {"chromium_program", "reader"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium_program() -> Path:
    """The Chromium to start; without one the test is skipped, or fails where one is required."""
    if program := chromium.find():
        return program
    if chromium.required():
        pytest.fail(chromium.ADVICE, pytrace=False)
    pytest.skip("no Chromium found; `make test` installs one or says how")


@pytest.fixture(scope="session")
def browser(chromium_program: Path) -> Iterator[Browser]:
    """One headless Chromium for all of a process's tests; each test opens its own contexts."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_program, args=list(FLAGS))
        yield browser
        browser.close()


def _program(engine: engines.Engine) -> Path:
    """The engine's program; without one the test is skipped, or fails where one is required."""
    program = engines.find(engine)
    if program and not engines.is_missing(engine):
        return program
    if chromium.required() and engine in engines.ENGINES:
        pytest.fail(engines.advice(engine), pytrace=False)
    pytest.skip(f"no {engine.title} found; `make test` installs one or says how")


@pytest.fixture(scope="session")
def firefox() -> Iterator[webdriver.Marionette]:
    with webdriver.firefox(_program(engines.FIREFOX)) as session:
        yield session


@pytest.fixture(scope="session")
def webkit() -> Iterator[webdriver.WebKit]:
    with webdriver.webkit(_program(engines.WEBKIT)) as session:
        yield session


@pytest.fixture(params=[FIREFOX, WEBKIT])
def reader(request: pytest.FixtureRequest) -> Iterator[Reader]:
    """A reader in Firefox and then another in WebKitGTK: the test runs once in each.

    For other engines mark the test with ``@in_engines(CHROMIUM, FIREFOX, WEBKIT)`` of readers.py.
    Nothing is stored yet at an address that ``own_host`` gives; that of ``hosted`` is shared.
    """
    match request.param:
        case "chromium":
            with request.getfixturevalue("browser").new_context() as context:
                context.grant_permissions(["clipboard-write"])
                yield ChromiumReader(context.new_page())
            return
        case "firefox":
            session: DrivenReader = FirefoxReader(request.getfixturevalue("firefox"))
        case _:
            session = WebKitReader(request.getfixturevalue("webkit"))
    session.wrong()
    session.resize(1280, 800)
    yield session
    session.leave()


@pytest.fixture
def own_host(hosted: Hosted) -> Iterator[Hosted]:
    """The campaign of ``hosted`` at an address where nothing has been stored."""
    with served(hosted.folder.parents[1]) as port:
        site = hosted.site.replace(f":{hosted.port}/", f":{port}/")
        yield replace(hosted, port=port, site=site)


@pytest.fixture(scope="session")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    report = Report()
    files = build_files(tree_of(CAMPAIGN), report, seal=SealOptions(KEYS))
    assert files is not None, [finding.message for finding in report.findings]
    top = tmp_path_factory.mktemp("host")
    folder = write_files(files, top / "some" / "sub path")
    with served(top) as port:
        yield Hosted(files, folder, port, f"http://127.0.0.1:{port}/some/sub%20path/site")


@pytest.fixture(scope="session")
def window(browser: Browser) -> Iterator[BrowserContext]:
    """One context with a page that stays open: a browser takes longest to start a renderer."""
    with browser.new_context() as context:
        context.set_default_timeout(20_000)
        context.new_page()
        yield context


@pytest.fixture
def context(window: BrowserContext, hosted: Hosted) -> Iterator[BrowserContext]:
    """A context in which nothing is stored, cached or allowed."""
    kept = window.pages[0]
    # Pages of one host share a renderer.
    kept.goto(f"{hosted.site}/robots.txt")
    yield window
    for page in window.pages[1:]:
        page.close()
    window.clear_permissions()
    window.clear_cookies()
    kept.evaluate("localStorage.clear()")
    session = window.new_cdp_session(kept)
    session.send("Network.clearBrowserCache")
    session.detach()
