"""The texts of dossiers, and the sealed files: for each seat the same number and sizes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from chronicle.records import dataclass
from chronicle.seal.blobs import (
    BLOB_PADDING,
    DEFLATED,
    PLAIN,
    blob_name,
    deflate,
    padded_size,
    seal_blob,
)
from chronicle.seal.keyring import DossierReader, build_keyring, next_power_of_two
from chronicle.seal.keys import (
    Keys,
    empty_seat_key,
    epoch_at,
    faction_key,
    last_epoch,
    seat_key,
    seats_of,
)

SEALED_FOLDER: Final = "sealed"
KEYRING_PATH: Final = f"{SEALED_FOLDER}/keyring.json"
BOOK: Final = "book"
TURN: Final = "turn"
PICTURE: Final = "picture"
MIN_SEATS: Final = 8
#: Length of the contents of empty seats.
_FILLING: Final = hashlib.sha256().digest_size

#: Returns the key that seals a blob of a seat, by logical path and number.
KeyLookup: TypeAlias = Callable[[str, int], bytes]


@dataclass(frozen=True, slots=True)
class DossierTexts:
    """The texts of one faction's dossier: its book, its turns from 1 on, its images."""

    faction: str
    book: bytes
    turns: tuple[bytes, ...]
    pictures: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class ContentsBySeat:
    """What is sealed for one place (logical path and number) in all dossiers, by seat.

    Texts are compressed. Images already are, by their format.
    """

    path: str
    number: int
    contents: Mapping[int, bytes]

    @property
    def magic(self) -> bytes:
        """The magic bytes of these blobs, those of empty seats included."""
        return PLAIN if self.path == PICTURE else DEFLATED


def seal_dossiers(
    keys: Keys,
    logins: Sequence[DossierReader],
    volumes: Sequence[DossierTexts],
    compress: Callable[[bytes], bytes] = deflate,
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
    step: int = BLOB_PADDING,
    compress: Callable[[bytes], bytes] = deflate,
) -> dict[str, bytes]:
    """The blobs of all seats, by path; ``placed`` is by seat, sizes are multiples of ``step``."""
    files: dict[str, bytes] = {}
    rows = [_contents_at(placed, path, number, compress) for path, number in blob_places(placed)]
    sizes = _padded_sizes(rows, step)
    for seat in range(seat_count(placed)):
        names, key_of = seat_key(keys, seat), _key_lookup_for(keys, placed.get(seat), seat)
        for row, size in zip(rows, sizes, strict=True):
            path, number = row.path, row.number
            content = row.contents[seat] if seat in row.contents else _filler_for(row)
            blob = seal_blob(key_of(path, number), path, number, content, size, row.magic)
            files[f"{SEALED_FOLDER}/{blob_name(names, path, number)}"] = blob
    return files


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
    """The paths of each faction's sealed texts: its book, then its turns from 1 on."""
    numbered = [(BOOK, 0), *((TURN, number) for number in range(1, turns + 1))]
    return {
        faction: tuple(
            f"{SEALED_FOLDER}/{blob_name(seat_key(keys, seat), *one)}" for one in numbered
        )
        for faction, seat in seats_of(keys, factions).items()
    }


def seat_count(placed: Mapping[int, DossierTexts]) -> int:
    """The number of seats, including empty ones, to hold all dossiers."""
    return next_power_of_two(MIN_SEATS, max(placed, default=-1) + 1)


def blob_places(placed: Mapping[int, DossierTexts]) -> list[tuple[str, int]]:
    """The logical path and number of each blob that every seat has."""
    turns = max((len(volume.turns) for volume in placed.values()), default=0)
    most = max((len(volume.pictures) for volume in placed.values()), default=0)
    return [
        (BOOK, 0),
        *((TURN, number) for number in range(1, turns + 1)),
        *((PICTURE, slot) for slot in range(next_power_of_two(1, most))),
    ]


def _contents_at(
    placed: Mapping[int, DossierTexts],
    path: str,
    number: int,
    compress: Callable[[bytes], bytes],
) -> ContentsBySeat:
    contents = {seat: _content(volume, path, number, compress) for seat, volume in placed.items()}
    return ContentsBySeat(path, number, contents)


def _content(
    volume: DossierTexts, path: str, number: int, compress: Callable[[bytes], bytes]
) -> bytes:
    if path == PICTURE:
        return volume.pictures[number] if number < len(volume.pictures) else b""
    return compress(volume.turns[number - 1] if path == TURN else volume.book)


def _padded_sizes(rows: Sequence[ContentsBySeat], step: int) -> list[int]:
    """The padded size of each row, set by its largest content; all images have the same size."""
    rooms = [padded_size(max([_FILLING, *map(len, row.contents.values())]), step) for row in rows]
    pictures = max(room for row, room in zip(rows, rooms, strict=True) if row.path == PICTURE)
    return [
        pictures if row.path == PICTURE else room for row, room in zip(rows, rooms, strict=True)
    ]


def _filler_for(row: ContentsBySeat) -> bytes:
    """The content of an empty seat, which changes if any dossier's content does.

    Otherwise comparing two builds would show which seats never change. Of the compressed texts,
    because another version of zlib changes all of them.
    """
    digests = (hashlib.sha256(content).digest() for content in row.contents.values())
    return hashlib.sha256(b"".join(digests)).digest()


def _key_lookup_for(keys: Keys, volume: DossierTexts | None, seat: int) -> KeyLookup:
    if volume is None:
        empty = empty_seat_key(keys, seat)
        return lambda _path, _number: empty
    faction = volume.faction

    def key(path: str, number: int) -> bytes:
        turns = path == TURN
        epoch = epoch_at(keys, faction, number) if turns else last_epoch(keys, faction)
        return faction_key(keys, faction, epoch)

    return key
