"""The command blocks of a page as a reader goes through them, from top to bottom."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from itertools import pairwise

from chronicle.records import Record
from tests.docs.pages import Fence, fences


class Write(Record):
    """A whole file is written; ``announced`` is the finding that it leads to, or empty."""

    line: int
    path: str
    text: str
    announced: str


class Run(Record):
    """Command lines typed in turn; ``said`` is the output that the page shows."""

    line: int
    commands: tuple[str, ...]
    said: str


Step = Write | Run


def steps(page: str) -> Iterator[Step]:
    """What a reader of the page writes and types, in order.

    A block of commands is one of ``sh``; a block of ``text`` right behind it is what is printed.
    """
    listed: list[Fence | None] = [*fences(page), None]
    for fence, after in pairwise(listed):
        if fence is None:
            continue
        if fence.language == "sh":
            said = after.text if after is not None and after.language == "text" else ""
            yield Run(fence.line, commands_of(fence.text), said)
        elif fence.get("title") and fence.language in ("yaml", "markdown", "text"):
            yield Write(fence.line, fence.get("title"), fence.text, fence.get("finding"))


def commands_of(block: str) -> tuple[str, ...]:
    """The command lines of a block, without their comments."""
    lines = (shlex.join(shlex.split(line, comments=True)) for line in block.splitlines())
    return tuple(line for line in lines if line)
