"""The comments of a new turn's file, each without its `#`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

#: What is written in place of a placeholder; fit for an id, a name and a text.
FILLED: Final = "something-new"
_COMMENT: Final = re.compile(r"( *)# (\S.*)")
_PLACEHOLDER: Final = re.compile(r"FILL-IN(?:: [^#\n]*)?")


class Uncommented(NamedTuple):
    """What was a comment, and the whole file with that alone in force."""

    entry: str
    text: str


def uncommented(text: str, *, fill: bool = True) -> Iterator[Uncommented]:
    """Each commented entry of a file, in its order; without ``fill``, with its placeholders."""
    lines = text.splitlines()
    for start, line in enumerate(lines):
        first = _COMMENT.fullmatch(line)
        if first is None or line.startswith("# "):
            continue
        indent, end = first[1], start + 1
        while end < len(lines) and lines[end].startswith(f"{indent}#   "):
            end += 1
        entry = [indent + it.removeprefix(f"{indent}# ") for it in lines[start:end]]
        entry = [_PLACEHOLDER.sub(FILLED, it) if fill else it for it in entry]
        yield Uncommented("\n".join(entry), "\n".join([*lines[:start], *entry, *lines[end:], ""]))
