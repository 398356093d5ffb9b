"""Sealed blobs: a padded text, encrypted with its own key and bound to its place.

A blob is the magic bytes ``CHR1``, its salt (32 bytes) and the ciphertext of AES-256-GCM with its
tag. The salt is derived from the text and the key from the salt: the same text gives the same
bytes, and another text another key, so that the nonce may be zero.
"""

from __future__ import annotations

import hmac
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from chronicle.seal.keys import LABEL, derive_key

MAGIC_BYTES: Final = b"CHR1"
#: Sizes of texts are rounded up to a multiple of this, so that they reveal little.
BLOB_PADDING: Final = 32 * 1024
_LENGTH: Final = 8
_SALT: Final = 32
_TAG: Final = 16
_NONCE: Final = bytes(12)
_NAME: Final = 32


def padded_size(length: int, step: int = BLOB_PADDING) -> int:
    """The padded size of a text of ``length`` bytes: a multiple of ``step``, at least one."""
    return -(-(_LENGTH + length) // step) * step


def blob_salt(key: bytes, path: str, number: int, padded: bytes) -> bytes:
    """The salt of a blob: the HMAC of its place and padded text under the salt key."""
    return hmac.digest(
        derive_key(key, "salts"), _blob_label(path, number) + b"\0" + padded, "sha256"
    )


def seal_blob(key: bytes, path: str, number: int, text: bytes, size: int) -> bytes:
    """Encrypt a text for a place (a logical path and a number), padded to ``size`` bytes.

    Raises ValueError if the text does not fit.
    """
    room = size - _LENGTH - len(text)
    if room < 0:
        raise ValueError(f"a text of {len(text)} bytes does not fit into {size}")
    padded = len(text).to_bytes(_LENGTH, "big") + text + bytes(room)
    salt = blob_salt(key, path, number, padded)
    box = AESGCM(derive_key(key, "blob", salt=salt)).encrypt(
        _NONCE, padded, _associated_data(path, number)
    )
    return MAGIC_BYTES + salt + box


def open_blob(key: bytes, path: str, number: int, blob: bytes) -> bytes | None:
    """The text of a blob; None if the key or place is wrong or a byte was changed."""
    start = len(MAGIC_BYTES) + _SALT
    if not blob.startswith(MAGIC_BYTES) or len(blob) < start + _LENGTH + _TAG:
        return None
    gcm = AESGCM(derive_key(key, "blob", salt=blob[len(MAGIC_BYTES) : start]))
    try:
        padded = gcm.decrypt(_NONCE, blob[start:], _associated_data(path, number))
    except InvalidTag:
        return None
    length = int.from_bytes(padded[:_LENGTH], "big")
    return padded[_LENGTH : _LENGTH + length] if length <= len(padded) - _LENGTH else None


def blob_name(seat_key: bytes, path: str, number: int) -> str:
    """The file name of a blob, which reveals nothing without the seat's key."""
    return f"{hmac.digest(seat_key, _blob_label(path, number), 'sha256').hex()[:_NAME]}.bin"


def _blob_label(path: str, number: int) -> bytes:
    return f"{path}\0{number}".encode()


def _associated_data(path: str, number: int) -> bytes:
    """The data authenticated with a blob but not contained in it: its place."""
    return f"{LABEL} blob\0".encode() + _blob_label(path, number)
