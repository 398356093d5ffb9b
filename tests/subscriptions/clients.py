"""What calendar programs and feed readers find in files, and a server that keeps calendars."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, Final
from wsgiref.util import setup_testing_defaults

import vobject
from icalendar import Calendar
from radicale import config
from radicale.app import Application

from chronicle.records import Record
from tools import npm_programs

#: ics is a program of its own here: it wraps the standard output of the process again and again.
_ICS: Final = """
import json, sys
from ics import Calendar
def event(found):
    extra = {line.name: line.value for line in found.extra}
    times = [f"{it:YYYY-MM-DDTHH:mm:ss}Z" for it in (found.created, found.begin)]
    return [found.uid, int(extra["SEQUENCE"]), *times, found.status, found.name]
files, out = json.load(sys.stdin), sys.__stdout__
out.write(json.dumps([[event(it) for it in Calendar(file).events] for file in files]))
"""
_INSTANT: Final = "%Y-%m-%dT%H:%M:%SZ"


class Event(Record, order=True):
    """What a calendar program finds in a file; times are in UTC."""

    id: str
    sequence: int
    stamp: str
    start: str
    status: str
    title: str


def events_of(file: bytes) -> list[Event]:
    """The events of a file as icalendar reads them."""
    found = []
    for event in Calendar.from_ical(file).walk("VEVENT"):
        read: Any = event
        stamp, start = (f"{read[it].dt:{_INSTANT}}" for it in ("dtstamp", "dtstart"))
        words = (str(read["status"]), str(read["summary"]))
        found.append(Event(str(read["uid"]), int(read["sequence"]), stamp, start, *words))
    return sorted(found)


def events_by_reader(files: Sequence[bytes]) -> dict[str, list[list[Event]]]:
    """The events of each file by the name of the library that reads it."""
    texts = [file.decode() for file in files]
    found = {"icalendar": [events_of(file) for file in files]}
    found["vobject"] = [sorted(map(_of_vobject, vobject.readOne(it).vevent_list)) for it in texts]
    for name, read in _read_by_others(texts).items():
        found[name] = [sorted(Event(*it) for it in events) for events in read]
    return found


def _of_vobject(event: Any) -> Event:
    stamp, start = (f"{it.value:{_INSTANT}}" for it in (event.dtstamp, event.dtstart))
    words = (event.status.value, event.summary.value)
    return Event(event.uid.value, int(event.sequence.value), stamp, start, *words)


def _read_by_others(texts: Sequence[str]) -> dict[str, Any]:
    command = [sys.executable, "-c", _ICS]
    ran = subprocess.run(
        command, input=json.dumps(texts), capture_output=True, text=True, check=True
    )
    read = read_with_npm(calendars=texts)
    return {"ics": json.loads(ran.stdout), **{it: read[it] for it in ("ical.js", "node-ical")}}


def read_with_npm(**files: Sequence[str]) -> dict[str, Any]:
    """What libraries of npm find in ``calendars`` and ``feeds``, by their names."""
    script = npm_programs.LOCKED / "subscriptions.mjs"
    command = [npm_programs.node(), script, npm_programs.script("index.js")]
    ran = subprocess.run(
        command, input=json.dumps(files), capture_output=True, encoding="utf-8", check=True
    )
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


class CalendarServer:
    """A CalDAV server (RFC 4791) with one calendar; each event is put as a client puts it."""

    def __init__(self, folder: Path) -> None:
        settings = config.load()
        settings.update(
            {
                "storage": {"filesystem_folder": str(folder)},
                "auth": {"type": "none"},
                "logging": {"level": "critical"},
            },
            "test",
        )
        self._application = Application(settings)
        assert self._ask("MKCALENDAR", "deadlines/")[0] == 201

    def put(self, file: bytes) -> None:
        """Put the events of a file, each under its id: a resource has one (RFC 4791, 4.1)."""
        for event in Calendar.from_ical(file).walk("VEVENT"):
            alone = Calendar.from_ical(file)
            alone.subcomponents = [event]
            status, _ = self._ask("PUT", f"deadlines/{event['uid']}.ics", alone.to_ical())
            assert status in (201, 204), status

    def events(self) -> list[Event]:
        """All events of the calendar."""
        status, found = self._ask("GET", "deadlines/")
        assert status == 200
        return events_of(found)

    def _ask(self, method: str, path: str, content: bytes = b"") -> tuple[int, bytes]:
        environment: dict[str, Any] = {}
        setup_testing_defaults(environment)
        environment |= {
            "REQUEST_METHOD": method,
            "PATH_INFO": f"/ada/{path}",
            "HTTP_AUTHORIZATION": f"Basic {base64.b64encode(b'ada:x').decode()}",
            "CONTENT_TYPE": "text/calendar; charset=utf-8",
            "CONTENT_LENGTH": str(len(content)),
            "wsgi.input": BytesIO(content),
        }
        answers: list[str] = []
        body = self._application(environment, lambda status, _: answers.append(status))
        return int(answers[0].split()[0]), b"".join(body)
