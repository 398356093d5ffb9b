"""A cache of compiled templates, in memory and, if there is one, in the cache folder.

The campaigns of a site share most of their templates, and compiling one takes longer than rendering
a page with it.
"""

from __future__ import annotations

import marshal
import sys
from contextlib import suppress
from types import CodeType
from typing import Final

import jinja2
from jinja2.bccache import Bucket, BytecodeCache, bc_magic

from chronicle.cache.store import cache_key, current_cache

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
        # `bc_magic` identifies the Python version, since no other can run the code.
        self._made_by = (jinja2.__version__, bc_magic, sys.version, repr(settings))

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load the code that was compiled from the same text under the same name, if any."""
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
        """Store the compiled code, replacing that of an earlier text."""
        if bucket.code is not None:
            self._kept[bucket.key] = (bucket.checksum, bucket.code)
            cache = current_cache()
            if cache is not None:
                cache.put(_KIND, self._key(bucket), marshal.dumps(bucket.code))

    def _key(self, bucket: Bucket) -> str:
        return cache_key(*self._made_by, bucket.key, bucket.checksum)
