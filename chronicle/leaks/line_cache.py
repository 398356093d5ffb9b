"""A cache of the lines in the files of all audiences, so that each line is scanned once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import field
from typing import Final

from chronicle.leaks.encodings import lines_of_file, lines_of_text_file
from chronicle.leaks.scan import TermScanner
from chronicle.leaks.secrets import SecretTerm
from chronicle.records import dataclass

#: Sealed files can't be read without a key; their contents are scanned before they are sealed.
SEALED_FOLDER: Final = "sealed/"


@dataclass(slots=True)
class LineCache:
    """All scanned lines, as bytes, and the secret terms in those that have any.

    Audiences share most of their lines, and the pages of one audience even more. Nothing else of
    their files is kept.
    """

    scan: TermScanner
    lines: set[bytes] = field(default_factory=set)
    held: dict[bytes, frozenset[SecretTerm]] = field(default_factory=dict)

    def lines_with_terms(self, files: Mapping[str, bytes]) -> Mapping[bytes, frozenset[SecretTerm]]:
        """The lines in an audience's files, and their paths, that contain secret terms."""
        clear = _readable_files(files)
        try:
            lines = self._scan_new_lines(files, map(lines_of_text_file, clear.values()))
        except UnicodeDecodeError:
            # A file is not text, and it is unknown which one: now check each file.
            lines = self._scan_new_lines(files, map(lines_of_file, clear.values()))
        return {line: self.held[line] for line in self.held.keys() & lines}

    def _scan_new_lines(
        self, paths: Iterable[str], contents: Iterable[Iterable[bytes]]
    ) -> set[bytes]:
        """Scan those lines and paths that are new, and return all of them."""
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
    """Each path with those of these lines that are in the file or are its path."""
    for path, content in _readable_files(files).items():
        for line in dict.fromkeys((_path_as_line(path), *lines_of_file(content))):
            if line in lines:
                yield path, line


def _readable_files(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files that are not sealed, sorted by path."""
    return {path: files[path] for path in sorted(files) if not path.startswith(SEALED_FOLDER)}


def _path_as_line(path: str) -> bytes:
    """The path of a file as a line."""
    return path.encode(errors="replace")
