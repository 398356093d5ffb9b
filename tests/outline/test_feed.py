"""How the site is followed: its feed."""

from __future__ import annotations

from urllib.parse import urlsplit
from xml.etree import ElementTree as Xml

import pytest

from chronicle.model.audience import EVERYONE
from chronicle.outline.feed import MAX_ENTRIES, feed_of
from chronicle.outline.paths import FEED
from chronicle.project import project
from chronicle.project.edition import TurnView
from chronicle.records import replace
from tests.render import html_checks
from tests.render.site_with_address import (
    ADDRESS,
    ATOM,
    BESIDE,
    HEAD,
    HOSTED,
    LATER,
    MOMENT,
    addresses,
    built,
    entries,
    feed,
    hosted,
    public,
    text,
)
from tests.render.test_landing_page import SECRET
from tests.small_campaign import SOUND, findings_of, play_files


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


def test_each_turn_is_an_entry_newest_first() -> None:
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


def test_feed_entry_ids_are_unique() -> None:
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
    assert f'<a href="{ADDRESS}places/harbour.html">the Harbour</a> rang at <strong>low' in first
    assert "It was only the wind." in first
    assert "A rope was found." in latest
    assert "The truth about a rumor</a>: It was only the wind." in latest


def test_links_in_feed_entries_resolve() -> None:
    """By whole addresses: a feed is read on another site."""
    site = public(hosted())
    ids = {
        path: html_checks.ids_of(html_checks.parse(page.decode()))
        for path, page in site.items()
        if path.endswith(".html")
    }
    found = 0
    for entry in entries(hosted()):
        page = html_checks.parse(f"<!doctype html><title>x</title>{text(entry, 'content')}")
        assert html_checks.markup_faults(page) == []
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
    dated = f"{SECRET['turns/001.yaml']}played: 2026-10-31\n"
    head = f"{SECRET['campaign.yaml']}address: {ADDRESS}\n"
    files = built({**SECRET, "campaign.yaml": head, "turns/001.yaml": dated})
    assert "A bell rang." in text(entries(files)[0], "content")
    for path in BESIDE:
        assert b"canary" not in files[f"site/{path}"].lower(), path


def test_a_turn_without_public_events_says_so() -> None:
    files = built({"campaign.yaml": HEAD, "turns/001.yaml": "turn: 1\nplayed: 2026-11-14\n"})
    (entry,) = entries(files)
    assert text(entry, "title") == "Turn 1"
    assert text(entry, "content").strip() == "<p>Nothing is known about this turn.</p>"


def test_a_campaign_without_turns_has_a_feed() -> None:
    files = built({"campaign.yaml": HEAD})
    assert entries(files) == []
    assert text(feed(files), "updated") == "2000-01-01T00:00:00Z"


ID = "tag:ada.example,2026:/"


def turns_on(*played: str) -> list[TurnView]:
    """Turns that were played on these days, numbered in their order."""
    found = play_files({"turns/001.yaml": "turn: 1\n"})
    edition = project(found.campaign, found.history, found.ruleset, EVERYONE)
    return [replace(edition.turns[0], number=n, played=day) for n, day in enumerate(played, 1)]


def moments(*played: str) -> list[str]:
    """When turns that were played on these days come out, in their order."""
    last = turns_on(*played)
    parts = (last[: n + 1] for n in range(len(last)))
    return [it.published for part in parts for it in feed_of(ID, part, {}).entries[:1]]


def test_dropping_old_turns_does_not_change_newer_entries() -> None:
    turns = turns_on("2026-11-14", *("",) * (2 * MAX_ENTRIES))
    before, after = (feed_of(ID, turns[:n], {}) for n in (MAX_ENTRIES + 4, MAX_ENTRIES + 5))
    assert [it.turn.number for it in after.entries] == [*range(MAX_ENTRIES + 5, 5, -1)]
    assert after.entries[1:] == before.entries[:-1]
    assert after.updated == after.entries[0].updated
    assert feed_of(ID, turns[:MAX_ENTRIES], {}).entries[-1].turn.number == 1


def test_entry_dates_follow_the_order_of_turns() -> None:
    assert moments("", "2026-11-14", "2026-11-14", "", "2026-11-21", "2026-11-07") == [
        "2026-11-14T00:00:00Z",
        "2026-11-14T00:01:00Z",
        "2026-11-14T00:02:00Z",
        "2026-11-21T00:00:00Z",
        "2026-11-21T00:01:00Z",
    ]


def test_several_turns_may_be_published_on_one_day() -> None:
    turns = turns_on(*("2026-11-14",) * 1600)
    parts = (feed_of(ID, turns[: n + 1], {}) for n in range(MAX_ENTRIES - 1, 1600, MAX_ENTRIES))
    found = [it.published for part in parts for it in reversed(part.entries)]
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
def test_an_entry_id_depends_on_host_path_and_turn(address: str, name: str) -> None:
    head = f"{SOUND['campaign.yaml']}address: {address}\n"
    played = "turn: 1\nplayed: 2026-11-14\n"
    found = built({"campaign.yaml": head, "turns/001.yaml": played})
    assert [text(it, "id") for it in entries(found)] == [name]


@pytest.mark.parametrize("day", ["2026-02-29", "2100-02-29", "2026-04-31"])
def test_an_impossible_date_is_a_finding(day: str) -> None:
    (finding,) = findings_of({"turns/001.yaml": f"turn: 1\nplayed: {day}\n"})
    assert finding.code == "C007"
    assert finding.at is not None
    assert finding.at.line == 2
    assert not findings_of({"turns/001.yaml": "turn: 1\nplayed: 2028-02-29\n"})
