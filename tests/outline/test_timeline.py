"""The timeline: every turn on its day, in the words of the world's calendar."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.pipeline import build_files
from tests.render import html_checks
from tests.sample_campaigns import sample_files
from tests.small_campaign import SOUND, tree_of

CALENDAR: Final = (
    "calendar:\n"
    "  months: [{name: Thaw, days: 30}, {name: Seed, days: 31}]\n"
    "  weekdays: [Oarday, Netday, Restday]\n"
    "  years: of the Ice\n"
)
STORIES: Final = "stories: [{turn: 1, title: The First}, {turn: 3, title: The Second}]\n"
DATES: Final = ("29 Thaw 7", "30 Thaw 7", "30 Thaw 7", "1 Seed 8")
HEAD: Final = SOUND["campaign.yaml"].replace("stories: [{turn: 1, title: The First}]\n", STORIES)
CHECKS: Final = ("markup_faults", "id_faults", "head_faults", "heading_faults")
_BLOCK: Final = re.compile(r"</?(?:h\d|p|li|ol|div|section)\b[^>]*>")


@lru_cache(maxsize=4)
def built(calendar: str = CALENDAR, more: str = "") -> Mapping[str, bytes]:
    """All files of four turns in such a calendar; the fourth has other words for its day."""
    turns = {
        f"turns/{number:03}.yaml": f"turn: {number}\ntitle: T{number}\ndate: {date}\n{more}"
        for number, date in enumerate(DATES, start=1)
    }
    if calendar:
        turns["turns/004.yaml"] += "day: 2 Seed 8\n"
    report = Report()
    made = build_files(tree_of({"campaign.yaml": HEAD + calendar, **turns}), report)
    assert made is not None, [finding.message for finding in report.findings]
    return made


def lines(page: bytes) -> list[str]:
    """The text of the main part of a page, block by block."""
    main = re.search(r"<main\b.*</main>", page.decode(), re.DOTALL)
    assert main is not None
    parts = (re.sub(r"<[^>]+>", "", part) for part in _BLOCK.split(main[0]))
    return [text for part in parts if (text := " ".join(html.unescape(part).split()))]


def test_turns_are_placed_by_date_month_and_story() -> None:
    assert lines(built()["site/timeline.html"])[3:] == [
        *("The First", "Thaw 7 of the Ice"),
        *("29", "Netday · Turn 1", "T1"),
        *("One day later", "30", "Restday · Turn 2", "T2"),
        *("The Second", "Thaw 7 of the Ice"),
        *("The same day", "30", "Restday · Turn 3", "T3"),
        *("Seed 8 of the Ice", "63 days later"),
        *("2", "Restday · Turn 4", "T4", "1 Seed 8"),
    ]


def test_the_year_of_a_calendar_that_has_only_that_is_not_repeated() -> None:
    turn = {"turns/001.yaml": "turn: 1\ntitle: T1\ndate: 29 Thaw\n"}
    head = f"{HEAD}{CALENDAR}  year: 7\n"
    made = build_files(tree_of({"campaign.yaml": head, **turn}), Report())
    assert made is not None
    assert "Thaw" in lines(made["site/timeline.html"])


def test_without_a_calendar_turns_are_listed_in_order_with_their_dates() -> None:
    assert lines(built("")["site/timeline.html"])[3:9] == [
        *("The First", "Turn 1", "T1", "29 Thaw 7"),
        *("Turn 2", "T2"),
    ]


def test_every_timeline_is_valid_and_linked_from_every_page() -> None:
    for files in (built(), built("")):
        for path in (
            "site/timeline.html",
            "private/gm/timeline.html",
            "private/vael/timeline.html",
        ):
            page = html_checks.parse(files[path].decode())
            assert [fault for check in CHECKS for fault in getattr(html_checks, check)(page)] == []
        for path in ("site/index.html", "site/turns/1.html"):
            own = path.removeprefix("site/")
            assert "timeline.html" in html_checks.targets(
                own, html_checks.parse(files[path].decode())
            )


def test_an_edition_without_turns_has_an_empty_timeline() -> None:
    made = build_files(tree_of({"campaign.yaml": HEAD + CALENDAR}), Report())
    assert made is not None
    page = html_checks.parse(made["site/timeline.html"].decode())
    assert [fault for check in CHECKS for fault in getattr(html_checks, check)(page)] == []


def test_hidden_facts_do_not_change_other_timelines() -> None:
    letter = "news: [{for: vael, title: Hush, text: Nobody saw the boat.}]\n"
    for path in ("site/timeline.html", "private/oru/timeline.html"):
        assert built(CALENDAR, letter)[path] == built()[path]


@pytest.mark.parametrize(
    ("turn", "events", "more"),
    [
        # A failed harm, a won and a deadly attack, gains, bases, arrivals: ten in all.
        (4, ("s3", "s2"), "And 8 more events"),
        # The end of a faction before two losses, among seven.
        (11, ("s1", "s2"), "And 5 more events"),
        # What the GM changed, a base and an arrival before discoveries, of which there are three.
        (12, ("s2", "s4"), "And 4 more events"),
    ],
)
def test_a_timeline_names_the_lead_story_and_important_events(
    turn: int, events: tuple[str, ...], more: str
) -> None:
    page = sample_files("orrow")["site/timeline.html"].decode()
    links = dict(re.findall(rf'<a href="turns/{turn}\.html#(\w+)">(.*?)</a>', page))
    assert tuple(links) == ("n1", *events, "street")
    assert links["street"] == more


def test_timeline_and_annals_note_that_past_pages_are_unchanged() -> None:
    for path in ("site/timeline.html", "site/turns/index.html"):
        assert b"what was known at the time" in built()[path]
