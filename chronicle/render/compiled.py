"""Templates as compiled, kept for as long as the process lives.

A shelf draws every campaign with much the same templates, and compiling one takes longer than
drawing a page with it.
"""

from __future__ import annotations

from types import CodeType

from jinja2.bccache import Bucket, BytecodeCache


class Compiled(BytecodeCache):
    """What templates were compiled to, by name; good for the very text it was made of alone."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[str, CodeType]] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Hands out what was made of the same text under the same name, if anything was."""
        checksum, code = self._kept.get(bucket.key, ("", None))
        if checksum == bucket.checksum:
            bucket.code = code

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keeps what was made of a text, in place of what was made of an earlier one."""
        if bucket.code is not None:
            self._kept[bucket.key] = (bucket.checksum, bucket.code)
