"""Sealed blobs: padded content, encrypted with its own key and bound to its place.

A blob is four magic bytes, its salt (32 bytes) and the ciphertext of AES-256-GCM with its tag. The
salt is derived from the content and a stamp, and the key from the salt: the same content and stamp
give the same bytes, and other content another key, so that the nonce may be zero.

The magic bytes say what the content is: with ``CHR1`` the text as it is, with ``CHR2`` the text
compressed in the zlib format (RFC 1950), which browsers decompress as ``deflate``.
"""

from __future__ import annotations

import hmac
import marshal
import zlib
from hashlib import sha256
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from chronicle.cache.store import cache_key, current_cache
from chronicle.seal.keys import LABEL, derive_key

PLAIN: Final = b"CHR1"
DEFLATED: Final = b"CHR2"
#: The smallest padded size. The largest turns of the sample campaigns take nearly all of it.
BLOB_PADDING: Final = 32 * 1024
#: The maximum length of a compressed text. Browsers decompress no more than this.
MAX_TEXT_BYTES: Final = 64 << 20
#: Higher levels take longer, and leave the padded sizes of the sample campaigns as they are.
DEFLATE_LEVEL: Final = 5
_MAGIC: Final = 4
_LENGTH: Final = 8
_SALT: Final = 32
_TAG: Final = 16
_NONCE: Final = bytes(12)
_NAME: Final = 32
#: Labels of the salt key and of the authenticated data, by magic bytes. They differ, so that the
#: two kinds never share a key and the magic bytes of a blob can't be exchanged.
_LABELS: Final = {
    PLAIN: ("salts", f"{LABEL} blob"),
    DEFLATED: ("deflated salts", f"{LABEL} deflated blob"),
}

_KIND: Final = "deflated"
#: The number of campaigns whose texts are kept.
_MAX_CAMPAIGNS: Final = 16


def padded_size(length: int, least: int = BLOB_PADDING) -> int:
    """The padded size of content of ``length`` bytes: ``least``, doubled until the content fits.

    Classes this coarse change rarely, so that sizes reveal little.
    """
    while least < _LENGTH + length:
        least *= 2
    return least


def largest_content(size: int) -> int:
    """The length of the longest content with this padded size."""
    return size - _LENGTH


def deflate(text: bytes) -> bytes:
    """Compress a text as the content of a ``CHR2`` blob.

    The same version of zlib gives the same bytes. Raises ValueError for more than
    :data:`MAX_TEXT_BYTES`.
    """
    if len(text) > MAX_TEXT_BYTES:
        raise ValueError(f"a text of {len(text)} bytes is too long to be sealed")
    return zlib.compress(text, DEFLATE_LEVEL)


def inflate(content: bytes) -> bytes | None:
    """The content of a ``CHR2`` blob; None if damaged, or longer than :data:`MAX_TEXT_BYTES`."""
    stream = zlib.decompressobj()
    try:
        text = stream.decompress(content, MAX_TEXT_BYTES)
    except zlib.error:
        return None
    return text if stream.eof and not stream.unused_data else None


def blob_salt(
    key: bytes, path: str, number: int, padded: bytes, magic: bytes = PLAIN, stamp: bytes = b""
) -> bytes:
    """The salt of a blob: the HMAC of its place, stamp and padded content under the salt key."""
    salt_key = derive_key(key, _LABELS[magic][0])
    return hmac.digest(salt_key, _blob_label(path, number) + b"\0" + stamp + padded, "sha256")


def seal_blob(  # noqa: PLR0913, PLR0917  the parts of the format, in its order
    key: bytes,
    path: str,
    number: int,
    content: bytes,
    size: int,
    magic: bytes = PLAIN,
    stamp: bytes = b"",
) -> bytes:
    """Encrypt content for a place (a logical path and a number), padded to ``size`` bytes.

    With the magic bytes :data:`DEFLATED` the content is what :func:`deflate` returned. Another
    ``stamp`` gives other bytes for the same content; it is not needed to open them, and its length
    is the same for all blobs of a path. Raises ValueError if the content does not fit.
    """
    room = size - _LENGTH - len(content)
    if room < 0:
        raise ValueError(f"a text of {len(content)} bytes does not fit into {size}")
    padded = len(content).to_bytes(_LENGTH, "big") + content + bytes(room)
    salt = blob_salt(key, path, number, padded, magic, stamp)
    box = AESGCM(derive_key(key, "blob", salt=salt)).encrypt(
        _NONCE, padded, _associated_data(magic, path, number)
    )
    return magic + salt + box


def open_blob(key: bytes, path: str, number: int, blob: bytes) -> bytes | None:
    """The text of a blob; None if the key or place is wrong or the blob is damaged."""
    content = decrypt_blob(key, path, number, blob)
    return inflate(content) if content is not None and blob.startswith(DEFLATED) else content


def decrypt_blob(key: bytes, path: str, number: int, blob: bytes) -> bytes | None:
    """The content of a blob, not decompressed; None if the key or place is wrong."""
    magic, salt, box = blob[:_MAGIC], blob[_MAGIC : _MAGIC + _SALT], blob[_MAGIC + _SALT :]
    if magic not in _LABELS or len(box) < _LENGTH + _TAG:
        return None
    gcm = AESGCM(derive_key(key, "blob", salt=salt))
    try:
        padded = gcm.decrypt(_NONCE, box, _associated_data(magic, path, number))
    except InvalidTag:
        return None
    length = int.from_bytes(padded[:_LENGTH], "big")
    return padded[_LENGTH : _LENGTH + length] if length <= len(padded) - _LENGTH else None


def blob_name(names: bytes, path: str, number: int) -> str:
    """The file name of a blob, which reveals nothing without the key of ``names``."""
    return f"{hmac.digest(names, _blob_label(path, number), 'sha256').hex()[:_NAME]}.bin"


def _blob_label(path: str, number: int) -> bytes:
    return f"{path}\0{number}".encode()


def _associated_data(magic: bytes, path: str, number: int) -> bytes:
    """The data authenticated with a blob but not contained in it: its kind and its place."""
    return f"{_LABELS[magic][1]}\0".encode() + _blob_label(path, number)


class DeflateCache:
    """Compresses the texts of a ``campaign``; those of its last build are in the cache."""

    def __init__(self, campaign: str) -> None:
        self._key = cache_key(zlib.ZLIB_RUNTIME_VERSION, str(DEFLATE_LEVEL), campaign)
        cache = current_cache()
        content = cache.get(_KIND, self._key) if cache is not None else None
        self._earlier: dict[bytes, bytes] = {}
        if content is not None:
            self._earlier = marshal.loads(content)  # noqa: S302  only the user can write the cache
        self._used: dict[bytes, bytes] = {}

    def deflate(self, text: bytes) -> bytes:
        """Compress a text as :func:`chronicle.seal.blobs.deflate` does."""
        digest = sha256(text).digest()
        found = self._earlier.get(digest)
        self._used[digest] = deflate(text) if found is None else found
        return self._used[digest]

    def save(self) -> None:
        """Keep the texts of this build, and no others."""
        cache = current_cache()
        if cache is not None and self._used.keys() != self._earlier.keys():
            cache.put(_KIND, self._key, marshal.dumps(self._used), max_entries=_MAX_CAMPAIGNS)
