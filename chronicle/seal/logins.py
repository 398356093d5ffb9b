"""Logins: derived from phrases at a high cost, to slow down guessing."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from typing import Final

from chronicle.model.audience import GM_ID
from chronicle.records import replace
from chronicle.seal.keys import KEY_BYTES, Keys, campaign_salt, derive_key
from chronicle.seal.phrases import normalise_phrase, phrase_of

#: The name of the derivation in a keyring, its number of rounds, and the minimum accepted.
KDF: Final = "PBKDF2-HMAC-SHA256"
ROUNDS: Final = 1_000_000
MIN_ROUNDS: Final = 600_000
_SLOT: Final = 32


def login_of(keys: Keys, phrase: str) -> bytes:
    """The login of a phrase, 32 bytes; cached, because deriving it is slow."""
    remembered = keys.logins.get(phrase_fingerprint(keys, phrase))
    return remembered or stretch_key(phrase, campaign_salt(keys), ROUNDS)


def stretch_key(phrase: str, salt: bytes, rounds: int) -> bytes:
    """Derive 32 bytes from a phrase, which is normalised first."""
    return hashlib.pbkdf2_hmac("sha256", normalise_phrase(phrase).encode(), salt, rounds, KEY_BYTES)


def phrase_fingerprint(keys: Keys, phrase: str) -> str:
    """The fingerprint under which a login is cached, in hexadecimal digits.

    It depends on the master key, so that phrases can be tried against it only by those who could
    compute them from the master key anyway. It depends on the number of rounds too, so that a
    change invalidates the cache.
    """
    return hmac.digest(
        derive_key(keys.master, "mark", str(ROUNDS)), normalise_phrase(phrase).encode(), "sha256"
    ).hex()


def with_logins(keys: Keys, players: Iterable[str]) -> Keys:
    """Keys that cache the logins of these players and the GM, and no others."""
    phrases = [phrase_of(keys, player) for player in sorted({*players, GM_ID})]
    return replace(
        keys,
        logins={phrase_fingerprint(keys, phrase): login_of(keys, phrase) for phrase in phrases},
    )


def slot_id(login: bytes, stamp: bytes) -> str:
    """The id of a login's slot in the keyring with this stamp."""
    return derive_key(login, "slot", salt=stamp).hex()[:_SLOT]


def bundle_key(login: bytes, stamp: bytes) -> bytes:
    """The key that seals a login's bundle in the keyring with this stamp."""
    return derive_key(login, "bundle", salt=stamp)
