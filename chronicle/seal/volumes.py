"""Volumes, and the files they are sealed into: on every seat as many, and all of one size."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from chronicle.seal.blobs import STEP, blob_name, room_for, seal
from chronicle.seal.keyring import Login, keyring, power_of_two
from chronicle.seal.keys import Keys, empty_seat_key, epoch_at, faction_key, last_epoch, seat_key

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
    """One kind of text over all volumes: its place and the texts in order of faction."""

    path: str
    number: int
    texts: tuple[bytes, ...]


def sealed(keys: Keys, logins: Sequence[Login], volumes: Sequence[Volume]) -> dict[str, bytes]:
    """The sealed files, by path: the keyring, and for every seat the blobs of a volume.

    Raises ValueError when volumes differ in their number of turns, two are of one faction or a
    picture is empty, and SealBroken when two players have the same phrase.
    """
    ordered = in_order(volumes)
    seats = {volume.faction: seat for seat, volume in enumerate(ordered)}
    return {KEYRING: keyring(keys, logins, seats), **blobs_of(keys, ordered)}


def blobs_of(keys: Keys, ordered: Sequence[Volume], step: int = STEP) -> dict[str, bytes]:
    """The blobs of all seats, by path; volumes in order of faction, sizes multiples of the step."""
    files: dict[str, bytes] = {}
    rows = tuple(rows_of(ordered))
    for seat in range(seats_for(len(ordered))):
        names, key_of = seat_key(keys, seat), _key_of(keys, ordered, seat)
        for row, size in zip(rows, _sizes(rows, step), strict=True):
            text = row.texts[seat] if seat < len(row.texts) else _filling(row)
            blob = seal(key_of(row.path, row.number), row.path, row.number, text, size)
            files[f"{FOLDER}/{blob_name(names, row.path, row.number)}"] = blob
    return files


def in_order(volumes: Sequence[Volume]) -> tuple[Volume, ...]:
    """Volumes in order of faction, which is the order of their seats. Raises ValueError."""
    ordered = tuple(sorted(volumes, key=lambda volume: volume.faction))
    if len({volume.faction for volume in ordered}) < len(ordered):
        raise ValueError("two volumes are of one faction")
    if len({len(volume.turns) for volume in ordered}) > 1:
        raise ValueError("volumes differ in their number of turns")
    if not all(all(volume.pictures) for volume in ordered):
        raise ValueError("a picture is empty")
    return ordered


def seats_for(factions: int) -> int:
    """How many seats there are for so many factions."""
    return power_of_two(LEAST_SEATS, factions)


def rows_of(ordered: Sequence[Volume]) -> Iterator[Row]:
    """All places of a seat, each with the volumes' texts; volumes in order of faction."""
    yield Row(BOOK, 0, tuple(volume.book for volume in ordered))
    for number, turns in enumerate(zip(*(volume.turns for volume in ordered), strict=True), 1):
        yield Row(TURN, number, turns)
    for slot in range(power_of_two(1, max((len(v.pictures) for v in ordered), default=0))):
        yield Row(PICTURE, slot, tuple(_picture(volume, slot) for volume in ordered))


def _picture(volume: Volume, slot: int) -> bytes:
    return volume.pictures[slot] if slot < len(volume.pictures) else b""


def _sizes(rows: Sequence[Row], step: int) -> list[int]:
    """The padded size of each row: what its largest text needs, for pictures the largest of all."""
    rooms = [room_for(max([_FILLING, *map(len, row.texts)]), step) for row in rows]
    pictures = max(room for row, room in zip(rows, rooms, strict=True) if row.path == PICTURE)
    return [
        pictures if row.path == PICTURE else room for row, room in zip(rows, rooms, strict=True)
    ]


def _filling(row: Row) -> bytes:
    """What lies on an empty seat: nothing to read, but it changes when a volume's text does.

    Otherwise whoever compares two builds would see which seats never change.
    """
    return hashlib.sha256(b"".join(hashlib.sha256(text).digest() for text in row.texts)).digest()


def _key_of(keys: Keys, ordered: Sequence[Volume], seat: int) -> KeyOf:
    if seat >= len(ordered):
        empty = empty_seat_key(keys, seat)
        return lambda _path, _number: empty
    faction = ordered[seat].faction

    def key(path: str, number: int) -> bytes:
        turns = path == TURN
        epoch = epoch_at(keys, faction, number) if turns else last_epoch(keys, faction)
        return faction_key(keys, faction, epoch)

    return key
