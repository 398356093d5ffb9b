"""The deadline: an instant that no clock or host changes, on the front page and in calendars."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

import pytest
from icalendar import Calendar

from chronicle.diagnostics.report import Report
from chronicle.pipeline import build_files
from tests.exported_dossier import exported
from tests.render import html_checks
from tests.small_campaign import SOUND, findings_of, play_files, tree_of

TURN: Final = {"turns/001.yaml": "turn: 1\ntitle: T1\nplayed: 2026-11-14\n"}
TITLE: Final = "Crowns, Coffins; and a Title that is Long Enough to be Folded – über Ä"


def head(deadline: str, zone: str = "Europe/Berlin", title: str = "Crowns") -> str:
    """The campaign with a deadline."""
    bare = SOUND["campaign.yaml"].replace("title: Crowns\n", f"title: {title!r}\n")
    return f"{bare}next: {{deadline: {deadline}, zone: {zone}}}\n"


@lru_cache(maxsize=2)
def built(title: str = "Crowns") -> Mapping[str, bytes]:
    """All files of a campaign with a deadline."""
    report = Report()
    written = head("2026-11-28 20:00", title=title)
    made = build_files(tree_of({"campaign.yaml": written, **TURN}), report)
    assert made is not None
    assert not report.findings
    return made


@pytest.mark.parametrize(
    ("written", "zone", "instant"),
    [
        ("2026-03-29 01:59", "Europe/Berlin", "2026-03-29T00:59:00Z"),
        ("2026-03-29 03:00", "Europe/Berlin", "2026-03-29T01:00:00Z"),
        ("2026-10-25 01:59", "Europe/Berlin", "2026-10-24T23:59:00Z"),
        ("2026-10-25 02:30", "Europe/Berlin", "2026-10-25T00:30:00Z"),
        ("2026-10-25 03:00", "Europe/Berlin", "2026-10-25T02:00:00Z"),
        ("2026-07-01 20:00", "America/New_York", "2026-07-02T00:00:00Z"),
        ("2026-12-31 23:45", "Asia/Kathmandu", "2026-12-31T18:00:00Z"),
        ("2026-01-01 00:00", "UTC", "2026-01-01T00:00:00Z"),
    ],
)
def test_a_deadline_is_read_in_its_time_zone(written: str, zone: str, instant: str) -> None:
    deadline = play_files({"campaign.yaml": head(written, zone)}).campaign.deadline
    assert deadline is not None
    assert (deadline.instant, f"{deadline.date} {deadline.clock}") == (instant, written)
    assert deadline.weekday == datetime.fromisoformat(deadline.date).isoweekday()


@pytest.mark.parametrize(
    ("written", "zone", "codes"),
    [
        ("2026-03-29 02:00", "Europe/Berlin", ["Z003"]),
        ("2026-03-29 02:59", "Europe/Berlin", ["Z003"]),
        ("2026-11-31 20:00", "Europe/Berlin", ["Z001"]),
        ("2026-11-28 24:00", "Europe/Berlin", ["Z001"]),
        ("2026-11-28", "Europe/Berlin", ["Z001"]),
        ("0001-01-01 00:00", "Asia/Tokyo", ["Z001"]),
        ("2026-11-28 20:00", "Europe/Berlni", ["Z002"]),
        ("2026-11-28 20:00", "../zones", ["Z002"]),
        ("next Friday", "CEST", ["Z001", "Z002"]),
        ("2026-11-13 20:00", "Europe/Berlin", ["Z004"]),
    ],
)
def test_a_local_time_skipped_by_daylight_saving_is_a_finding(
    written: str, zone: str, codes: list[str]
) -> None:
    found = findings_of({"campaign.yaml": head(written, zone), **TURN})
    assert sorted(finding.code for finding in found) == codes
    assert all(finding.at and finding.at.path == "campaign.yaml" for finding in found)


def test_the_front_page_shows_the_deadline_and_links_to_the_calendar_file() -> None:
    for folder in ("site", "private/vael", "private/gm"):
        page = html_checks.parse(built()[f"{folder}/index.html"].decode())
        times = [tag for tag in page.tags if tag.name == "time"]
        (time,) = (it for it in times if (it.attributes["datetime"] or "").endswith("Z"))
        assert time.attributes["datetime"] == "2026-11-28T19:00:00Z"
        assert "deadline.ics" in html_checks.targets("index.html", page)
        assert f"{folder}/deadline.ics" in built()
    front = " ".join(built()["site/index.html"].decode().split())
    assert "Saturday, November 28, 2026, 20:00" in front
    assert "Europe/Berlin" in front
    assert "Orders for turn 2" in front


def test_front_pages_and_order_sheets_count_down_and_only_to_a_deadline() -> None:
    counting = {
        path
        for path, content in built().items()
        if re.search(rb'<script src="assets/deadline\.[0-9a-f]+\.js" defer>', content)
    }
    fronts = {f"{it}/index.html" for it in ("site", "private/gm", "private/vael", "private/oru")}
    assert counting == fronts | {"private/vael/orders.html", "private/oru/orders.html"}
    bare = build_files(tree_of(TURN), Report())
    assert bare is not None
    assert not [path for path in counting if b"deadline" in bare[path]]
    assert not [path for path in bare if path.endswith(".ics")]


def test_the_calendar_file_agrees_with_the_page() -> None:
    content = built(TITLE)["site/deadline.ics"]
    calendar: Any = Calendar.from_ical(content)
    assert calendar["version"] == "2.0"
    assert calendar["prodid"]
    (event,) = calendar.walk("VEVENT")
    assert event["summary"] == f"{TITLE}: orders for turn 2"
    instant = datetime(2026, 11, 28, 19, 0, tzinfo=UTC)
    assert event["dtstart"].dt == instant
    assert event["dtstamp"].dt == instant
    (alarm,) = calendar.walk("VALARM")
    assert (alarm["action"], alarm["trigger"].dt) == ("DISPLAY", timedelta(days=-1))
    assert alarm["description"] == event["summary"]


def test_the_calendar_file_is_valid_icalendar() -> None:
    content = built(TITLE)["site/deadline.ics"]
    assert content.endswith(b"END:VCALENDAR\r\n")
    rows = content.split(b"\r\n")
    assert not any(b"\n" in row or b"\r" in row for row in rows)
    assert max(len(row) for row in rows) <= 75
    assert any(row.startswith(b" ") for row in rows), "nothing long enough to be folded"
    assert b"DTSTART:20261128T190000Z" in rows


def test_each_turn_of_each_campaign_has_its_own_event_uid() -> None:
    def id_of(files: Mapping[str, bytes], path: str = "site/deadline.ics") -> str:
        return str(Calendar.from_ical(files[path]).walk("VEVENT")[0]["uid"])

    assert id_of(built()) == id_of(built(), "private/gm/deadline.ics")
    assert id_of(built()) != id_of(built(TITLE))
    later = build_files(tree_of({"campaign.yaml": head("2026-11-29 20:00"), **TURN}), Report())
    begun = build_files(tree_of({"campaign.yaml": head("2026-11-28 20:00")}), Report())
    assert later is not None
    assert begun is not None
    assert id_of(later) == id_of(built())
    assert id_of(begun) != id_of(built())


def test_a_dossier_in_one_file_holds_the_calendar_s_file_and_has_one_first_heading() -> None:
    dossier = exported({"campaign.yaml": head("2026-11-28 20:00"), **TURN})
    assert dossier is not None
    page = html_checks.parse(dossier.decode())
    link, *others = (tag.attributes for tag in page.tags if "download" in tag.attributes)
    assert [it["href"] for it in others] == [link["href"]], "one on the order sheet"
    kind, _, held = (link["href"] or "").partition(",")
    assert (link["download"], kind) == ("deadline.ics", "data:text/calendar;base64")
    assert base64.b64decode(held) == built()["private/vael/deadline.ics"]
    headings = [tag for tag in page.tags if tag.name in html_checks.HEADINGS]
    levels = [int(tag.attributes.get("aria-level") or tag.name[1]) for tag in headings]
    assert levels.count(1) == 1
    assert all(later <= before + 1 for before, later in pairwise(levels))
