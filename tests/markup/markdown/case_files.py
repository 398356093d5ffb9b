"""Cases written as text files, so that anybody who can write a campaign can add one.

A case starts with ``== its name``; its parts start with ``-- their name``. What stands above the
first case explains the file.
"""

from __future__ import annotations

import re
from pathlib import Path

from chronicle.records import Record

FOLDER = Path(__file__).with_name("cases")


class Case(Record):
    """One case: its name and its parts, each without the line end after it."""

    name: str
    parts: dict[str, str]


def cases(file: str) -> list[Case]:
    """The cases of a file, in order."""
    text = (FOLDER / file).read_text(encoding="utf-8")
    _, *written = re.split(r"^== +(?=\S)", text, flags=re.M)
    found = [_case(part) for part in written]
    names = [case.name for case in found]
    assert found, f"{file} has no cases"
    assert len(set(names)) == len(names), f"{file} has two cases of one name"
    return found


def _case(written: str) -> Case:
    name, _, rest = written.partition("\n")
    above, *parts = re.split(r"^-- +(?=\S)", rest.rstrip("\n") + "\n", flags=re.M)
    assert not above.strip(), f"{name}: {above}"
    split = (part.partition("\n") for part in parts)
    return Case(name.strip(), {key.strip(): body.removesuffix("\n") for key, _, body in split})
