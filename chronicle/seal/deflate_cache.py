"""Compressed texts of dossiers, kept from one build to the next."""

from __future__ import annotations

import marshal
import zlib
from hashlib import sha256
from typing import Final

from chronicle.cache.store import cache_key, current_cache
from chronicle.seal.blobs import DEFLATE_LEVEL, deflate

_KIND: Final = "deflated"
#: The number of campaigns whose texts are kept.
_MAX_CAMPAIGNS: Final = 16


class DeflateCache:
    """Compresses the texts of a campaign; those of its last build are taken from the cache.

    ``campaign`` tells campaigns apart.
    """

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
