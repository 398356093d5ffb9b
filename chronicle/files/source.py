"""Sources: the author's files as read, and spans that refer to parts of them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, Literal

from chronicle.records import Record

#: Control characters except tab and line feed, surrogates, and noncharacters. The pattern lists
#: allowed characters, the most frequent first, because that is faster.
_CONTROL: Final = (
    "[^\t\n -~\xa0-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd"
    + "".join(f"{chr(plane << 16)}-{chr((plane << 16) + 0xFFFD)}" for plane in range(1, 17))
    + "]"
)


# A text with thousands of mistakes is asked for the line of each.
@lru_cache(maxsize=16)
def line_starts(text: str) -> tuple[int, ...]:
    """Where the lines of a text start, and where one after the last would."""
    return (0, *(found.end() for found in re.finditer("\n", text)), len(text) + 1)


class Source(Record):
    r"""One text file of a campaign or a theme: its name for messages and its text.

    Line ends are always ``\n``, so that line numbers are the same everywhere.
    """

    path: str
    text: str

    def line(self, number: int) -> str:
        """The line with this number (from 1); empty past the end."""
        starts = line_starts(self.text)
        return (
            self.text[starts[number - 1] : starts[number] - 1] if 0 < number < len(starts) else ""
        )


class Span(Record):
    """A part of a source; lines and columns count from 1, the end column is exclusive."""

    source: Source
    line: int
    column: int
    end_line: int
    end_column: int

    @property
    def path(self) -> str:
        return self.source.path

    def contains(self, other: Span) -> bool:
        """Whether another part of the same source begins inside this one."""
        start, end = (self.line, self.column), (self.end_line, self.end_column)
        return self.source == other.source and start <= (other.line, other.column) < end


def span_of_file(source: Source) -> Span:
    """The span for findings about a file as a whole: its first character."""
    return Span(source, 1, 1, 1, 1)


ReadFailureKind = Literal["unreadable", "folder", "too large"]


class ReadFailure(Record):
    """A path that could not be read as a file, and why; ``detail`` is the system's message."""

    fault: ReadFailureKind
    detail: str = ""


class FileTree(Record):
    """A campaign folder in memory: relative POSIX path to bytes, and its name.

    ``name`` prefixes paths in messages; it is what the author typed, never an absolute path that
    the author did not write.
    """

    name: str
    files: Mapping[str, bytes | ReadFailure]

    def shown(self, path: str) -> str:
        """The path as shown in messages."""
        return f"{self.name}/{path}" if self.name not in ("", ".") else path

    def files_in(self, folder: str, suffix: str) -> tuple[str, ...]:
        """Paths directly inside ``folder`` that end in ``suffix``, sorted by name."""
        return tuple(
            sorted(
                path
                for path in self.files
                if path.startswith(f"{folder}/")
                and path.endswith(suffix)
                and "/" not in path[len(folder) + 1 :]
            )
        )


def composed(text: str) -> str:
    """A text with each letter and its marks as one character, where there is one.

    A name can be stored in two ways that look alike; macOS has marks apart in names of files.
    """
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def find_control_character(text: str) -> re.Match[str] | None:
    """The first character of a text that no text may contain, see ``_CONTROL``."""
    # Most texts have none that can't be printed, and compiling the pattern takes milliseconds.
    is_plain = text.replace("\n", "").replace("\t", "").isprintable()
    return None if is_plain else re.search(_CONTROL, text)
