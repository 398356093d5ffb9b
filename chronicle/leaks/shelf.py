"""The shelf: the files of all audiences, line by line, each line looked at once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from chronicle.leaks.readings import lines_of, of_bytes, rows_of
from chronicle.leaks.scan import Scan
from chronicle.leaks.secrets import Mark

#: Sealed files say nothing to whoever can't open them; what is in them is scanned in clear.
SEALED: Final = "sealed/"


@dataclass(slots=True)
class Shelf:
    """Every line that was looked at, as bytes, and the marks in those that hold any.

    Audiences share most of their lines, and pages of one audience more; nothing else is kept of
    their files.
    """

    scan: Scan
    lines: set[bytes] = field(default_factory=set)
    held: dict[bytes, frozenset[Mark]] = field(default_factory=dict)

    def holding(self, files: Mapping[str, bytes]) -> Mapping[bytes, frozenset[Mark]]:
        """The lines of an audience's files, and of their names, that hold marks."""
        met: set[bytes] = set()
        self._look([_name(path) for path in files], met)
        for content in _clear(files).values():
            rows = rows_of(content)
            if rows is None or not self._look(rows, met):
                self._look([text.encode() for text in of_bytes(content)], met)
        return {line: self.held[line] for line in met}

    def _look(self, rows: Iterable[bytes], met: set[bytes]) -> bool:
        """Looks at lines that were not looked at before, unless some of them are no text."""
        lines = set(rows)
        new = lines - self.lines
        try:
            texts = [line.decode() for line in new]
        except UnicodeDecodeError:
            return False
        for line, text in zip(new, texts, strict=True):
            if held := self.scan.marks_in(text):
                self.held[line] = held
        self.lines |= new
        met |= self.held.keys() & lines
        return True


def pages_with(files: Mapping[str, bytes], lines: Collection[str]) -> Iterator[tuple[str, str]]:
    """Every path with each of these lines that stands in it, or is its name."""
    for path, content in _clear(files).items():
        for line in dict.fromkeys((_name(path).decode(), *lines_of(content))):
            if line in lines:
                yield path, line


def _clear(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files that can be read, in the order of their paths."""
    return {path: files[path] for path in sorted(files) if not path.startswith(SEALED)}


def _name(path: str) -> bytes:
    """The name of a file as a line."""
    return path.encode(errors="replace")
