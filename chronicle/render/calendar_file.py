"""The deadline as an iCalendar file (RFC 5545). The only module that imports icalendar."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

from chronicle.model.subscriptions import CalendarEntry
from chronicle.project.edition import Edition
from chronicle.render.messages import MissingMessageError
from chronicle.render.theme import Theme

if TYPE_CHECKING:
    from icalendar import Alarm, Event

CALENDAR_PATH: Final = "deadline.ics"
_NEVER: Final = datetime.min.replace(tzinfo=UTC)
_PRODUCT: Final = "-//chronicle//deadline//"


def calendar_file_of(edition: Edition, theme: Theme) -> bytes | None:
    """The deadlines of an edition as an iCalendar file, withdrawn ones too; None if it has none.

    An event has the same id in all editions of a campaign. Of two versions, that with the higher
    sequence number and the later timestamp replaces the other, which does not depend on a clock.
    """
    if not edition.calendar_entries:
        return None
    # Imported here because few campaigns have a deadline.
    from icalendar import Calendar

    calendar = Calendar()
    calendar.add("prodid", f"{_PRODUCT}{edition.language.upper()}")
    calendar.add("version", "2.0")
    for entry in edition.calendar_entries:
        said = _words(theme, "deadline.event", n=entry.turn, campaign=edition.title)
        calendar.add_component(_event(entry, said))
    return bytes(calendar.to_ical())


def _event(entry: CalendarEntry, said: str) -> Event:
    """The latest version of an entry; the stamp of the first one is the deadline itself."""
    from icalendar import Event

    instants = [datetime.fromisoformat(it) if it else None for it in entry.told]
    stamp, start = _NEVER, _NEVER
    for instant in instants:
        start = instant or start
        stamp = max(start, stamp + timedelta(seconds=1))
    is_cancelled = instants[-1] is None
    event = Event()
    event.add("uid", entry.id)
    event.add("sequence", len(instants) - 1)
    event.add("dtstamp", stamp)
    event.add("dtstart", start)
    event.add("summary", said)
    event.add("status", "CANCELLED" if is_cancelled else "CONFIRMED")
    event.add("transp", "TRANSPARENT")
    if not is_cancelled:
        event.add_component(_alarm(said))
    return event


def _alarm(said: str) -> Alarm:
    """A reminder one day before."""
    from icalendar import Alarm

    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", said)
    alarm.add("trigger", timedelta(days=-1))
    return alarm


def _words(theme: Theme, key: str, **values: object) -> str:
    """A text of the theme for a file that is not HTML."""
    words = theme.words.get(key)
    if not isinstance(words, str):
        raise MissingMessageError(key)
    return words.format(**values)
