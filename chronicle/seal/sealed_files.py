"""The texts of dossiers, and the sealed files: for each seat the same number and sizes.

The blobs of one place (logical path and number) in all seats are a row. They change together or not
at all, so that comparing two builds does not show which seats have a dossier.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from chronicle.records import Record
from chronicle.seal import blobs
from chronicle.seal.keyring import DossierReader, build_keyring, next_power_of_two
from chronicle.seal.keys import (
    Keys,
    empty_seat_key,
    epoch_at,
    faction_key,
    last_epoch,
    seat_key,
    seats_of,
    stamp_of,
)
from chronicle.seal.sealed_pictures import PictureRows, picture_rows, seal_pictures

SEALED_FOLDER: Final = "sealed"
KEYRING_PATH: Final = f"{SEALED_FOLDER}/keyring.json"
BOOK: Final = "book"
PAGES: Final = "pages"
TURN: Final = "turn"
MIN_SEATS: Final = 8


class DossierTexts(Record):
    """The texts of one faction's dossier: its book, its turns from 1 on, its images, its pages.

    The book is what is read first; ``pages`` has all other pages that still change.
    """

    faction: str
    book: bytes
    turns: tuple[bytes, ...]
    pictures: tuple[bytes, ...] = ()
    pages: bytes = b""


class _Row(Record):
    """What is sealed for one place in all dossiers: key and compressed content, by seat."""

    path: str
    number: int
    contents: Mapping[int, tuple[bytes, bytes]]

    def size(self, least: int) -> int:
        """The padded size of these blobs, set by the largest content."""
        longest = max((len(content) for _, content in self.contents.values()), default=0)
        return blobs.padded_size(longest, least)

    def stamp(self, keys: Keys) -> bytes:
        """A stamp that changes if any seat's key or content does.

        Of the compressed texts, because another version of zlib changes all of them.
        """
        seats = (
            (str(seat).encode(), key, content)
            for seat, (key, content) in sorted(self.contents.items())
        )
        place = (self.path.encode(), str(self.number).encode())
        return stamp_of(keys, *place, *(part for seat in seats for part in seat))


def seal_dossiers(
    keys: Keys,
    logins: Sequence[DossierReader],
    volumes: Sequence[DossierTexts],
    compress: Callable[[bytes], bytes] = blobs.deflate,
) -> dict[str, bytes]:
    """Return the sealed files by path: the keyring, and the blobs of every seat.

    ``compress`` returns what :func:`chronicle.seal.blobs.deflate` would.

    Raises ValueError if dossiers differ in their number of turns, two belong to one faction or an
    image is empty, and SealError if two players have the same phrase.
    """
    placed = by_seat(keys, volumes)
    seats = {volume.faction: seat for seat, volume in placed.items()}
    return {
        KEYRING_PATH: build_keyring(keys, logins, seats),
        **seal_blobs(keys, placed, compress=compress),
    }


def seal_blobs(
    keys: Keys,
    placed: Mapping[int, DossierTexts],
    least: int = blobs.BLOB_PADDING,
    compress: Callable[[bytes], bytes] = blobs.deflate,
) -> dict[str, bytes]:
    """The blobs of seats (``placed``) and pictures, by path, padded to ``least`` times 2ⁿ."""
    pictures = pictures_of(keys, placed, least)
    books = {
        seat: _book_with_keys(volume.book, pictures.places_of(volume.pictures))
        for seat, volume in placed.items()
    }
    seats = [(seat, seat_key(keys, seat)) for seat in range(seat_count(placed))]
    files: dict[str, bytes] = {}
    for path, number in blob_places(placed):
        contents = {
            seat: (
                _key_for(keys, volume, path, number),
                compress(_text_of(volume, books[seat], path, number)),
            )
            for seat, volume in placed.items()
        }
        row = _Row(path, number, contents)
        size, stamp = row.size(least), row.stamp(keys)
        for seat, names in seats:
            key, content = contents.get(seat, (empty_seat_key(keys, seat), b""))
            blob = blobs.seal_blob(key, path, number, content, size, blobs.DEFLATED, stamp)
            files[f"{SEALED_FOLDER}/{blobs.blob_name(names, path, number)}"] = blob
    sealed = seal_pictures(pictures)
    return {**files, **{f"{SEALED_FOLDER}/{name}": blob for name, blob in sealed.items()}}


def pictures_of(
    keys: Keys, placed: Mapping[int, DossierTexts], least: int = blobs.BLOB_PADDING
) -> PictureRows:
    """The places of the pictures of all dossiers; ``placed`` is by seat."""
    shown = {
        seat: (_key_for(keys, volume, BOOK, 0), volume.pictures) for seat, volume in placed.items()
    }
    return picture_rows(keys, shown, least)


def by_seat(keys: Keys, volumes: Sequence[DossierTexts]) -> dict[int, DossierTexts]:
    """The dossiers by seat, in order. Raises ValueError."""
    by_faction = {volume.faction: volume for volume in volumes}
    if len(by_faction) < len(volumes):
        raise ValueError("two volumes are of one faction")
    if len({len(volume.turns) for volume in volumes}) > 1:
        raise ValueError("volumes differ in their number of turns")
    if not all(all(volume.pictures) for volume in volumes):
        raise ValueError("a picture is empty")
    seats = seats_of(keys, by_faction)
    return {seats[faction]: by_faction[faction] for faction in sorted(seats, key=seats.__getitem__)}


def blob_paths_of(keys: Keys, factions: Iterable[str], turns: int) -> dict[str, tuple[str, ...]]:
    """The paths of each faction's sealed texts: its book, its pages, then its turns from 1 on."""
    return {
        faction: tuple(
            f"{SEALED_FOLDER}/{blobs.blob_name(seat_key(keys, seat), *one)}"
            for one in _places(turns)
        )
        for faction, seat in seats_of(keys, factions).items()
    }


def seat_count(placed: Mapping[int, DossierTexts]) -> int:
    """The number of seats, including empty ones, to hold all dossiers."""
    return next_power_of_two(MIN_SEATS, max(placed, default=-1) + 1)


def blob_places(placed: Mapping[int, DossierTexts]) -> list[tuple[str, int]]:
    """The logical path and number of each blob that every seat has."""
    return _places(max((len(volume.turns) for volume in placed.values()), default=0))


def split_book(text: bytes) -> tuple[bytes, tuple[tuple[str, bytes], ...]]:
    """A sealed book's own text, and the file names and keys of its pictures. Raises ValueError."""
    book, _, places = text.rpartition(b"\n")
    return book, tuple((name, base64.b64decode(key)) for name, key in json.loads(places))


def _places(turns: int) -> list[tuple[str, int]]:
    return [(BOOK, 0), (PAGES, 0), *((TURN, number) for number in range(1, turns + 1))]


def _text_of(volume: DossierTexts, book: bytes, path: str, number: int) -> bytes:
    """The text of one blob of a dossier; its ``book`` is with the keys of its pictures."""
    if path == BOOK:
        return book
    return volume.pages if path == PAGES else volume.turns[number - 1]


def _book_with_keys(book: bytes, places: Iterable[tuple[str, bytes]]) -> bytes:
    """A book as it is sealed: below it, on a line of its own, what opens its pictures."""
    listed = [[name, base64.b64encode(key).decode()] for name, key in places]
    return book + b"\n" + json.dumps(listed, separators=(",", ":")).encode()


def _key_for(keys: Keys, volume: DossierTexts, path: str, number: int) -> bytes:
    """The key that seals a blob of a dossier."""
    faction = volume.faction
    epoch = epoch_at(keys, faction, number) if path == TURN else last_epoch(keys, faction)
    return faction_key(keys, faction, epoch)
