"""The shelf: the files of all audiences, line by line, each line looked at once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from chronicle.leaks.encodings import lines_of_file, lines_of_text_file
from chronicle.leaks.scan import TermScanner
from chronicle.leaks.secrets import SecretTerm

#: Sealed files say nothing to whoever can't open them; what is in them is scanned in clear.
SEALED_FOLDER: Final = "sealed/"


@dataclass(slots=True)
class LineCache:
    """Every line that was looked at, as bytes, and the marks in those that hold any.

    Audiences share most of their lines, and pages of one audience more; nothing else is kept of
    their files.
    """

    scan: TermScanner
    lines: set[bytes] = field(default_factory=set)
    held: dict[bytes, frozenset[SecretTerm]] = field(default_factory=dict)

    def lines_with_terms(self, files: Mapping[str, bytes]) -> Mapping[bytes, frozenset[SecretTerm]]:
        """The lines of an audience's files, and of their names, that hold marks."""
        clear = _readable_files(files)
        try:
            lines = self._scan_new_lines(files, map(lines_of_text_file, clear.values()))
        except UnicodeDecodeError:
            # Some file is no text, and its lines don't say which: now every file is asked.
            lines = self._scan_new_lines(files, map(lines_of_file, clear.values()))
        return {line: self.held[line] for line in self.held.keys() & lines}

    def _scan_new_lines(
        self, paths: Iterable[str], contents: Iterable[Iterable[bytes]]
    ) -> set[bytes]:
        """These lines and names of files, with those looked at that were not before."""
        lines = set(map(_path_as_line, paths))
        for rows in contents:
            lines.update(rows)
        new = lines - self.lines
        for line, text in [(line, line.decode()) for line in new]:
            if marks := self.scan.terms_in(text):
                self.held[line] = marks
        self.lines |= new
        return lines


def paths_with_lines(
    files: Mapping[str, bytes], lines: Collection[bytes]
) -> Iterator[tuple[str, bytes]]:
    """Every path with each of these lines that stands in it, or is its name."""
    for path, content in _readable_files(files).items():
        for line in dict.fromkeys((_path_as_line(path), *lines_of_file(content))):
            if line in lines:
                yield path, line


def _readable_files(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files that can be read, in the order of their paths."""
    return {path: files[path] for path in sorted(files) if not path.startswith(SEALED_FOLDER)}


def _path_as_line(path: str) -> bytes:
    """The name of a file as a line."""
    return path.encode(errors="replace")
