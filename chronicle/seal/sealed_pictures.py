"""Sealed pictures: each is stored once, under a key that is in the books of those who may see it.

Files of about the same size form a row, whose length is a power of two: some have no picture. The
names of a row's files stay. All files of all rows change together, with another key for each
picture, whenever a picture, the factions that see it or the key of a faction change. Comparing two
builds therefore does not show what has changed, nor does an earlier book open later files.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Final

from chronicle.records import Record
from chronicle.seal.blobs import BLOB_PADDING, blob_name, padded_size, seal_blob
from chronicle.seal.keyring import next_power_of_two
from chronicle.seal.keys import Keys, empty_picture_key, picture_key, picture_names_key, stamp_of

#: The logical path of every picture; its number is 0, because each has a key of its own.
PICTURE: Final = "picture"
#: Pictures up to this padded size form the first row, which is always there.
ROW_BYTES: Final = 256 * 1024
MIN_PICTURES: Final = 4


class PicturePlace(Record):
    """A file with room for a picture; ``content`` is empty if there is none."""

    name: str
    key: bytes
    content: bytes
    size: int


class PictureRows(Record):
    """The places of all sealed pictures, sorted by name."""

    places: tuple[PicturePlace, ...]

    def places_of(self, pictures: Iterable[bytes]) -> list[tuple[str, bytes]]:
        """The file name and the key of each of these pictures."""
        found = {place.content: (place.name, place.key) for place in self.places}
        return [found[picture] for picture in pictures]


def picture_rows(
    keys: Keys, shown: Mapping[int, tuple[bytes, Sequence[bytes]]], least: int = BLOB_PADDING
) -> PictureRows:
    """The places of the pictures in all dossiers.

    ``shown`` has by seat the latest key of the dossier and its pictures. Sizes are powers of two
    times ``least``.
    """
    stamp = _stamp(keys, shown)
    pictures = {sha256(one).digest(): one for _, found in shown.values() for one in found}
    row_of = {digest: _row_of(content, least) for digest, content in pictures.items()}
    places: list[PicturePlace] = []
    for row in sorted({0, *row_of.values()}):
        # In an order that is another with each stamp, so that a name says nothing about the count.
        digests = sorted(
            (digest for digest in pictures if row_of[digest] == row),
            key=lambda digest: hmac.digest(stamp, digest, "sha256"),
        )
        size = max((padded_size(len(pictures[one]), least) for one in digests), default=least)
        count = next_power_of_two(MIN_PICTURES if row == 0 else 1, len(digests))
        names = [blob_name(picture_names_key(keys), f"{PICTURE} {row}", n) for n in range(count)]
        names.sort(key=lambda name: hmac.digest(stamp, name.encode(), "sha256"))
        places += [
            PicturePlace(name, picture_key(keys, digest, stamp), pictures[digest], size)
            for name, digest in zip(names, digests, strict=False)
        ]
        places += [
            PicturePlace(name, empty_picture_key(keys, name, stamp), b"", size)
            for name in names[len(digests) :]
        ]
    return PictureRows(tuple(sorted(places, key=lambda place: place.name)))


def seal_pictures(rows: PictureRows) -> dict[str, bytes]:
    """The sealed files of all places, by name. Their keys depend on the stamp."""
    return {
        place.name: seal_blob(place.key, PICTURE, 0, place.content, place.size)
        for place in rows.places
    }


def _row_of(content: bytes, least: int) -> int:
    """The row of a picture: 0, or the padded size of those that are too large for it."""
    size = padded_size(len(content), least)
    return 0 if size <= ROW_BYTES else size


def _stamp(keys: Keys, shown: Mapping[int, tuple[bytes, Sequence[bytes]]]) -> bytes:
    parts = [PICTURE.encode()]
    for seat, (key, pictures) in sorted(shown.items()):
        digests = sorted(sha256(one).digest() for one in pictures)
        parts += [str(seat).encode(), key, b"".join(digests)]
    return stamp_of(keys, *parts)
