"""Open sealed files with one login through the keyring, like a reader's browser does."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Mapping
from itertools import count, takewhile

from chronicle.seal import sealed_files
from chronicle.seal.blobs import blob_name, open_blob
from chronicle.seal.keyring import DossierKeys, SealError, open_key_bundle
from chronicle.seal.keys import (
    Keys,
    campaign_salt,
    faction_key,
    last_epoch,
    seat_key,
    seats_of,
)
from chronicle.seal.sealed_pictures import PICTURE


def open_dossiers(
    files: Mapping[str, bytes], phrase_login: bytes
) -> dict[str, sealed_files.DossierTexts] | None:
    """The dossiers that a login opens, by faction; None if the keyring has no slot for it.

    Turns are read until a file is missing. Raises SealError if a file that should open is missing
    or does not open.
    """
    ring = files.get(sealed_files.KEYRING_PATH)
    if ring is None:
        raise SealError("there is no keyring")
    bundle = open_key_bundle(ring, phrase_login)
    if bundle is None:
        return None
    return {dossier.faction: open_dossier(files, dossier) for dossier in bundle.dossiers}


def open_dossier(files: Mapping[str, bytes], dossier: DossierKeys) -> sealed_files.DossierTexts:
    """Open the dossier that these keys belong to. Raises SealError."""
    book, places = open_book(files, dossier)
    turns = takewhile(
        lambda turn: blob_path(dossier.seat, sealed_files.TURN, turn) in files, count(1)
    )
    return sealed_files.DossierTexts(
        dossier.faction,
        book,
        tuple(_text(files, dossier, sealed_files.TURN, turn) for turn in turns),
        tuple(
            _picture(files, name, key, f"picture {number} of {dossier.faction}")
            for number, (name, key) in enumerate(places)
        ),
        _text(files, dossier, sealed_files.PAGES, 0),
    )


def open_book(
    files: Mapping[str, bytes], dossier: DossierKeys
) -> tuple[bytes, tuple[tuple[str, bytes], ...]]:
    """A dossier's book, and the file names and keys of its pictures. Raises SealError."""
    text = _text(files, dossier, sealed_files.BOOK, 0)
    try:
        return sealed_files.split_book(text)
    except ValueError as error:
        raise SealError(f"the book of {dossier.faction} is garbled") from error


def sealed_factions(
    files: Mapping[str, bytes], keys: Keys, factions: Iterable[str]
) -> frozenset[str]:
    """Those of the factions that have a dossier in these files, by the GM's keys."""
    return frozenset(
        faction
        for faction, seat in seats_of(keys, factions).items()
        if (blob := files.get(blob_path(seat_key(keys, seat), sealed_files.BOOK, 0)))
        # A rotation after the build gave the book another key.
        and any(
            open_blob(faction_key(keys, faction, epoch), sealed_files.BOOK, 0, blob)
            for epoch in range(last_epoch(keys, faction) + 1)
        )
    )


def has_salt_of(ring: bytes, keys: Keys) -> bool:
    """Whether a keyring belongs to these keys; phrases of others don't open it."""
    try:
        return base64.b64decode(json.loads(ring)["salt"]) == campaign_salt(keys)
    except (ValueError, KeyError, TypeError):
        return False


def blob_path(seat: bytes, path: str, number: int) -> str:
    """The path of a blob's file."""
    return f"{sealed_files.SEALED_FOLDER}/{blob_name(seat, path, number)}"


def _text(files: Mapping[str, bytes], dossier: DossierKeys, path: str, number: int) -> bytes:
    key = dossier.at(number) if path == sealed_files.TURN else dossier.last
    blob = files.get(blob_path(dossier.seat, path, number), b"")
    found = open_blob(key, path, number, blob)
    if found is None:
        raise SealError(f"{path} {number} of {dossier.faction} does not open with its key")
    return found


def _picture(files: Mapping[str, bytes], name: str, key: bytes, what: str) -> bytes:
    found = open_blob(key, PICTURE, 0, files.get(f"{sealed_files.SEALED_FOLDER}/{name}", b""))
    if found is None:
        raise SealError(f"{what} does not open with its key")
    return found
