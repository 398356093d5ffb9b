"""Volumes, and the files they are sealed into: on every seat as many, and all of one size."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from chronicle.seal.blobs import STEP, blob_name, room_for, seal
from chronicle.seal.keyring import Login, keyring, power_of_two
from chronicle.seal.keys import (
    Keys,
    empty_seat_key,
    epoch_at,
    faction_key,
    last_epoch,
    seat_key,
    seats_of,
)

FOLDER: Final = "sealed"
KEYRING: Final = f"{FOLDER}/keyring.json"
BOOK: Final = "book"
TURN: Final = "turn"
PICTURE: Final = "picture"
LEAST_SEATS: Final = 8
#: How long the texts of empty seats are.
_FILLING: Final = hashlib.sha256().digest_size

#: The key that the blob of a seat is sealed with, by logical path and number.
KeyOf: TypeAlias = Callable[[str, int], bytes]


@dataclass(frozen=True, slots=True)
class Volume:
    """The texts of one faction's dossier: its book, its turns from the first on, its pictures."""

    faction: str
    book: bytes
    turns: tuple[bytes, ...]
    pictures: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """One kind of text over all volumes: its place, and the texts by seat."""

    path: str
    number: int
    texts: Mapping[int, bytes]


def sealed(keys: Keys, logins: Sequence[Login], volumes: Sequence[Volume]) -> dict[str, bytes]:
    """The sealed files, by path: the keyring, and for every seat the blobs of a volume.

    Raises ValueError when volumes differ in their number of turns, two are of one faction or a
    picture is empty, and SealBroken when two players have the same phrase.
    """
    placed = by_seat(keys, volumes)
    seats = {volume.faction: seat for seat, volume in placed.items()}
    return {KEYRING: keyring(keys, logins, seats), **blobs_of(keys, placed)}


def blobs_of(keys: Keys, placed: Mapping[int, Volume], step: int = STEP) -> dict[str, bytes]:
    """The blobs of all seats, by path; volumes by seat, sizes multiples of the step."""
    files: dict[str, bytes] = {}
    rows = tuple(rows_of(placed))
    for seat in range(seats_for(placed)):
        names, key_of = seat_key(keys, seat), _key_of(keys, placed.get(seat), seat)
        for row, size in zip(rows, _sizes(rows, step), strict=True):
            text = row.texts[seat] if seat in row.texts else _filling(row)
            blob = seal(key_of(row.path, row.number), row.path, row.number, text, size)
            files[f"{FOLDER}/{blob_name(names, row.path, row.number)}"] = blob
    return files


def by_seat(keys: Keys, volumes: Sequence[Volume]) -> dict[int, Volume]:
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


def places_of(keys: Keys, factions: Iterable[str], turns: int) -> dict[str, tuple[str, ...]]:
    """Where the parts of each faction's dossier lie: its book, then its turns from the first on."""
    numbered = [(BOOK, 0), *((TURN, number) for number in range(1, turns + 1))]
    return {
        faction: tuple(f"{FOLDER}/{blob_name(seat_key(keys, seat), *one)}" for one in numbered)
        for faction, seat in seats_of(keys, factions).items()
    }


def seats_for(placed: Mapping[int, Volume]) -> int:
    """How many seats there are so that each volume has its own."""
    return power_of_two(LEAST_SEATS, max(placed, default=-1) + 1)


def rows_of(placed: Mapping[int, Volume]) -> Iterator[Row]:
    """All places of a seat, each with the texts of the volumes, which come by seat."""
    yield Row(BOOK, 0, {seat: volume.book for seat, volume in placed.items()})
    for at in range(max((len(volume.turns) for volume in placed.values()), default=0)):
        yield Row(TURN, at + 1, {seat: volume.turns[at] for seat, volume in placed.items()})
    most = max((len(volume.pictures) for volume in placed.values()), default=0)
    for slot in range(power_of_two(1, most)):
        pictures = {seat: _picture(volume, slot) for seat, volume in placed.items()}
        yield Row(PICTURE, slot, pictures)


def _picture(volume: Volume, slot: int) -> bytes:
    return volume.pictures[slot] if slot < len(volume.pictures) else b""


def _sizes(rows: Sequence[Row], step: int) -> list[int]:
    """The padded size of each row: what its largest text needs, for pictures the largest of all."""
    rooms = [room_for(max([_FILLING, *map(len, row.texts.values())]), step) for row in rows]
    pictures = max(room for row, room in zip(rows, rooms, strict=True) if row.path == PICTURE)
    return [
        pictures if row.path == PICTURE else room for row, room in zip(rows, rooms, strict=True)
    ]


def _filling(row: Row) -> bytes:
    """What lies on an empty seat: nothing to read, but it changes when a volume's text does.

    Otherwise whoever compares two builds would see which seats never change.
    """
    digests = (hashlib.sha256(text).digest() for text in row.texts.values())
    return hashlib.sha256(b"".join(digests)).digest()


def _key_of(keys: Keys, volume: Volume | None, seat: int) -> KeyOf:
    if volume is None:
        empty = empty_seat_key(keys, seat)
        return lambda _path, _number: empty
    faction = volume.faction

    def key(path: str, number: int) -> bytes:
        turns = path == TURN
        epoch = epoch_at(keys, faction, number) if turns else last_epoch(keys, faction)
        return faction_key(keys, faction, epoch)

    return key
