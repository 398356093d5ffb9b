"""How sealed files are read: through the keyring with one login, as a reader's browser does it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count, takewhile

from chronicle.seal.blobs import blob_name, open_blob
from chronicle.seal.keyring import Dossier, SealBroken, bundle_in
from chronicle.seal.sealed_files import BOOK, FOLDER, KEYRING, PICTURE, TURN, Volume


def opened(files: Mapping[str, bytes], phrase_login: bytes) -> dict[str, Volume] | None:
    """The volumes that a login opens, by faction; None when the keyring has no slot for it.

    Turns and pictures are read as far as there are files for them, and picture slots with nothing
    in them are left out. Raises SealBroken when a file that should open is missing or does not.
    """
    ring = files.get(KEYRING)
    if ring is None:
        raise SealBroken("there is no keyring")
    bundle = bundle_in(ring, phrase_login)
    if bundle is None:
        return None
    return {dossier.faction: volume_in(files, dossier) for dossier in bundle.dossiers}


def volume_in(files: Mapping[str, bytes], dossier: Dossier) -> Volume:
    """The volume that a way leads into. Raises SealBroken."""

    def lies(path: str, number: int) -> bool:
        return place_of(dossier.seat, path, number) in files

    def text(path: str, number: int) -> bytes:
        key = dossier.at(number) if path == TURN else dossier.last
        blob = files.get(place_of(dossier.seat, path, number), b"")
        found = open_blob(key, path, number, blob)
        if found is None:
            raise SealBroken(f"{path} {number} of {dossier.faction} does not open to its reader")
        return found

    turns = takewhile(lambda turn: lies(TURN, turn), count(1))
    slots = takewhile(lambda slot: lies(PICTURE, slot), count(0))
    return Volume(
        dossier.faction,
        text(BOOK, 0),
        tuple(text(TURN, turn) for turn in turns),
        tuple(picture for slot in slots if (picture := text(PICTURE, slot))),
    )


def place_of(seat: bytes, path: str, number: int) -> str:
    """The path of a blob's file."""
    return f"{FOLDER}/{blob_name(seat, path, number)}"
