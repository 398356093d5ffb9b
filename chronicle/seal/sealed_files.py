"""Volumes, and the files they are sealed into: on every seat as many, and all of one size."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from chronicle.seal.blobs import BLOB_PADDING, blob_name, padded_size, seal_blob
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
#: How long the texts of empty seats are.
_FILLING: Final = hashlib.sha256().digest_size

#: The key that the blob of a seat is sealed with, by logical path and number.
KeyLookup: TypeAlias = Callable[[str, int], bytes]


@dataclass(frozen=True, slots=True)
class DossierTexts:
    """The texts of one faction's dossier: its book, its turns from the first on, its pictures."""

    faction: str
    book: bytes
    turns: tuple[bytes, ...]
    pictures: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class TextsBySeat:
    """One kind of text over all volumes: its place, and the texts by seat."""

    path: str
    number: int
    texts: Mapping[int, bytes]


def seal_dossiers(
    keys: Keys, logins: Sequence[DossierReader], volumes: Sequence[DossierTexts]
) -> dict[str, bytes]:
    """The sealed files, by path: the keyring, and for every seat the blobs of a volume.

    Raises ValueError when volumes differ in their number of turns, two are of one faction or a
    picture is empty, and SealBroken when two players have the same phrase.
    """
    placed = by_seat(keys, volumes)
    seats = {volume.faction: seat for seat, volume in placed.items()}
    return {KEYRING_PATH: build_keyring(keys, logins, seats), **seal_blobs(keys, placed)}


def seal_blobs(
    keys: Keys, placed: Mapping[int, DossierTexts], step: int = BLOB_PADDING
) -> dict[str, bytes]:
    """The blobs of all seats, by path; volumes by seat, sizes multiples of the step."""
    files: dict[str, bytes] = {}
    rows = tuple(texts_by_blob(placed))
    for seat in range(seat_count(placed)):
        names, key_of = seat_key(keys, seat), _key_lookup_for(keys, placed.get(seat), seat)
        for row, size in zip(rows, _padded_sizes(rows, step), strict=True):
            text = row.texts[seat] if seat in row.texts else _filler_for(row)
            blob = seal_blob(key_of(row.path, row.number), row.path, row.number, text, size)
            files[f"{SEALED_FOLDER}/{blob_name(names, row.path, row.number)}"] = blob
    return files


def by_seat(keys: Keys, volumes: Sequence[DossierTexts]) -> dict[int, DossierTexts]:
    """Volumes by their seats, in order of these. Raises ValueError."""
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
    """Where the parts of each faction's dossier lie: its book, then its turns from the first on."""
    numbered = [(BOOK, 0), *((TURN, number) for number in range(1, turns + 1))]
    return {
        faction: tuple(
            f"{SEALED_FOLDER}/{blob_name(seat_key(keys, seat), *one)}" for one in numbered
        )
        for faction, seat in seats_of(keys, factions).items()
    }


def seat_count(placed: Mapping[int, DossierTexts]) -> int:
    """How many seats there are so that each volume has its own."""
    return next_power_of_two(MIN_SEATS, max(placed, default=-1) + 1)


def texts_by_blob(placed: Mapping[int, DossierTexts]) -> Iterator[TextsBySeat]:
    """All places of a seat, each with the texts of the volumes, which come by seat."""
    yield TextsBySeat(BOOK, 0, {seat: volume.book for seat, volume in placed.items()})
    for at in range(max((len(volume.turns) for volume in placed.values()), default=0)):
        yield TextsBySeat(TURN, at + 1, {seat: volume.turns[at] for seat, volume in placed.items()})
    most = max((len(volume.pictures) for volume in placed.values()), default=0)
    for slot in range(next_power_of_two(1, most)):
        pictures = {seat: _picture(volume, slot) for seat, volume in placed.items()}
        yield TextsBySeat(PICTURE, slot, pictures)


def _picture(volume: DossierTexts, slot: int) -> bytes:
    return volume.pictures[slot] if slot < len(volume.pictures) else b""


def _padded_sizes(rows: Sequence[TextsBySeat], step: int) -> list[int]:
    """The padded size of each row: what its largest text needs, for pictures the largest of all."""
    rooms = [padded_size(max([_FILLING, *map(len, row.texts.values())]), step) for row in rows]
    pictures = max(room for row, room in zip(rows, rooms, strict=True) if row.path == PICTURE)
    return [
        pictures if row.path == PICTURE else room for row, room in zip(rows, rooms, strict=True)
    ]


def _filler_for(row: TextsBySeat) -> bytes:
    """What lies on an empty seat: nothing to read, but it changes when a volume's text does.

    Otherwise whoever compares two builds would see which seats never change.
    """
    digests = (hashlib.sha256(text).digest() for text in row.texts.values())
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
