"""A cache of compiled templates, in memory and on disk.

The campaigns of a site share most of their templates, and compiling one takes longer than rendering
a page with it. As Python does with modules, the compiled templates of the themes that come with
chronicle are kept beside the code, if that folder can be written; others in the cache folder.
"""

from __future__ import annotations

import marshal
import sys
from contextlib import suppress
from functools import cached_property
from types import CodeType
from typing import Final

import jinja2
from jinja2.bccache import Bucket, BytecodeCache, bc_magic

from chronicle.cache.store import cache_key, current_cache, load_shared, save_shared
from chronicle.render.theme import shipped_texts

_KIND: Final = "templates"
#: How many templates are kept, of all themes and versions.
_MAX_TEMPLATES: Final = 2048


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
    """Compiled templates by name and text, in memory and on disk.

    ``settings`` are those of the environment, on which the code depends.
    """

    def __init__(self, settings: object) -> None:
        self._code: dict[str, CodeType] = {}
        # `bc_magic` identifies the Python version, since no other can run the code.
        self._version = cache_key(jinja2.__version__, bc_magic, sys.version, repr(settings))

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load the code that was compiled from the same text under the same name, if any."""
        key = self._key_of(bucket)
        if key not in self._code:
            content = load_shared(_KIND, key)
            if content is None:
                return
            self._code[key] = marshal.loads(content)  # noqa: S302  only the user can write the cache
        bucket.code = self._code[key]

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the compiled code."""
        if bucket.code is None:
            return
        key, own = self._key_of(bucket), current_cache()
        self._code[key] = bucket.code
        content = marshal.dumps(bucket.code)
        if bucket.checksum in self._shipped:
            save_shared(_KIND, key, content, max_entries=_MAX_TEMPLATES)
        elif own is not None:
            own.put(_KIND, key, content, max_entries=_MAX_TEMPLATES)

    def _key_of(self, bucket: Bucket) -> str:
        return cache_key(self._version, bucket.key, bucket.checksum)

    @cached_property
    def _shipped(self) -> frozenset[str]:
        """The checksums of all templates that come with chronicle."""
        return frozenset(self.get_source_checksum(text) for text in shipped_texts())
