"""Templates as compiled, kept while the process lives and, where there is one, in the cache.

A shelf draws every campaign with much the same templates, and compiling one takes longer than
drawing a page with it.
"""

from __future__ import annotations

import marshal
import sys
from types import CodeType
from typing import Final

import jinja2
from jinja2.bccache import Bucket, BytecodeCache, bc_magic

from chronicle.cache.store import cache_key, current_cache

_KIND: Final = "templates"


class TemplateCache(BytecodeCache):
    """What templates were compiled to, by name; good for the very text it was made of alone.

    ``settings`` are those of the environment, which make a difference too.
    """

    def __init__(self, settings: object) -> None:
        self._kept: dict[str, tuple[str, CodeType]] = {}
        # `bc_magic` is of this Python alone, whose code no other one can run.
        self._made_by = (jinja2.__version__, bc_magic, sys.version, repr(settings))

    def load_bytecode(self, bucket: Bucket) -> None:
        """Hands out what was made of the same text under the same name, if anything was."""
        checksum, code = self._kept.get(bucket.key, ("", None))
        if checksum == bucket.checksum:
            bucket.code = code
            return
        cache = current_cache()
        content = cache.get(_KIND, self._key(bucket)) if cache is not None else None
        if content is not None:
            code = marshal.loads(content)  # noqa: S302  sealed by the cache, and the user's own
            self._kept[bucket.key] = (bucket.checksum, code)
            bucket.code = code

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keeps what was made of a text, in place of what was made of an earlier one."""
        if bucket.code is not None:
            self._kept[bucket.key] = (bucket.checksum, bucket.code)
            cache = current_cache()
            if cache is not None:
                cache.put(_KIND, self._key(bucket), marshal.dumps(bucket.code))

    def _key(self, bucket: Bucket) -> str:
        return cache_key(*self._made_by, bucket.key, bucket.checksum)
