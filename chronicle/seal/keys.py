"""What a game master keeps secret, and the keys that follow from it; all of them from one master.

Every derivation is HKDF-SHA256 (RFC 5869) with an empty salt, unless said otherwise, 32 bytes long
and labelled by the words that say what the key is for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Final

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

#: Stands before the words of every derivation and of what is authenticated with a blob.
LABEL: Final = "chronicle/1"
KEY_BYTES: Final = 32
_SALT_BYTES: Final = 16


@dataclass(frozen=True, slots=True)
class Keys:
    """The secrets of one campaign's game master.

    ``master`` is 32 bytes. ``rotations`` has by faction the turns from which a new epoch of its
    key holds, in the order in which they were made; epoch 0 holds from turn 0. ``generations``
    counts by player how often the phrase was replaced, and ``own`` has the phrases that the GM
    chose. ``logins`` remembers the costly results by their marks, ``seats`` where a faction's
    dossier lies among the sealed ones, from 0 on. ``demo`` keys are published with a sample and
    keep nothing secret. Raises ValueError for a master of another length.
    """

    master: bytes = field(repr=False)
    rotations: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    generations: Mapping[str, int] = field(default_factory=dict)
    own: Mapping[str, str] = field(default_factory=dict, repr=False)
    logins: Mapping[str, bytes] = field(default_factory=dict, repr=False)
    seats: Mapping[str, int] = field(default_factory=dict)
    demo: bool = False

    def __post_init__(self) -> None:
        if len(self.master) != KEY_BYTES:
            raise ValueError(f"a master key has {KEY_BYTES} bytes, not {len(self.master)}")


def derive_key(key: bytes, *words: str, salt: bytes = b"", length: int = KEY_BYTES) -> bytes:
    """A key that follows from another; the words say what it is for."""
    label = f"{LABEL} {chr(0).join(words)}".encode()
    return HKDF(SHA256(), length, salt, label).derive(key)


def faction_key(keys: Keys, faction: str, epoch: int) -> bytes:
    """What a faction's blobs of one epoch are sealed with."""
    return derive_key(keys.master, "faction", faction, str(epoch))


def seats_of(keys: Keys, factions: Iterable[str]) -> dict[str, int]:
    """The seat of each faction: the remembered one or, in order of id, the first that is free.

    A faction that joins or leaves moves nobody from a remembered seat; otherwise the names of all
    files after its own would change, and tell of it.
    """
    free = (seat for seat in count() if seat not in keys.seats.values())
    ordered = sorted(set(factions))
    return {
        faction: keys.seats[faction] if faction in keys.seats else next(free) for faction in ordered
    }


def with_seats(keys: Keys, factions: Iterable[str]) -> Keys:
    """Keys that remember a seat for each of these factions, beside those that they remembered."""
    return replace(keys, seats={**keys.seats, **seats_of(keys, factions)})


def seat_key(keys: Keys, seat: int) -> bytes:
    """What the file names of a seat's blobs follow from; it doesn't open them."""
    return derive_key(keys.master, "seat", str(seat))


def empty_seat_key(keys: Keys, seat: int) -> bytes:
    """What the blobs of a seat without a faction are sealed with; nobody is given it."""
    return derive_key(keys.master, "empty seat", str(seat))


def empty_slot_login(keys: Keys, slot: int) -> bytes:
    """The login of a slot of the keyring without a reader; no phrase leads to it."""
    return derive_key(keys.master, "empty slot", str(slot))


def campaign_salt(keys: Keys) -> bytes:
    """The salt of all logins of a campaign, 16 bytes; it stays as it is, build after build."""
    return derive_key(keys.master, "salt", length=_SALT_BYTES)


def epochs_of(keys: Keys, faction: str) -> tuple[tuple[int, int], ...]:
    """The epochs of a faction's key that hold for some turn, as (first turn, epoch).

    A later rotation overrules an earlier one from its own turn on: of two from the same turn, the
    first has no turn left.
    """
    starts = (0, *keys.rotations.get(faction, ()))
    return tuple(
        (start, epoch)
        for epoch, start in enumerate(starts)
        if all(start < later for later in starts[epoch + 1 :])
    )


def epoch_at(keys: Keys, faction: str, turn: int) -> int:
    """The epoch in force at a turn."""
    return max(epoch for start, epoch in epochs_of(keys, faction) if start <= turn)


def last_epoch(keys: Keys, faction: str) -> int:
    """The epoch that the book and the pictures are sealed in."""
    return len(keys.rotations.get(faction, ()))
