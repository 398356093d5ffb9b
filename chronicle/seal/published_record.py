"""Encrypt what the record of published turns keeps of texts that not everybody was told."""

from __future__ import annotations

from base64 import b64decode, b64encode
from typing import Final

from chronicle.seal.blobs import DEFLATED, deflate, open_blob, padded_size, seal_blob

_PATH: Final = "published"
_PADDING: Final = 1024


def seal_record(key: bytes, content: bytes) -> str:
    """Content encrypted with a key; the same content gives the same text."""
    text = deflate(content)
    size = padded_size(len(text), _PADDING)
    return b64encode(seal_blob(key, _PATH, 0, text, size, DEFLATED)).decode()


def open_record(key: bytes, text: str) -> bytes | None:
    """The content of an encrypted text; None if the key is another one or it is damaged."""
    try:
        return open_blob(key, _PATH, 0, b64decode(text, validate=True))
    except ValueError:
        return None
