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
    """Finds notes and pictures by what links call them."""

    notes: Mapping[str, str]
    pictures: Mapping[str, str]

    def note(self, target: str, near: str = "") -> str:
        """The key of a note by its path, the end of its path, its name or an alias; or empty."""
        return self._find(self.notes, without_ending(target), near)

    def picture(self, target: str, near: str = "") -> str:
        """The path of a picture by its path, the end of its path or its name; or empty."""
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
