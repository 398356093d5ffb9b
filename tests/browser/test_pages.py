"""The samples' pages in a real browser: from a sub-path, from disk, in both schemes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

import pytest
from playwright.sync_api import Browser

from tests.browser.looking import add_rule, faults
from tests.browser.serving import opened, served
from tests.samples import SAMPLES, editions_of, shelf_files, write_files

#: What is looked at in an edition: the folders with pages of their own kind.
FOLDERS: Final = {
    "site": ("turns", "rumors", "factions", "places", "pages"),
    "faction": ("turns", "dossier", "factions", "places"),
    "gm": ("turns", "audit", "dossier"),
}
#: A folder with pages of two kinds: what of a path tells the second.
BESIDE: Final = "-dossiers.html"
LANDING: Final = "site/index.html"
KINDS: Final = ("landing", *(f"{id}/{kind}" for id in SAMPLES for kind in FOLDERS))
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shelf of samples as built, on disk, below a sub-path."""
    top = tmp_path_factory.mktemp("host")
    write_files(shelf_files(), top / "some" / "sub path")
    return top


@pytest.fixture(scope="module")
def host(folder: Path) -> Iterator[str]:
    """The address at which the shelf is served, deep inside a host."""
    with served(folder) as port:
        yield f"http://127.0.0.1:{port}/some/sub%20path"


def pages_of_kind(kind: str) -> list[str]:
    """The landing page, or of an edition of a sample some page of each kind: the latest mostly."""
    if kind == "landing":
        return [LANDING]
    id, _, reader = kind.partition("/")
    faction = editions_of(id)[-1].rpartition("/")[2]
    top = (
        f"site/{id}" if reader == "site" else f"private/{id}/{'gm' if reader == 'gm' else faction}"
    )
    chosen = [
        f"{top}/index.html",
        *([f"{top}/about.html", f"{top}/timeline.html"] if reader == "site" else []),
    ]
    for folder in FOLDERS[reader]:
        inside = [path for path in shelf_files() if path.startswith(f"{top}/{folder}/")]
        own = sorted(set(inside) - {f"{top}/{folder}/index.html"}, key=lambda p: (len(p), p))
        chosen += [path for path in inside if path == f"{top}/{folder}/index.html"]
        for is_beside in (False, True):
            chosen += [path for path in own if path.endswith(BESIDE) is is_beside][-1:]
    return chosen + ([f"{top}/turns/1.html"] if reader == "site" else [])


@pytest.mark.parametrize("kind", KINDS)
def test_pages_open_from_a_sub_path_in_their_style(browser: Browser, host: str, kind: str) -> None:
    for path in pages_of_kind(kind):
        with browser.new_context() as context:
            page = context.new_page()
            assert opened(page, f"{host}/{path}") == [], path
            assert page.locator("h1").count() == 1, path
            assert page.evaluate("document.styleSheets[0].cssRules.length") > 20, path


@pytest.mark.parametrize("path", ["site/vaime/turns/9.html", "private/vaime/nets/dossier/6.html"])
def test_a_page_opens_from_disk_and_leads_on(browser: Browser, folder: Path, path: str) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        start = (folder / "some" / "sub path" / path).as_uri()
        assert opened(page, start) == []
        page.locator("nav a").first.click()
        page.wait_for_load_state()
        assert page.url.startswith("file:")
        assert page.locator("h1").is_visible()


@pytest.mark.parametrize("id", SAMPLES)
def test_the_landing_page_leads_into_each_campaign(browser: Browser, folder: Path, id: str) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        assert opened(page, (folder / "some" / "sub path" / LANDING).as_uri()) == []
        volume = page.locator(".volume", has=page.locator(f'a[href="{id}/index.html"]'))
        title = volume.locator("h2").inner_text()
        # The whole of it is the link, wherever one puts a finger.
        volume.click(position={"x": 40, "y": 300})
        page.wait_for_load_state()
        assert page.url.endswith(f"/site/{id}/index.html")
        assert page.locator(".site-title").inner_text() == title


@pytest.mark.parametrize("kind", KINDS)
def test_axe_finds_nothing_in_either_scheme(browser: Browser, host: str, kind: str) -> None:
    found = []
    with browser.new_context() as context:
        for path in pages_of_kind(kind):
            page = context.new_page()
            page.goto(f"{host}/{path}")
            found += [(path, *fault) for fault in faults(page)]
            page.close()
    assert found == []


@pytest.mark.parametrize("scheme", SCHEMES)
def test_axe_would_see_faint_words_by_day_and_by_night(
    browser: Browser, host: str, scheme: str
) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{host}/site/vaime/index.html")
        faint = "body { color: #888; background: #777; }"
        add_rule(page, f"@media (prefers-color-scheme: {scheme}) {{ {faint} }}")
        assert {(found, rule) for found, rule, _ in faults(page)} == {(scheme, "color-contrast")}


def test_the_two_schemes_differ(browser: Browser, host: str) -> None:
    colors = set()
    for scheme in SCHEMES:
        with browser.new_context(color_scheme=scheme) as context:
            page = context.new_page()
            page.goto(f"{host}/{LANDING}")
            colors.add(page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert len(colors) == 2


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_cut_off_on_a_narrow_phone(browser: Browser, host: str, kind: str) -> None:
    with browser.new_context(viewport={"width": 320, "height": 640}) as context:
        page = context.new_page()
        for path in pages_of_kind(kind):
            page.goto(f"{host}/{path}")
            assert page.evaluate("document.documentElement.scrollWidth") <= 320, path


def test_the_keyboard_reaches_the_content_first(browser: Browser, host: str) -> None:
    for path in (LANDING, "site/vaime/turns/3.html"):
        with browser.new_context() as context:
            page = context.new_page()
            page.goto(f"{host}/{path}")
            page.keyboard.press("Tab")
            target = page.evaluate("document.activeElement.getAttribute('href')")
            assert target == "#main"
            page.keyboard.press("Enter")
            assert page.evaluate("document.querySelector('#main') !== null")


def test_print_leaves_the_navigation_out(browser: Browser, host: str) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{host}/site/vaime/turns/3.html")
        page.emulate_media(media="print")
        assert not page.locator("header nav").first.is_visible()
        assert page.locator("h1").is_visible()
