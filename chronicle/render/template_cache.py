"""A cache of compiled templates, in memory and on disk.

The campaigns of a site share most of their templates, and compiling one takes longer than rendering
a page with it. As Python does with modules, the compiled templates of the themes that come with
chronicle are kept beside the code, if that folder can be written; others in the cache folder.
"""

from __future__ import annotations

import marshal
import sys
from collections.abc import Set
from contextlib import suppress
from types import CodeType
from typing import Final

import jinja2
from jinja2.bccache import Bucket, BytecodeCache, bc_magic

from chronicle.cache.store import Cache, cache_beside_code, cache_key, current_cache
from chronicle.render.theme import shipped_texts

_KIND: Final = "templates"


def compile_templates(environment: jinja2.Environment, ruleset: str) -> None:
    """Compile the templates that a campaign of this ruleset may use, before processes are forked.

    An error in a template is left to be found when a page needs it.
    """
    for name in environment.list_templates():
        folder, _, inner = name.partition("/")
        if folder != "rules" or inner.startswith(f"{ruleset}/"):
            with suppress(jinja2.TemplateError):
                environment.get_template(name)


class TemplateCache(BytecodeCache):
    """Compiled templates by name, valid only for the text they were compiled from.

    ``settings`` are those of the environment, on which the code depends.
    """

    def __init__(self, settings: object) -> None:
        self._kept: dict[str, tuple[str, CodeType]] = {}
        self._compiled: set[str] = set()
        self._is_loaded = False
        # `bc_magic` identifies the Python version, since no other can run the code.
        self._key = cache_key(jinja2.__version__, bc_magic, sys.version, repr(settings))

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load the code that was compiled from the same text under the same name, if any."""
        if not self._is_loaded:
            self._is_loaded = True
            for cache in (current_cache(), cache_beside_code()):
                self._kept |= self._stored_in(cache)
        checksum, code = self._kept.get(bucket.key, ("", None))
        if checksum == bucket.checksum:
            bucket.code = code

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the compiled code, replacing that of an earlier text."""
        if bucket.code is not None:
            self._kept[bucket.key] = (bucket.checksum, bucket.code)
            self._compiled.add(bucket.key)

    def save(self) -> None:
        """Store what has been compiled in this process for the next."""
        if not self._compiled:
            return
        shipped = {self.get_source_checksum(text) for text in shipped_texts()}
        ours = {key for key in self._compiled if self._kept[key][0] in shipped}
        if not sys.dont_write_bytecode:
            self._store(cache_beside_code(), ours)
        if self._stored_in(cache_beside_code()).keys() >= ours:
            self._compiled -= ours
        self._store(current_cache(), self._compiled)
        self._compiled.clear()

    def _stored_in(self, cache: Cache | None) -> dict[str, tuple[str, CodeType]]:
        content = cache.get(_KIND, self._key) if cache is not None else None
        stored: dict[str, tuple[str, CodeType]] = {}
        if content is not None:
            stored = marshal.loads(content)  # noqa: S302  sealed by the cache
        return stored

    def _store(self, cache: Cache | None, keys: Set[str]) -> None:
        if cache is not None and keys:
            stored = self._stored_in(cache) | {key: self._kept[key] for key in keys}
            cache.put(_KIND, self._key, marshal.dumps(stored))
