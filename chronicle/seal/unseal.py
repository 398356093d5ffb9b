"""Open sealed files with one login through the keyring, like a reader's browser does."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count, takewhile

from chronicle.seal.blobs import blob_name, open_blob
from chronicle.seal.keyring import DossierKeys, SealError, open_key_bundle
from chronicle.seal.sealed_files import (
    BOOK,
    KEYRING_PATH,
    PICTURE,
    SEALED_FOLDER,
    TURN,
    DossierTexts,
)


def open_dossiers(
    files: Mapping[str, bytes], phrase_login: bytes
) -> dict[str, DossierTexts] | None:
    """The dossiers that a login opens, by faction; None if the keyring has no slot for it.

    Turns and images are read until a file is missing; empty images are left out. Raises SealError
    if a file that should open is missing or does not open.
    """
    ring = files.get(KEYRING_PATH)
    if ring is None:
        raise SealError("there is no keyring")
    bundle = open_key_bundle(ring, phrase_login)
    if bundle is None:
        return None
    return {dossier.faction: open_dossier(files, dossier) for dossier in bundle.dossiers}


def open_dossier(files: Mapping[str, bytes], dossier: DossierKeys) -> DossierTexts:
    """Open the dossier that these keys belong to. Raises SealError."""

    def lies(path: str, number: int) -> bool:
        return blob_path(dossier.seat, path, number) in files

    def text(path: str, number: int) -> bytes:
        key = dossier.at(number) if path == TURN else dossier.last
        blob = files.get(blob_path(dossier.seat, path, number), b"")
        found = open_blob(key, path, number, blob)
        if found is None:
            raise SealError(f"{path} {number} of {dossier.faction} does not open with its key")
        return found

    turns = takewhile(lambda turn: lies(TURN, turn), count(1))
    slots = takewhile(lambda slot: lies(PICTURE, slot), count(0))
    return DossierTexts(
        dossier.faction,
        text(BOOK, 0),
        tuple(text(TURN, turn) for turn in turns),
        tuple(picture for slot in slots if (picture := text(PICTURE, slot))),
    )


def blob_path(seat: bytes, path: str, number: int) -> str:
    """The path of a blob's file."""
    return f"{SEALED_FOLDER}/{blob_name(seat, path, number)}"
