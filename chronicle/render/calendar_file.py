"""The deadline as an iCalendar file (RFC 5545). The only module that imports icalendar."""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from chronicle.project.edition import Edition
from chronicle.render.messages import MissingMessageError
from chronicle.render.theme import Theme

if TYPE_CHECKING:
    from icalendar import Alarm

CALENDAR_PATH: Final = "deadline.ics"
_PRODUCT: Final = "-//chronicle//deadline//"


def calendar_file_of(edition: Edition, theme: Theme) -> bytes | None:
    """The deadline of an edition as an iCalendar file; None if it has none.

    The event has the same id in all editions of a campaign. Its timestamp is the deadline itself,
    not the current time, so of two deadlines for one turn the later one replaces the other.
    """
    deadline = edition.deadline
    if deadline is None:
        return None
    # Imported here because few campaigns have a deadline.
    from icalendar import Calendar, Event

    turn = edition.last_turn + 1
    instant = datetime.fromisoformat(deadline.instant)
    said = _words(theme, "deadline.event", n=turn, campaign=edition.title)
    event = Event()
    event.add("uid", _id_of(edition.title, turn))
    event.add("dtstamp", instant)
    event.add("dtstart", instant)
    event.add("summary", said)
    event.add("transp", "TRANSPARENT")
    event.add_component(_alarm(said))
    calendar = Calendar()
    calendar.add("prodid", f"{_PRODUCT}{edition.language.upper()}")
    calendar.add("version", "2.0")
    calendar.add_component(event)
    return bytes(calendar.to_ical())


def _alarm(said: str) -> Alarm:
    """A reminder one day before."""
    from icalendar import Alarm

    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", said)
    alarm.add("trigger", timedelta(days=-1))
    return alarm


def _id_of(title: str, turn: int) -> str:
    digest = hashlib.sha256(title.encode()).hexdigest()[:16]
    return f"turn-{turn}.{digest}@chronicle"


def _words(theme: Theme, key: str, **values: object) -> str:
    """A text of the theme for a file that is not HTML."""
    words = theme.words.get(key)
    if not isinstance(words, str):
        raise MissingMessageError(key)
    return words.format(**values)
