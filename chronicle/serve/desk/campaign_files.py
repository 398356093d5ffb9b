"""The files of a campaign that the desk edits: what authors write, and no keys and records."""

from __future__ import annotations

import re
from typing import Final

from chronicle.records import Record


class FileFolder(Record):
    """A folder of files of one kind: their suffix, their schema, and a pattern of their names.

    ``thing`` is what a new file in it is about, as a form names it; empty if a form makes none.
    """

    name: str
    suffix: str
    schema: str
    thing: str = ""
    stem: str = r"[\w-]+"


#: The files at the top of a campaign, and the kind of their schema.
_TOP: Final = {f"{it}.yaml": it for it in ("campaign", "places", "map")}
FOLDERS: Final = (
    FileFolder("factions", "yaml", "faction", "faction"),
    FileFolder("turns", "yaml", "turn", stem=r"\d{3,6}"),
    FileFolder("people", "md", "entity", "person"),
    FileFolder("items", "md", "entity", "item"),
    FileFolder("pages", "md", "page", "page"),
)


def is_edited(path: str) -> bool:
    """Whether the desk edits the file at a path."""
    return bool(schema_of(path))


def schema_of(path: str) -> str:
    """The kind of the schema of a file; empty if the desk does not edit it."""
    folder = next((it for it in FOLDERS if path.startswith(f"{it.name}/")), None)
    if folder is None:
        return _TOP.get(path, "")
    pattern = rf"{folder.name}/{folder.stem}\.{folder.suffix}"
    return folder.schema if re.fullmatch(pattern, path, re.ASCII) else ""
