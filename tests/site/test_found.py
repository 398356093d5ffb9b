"""How the site is found and followed: its feed, its lists for programs, the page of the lost."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final
from urllib.parse import urlsplit
from xml.etree import ElementTree as Xml

import pytest

from chronicle.audience import EVERYONE
from chronicle.build import Lock, Shelved, make, make_shelf
from chronicle.diagnostics import Report
from chronicle.feed import feed_of
from chronicle.project import project
from chronicle.seal import Keys
from chronicle.site import FEED, LOST, ROBOTS, SITEMAP, UNLOCK
from chronicle.source import Tree
from tests.golden.campaigns import TIDE_BELL
from tests.seal.small import cheap
from tests.site import checks
from tests.site.test_landing import NOWHERE, SECRET, made
from tests.sound import SOUND, findings_of, play_files, tree_of

ADDRESS: Final = "https://ada.example/some/path/"
HEAD: Final = f"{SOUND['campaign.yaml']}tagline: Salt & <smoke>.\naddress: {ADDRESS}\n"
HOSTED: Final[Mapping[str, str]] = {**TIDE_BELL, "campaign.yaml": HEAD}
#: A turn that comes after those of the campaign.
LATER: Final = 'turn: 3\ntitle: "Ebb & <flow>"\nplayed: 2026-11-14\n'
#: What lies beside the public's pages, and nowhere else.
BESIDE: Final = (FEED, SITEMAP, ROBOTS, LOST)
#: What says nothing that other pages don't, or nothing at all.
UNLISTED: Final = {UNLOCK, LOST, "as-of/1.html", "as-of/2.html"}
ATOM: Final = "{http://www.w3.org/2005/Atom}"
MAP: Final = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
#: A moment by RFC 3339.
MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


def lock() -> Lock:
    """A lock of the sound campaign."""
    return Lock(cheap(Keys(bytes(32)), ["vael", "oru", "gm"]))


def built(files: Mapping[str, str], *, sealed: bool = False) -> dict[str, bytes]:
    """Every file of the sound campaign with files laid over it."""
    report = Report()
    found = make(tree_of(files), report, lock=lock() if sealed else None)
    assert found is not None, [finding.message for finding in report.findings]
    return dict(found)


@lru_cache(maxsize=1)
def hosted() -> dict[str, bytes]:
    """A small campaign that says where its site will stand, with sealed dossiers."""
    return built(HOSTED, sealed=True)


def public(files: Mapping[str, bytes]) -> dict[str, bytes]:
    return {path.removeprefix("site/"): it for path, it in files.items() if path[:5] == "site/"}


def parsed(content: bytes) -> Xml.Element:
    return Xml.fromstring(content)  # noqa: S314  what we have made ourselves


def feed(files: Mapping[str, bytes]) -> Xml.Element:
    return parsed(files[f"site/{FEED}"])


def entries(files: Mapping[str, bytes]) -> list[Xml.Element]:
    return feed(files).findall(f"{ATOM}entry")


def text(of: Xml.Element, name: str) -> str:
    """What the one element of a name says."""
    (found,) = of.findall(f"{ATOM}{name}")
    return found.text or ""


def addresses(of: Xml.Element, rel: str) -> list[str]:
    return [it.attrib["href"] for it in of.findall(f"{ATOM}link") if it.attrib["rel"] == rel]


def locations(files: Mapping[str, bytes], path: str = f"site/{SITEMAP}") -> list[str]:
    root = parsed(files[path])
    assert root.tag == f"{MAP}urlset"
    return [it.text or "" for it in root.iterfind(f"{MAP}url/{MAP}loc")]


def head(files: Mapping[str, bytes], path: str) -> list[Mapping[str, str | None]]:
    """The attributes of all `<meta>` and `<link>` of a page."""
    page = checks.parse(files[path].decode())
    return [tag.attributes for tag in page.tags if tag.name in ("meta", "link")]


def said(files: Mapping[str, bytes], path: str) -> dict[str, str]:
    """What a page says of itself to those who show links to it."""
    return {
        str(it.get("property") or it.get("name")): str(it["content"])
        for it in head(files, path)
        if str(it.get("property") or it.get("name")).startswith(("og:", "twitter:"))
    }


# ── The feed ─────────────────────────────────────────────────────────────────────────────────────


def test_the_feed_has_all_that_a_feed_must_have() -> None:
    """RFC 4287, 4.1.1."""
    assert hosted()[f"site/{FEED}"].startswith(b'<?xml version="1.0" encoding="utf-8"?>\n<feed ')
    root = feed(hosted())
    assert root.tag == f"{ATOM}feed"
    assert text(root, "title") == "Crowns"
    assert text(root, "subtitle") == "Salt & <smoke>."
    assert urlsplit(text(root, "id")).scheme == "tag"
    assert MOMENT.fullmatch(text(root, "updated"))
    assert root.findtext(f"{ATOM}author/{ATOM}name") == "Crowns"
    assert addresses(root, "self") == [f"{ADDRESS}{FEED}"]
    assert addresses(root, "alternate") == [ADDRESS]


def test_each_turn_is_an_entry_and_the_newest_is_the_first() -> None:
    """RFC 4287, 4.1.2."""
    found = entries(hosted())
    assert [text(it, "title") for it in found] == ["Turn 2: Low Water", "Turn 1: The Tide Bell"]
    assert [addresses(it, "alternate") for it in found] == [
        [f"{ADDRESS}turns/2.html"],
        [f"{ADDRESS}turns/1.html"],
    ]
    for entry in found:
        assert MOMENT.fullmatch(text(entry, "updated"))
        (content,) = entry.findall(f"{ATOM}content")
        assert content.attrib == {"type": "html"}
        assert not list(content)
    assert text(feed(hosted()), "updated") == text(found[0], "updated")


def test_no_two_entries_have_one_name() -> None:
    root = feed(hosted())
    ids = [text(root, "id"), *(text(it, "id") for it in entries(hosted()))]
    assert ids == [
        "tag:ada.example,2026:/some/path/",
        "tag:ada.example,2026:/some/path/turns/2",
        "tag:ada.example,2026:/some/path/turns/1",
    ]


def test_a_new_turn_changes_no_earlier_entry() -> None:
    before, after = entries(hosted()), entries(built({**HOSTED, "turns/003.yaml": LATER}))
    assert text(after[0], "title") == "Turn 3: Ebb & <flow>"
    assert text(after[0], "updated") == "2026-11-14T00:00:00Z"
    assert [Xml.tostring(it) for it in after[1:]] == [Xml.tostring(it) for it in before]


def test_an_entry_holds_what_the_public_reads_of_the_turn() -> None:
    latest, first = (text(it, "content") for it in entries(hosted()))
    assert "<h2>A bell at low water</h2>" in first
    assert f'<a href="{ADDRESS}places/harbour.html">The Harbour</a> rang at <strong>low' in first
    assert "It was only the wind." in first
    assert "A rope was found." in latest
    assert "A rumor judged</a>: It was only the wind." in latest


def test_everything_in_an_entry_leads_to_what_is_on_the_site() -> None:
    """By whole addresses: whoever reads a feed is somewhere else."""
    site = public(hosted())
    ids = {
        path: checks.ids_of(checks.parse(page.decode()))
        for path, page in site.items()
        if path.endswith(".html")
    }
    found = 0
    for entry in entries(hosted()):
        page = checks.parse(f"<!doctype html><title>x</title>{text(entry, 'content')}")
        assert checks.markup_faults(page) == []
        for tag in page.tags:
            for address in (tag.attributes.get("href"), tag.attributes.get("src")):
                if address is not None:
                    assert address.startswith(ADDRESS)
                    path, _, anchor = address.removeprefix(ADDRESS).partition("#")
                    assert path in site
                    assert not anchor or anchor in ids[path], address
                    found += 1
    assert found > 3


def test_what_the_public_may_not_know_is_not_in_the_feed() -> None:
    files = built({**SECRET, "campaign.yaml": f"{SECRET['campaign.yaml']}address: {ADDRESS}\n"})
    assert "A bell rang." in text(entries(files)[0], "content")
    for path in BESIDE:
        assert b"canary" not in files[f"site/{path}"].lower(), path


def test_a_turn_of_which_nothing_is_told_says_so() -> None:
    files = built({"campaign.yaml": HEAD, "turns/001.yaml": "turn: 1\n"})
    (entry,) = entries(files)
    assert text(entry, "title") == "Turn 1"
    assert text(entry, "content").strip() == "<p>Nobody says anything of this turn.</p>"


def test_a_campaign_that_has_not_begun_can_be_followed() -> None:
    files = built({"campaign.yaml": HEAD})
    assert entries(files) == []
    assert text(feed(files), "updated") == "2000-01-01T00:00:00Z"


def moments(*played: str) -> list[str]:
    """When turns that were played on these days come out, in their order."""
    found = play_files({"turns/001.yaml": "turn: 1\n"})
    edition = project(found.campaign, found.history, found.system, EVERYONE)
    turns = [replace(edition.turns[0], number=n, played=day) for n, day in enumerate(played, 1)]
    return [entry.updated for entry in feed_of(ADDRESS, turns).entries][::-1]


def test_entries_come_out_in_the_order_of_their_turns() -> None:
    assert moments("", "2026-11-14", "2026-11-14", "", "2026-11-21", "2026-11-07") == [
        "2000-01-01T00:01:00Z",
        "2026-11-14T00:00:00Z",
        "2026-11-14T00:01:00Z",
        "2026-11-14T00:02:00Z",
        "2026-11-21T00:00:00Z",
        "2026-11-21T00:01:00Z",
    ]


def test_a_day_holds_any_number_of_turns() -> None:
    found = moments(*("2026-11-14",) * 1600)
    assert found[:1500] == sorted(set(found[:1500]))
    assert max(found) == found[-1] == "2026-11-14T23:59:59Z"
    assert all(MOMENT.fullmatch(it) for it in found)


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("http://ada.example/some/path/", "tag:ada.example,2026:/some/path/turns/1"),
        ("https://ada.example/", "tag:ada.example,2026:/turns/1"),
        ("http://localhost:8000/a/", "tag:localhost,2026::8000/a/turns/1"),
    ],
)
def test_a_name_hangs_on_host_path_and_turn(address: str, name: str) -> None:
    found = play_files({"turns/001.yaml": "turn: 1\n"})
    edition = project(found.campaign, found.history, found.system, EVERYONE)
    assert [entry.id for entry in feed_of(address, edition.turns).entries] == [name]


@pytest.mark.parametrize("day", ["2026-02-29", "2100-02-29", "2026-04-31"])
def test_a_day_that_there_is_not_is_a_finding(day: str) -> None:
    (finding,) = findings_of({"turns/001.yaml": f"turn: 1\nplayed: {day}\n"})
    assert finding.code == "C007"
    assert finding.at is not None
    assert finding.at.line == 2
    assert not findings_of({"turns/001.yaml": "turn: 1\nplayed: 2028-02-29\n"})


# ── What programs and the lost find ──────────────────────────────────────────────────────────────


def test_the_list_of_pages_has_every_public_page_that_may_be_found() -> None:
    pages = {path for path in public(hosted()) if path.endswith(".html")} - UNLISTED
    listed = locations(hosted())
    assert len(listed) == len(set(listed))
    assert set(listed) == {f"{ADDRESS}{path}" for path in pages - {"index.html"}} | {ADDRESS}


def test_what_is_not_listed_says_so_itself_and_what_is_does_not() -> None:
    kept_out = {
        path
        for path in public(hosted())
        if path.endswith(".html")
        if any(it.get("name") == "robots" for it in head(hosted(), f"site/{path}"))
    }
    assert kept_out == UNLISTED


def test_programs_are_kept_from_sealed_files_alone() -> None:
    assert hosted()[f"site/{ROBOTS}"].decode() == (
        f"User-agent: *\nDisallow: /some/path/sealed/\n\nSitemap: {ADDRESS}{SITEMAP}\n"
    )
    assert built({})[f"site/{ROBOTS}"] == b"User-agent: *\nDisallow:\n"


@pytest.mark.parametrize("address", [ADDRESS, "https://ada.example/", ""])
def test_the_page_of_the_lost_leads_home_from_wherever_it_is_shown(address: str) -> None:
    over = {"campaign.yaml": f"{SOUND['campaign.yaml']}address: '{address}'\n"} if address else {}
    files = public(built({**TIDE_BELL, **over}))
    page = checks.parse(files[LOST].decode())
    for check in (checks.markup_faults, checks.id_faults, checks.head_faults):
        assert check(page) == []
    top = urlsplit(address).path or "/"
    asked = [tag.attributes["href"] for tag in page.tags if tag.attributes.get("href")]
    own = [str(it) for it in asked if it != "#main"]
    assert [it for it in own if not it.startswith(top)] == []
    assert {it.removeprefix(top) or "index.html" for it in own} <= files.keys()
    assert top in own


def test_a_page_says_where_it_is_and_what_a_link_to_it_shows() -> None:
    (canonical,) = [
        it for it in head(hosted(), "site/turns/1.html") if it.get("rel") == "canonical"
    ]
    assert canonical["href"] == f"{ADDRESS}turns/1.html"
    told = said(hosted(), "site/turns/1.html").items()
    assert {name: words for name, words in told if not name.startswith("og:image")} == {
        "og:url": f"{ADDRESS}turns/1.html",
        "og:type": "article",
        "og:title": "Turn 1: The Tide Bell",
        "og:description": "The tide bell of The Harbour rang at low water.",
        "og:site_name": "Crowns",
        "og:locale": "en_US",
        "twitter:card": "summary_large_image",
    }
    home = said(hosted(), "site/index.html")
    assert (home["og:url"], home["og:title"], home["og:type"]) == (ADDRESS, "Crowns", "website")
    assert home["og:description"] == "Salt & <smoke>."


def test_every_public_page_leads_to_the_feed() -> None:
    for path, content in public(hosted()).items():
        if path.endswith(".html"):
            page = checks.parse(content.decode())
            shown = [
                tag.name
                for tag in page.tags
                if str(tag.attributes.get("href")).endswith(FEED)
                and tag.attributes.get("type") == "application/atom+xml"
            ]
            assert shown == ["link", "a"], path


def test_without_an_address_nothing_is_made_that_needs_one() -> None:
    files = public(built(TIDE_BELL))
    assert {path for path in BESIDE if path in files} == {ROBOTS, LOST}
    for path, content in files.items():
        if path.endswith(".html"):
            assert b"canonical" not in content, path
            assert b"og:url" not in content, path
            assert FEED.encode() not in content, path


def test_private_editions_have_none_of_it() -> None:
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


def test_a_shelf_has_one_page_for_the_lost_and_one_word_for_programs() -> None:
    assert [*ending(LOST), *ending(ROBOTS)] == [f"site/{LOST}", f"site/{ROBOTS}"]
    assert shelf()[f"site/{ROBOTS}"].decode() == (
        f"User-agent: *\nDisallow:\n\nSitemap: {SHELF}{SITEMAP}\nSitemap: {ADDRESS}{SITEMAP}\n"
    )
    page = checks.parse(shelf()[f"site/{LOST}"].decode())
    for check in (checks.markup_faults, checks.id_faults, checks.head_faults):
        assert check(page) == []
    links = {tag.attributes["href"] for tag in page.tags if tag.name == "a"}
    assert links == {"#main", "/some/"}


def test_each_campaign_of_a_shelf_is_followed_and_listed_by_itself() -> None:
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


def test_sealed_files_of_every_campaign_of_a_shelf_are_left_alone() -> None:
    campaigns = [
        Shelved(id, Tree(id, tree_of({}).files), NOWHERE, lock() if id != "open" else None)
        for id in ("one", "open", "two")
    ]
    files, report = make_shelf(Tree("", {}), campaigns)
    assert files is not None, report.findings
    robots = "User-agent: *\nDisallow: /one/sealed/\nDisallow: /two/sealed/\n"
    assert files[f"site/{ROBOTS}"].decode() == robots
