"""Logins: what a phrase comes to after the costly derivation that slows down whoever guesses."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from chronicle.model.audience import GM_ID
from chronicle.seal.keys import KEY_BYTES, Keys, campaign_salt, derive_key
from chronicle.seal.phrases import normalise_phrase, phrase_of

#: How the derivation is named in a keyring, how often it goes round, and the least that is opened.
KDF: Final = "PBKDF2-HMAC-SHA256"
ROUNDS: Final = 1_000_000
MIN_ROUNDS: Final = 600_000
_SLOT: Final = 32


def login_of(keys: Keys, phrase: str) -> bytes:
    """The login of a phrase, 32 bytes: the remembered one, or else the work is done."""
    remembered = keys.logins.get(phrase_fingerprint(keys, phrase))
    return remembered or stretch_key(phrase, campaign_salt(keys), ROUNDS)


def stretch_key(phrase: str, salt: bytes, rounds: int) -> bytes:
    """What a phrase, normalised, comes to after so many rounds; 32 bytes."""
    return hashlib.pbkdf2_hmac("sha256", normalise_phrase(phrase).encode(), salt, rounds, KEY_BYTES)


def phrase_fingerprint(keys: Keys, phrase: str) -> str:
    """What a login is remembered under, in hex.

    It follows from the master key, so that nobody can try phrases against it who could not read
    them off the master key anyway; and from the cost, so that a login of another is not taken.
    """
    return hmac.digest(
        derive_key(keys.master, "mark", str(ROUNDS)), normalise_phrase(phrase).encode(), "sha256"
    ).hex()


def with_logins(keys: Keys, players: Iterable[str]) -> Keys:
    """Keys that remember the logins of these players and of the GM, and no others."""
    phrases = [phrase_of(keys, player) for player in sorted({*players, GM_ID})]
    return replace(
        keys,
        logins={phrase_fingerprint(keys, phrase): login_of(keys, phrase) for phrase in phrases},
    )


def slot_id(login: bytes) -> str:
    """The id of the slot in a keyring that a login finds its bundle under."""
    return derive_key(login, "slot").hex()[:_SLOT]


def bundle_key(login: bytes) -> bytes:
    """What the bundle of a login is sealed with."""
    return derive_key(login, "bundle")
