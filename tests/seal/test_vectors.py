"""Sealing does what its test vectors say, which another formulation of it made."""

from __future__ import annotations

import base64
import json
from typing import Any, Final

import pytest

from chronicle.seal import (
    DossierReader,
    DossierTexts,
    Keys,
    normalise_phrase,
    phrase_of,
    verify_sealed_files,
)
from chronicle.seal.blobs import blob_name, blob_salt, open_blob, seal_blob
from chronicle.seal.keyring import build_keyring
from chronicle.seal.keys import derive_key
from chronicle.seal.logins import bundle_key, login_of, phrase_fingerprint, slot_id, stretch_key
from chronicle.seal.sealed_files import KEYRING_PATH, by_seat, seal_blobs, seal_dossiers
from chronicle.seal.unseal import open_dossiers
from tests.seal.reference_implementation import stored
from tests.seal.vectors import VECTORS, written

GIVEN: Final[dict[str, Any]] = json.loads(VECTORS.read_text(encoding="utf-8"))
RING: Final[dict[str, Any]] = GIVEN["keyring"]
KEYS: Final = Keys(
    bytes.fromhex(RING["master"]),
    rotations={faction: tuple(turns) for faction, turns in RING["rotations"].items()},
)
LOGINS: Final = [
    DossierReader(reader["player"], tuple(reader["factions"])) for reader in RING["readers"]
]
VOLUMES: Final = [
    DossierTexts(
        faction,
        texts["book"].encode(),
        tuple(turn.encode() for turn in texts["turns"]),
        tuple(picture.encode() for picture in texts["pictures"]),
        texts["pages"].encode(),
    )
    for faction, texts in RING["volumes"].items()
]
FILES: Final = {
    KEYRING_PATH: RING["ring"].encode(),
    **{path: base64.b64decode(blob) for path, blob in RING["files"].items()},
}


def octets(one: dict[str, Any], name: str) -> bytes:
    return bytes.fromhex(one[name])


def test_the_test_vectors_match_the_reference_implementation() -> None:
    assert VECTORS.read_text(encoding="utf-8") == written()


@pytest.mark.parametrize("one", GIVEN["normalise"], ids=lambda one: ascii(one["typed"]))
def test_a_phrase_is_read_as_the_vectors_say(one: dict[str, Any]) -> None:
    assert normalise_phrase(one["typed"]) == one["means"]


@pytest.mark.parametrize("one", GIVEN["derived"], ids=lambda one: " ".join(one["words"]))
def test_a_key_is_derived_as_the_vectors_say(one: dict[str, Any]) -> None:
    found = derive_key(octets(one, "key"), *one["words"], length=one["length"])
    assert found.hex() == one["derived"]


@pytest.mark.parametrize("one", GIVEN["phrases"], ids=lambda one: one["phrase"])
def test_a_phrase_is_drawn_as_the_vectors_say(one: dict[str, Any]) -> None:
    keys = Keys(KEYS.master, generations={one["player"]: one["generation"]})
    assert phrase_of(keys, one["player"]) == one["phrase"]


@pytest.mark.parametrize("one", GIVEN["logins"], ids=lambda one: str(one["rounds"]))
def test_a_login_is_what_the_vectors_say(one: dict[str, Any]) -> None:
    login = stretch_key(one["phrase"], octets(one, "salt"), one["rounds"])
    assert login.hex() == one["login"]
    assert slot_id(login, b"") == one["slot"]
    assert bundle_key(login, b"").hex() == one["bundle_key"]


@pytest.mark.parametrize("one", GIVEN["names"], ids=lambda one: f"{one['path']} {one['number']}")
def test_a_blob_is_named_as_the_vectors_say(one: dict[str, Any]) -> None:
    assert blob_name(octets(one, "seat"), one["path"], one["number"]) == one["name"]


@pytest.mark.parametrize("one", GIVEN["blobs"], ids=lambda one: f"{one['path']} {one['number']}")
def test_a_blob_is_sealed_as_the_vectors_say(one: dict[str, Any]) -> None:
    key, place, content = octets(one, "key"), (one["path"], one["number"]), octets(one, "content")
    blob = seal_blob(key, *place, content, one["size"], octets(one, "blob")[:4])
    padded = (len(content).to_bytes(8, "big") + content).ljust(one["size"], b"\0")
    assert blob_salt(key, *place, padded, blob[:4]).hex() == one["salt"]
    assert derive_key(key, "blob", salt=octets(one, "salt")).hex() == one["blob_key"]
    assert blob.hex() == one["blob"]
    assert open_blob(key, *place, octets(one, "blob")) == one["text"].encode()


def test_the_small_site_is_sealed_as_the_vectors_say() -> None:
    """And at the whole cost: no login is remembered here.

    Texts are compressed as in the vectors, since other versions of zlib give other bytes.
    """
    seats = {volume.faction: seat for seat, volume in enumerate(VOLUMES)}
    ring = build_keyring(KEYS, LOGINS, seats, RING["bundle_step"])
    blobs = seal_blobs(KEYS, by_seat(KEYS, VOLUMES), RING["step"], stored)
    assert {KEYRING_PATH: ring, **blobs} == FILES


@pytest.mark.parametrize("reader", RING["readers"], ids=lambda reader: reader["player"])
def test_the_small_site_opens_to_its_readers(reader: dict[str, Any]) -> None:
    own = {volume.faction: volume for volume in VOLUMES if volume.faction in reader["factions"]}
    assert open_dossiers(FILES, octets(reader, "login")) == own


def test_sealed_content_does_not_depend_on_iteration_count() -> None:
    """`sealed` pads to the steps of the format, and places and names are those of the vectors."""
    keys = Keys(KEYS.master, KEYS.rotations, logins=remembered())
    files = seal_dossiers(keys, LOGINS, VOLUMES)
    assert files.keys() == FILES.keys()
    assert {len(blob) for path, blob in files.items() if path != KEYRING_PATH} == {
        4 + 32 + 32768 + 16
    }
    verify_sealed_files(files, keys, LOGINS, VOLUMES)


def remembered() -> dict[str, bytes]:
    """The logins of the vectors under their marks."""
    return {
        phrase_fingerprint(KEYS, reader["phrase"]): octets(reader, "login")
        for reader in RING["readers"]
    }


def test_a_stored_login_is_not_derived_again() -> None:
    reader = RING["readers"][0]
    keys = Keys(KEYS.master, logins=dict.fromkeys(remembered(), b"remembered"))
    assert login_of(keys, reader["phrase"].upper()) == b"remembered"
