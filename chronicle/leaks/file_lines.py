"""The distinct lines in the files of all audiences."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Final, TypeVar

from chronicle.files.store import digest_of
from chronicle.leaks.encodings import are_text, join_paragraphs, lines_of_file, texts_of_binary
from chronicle.leaks.secrets import Mask

#: Sealed files can't be read without a key; their contents are scanned before they are sealed.
SEALED_FOLDER: Final = "sealed/"
#: Length of the part of a file by which most binary files are told from text files.
_SAMPLE_LENGTH: Final = 64
#: Length of files that are split into lines together.
_BATCH_LENGTH: Final = 1_000_000
#: The digits of a file embedded in a page, after the head of its data URL.
_EMBEDDED: Final = re.compile(r"(?<=;base64,)[A-Za-z0-9+/]+={0,2}")

T = TypeVar("T")


class DistinctLines:
    """The distinct lines and paths of files, each with the audiences whose files contain it.

    Audiences share most of their lines, and the pages of one audience even more. So each is decoded
    only once.
    """

    def __init__(self) -> None:
        self._texts: set[bytes] = set()
        self._in_binary: dict[bytes, list[bytes]] = {}
        self._masks: dict[bytes, Mask] = {}

    def add(self, mask: Mask, files: Iterable[tuple[str, bytes]]) -> None:
        """Add files of an audience."""
        found: set[bytes] = set()
        batch: list[bytes] = []
        length = 0
        for path, content in files:
            found.add(_path_as_line(path))
            if not are_text([content[:_SAMPLE_LENGTH]]):
                found.update(self._lines_of([content]))
                continue
            batch.append(content)
            length += len(content)
            if length > _BATCH_LENGTH:
                found.update(self._lines_of(batch))
                batch, length = [], 0
        found.update(self._lines_of(batch))
        for line in found:
            self._masks[line] = self._masks.get(line, 0) | mask

    def _lines_of(self, contents: list[bytes]) -> Iterable[bytes]:
        """The distinct lines of files, which are split together if all of them are text files."""
        if len(contents) == 1 and contents[0] in self._in_binary:
            return self._in_binary[contents[0]]
        lines = set(b"\n".join(map(join_paragraphs, contents)).split(b"\n"))
        new = lines - self._texts
        if are_text(new):
            self._texts |= new
            return lines
        if len(contents) > 1:
            return set().union(*(self._lines_of([content]) for content in contents))
        texts = self._in_binary[contents[0]] = texts_of_binary(contents[0])
        return texts

    def by_mask(self) -> Iterator[tuple[Mask, list[str]]]:
        """The lines, by the audiences whose files contain them."""
        for mask, lines in group_by_mask(self._masks).items():
            yield mask, [line.decode() for line in lines]


def group_by_mask(masks: Mapping[T, Mask]) -> dict[Mask, list[T]]:
    """Group things by their audiences."""
    groups: dict[Mask, list[T]] = {}
    for thing, mask in masks.items():
        groups.setdefault(mask, []).append(thing)
    return groups


def paths_with_lines(
    files: Mapping[str, bytes], lines: Collection[str]
) -> Iterator[tuple[str, str]]:
    """Each path with those of these lines that are in the file or are its path."""
    for path in readable_paths(files):
        for line in dict.fromkeys((_path_as_line(path), *lines_of_file(files[path]))):
            if line.decode() in lines:
                yield path, line.decode()


def readable_paths(files: Mapping[str, bytes]) -> list[str]:
    """The paths of files that are not sealed, sorted."""
    return [path for path in sorted(files) if not path.startswith(SEALED_FOLDER)]


def without_embedded_files(line: str, is_known: Callable[[str], bool]) -> str:
    """A line without embedded files, if they are known by their digest.

    A known file is searched by itself. Its digits in Base64 are no text: by chance, some are words.
    """

    def digits_to_search(found: re.Match[str]) -> str:
        try:
            content = base64.b64decode(found[0], validate=True)
        except binascii.Error:
            return found[0]
        return "" if is_known(digest_of(content)) else found[0]

    return _EMBEDDED.sub(digits_to_search, line) if ";base64," in line else line


def _path_as_line(path: str) -> bytes:
    """The path of a file as a line."""
    return path.encode(errors="replace")
