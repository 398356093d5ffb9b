"""Orders that a player seals for the game master, to be sent over channels others can read.

Sealed orders are text between two lines of dashes: Base64 of a version (one byte), the public point
of an ephemeral key pair (65 bytes) and a box of AES-256-GCM. The box contains the length of the
text and the text, padded with zeros to a multiple of 1024 bytes.
"""

from __future__ import annotations

import base64
import binascii
import re
from typing import Final, Literal

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from chronicle.records import Record
from chronicle.seal.keys import KEY_BYTES, Keys, derive_key

BEGIN: Final = "-----BEGIN CHRONICLE ORDERS-----"
END: Final = "-----END CHRONICLE ORDERS-----"
VERSION: Final = 1
#: Sizes of texts are rounded up to a multiple of this, so that they reveal little.
ORDERS_PADDING: Final = 1024
_COLUMNS: Final = 64
_POINT: Final = 65
_COORDINATE: Final = 32
_LENGTH: Final = 4
_TAG: Final = 16
_NONCE: Final = bytes(12)
_INFO: Final = b"chronicle orders 1"
_SCALAR: Final = 48
#: The order of the group of P-256 (NIST SP 800-186, 3.2.1.3).
_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


class OpenFailure(Record):
    """Why sealed orders did not open.

    ``cut``: invalid Base64 or too short; ``version``: an unknown version; ``key``: sealed for
    another key, or changed since.
    """

    why: Literal["cut", "version", "key"]


def orders_private_key(keys: Keys) -> int:
    """The private key that opens orders, derived from the master key."""
    stream = derive_key(keys.master, "orders", length=_SCALAR)
    return 1 + int.from_bytes(stream, "big") % (_ORDER - 1)


def public_key_of(scalar: int) -> bytes:
    """The public point of a private key, uncompressed: 65 bytes."""
    return _point(ec.derive_private_key(scalar, ec.SECP256R1()).public_key())


def orders_public_key(keys: Keys) -> str:
    """The public point for which players seal orders, in URL-safe Base64 without padding."""
    return base64.urlsafe_b64encode(public_key_of(orders_private_key(keys))).decode().rstrip("=")


def seal_orders(text: str, public_key: bytes, ephemeral: int) -> str:
    """Seal a text for a public point; return it between lines of dashes.

    ``ephemeral`` is a private key for this text, never to be used again. Raises ValueError for an
    invalid point.
    """
    own = ec.derive_private_key(ephemeral, ec.SECP256R1())
    other = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), public_key)
    front = bytes([VERSION]) + _point(own.public_key())
    key = _key(own, other, front[1:] + public_key)
    content = text.encode()
    padded = len(content).to_bytes(_LENGTH, "big") + content
    padded += bytes(-len(padded) % ORDERS_PADDING)
    box = front + AESGCM(key).encrypt(_NONCE, padded, front)
    written = base64.b64encode(box).decode()
    rows = (written[at : at + _COLUMNS] for at in range(0, len(written), _COLUMNS))
    return "\n".join([BEGIN, *rows, END, ""])


def open_orders(armour: str, private_key: int) -> bytes | OpenFailure:
    """Return the text between the lines of dashes, spaces ignored, or why it can't be opened."""
    box = _unarmoured(armour)
    if box is None or not box:
        return OpenFailure("cut")
    if box[0] != VERSION:
        return OpenFailure("version")
    start = 1 + _POINT
    if (len(box) - start - _TAG) % ORDERS_PADDING or len(box) < start + _TAG + ORDERS_PADDING:
        return OpenFailure("cut")
    own = ec.derive_private_key(private_key, ec.SECP256R1())
    try:
        other = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), box[1:start])
        key = _key(own, other, box[1:start] + _point(own.public_key()))
        padded = AESGCM(key).decrypt(_NONCE, box[start:], box[:start])
    except (ValueError, InvalidTag):
        return OpenFailure("key")
    length = int.from_bytes(padded[:_LENGTH], "big")
    return (
        padded[_LENGTH : _LENGTH + length]
        if length <= len(padded) - _LENGTH
        else OpenFailure("key")
    )


def _unarmoured(armour: str) -> bytes | None:
    text = re.sub(r"\s+", "", armour).removeprefix(re.sub(r"\s+", "", BEGIN))
    try:
        return base64.b64decode(text.removesuffix(re.sub(r"\s+", "", END)), validate=True)
    except (binascii.Error, ValueError):
        return None


def _key(own: ec.EllipticCurvePrivateKey, other: ec.EllipticCurvePublicKey, salt: bytes) -> bytes:
    shared = own.exchange(ec.ECDH(), other)
    return HKDF(SHA256(), KEY_BYTES, salt, _INFO).derive(shared)


def _point(public: ec.EllipticCurvePublicKey) -> bytes:
    """A public point, uncompressed (SEC 1, 2.3.3)."""
    point = public.public_numbers()
    return b"\4" + point.x.to_bytes(_COORDINATE, "big") + point.y.to_bytes(_COORDINATE, "big")
