"""The keyring: for every login a sealed bundle with the keys of all dossiers it may read."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from chronicle.records import Record
from chronicle.seal import logins
from chronicle.seal.blobs import open_blob, padded_size, seal_blob
from chronicle.seal.keys import (
    Keys,
    campaign_salt,
    empty_slot_login,
    epochs_of,
    faction_key,
    seat_key,
    stamp_of,
)
from chronicle.seal.logins import ROUNDS
from chronicle.seal.phrases import phrase_of

#: The logical path of a key bundle, and the smallest size to which bundles are padded.
KEY_BUNDLE_PATH: Final = "bundle"
KEY_BUNDLE_PADDING: Final = 2048
#: Version 2: sealed pictures are stored once, and their keys are in the books. Version 3: a stamp
#: changes all slots and their ids.
VERSION: Final = 3
MIN_SLOTS: Final = 16


class SealError(Exception):
    """Sealed files lack something they should contain, or are not secure; the text says what."""


class DossierReader(Record):
    """A person with a phrase, and the factions whose dossiers it opens."""

    player: str
    factions: tuple[str, ...]


class DossierKeys(Record):
    """The keys of one faction's dossier: the key of its seat and those of its epochs.

    ``keys`` are pairs of the first turn of an epoch and the faction's key.
    """

    faction: str
    seat: bytes
    keys: tuple[tuple[int, bytes], ...]

    @property
    def last(self) -> bytes:
        """The key of the book."""
        return self.keys[-1][1]

    def at(self, turn: int) -> bytes:
        """The key of a turn."""
        return [key for first, key in self.keys if first <= turn][-1]


class KeyBundle(Record):
    """The keys that a login finds in its slot."""

    player: str
    dossiers: tuple[DossierKeys, ...]


def dossier_keys_of(keys: Keys, faction: str, seat: int) -> DossierKeys:
    """The keys of the dossier of a faction that has this seat."""
    epochs = tuple(
        (first, faction_key(keys, faction, epoch)) for first, epoch in epochs_of(keys, faction)
    )
    return DossierKeys(faction, seat_key(keys, seat), epochs)


def next_power_of_two(least: int, count: int) -> int:
    """The smallest power of two that is at least ``count`` and ``least`` (a power of two)."""
    while least < count:
        least *= 2
    return least


def slot_logins(keys: Keys, readers: Sequence[DossierReader]) -> list[bytes]:
    """The logins of the readers' slots, then of empty ones. Raises SealError for equal phrases."""
    taken = [logins.login_of(keys, phrase_of(keys, login.player)) for login in readers]
    if len(set(taken)) < len(taken):
        raise SealError("two players have the same phrase")
    slots = next_power_of_two(MIN_SLOTS, len(readers))
    return taken + [empty_slot_login(keys, slot) for slot in range(len(readers), slots)]


def build_keyring(
    keys: Keys,
    readers: Sequence[DossierReader],
    seats: Mapping[str, int],
    least: int = KEY_BUNDLE_PADDING,
) -> bytes:
    """The content of the keyring file; ``seats`` has the seat of every faction.

    The order of ``readers`` does not matter. Bundles are padded to ``least`` bytes or more. All
    slots, empty ones too, and their ids depend on a stamp, which changes if a bundle or a login
    does. Comparing two keyrings therefore shows neither how many readers joined, left, or have
    another phrase or key, nor which of these it was.
    """
    ordered = sorted(readers, key=lambda login: login.player)
    texts = [key_bundle_json(key_bundle_of(keys, login, seats)) for login in ordered]
    slots = slot_logins(keys, ordered)
    texts += [b"{}"] * (len(slots) - len(texts))
    stamp = stamp_of(keys, b"keyring", *slots, *texts)
    size = max(padded_size(len(text), least) for text in texts)
    boxes = {
        logins.slot_id(login, stamp): _base64(
            seal_blob(logins.bundle_key(login, stamp), KEY_BUNDLE_PATH, 0, text, size)
        )
        for login, text in zip(slots, texts, strict=True)
    }
    content = {
        "version": VERSION,
        "kdf": {"name": logins.KDF, "rounds": ROUNDS},
        "salt": _base64(campaign_salt(keys)),
        "stamp": _base64(stamp),
        "slots": dict(sorted(boxes.items())),
    }
    return _to_json_bytes(content)


def key_bundle_of(keys: Keys, login: DossierReader, seats: Mapping[str, int]) -> KeyBundle:
    """The keys of all dossiers that a reader may open, sorted by faction."""
    return KeyBundle(
        login.player,
        tuple(dossier_keys_of(keys, faction, seats[faction]) for faction in sorted(login.factions)),
    )


def key_bundle_json(bundle: KeyBundle) -> bytes:
    """A key bundle as JSON, to be sealed; keys are in Base64."""
    dossiers = [
        {
            "faction": dossier.faction,
            "seat": _base64(dossier.seat),
            "keys": [[first, _base64(key)] for first, key in dossier.keys],
        }
        for dossier in bundle.dossiers
    ]
    return _to_json_bytes({"player": bundle.player, "dossiers": dossiers})


class Keyring(Record):
    """A keyring as read: its stamp, and sealed bundles by slot id."""

    stamp: bytes
    slots: Mapping[str, bytes]


def parse_keyring(ring: bytes) -> Keyring:
    """A keyring from its file. Raises SealError if it is unreadable, or of too few rounds."""
    try:
        content = json.loads(ring)
        version, kdf, rounds = content["version"], content["kdf"]["name"], content["kdf"]["rounds"]
        stamp = base64.b64decode(content["stamp"], validate=True)
        slots = {id: base64.b64decode(box, validate=True) for id, box in content["slots"].items()}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise SealError("the keyring is garbled") from error
    if (version, kdf) != (VERSION, logins.KDF):
        raise SealError("the keyring is of a kind not known here")
    if not isinstance(rounds, int) or rounds < logins.MIN_ROUNDS:
        raise SealError("the keyring's phrases are guessed too cheaply")
    return Keyring(stamp, slots)


def open_key_bundle(ring: bytes, login: bytes) -> KeyBundle | None:
    """The key bundle of a login; None if there is no slot for it. Raises SealError."""
    read = parse_keyring(ring)
    box = read.slots.get(logins.slot_id(login, read.stamp))
    if box is None:
        return None
    text = open_blob(logins.bundle_key(login, read.stamp), KEY_BUNDLE_PATH, 0, box)
    if text is None:
        raise SealError("a slot of the keyring does not open to its own login")
    content = json.loads(text)
    return KeyBundle(
        content["player"], tuple(_dossier_keys_from_json(entry) for entry in content["dossiers"])
    )


def _dossier_keys_from_json(entry: Mapping[str, Any]) -> DossierKeys:
    keys = tuple((first, base64.b64decode(key)) for first, key in entry["keys"])
    return DossierKeys(entry["faction"], base64.b64decode(entry["seat"]), keys)


def _base64(octets: bytes) -> str:
    return base64.b64encode(octets).decode()


def _to_json_bytes(content: Mapping[str, object]) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
