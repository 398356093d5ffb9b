"""Finds the notes and pictures of a vault by what links call them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from chronicle.records import Record

_PICTURE_ENDINGS: Final = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".bmp", ".avif")
_NOTE_ENDING: Final = re.compile(r"(?i)\.(?:md|markdown)$")


def is_picture(path: str) -> bool:
    """Whether a file is a picture by its name."""
    return path.casefold().endswith(_PICTURE_ENDINGS)


def without_ending(path: str) -> str:
    """The path of a note without `.md`."""
    return _NOTE_ENDING.sub("", path)


class VaultIndex(Record):
    """Finds the notes and pictures that links name."""

    notes: Mapping[str, str]
    pictures: Mapping[str, str]

    def note(self, target: str, near: str = "") -> str:
        """Return the key of the note that a link names by path, suffix, name or alias; or ''."""
        return self._find(self.notes, without_ending(target), near)

    def picture(self, target: str, near: str = "") -> str:
        """Return the path of the picture that a link names by path, path suffix or name; or ''."""
        return self._find(self.pictures, target, near)

    def _find(self, known: Mapping[str, str], target: str, near: str) -> str:
        wanted = folded(target)
        beside = folded(f"{near.rpartition('/')[0]}/{target}")
        return known.get(wanted) or known.get(beside) or known.get(wanted.rpartition("/")[2], "")


def folded(path: str) -> str:
    """A path or a name to compare: without case, empty parts, and steps up."""
    parts: list[str] = []
    for part in path.strip().replace("\\", "/").casefold().split("/"):
        if part == ".." and parts:
            parts.pop()
        elif part not in ("", ".", ".."):
            parts.append(part)
    return "/".join(parts)
