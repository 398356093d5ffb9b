"""A shelf on web servers as people run them: every link leads somewhere, and dossiers open."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import closing
from functools import lru_cache
from pathlib import Path
from typing import Final
from urllib.parse import urljoin

import pytest
from playwright.sync_api import BrowserContext

from chronicle.files.source import FileTree
from chronicle.outline.paths import NOT_FOUND
from chronicle.pipeline import MultiSiteCampaign, SealOptions, build_multi_site
from tests.browser.http_host import watched
from tests.browser.sealed_site import ADA, CAMPAIGN, KEYS, PHRASE, state, turn_to
from tests.browser.web_servers import SERVERS, Visit, found_in, running
from tests.golden.campaigns import TIDE_BELL
from tests.render.test_landing_page import NOWHERE
from tests.sample_campaigns import write_files
from tests.small_campaign import tree_of
from tools import chromium, npm_programs, web_servers

MISSING: Final = [name for name in web_servers.PROGRAMS if web_servers.find(name) is None]

pytestmark = [
    pytest.mark.xdist_group("web servers"),
    pytest.mark.skipif(
        not chromium.required() and (bool(MISSING) or not npm_programs.are_installed()),
        reason="`make npm servers` gets the web servers",
    ),
]

#: What people type, with a slash or without, and what links lead to.
TYPED: Final = (
    "",
    "index.html",
    "crowns",
    "crowns/",
    "crowns/index.html",
    "crowns/turns",
    "crowns/turns/",
    "crowns/turns/1.html",
    "bells",
)


@lru_cache(maxsize=1)
def shelf() -> Mapping[str, bytes]:
    """The public files of two small campaigns, one of them with dossiers, by path."""
    campaigns = [
        MultiSiteCampaign("bells", FileTree("bells", tree_of(TIDE_BELL).files), NOWHERE),
        MultiSiteCampaign(
            "crowns", FileTree("crowns", tree_of(CAMPAIGN).files), NOWHERE, SealOptions(KEYS)
        ),
    ]
    files, report, _ = build_multi_site(FileTree("", {}), campaigns)
    assert files is not None, report.findings
    top = "site/"
    return {path.removeprefix(top): files[path] for path in files if path.startswith(top)}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_files(shelf(), tmp_path_factory.mktemp("host") / "site")


def pages() -> set[bytes]:
    """The pages that links lead to."""
    paths = (path for path in shelf() if path.endswith(".html") and path != NOT_FOUND)
    return {shelf()[path] for path in paths}


@pytest.mark.parametrize("name", SERVERS)
def test_a_shelf_is_whole_on_a_web_server(name: str, folder: Path, tmp_path: Path) -> None:
    with running(name, folder, tmp_path) as port, closing(Visit(port)) as visit:
        found, wrong = visit.crawl(*TYPED)
        assert wrong == []
        assert pages() <= found
        # As scripts ask for them, from where the page is in the end.
        page = visit.get(urljoin(visit.top, "crowns/dossier.html"))
        for path, content in shelf().items():
            if path.startswith("crowns/sealed/"):
                url = urljoin(page.url, path.removeprefix("crowns/"))
                assert visit.get(url).content == content
        home = visit.get(urljoin(visit.top, "crowns"))
        assert home.content == shelf()["crowns/index.html"]
        assert json.loads(visit.get(urljoin(home.url, "search.json")).content)
        if name == "python":  # which has a page of its own for what is not found
            return
        for lost in ("nothing", "crowns/nothing.html", "crowns/turns/no/thing.html"):
            answer = visit.get(urljoin(visit.top, lost))
            assert (answer.status, answer.content) == (404, shelf()[NOT_FOUND])
            links = found_in(answer.content).links
            assert {visit.get(urljoin(answer.url, it)).status for it in links if it[0] != "#"} == {
                200
            }


@pytest.mark.parametrize("name", ["serve", "nginx with clean addresses"])
def test_a_dossier_opens_at_the_addresses_of_a_web_server(
    name: str, folder: Path, tmp_path: Path, context: BrowserContext
) -> None:
    with running(name, folder, tmp_path) as port:
        page = context.new_page()
        wrong = watched(page, f"http://127.0.0.1:{port}")
        page.goto(f"http://127.0.0.1:{port}/crowns")
        page.get_by_role("link", name="My dossier").click()
        page.get_by_label(PHRASE).fill(ADA)
        page.keyboard.press("Enter")
        state(page, "open")
        turn_to(page, "dossier/2.html")
        assert wrong == []
