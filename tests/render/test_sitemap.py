"""How the site is found: its lists for programs, the page of the lost, what links to it show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final
from urllib.parse import urlsplit

import pytest

from chronicle.files.source import FileTree
from chronicle.outline.paths import FEED, NOT_FOUND, ROBOTS, SITEMAP
from chronicle.pipeline import MultiSiteCampaign, build_multi_site
from tests.golden.campaigns import TIDE_BELL
from tests.render import html_checks
from tests.render.site_with_address import (
    ADDRESS,
    BESIDE,
    HOSTED,
    UNLISTED,
    built,
    head,
    hosted,
    locations,
    lock,
    public,
    said,
)
from tests.render.strict_html import parse_strictly
from tests.render.test_landing_page import NOWHERE, made
from tests.small_campaign import SOUND, tree_of

CHECKS: Final = (
    html_checks.markup_faults,
    html_checks.id_faults,
    html_checks.drawing_faults,
    html_checks.head_faults,
    html_checks.heading_faults,
    html_checks.landmark_faults,
)


def test_the_sitemap_lists_every_indexable_public_page() -> None:
    pages = {path for path in public(hosted()) if path.endswith(".html")} - UNLISTED
    listed = locations(hosted())
    assert len(listed) == len(set(listed))
    assert set(listed) == {f"{ADDRESS}{path}" for path in pages - {"index.html"}} | {ADDRESS}


def test_exactly_the_pages_outside_the_sitemap_are_noindex() -> None:
    kept_out = {
        path
        for path in public(hosted())
        if path.endswith(".html")
        if any(it.get("name") == "robots" for it in head(hosted(), f"site/{path}"))
    }
    assert kept_out == UNLISTED


def test_robots_txt_disallows_sealed_files_only() -> None:
    assert hosted()[f"site/{ROBOTS}"].decode() == (
        f"User-agent: *\nDisallow: /some/path/sealed/\n\nSitemap: {ADDRESS}{SITEMAP}\n"
    )
    assert built({})[f"site/{ROBOTS}"] == b"User-agent: *\nDisallow:\n"


@pytest.mark.parametrize("address", [ADDRESS, "https://ada.example/", ""])
def test_the_404_page_links_home_from_any_url(address: str) -> None:
    over = {"campaign.yaml": f"{SOUND['campaign.yaml']}address: '{address}'\n"} if address else {}
    files = public(built({**TIDE_BELL, **over}))
    page = html_checks.parse(files[NOT_FOUND].decode())
    assert [fault for check in CHECKS for fault in check(page)] == []
    top = urlsplit(address).path or "/"
    asked = [tag.attributes["href"] for tag in page.tags if tag.attributes.get("href")]
    own = [str(it) for it in asked if not str(it).startswith("#")]
    assert [it for it in own if not it.startswith(top)] == []
    assert {it.removeprefix(top) or "index.html" for it in own} <= files.keys()
    assert top in own


def test_a_page_has_its_canonical_url_and_open_graph_tags() -> None:
    (canonical,) = [
        it for it in head(hosted(), "site/turns/1.html") if it.get("rel") == "canonical"
    ]
    assert canonical["href"] == f"{ADDRESS}turns/1.html"
    told = said(hosted(), "site/turns/1.html").items()
    assert {name: words for name, words in told if not name.startswith("og:image")} == {
        "og:url": f"{ADDRESS}turns/1.html",
        "og:type": "article",
        "og:title": "Turn 1: The Tide Bell",
        "og:description": "The tide bell of the Harbour rang at low water.",
        "og:site_name": "Crowns",
        "og:locale": "en_US",
        "twitter:card": "summary_large_image",
    }
    home = said(hosted(), "site/index.html")
    assert (home["og:url"], home["og:title"], home["og:type"]) == (ADDRESS, "Crowns", "website")
    assert home["og:description"] == "Salt & <smoke>."


def test_every_public_page_links_to_the_feed() -> None:
    for path, content in public(hosted()).items():
        if path.endswith(".html"):
            page = parse_strictly(content.decode())
            shown = [
                tag.name
                for tag in page.tags
                if str(tag.attributes.get("href")).endswith(FEED)
                and tag.attributes.get("type") == "application/atom+xml"
            ]
            assert shown == ["link", "a"], path


def test_without_an_address_no_sitemap_feed_or_canonical_url_is_made() -> None:
    files = public(built(TIDE_BELL))
    assert {path for path in BESIDE if path in files} == {ROBOTS, NOT_FOUND}
    for path, content in files.items():
        if path.endswith(".html"):
            assert b"canonical" not in content, path
            assert b"og:url" not in content, path
            assert FEED.encode() not in content, path


def test_private_editions_have_no_sitemap_feed_or_canonical_url() -> None:
    private = {path: it for path, it in hosted().items() if path.startswith("private/")}
    assert private
    assert [path for path in private if path.rpartition("/")[2] in BESIDE] == []
    for path, content in private.items():
        for words in (b"canonical", b'"og:', b"twitter:", ADDRESS.encode(), FEED.encode()):
            assert words not in content, (path, words)


# ── On a shelf ───────────────────────────────────────────────────────────────────────────────────

SHELF: Final = "https://ada.example/some/"


@lru_cache(maxsize=1)
def shelf() -> Mapping[str, bytes]:
    """A shelf that says where it stands, with a campaign that does so too and one that doesn't."""
    files, findings = made({"path": HOSTED, "other": TIDE_BELL}, f"address: {SHELF}\n")
    assert files is not None, findings
    return files


def ending(name: str) -> Iterator[str]:
    return (path for path in shelf() if path.rpartition("/")[2] == name)


def test_a_multi_site_has_one_404_page_and_one_robots_txt() -> None:
    assert [*ending(NOT_FOUND), *ending(ROBOTS)] == [f"site/{NOT_FOUND}", f"site/{ROBOTS}"]
    assert shelf()[f"site/{ROBOTS}"].decode() == (
        f"User-agent: *\nDisallow:\n\nSitemap: {SHELF}{SITEMAP}\nSitemap: {ADDRESS}{SITEMAP}\n"
    )
    page = html_checks.parse(shelf()[f"site/{NOT_FOUND}"].decode())
    assert [fault for check in CHECKS for fault in check(page)] == []
    links = {tag.attributes["href"] for tag in page.tags if tag.name == "a"}
    assert links == {"#main", "/some/"}


def test_each_campaign_of_a_multi_site_has_its_own_feed_and_sitemap() -> None:
    assert list(ending(FEED)) == [f"site/path/{FEED}"]
    assert sorted(ending(SITEMAP)) == [f"site/path/{SITEMAP}", f"site/{SITEMAP}"]
    assert locations(shelf()) == [SHELF]
    assert locations(shelf(), f"site/path/{SITEMAP}")[0] == ADDRESS
    feeds = [
        it["href"]
        for it in head(shelf(), "site/index.html")
        if it.get("type") == "application/atom+xml"
    ]
    assert feeds == [f"path/{FEED}"]


def test_robots_txt_of_a_multi_site_disallows_sealed_files_of_every_campaign() -> None:
    campaigns = [
        MultiSiteCampaign(
            id, FileTree(id, tree_of({}).files), NOWHERE, lock() if id != "open" else None
        )
        for id in ("one", "open", "two")
    ]
    files, report, _ = build_multi_site(FileTree("", {}), campaigns)
    assert files is not None, report.findings
    robots = "User-agent: *\nDisallow: /one/sealed/\nDisallow: /two/sealed/\n"
    assert files[f"site/{ROBOTS}"].decode() == robots
