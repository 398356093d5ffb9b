"""The feed over a history of corrections: ids stay, and only what is corrected is updated."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import feedparser
import pytest

from tests.small_campaign import SOUND
from tests.subscriptions.clients import read_with_npm
from tests.subscriptions.published_history import PublishedHistory
from tools import npm_programs

FILE: Final = "site/feed.xml"
AT: Final = "https://ada.example/ferry/"
#: What the feed says with each publication: ids, days of publication, times of the last update.
TOLD: Final = (
    ("1 2026-01-05T00:00:00Z 2026-01-05T00:00:00Z",),
    # Published on that day: nobody has written when it was played.
    (
        "2 2026-01-19T00:00:00Z 2026-01-19T00:00:00Z",
        "1 2026-01-05T00:00:00Z 2026-01-05T00:00:00Z",
    ),
    (
        "2 2026-01-19T00:00:00Z 2026-01-19T00:00:00Z",
        "1 2026-01-05T00:00:00Z 2026-01-20T00:00:00Z",
    ),
    # Corrected twice on a day, and the site has another title and address.
    (
        "2 2026-01-19T00:00:00Z 2026-01-19T00:00:00Z",
        "1 2026-01-05T00:00:00Z 2026-01-20T00:01:00Z",
    ),
    # What only a faction reads is corrected.
    (
        "2 2026-01-19T00:00:00Z 2026-01-19T00:00:00Z",
        "1 2026-01-05T00:00:00Z 2026-01-20T00:01:00Z",
    ),
    (
        "3 2026-01-26T00:00:00Z 2026-01-26T00:00:00Z",
        "2 2026-01-19T00:00:00Z 2026-01-19T00:00:00Z",
        "1 2026-01-05T00:00:00Z 2026-01-20T00:01:00Z",
    ),
)


def head(title: str, address: str, id: str = "") -> dict[str, str]:
    own = f"id: {id}\n" if id else ""
    named = SOUND["campaign.yaml"].replace("title: Crowns\n", f"title: {title}\n")
    return {"campaign.yaml": f"{named}address: {address}\n{own}"}


def turn(number: int, weather: str, rest: str = "", letter: str = "Come.") -> dict[str, str]:
    news = f"  - {{for: everyone, text: It was {weather}.}}\n  - {{for: vael, text: {letter}}}\n"
    return {f"turns/{number:03}.yaml": f"turn: {number}\n{rest}news:\n{news}"}


@cache
def sites() -> tuple[Mapping[str, bytes], ...]:
    history = PublishedHistory({})
    first, moved = head("Crowns", AT), head("Coffins", "http://other.example:8000/")
    last = turn(3, "mild", "played: 2026-01-26\n")
    return (
        history.publish({**first, **turn(1, "dry", "played: 2026-01-05\n")}, "2026-01-06"),
        history.publish(turn(2, "cold"), "2026-01-19"),
        history.publish(turn(1, "wet", "played: 2026-01-05\n"), "2026-01-20", "It rained."),
        history.publish(
            {**moved, **turn(1, "icy", "played: 2026-01-05\n")}, "2026-01-20", "It snowed."
        ),
        history.publish(turn(2, "cold", letter="Go."), "2026-01-21", "They mean to leave."),
        history.publish(last, "2026-01-27"),
    )


def files() -> list[bytes]:
    return [site[FILE] for site in sites()]


def entries_of(file: bytes) -> list[list[str]]:
    """The entries of a feed as feedparser reads them."""
    found: Any = feedparser.parse(file)
    assert not found.bozo
    return [[it.id, it.title, it.published, it.updated] for it in found.entries]


def test_a_correction_changes_when_a_turn_was_updated_and_nothing_else() -> None:
    rows = tuple(
        tuple(f"{_turn(id)} {published} {updated}" for id, _, published, updated in entries)
        for entries in map(entries_of, files())
    )
    assert rows == TOLD
    for file in files():
        (updated,) = re.findall(r"(?m)^<updated>(.*)</updated>\n<author>", file.decode())
        assert updated == max(entry[-1] for entry in entries_of(file))


def _turn(id: str) -> str:
    number = id.removeprefix("tag:ada.example,2026:/ferry/turns/")
    assert number.isdecimal(), "the id is from the address of the first publication"
    return number


@pytest.mark.skipif(not npm_programs.are_installed(), reason="`make npm` installs the readers")
def test_feed_readers_read_the_same_entries() -> None:
    read = read_with_npm(feeds=[file.decode() for file in files()])
    for name in ("rss-parser", "feedsmith"):
        assert read[name] == [entries_of(file) for file in files()], name


def test_ids_of_a_campaign_with_an_id_come_from_it() -> None:
    history = PublishedHistory(turn(1, "dry", "played: 2026-01-05\n"))
    ids = [
        entries_of(history.publish(head(title, address, "our-table"))[FILE])[0][0]
        for title, address in (("Crowns", AT), ("Coffins", "https://other.example/"))
    ]
    assert ids == ["tag:our-table.chronicle.invalid,2026:turns/1"] * 2


def test_a_turn_whose_day_is_unknown_is_in_no_feed_until_there_is_one() -> None:
    history = PublishedHistory({**head("Crowns", AT), **turn(1, "dry")})
    assert entries_of(history.publish({})[FILE]) == []
    later = history.publish(turn(2, "dry", "played: 2026-01-05\n"))
    assert [entry[2] for entry in entries_of(later[FILE])] == ["2026-01-05T00:00:00Z"]
    later = history.publish(turn(3, "dry"))
    # Not before the turn before it.
    assert entries_of(later[FILE])[0][2] == "2026-01-05T00:01:00Z"
