#!/bin/sh
# ics 0.7.3 (PyPI) and node-ical 0.27.2 (npm): a backslash before an n in the title of an event becomes a backslash and a new line.
#
# In iCalendar text `\\` stands for a backslash and `\n` for a new line (RFC 5545, 3.3.11), read from left to right, so
# that the title `Orders\notes` is written `SUMMARY:Orders\\notes`. One would expect the title back, and icalendar, vobject
# and ical.js give it. These two replace `\n` before `\\`, find a new line in the middle of the two characters that stand for
# the backslash, and players see a title of two lines.
# chronicle writes the file as the standard says; a title without backslashes is read by all.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/python -m pip install --quiet --disable-pip-version-check "ics==0.7.3" "icalendar==7.3.2" "vobject==0.9.9"
cat >package.json <<'JSON'
{"private": true, "dependencies": {"ical.js": "2.2.1", "node-ical": "0.27.2"}}
JSON
npm install --silent --no-audit --no-fund
cat >read.mjs <<'JAVASCRIPT'
import { readFileSync } from "node:fs";
import ICAL from "ical.js";
import nodeIcal from "node-ical";
const text = readFileSync("event.ics", "utf8");
const event = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent("vevent");
console.log(JSON.stringify({
  "ical.js": event.getFirstPropertyValue("summary"),
  "node-ical": Object.values(nodeIcal.sync.parseICS(text)).find((it) => it.type === "VEVENT").summary,
}));
JAVASCRIPT
cat >read.py <<'PYTHON'
"""Read a title with a backslash with five libraries; exit with 1 if it is read otherwise than described."""

import json
import subprocess
from importlib.metadata import version
from pathlib import Path

import icalendar
import ics
import vobject

TITLE = "Orders\\notes"
WRONG = "Orders\\\notes"
lines = (
    *("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//EN", "BEGIN:VEVENT", "UID:a@b.example"),
    *("DTSTAMP:20260101T000000Z", "DTSTART:20260101T000000Z", "SUMMARY:Orders\\\\notes"),
    *("END:VEVENT", "END:VCALENDAR"),
)
text = "".join(f"{line}\r\n" for line in lines)
Path("event.ics").write_bytes(text.encode())
(event,) = icalendar.Calendar.from_ical(text).walk("VEVENT")
(other,) = ics.Calendar(text).events
read = {
    "icalendar": str(event["summary"]),
    "vobject": vobject.readOne(text).vevent.summary.value,
    "ics": other.name,
    **json.loads(subprocess.check_output(["node", "read.mjs"])),
}
print("icalendar", version("icalendar"), "vobject", version("vobject"), "ics", version("ics"))
print("ical.js 2.2.1, node-ical 0.27.2")
print(lines[7])
for name, title in read.items():
    print(f"{name:10} {title!r}")
expected = dict.fromkeys(("icalendar", "vobject", "ical.js"), TITLE) | dict.fromkeys(("ics", "node-ical"), WRONG)
print("as described" if read == expected else "the behaviour has changed")
raise SystemExit(0 if read == expected else 1)
PYTHON
venv/bin/python read.py
