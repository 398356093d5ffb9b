"""The deadlines in players' calendars: one entry for each, moved and withdrawn as it changes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from tests.small_campaign import SOUND
from tests.subscriptions.clients import CalendarServer, Event, events_by_reader, events_of
from tests.subscriptions.published_history import PublishedHistory
from tools import npm_programs

FILE: Final = "site/deadline.ics"
#: The beginning of the SHA-256 digest of `Crowns`, the title at the first publication.
ID: Final = "12e3af43e5599efb"
NEW: Final = "Crowns and Coffins"
#: The events told with each publication: the turn, its sequence number, stamp, start and status.
#: The stamp is the deadline itself, unless that is not later than the last one.
TOLD: Final = (
    ("2 0 2027-03-27T19:00:00Z 2027-03-27T19:00:00Z CONFIRMED",),
    ("2 1 2027-03-27T19:00:01Z 2027-03-20T19:00:00Z CONFIRMED",),
    # Another title is no other deadline.
    ("2 1 2027-03-27T19:00:01Z 2027-03-20T19:00:00Z CONFIRMED",),
    ("2 2 2027-03-27T19:00:02Z 2027-03-20T19:00:00Z CANCELLED",),
    ("2 3 2027-03-27T19:00:03Z 2027-03-22T19:00:00Z CONFIRMED",),
    (
        "2 4 2027-03-27T19:00:04Z 2027-03-22T19:00:00Z CANCELLED",
        "3 0 2027-04-10T18:00:00Z 2027-04-10T18:00:00Z CONFIRMED",
    ),
    (
        "2 5 2027-03-29T18:00:00Z 2027-03-29T18:00:00Z CONFIRMED",
        "3 1 2027-04-10T18:00:01Z 2027-04-10T18:00:00Z CANCELLED",
    ),
    ("3 1 2027-04-10T18:00:01Z 2027-04-10T18:00:00Z CANCELLED",),
    ("3 1 2027-04-10T18:00:01Z 2027-04-10T18:00:00Z CANCELLED",),
    (),
)


def head(deadline: str = "", title: str = NEW, id: str = "") -> dict[str, str]:
    """The campaign with a deadline, if there is one."""
    due = f"deadline: {deadline}, " if deadline else ""
    own = f"id: {id}\n" if id else ""
    named = SOUND["campaign.yaml"].replace("title: Crowns\n", f"title: {title}\n")
    return {"campaign.yaml": f"{named}{own}next: {{{due}zone: Europe/Berlin}}\n"}


def turn(number: int, rest: str = "") -> dict[str, str]:
    return {f"turns/{number:03}.yaml": f"turn: {number}\n{rest}"}


@cache
def sites() -> tuple[Mapping[str, bytes], ...]:
    """The sites of a campaign whose deadlines change from one publication to the next."""
    history = PublishedHistory(turn(1))
    found = [
        history.publish(head("2027-03-27 20:00", "Crowns")),
        history.publish(head("2027-03-20 20:00", "Crowns")),
        history.publish(head("2027-03-20 20:00")),
        history.publish(head()),
        history.publish(head("2027-03-22 20:00")),
        # Played on a day before the deadline.
        history.publish({**turn(2, "played: 2027-03-15\n"), **head("2027-04-10 20:00")}),
    ]
    history.undo()
    found += [
        history.publish({**turn(2, "state: open\n"), **head("2027-03-29 20:00")}),
        history.publish({**turn(2, "played: 2027-03-29\n"), **head()}),
        history.publish(turn(3, "played: 2027-04-12\n")),
        history.publish(turn(4)),
    ]
    return tuple(found)


def files() -> list[bytes]:
    return [site[FILE] for site in sites() if FILE in site]


def test_each_change_of_a_deadline_is_a_later_version_of_its_event() -> None:
    found = [events_of(site[FILE]) if FILE in site else [] for site in sites()]
    rows = tuple(
        tuple(f"{_turn(it)} {it.sequence} {it.stamp} {it.start} {it.status}" for it in events)
        for events in found
    )
    assert rows == TOLD
    for events, title in zip(found[1:3], ("Crowns", NEW), strict=True):
        assert [it.title for it in events] == [f"{title}: orders for turn 2"]


def _turn(event: Event) -> str:
    turn = event.id.removeprefix("turn-").removesuffix(f".{ID}@chronicle")
    assert turn.isdecimal()
    return turn


@pytest.mark.skipif(not npm_programs.are_installed(), reason="`make npm` installs the readers")
def test_programs_read_the_same_deadlines() -> None:
    found = events_by_reader(files())
    assert sorted(found) == ["ical.js", "icalendar", "ics", "node-ical", "vobject"]
    for name, read in found.items():
        assert read == found["icalendar"], name


def test_a_calendar_server_has_one_entry_for_each_turn_in_its_last_state(tmp_path: Path) -> None:
    """Each file is put as it is after the one before it, as by somebody who misses none."""
    server, kept = CalendarServer(tmp_path), dict[str, Event]()
    for file in files():
        server.put(file)
        # RFC 5546, 2.1.5: only what has a higher sequence number or a later stamp is newer.
        for event in events_of(file):
            held = kept.get(event.id, event)
            assert (event.sequence, event.stamp) >= (held.sequence, held.stamp)
            kept[event.id] = event
        assert server.events() == sorted(kept.values())
    assert [(_turn(it), it.status) for it in server.events()] == [
        ("2", "CONFIRMED"),
        ("3", "CANCELLED"),
    ]


def test_the_front_page_leads_to_the_file_also_when_a_deadline_is_withdrawn() -> None:
    withdrawn = []
    for site in sites():
        page = site["site/index.html"].decode()
        assert ('href="deadline.ics"' in page) == (FILE in site)
        withdrawn += re.findall(r"The deadline announced for turn \d+ no longer holds", page)
    # Where another deadline is awaited, the same link does both.
    assert withdrawn == [f"The deadline announced for turn {n} no longer holds" for n in (2, 3, 3)]


def test_a_reminder_is_for_deadlines_that_are_awaited() -> None:
    for file in files():
        assert file.count(b"BEGIN:VALARM") == file.count(b"STATUS:CONFIRMED")


def test_a_campaign_with_an_id_has_events_of_its_own() -> None:
    """Two tables that play the same campaign are not confused by those who play at both."""
    history = PublishedHistory(turn(1))
    (event,) = events_of(history.publish(head("2027-03-27 20:00", id="our-table"))[FILE])
    assert event.id == "turn-2.our-table@chronicle"
    (event,) = events_of(history.publish(head("2027-03-27 20:00", "Other", id="x"))[FILE])
    assert event.id == "turn-2.our-table@chronicle", "what was published stays"
