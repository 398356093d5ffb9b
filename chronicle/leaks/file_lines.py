"""The lines in the files of all audiences."""

from __future__ import annotations

import base64
import binascii
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeVar

from chronicle.files.store import digest_of, digests_of
from chronicle.leaks.encodings import lines_of_file
from chronicle.leaks.secrets import Mask

#: Sealed files can't be read without a key; their contents are scanned before they are sealed.
SEALED_FOLDER: Final = "sealed/"
_DATA_URL: Final = b";base64,"
#: The digits of a file embedded in a page, after the head of its data URL.
_EMBEDDED: Final = re.compile(rb"(?<=;base64,)[A-Za-z0-9+/]+={0,2}")

T = TypeVar("T")


def lines_by_readers(files: Iterable[Mapping[str, bytes]]) -> Iterator[tuple[list[str], Mask]]:
    """The distinct lines in the files of audiences, by the audiences whose files contain them.

    Audiences share most of their lines, and the pages of one audience even more.
    """
    masks: dict[bytes, Mask] = defaultdict(int)
    for index, its in enumerate(files):
        found: set[bytes] = set()
        for _, lines in lines_by_path(its):
            found.update(lines)
        for line in found:
            masks[line] |= 1 << index
    for group, mask in group_by_mask(masks):
        yield list(map(bytes.decode, group)), mask


def group_by_mask(masks: Mapping[T, Mask]) -> Iterable[tuple[list[T], Mask]]:
    """Things in groups with the same audiences."""
    groups: dict[Mask, list[T]] = defaultdict(list)
    for thing, mask in masks.items():
        groups[mask].append(thing)
    return ((group, mask) for mask, group in groups.items())


def lines_by_path(files: Mapping[str, bytes]) -> Iterator[tuple[str, list[bytes]]]:
    """Each path, sorted, with the lines of its file and itself as a line.

    Embedded files are left out if they are files of the same audience, which are searched by
    themselves. Their digits in Base64 are no text: by chance, some are words.
    """
    digests: set[str] = set()

    def digits_to_search(found: re.Match[bytes]) -> bytes:
        if not digests:
            digests.update(digests_of(files).values())
        try:
            content = base64.b64decode(found[0], validate=True)
        except binascii.Error:
            return found[0]
        return b"" if digest_of(content) in digests else found[0]

    for path in sorted(files):
        if path.startswith(SEALED_FOLDER):
            continue
        content = files[path]
        lines = lines_of_file(content)
        if _DATA_URL in content:
            lines = [_EMBEDDED.sub(digits_to_search, line) for line in lines]
        yield path, [path.encode(errors="replace"), *lines]
