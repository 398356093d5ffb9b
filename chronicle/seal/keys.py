"""The game master's secrets, and the keys that are derived from one master key.

Every derivation is HKDF-SHA256 (RFC 5869) with an empty salt, unless noted otherwise, 32 bytes long
and labelled with words that say what the key is for.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping
from itertools import count
from typing import Final

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from chronicle.records import Record, field, replace

#: Prefix of the label of every derivation and of the data authenticated with a blob.
LABEL: Final = "chronicle/1"
KEY_BYTES: Final = 32
_SALT_BYTES: Final = 16
#: Bytes of the length of each part of a stamp.
_LENGTH: Final = 8


class Keys(Record):
    """The secrets of one campaign's game master.

    ``master`` is 32 bytes. ``rotations`` has for each faction the turns from which a new epoch of
    its key holds, in the order in which they were made; epoch 0 holds from turn 0. ``generations``
    counts for each player how often the phrase was replaced, and ``own`` has the phrases that the
    GM chose. ``logins`` caches derived logins by fingerprint of the phrase, ``seats`` has the
    number of each faction's dossier among the sealed ones, from 0 on. ``published`` is the last
    published turn, so that a record of it that is missing is missed. ``demo`` keys are published
    with a sample and keep nothing secret. Raises ValueError for a master of another length.
    """

    master: bytes
    rotations: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    generations: Mapping[str, int] = field(default_factory=dict)
    own: Mapping[str, str] = field(default_factory=dict)
    logins: Mapping[str, bytes] = field(default_factory=dict)
    seats: Mapping[str, int] = field(default_factory=dict)
    demo: bool = False
    published: int = 0

    def __post_init__(self) -> None:
        if len(self.master) != KEY_BYTES:
            raise ValueError(f"a master key has {KEY_BYTES} bytes, not {len(self.master)}")

    def __repr__(self) -> str:
        """Without what must not be printed by accident."""
        shown = ("rotations", "generations", "seats", "demo")
        return f"Keys({', '.join(f'{name}={getattr(self, name)!r}' for name in shown)})"


def derive_key(key: bytes, *words: str, salt: bytes = b"", length: int = KEY_BYTES) -> bytes:
    """Derive a key from another; the words say what it is for."""
    label = f"{LABEL} {chr(0).join(words)}".encode()
    return HKDF(SHA256(), length, salt, label).derive(key)


def faction_key(keys: Keys, faction: str, epoch: int) -> bytes:
    """The key that seals a faction's blobs of one epoch."""
    return derive_key(keys.master, "faction", faction, str(epoch))


def seats_of(keys: Keys, factions: Iterable[str]) -> dict[str, int]:
    """The seat of each faction: the stored one, or the first free one in order of id.

    Stored seats never change when factions join or leave; otherwise the names of all files would
    change and reveal it.
    """
    free = (seat for seat in count() if seat not in keys.seats.values())
    ordered = sorted(set(factions))
    return {
        faction: keys.seats[faction] if faction in keys.seats else next(free) for faction in ordered
    }


def with_seats(
    keys: Keys, factions: Iterable[str], recorded: Mapping[str, int] | None = None
) -> Keys:
    """Keys with stored seats for these factions as well.

    ``recorded`` are the seats in the record of what was published, which come first: an old copy
    of the key file knows nothing of factions that joined later. Of two for one seat, one keeps it.
    """
    seats: dict[str, int] = {}
    for faction, seat in [*sorted((recorded or {}).items()), *keys.seats.items()]:
        if faction not in seats and seat not in seats.values():
            seats[faction] = seat
    known = replace(keys, seats=seats)
    return replace(known, seats={**seats, **seats_of(known, factions)})


def seat_key(keys: Keys, seat: int) -> bytes:
    """The key from which the file names of a seat's blobs are derived; it doesn't open them."""
    return derive_key(keys.master, "seat", str(seat))


def empty_seat_key(keys: Keys, seat: int) -> bytes:
    """The key that seals the blobs of a seat without a faction; no reader has it."""
    return derive_key(keys.master, "empty seat", str(seat))


def picture_names_key(keys: Keys) -> bytes:
    """The key from which the file names of sealed pictures are derived; no reader has it."""
    return derive_key(keys.master, "picture names")


def picture_key(keys: Keys, digest: bytes, stamp: bytes) -> bytes:
    """The key that seals the picture with this digest, in the builds with this stamp."""
    return derive_key(keys.master, "picture", digest.hex(), salt=stamp)


def empty_picture_key(keys: Keys, name: str, stamp: bytes) -> bytes:
    """The key that seals the file of this name, in which there is no picture."""
    return derive_key(keys.master, "empty picture", name, salt=stamp)


def stamp_of(keys: Keys, *parts: bytes) -> bytes:
    """A stamp of 32 bytes, which changes if a part does."""
    joined = b"".join(len(part).to_bytes(_LENGTH, "big") + part for part in parts)
    return hmac.digest(derive_key(keys.master, "row stamp"), joined, "sha256")


def empty_slot_login(keys: Keys, slot: int) -> bytes:
    """The login of a slot of the keyring without a reader; no phrase leads to it."""
    return derive_key(keys.master, "empty slot", str(slot))


def campaign_salt(keys: Keys) -> bytes:
    """The salt of all logins of a campaign, 16 bytes; the same in every build."""
    return derive_key(keys.master, "salt", length=_SALT_BYTES)


def epochs_of(keys: Keys, faction: str) -> tuple[tuple[int, int], ...]:
    """The epochs of a faction's key that hold for any turn, as (first turn, epoch).

    A later rotation replaces an earlier one from its own turn on: of two rotations for the same
    turn, the first holds for no turn.
    """
    starts = (0, *keys.rotations.get(faction, ()))
    return tuple(
        (start, epoch)
        for epoch, start in enumerate(starts)
        if all(start < later for later in starts[epoch + 1 :])
    )


def epoch_at(keys: Keys, faction: str, turn: int) -> int:
    """The epoch that holds at a turn."""
    return max(epoch for start, epoch in epochs_of(keys, faction) if start <= turn)


def last_epoch(keys: Keys, faction: str) -> int:
    """The epoch whose key seals the book."""
    return len(keys.rotations.get(faction, ()))
