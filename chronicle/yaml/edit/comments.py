"""The comments of a YAML document, and keeping them through an edit."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from chronicle.yaml.edit import document
from chronicle.yaml.nodes import MapNode, Node, ScalarNode

_MARK: Final = re.compile(r"(?:^|(?<=[ \t]))#")


#: Whether a comment was written by a program, and goes with what it is about.
IsGenerated: TypeAlias = Callable[[str], bool]


def comments_in(text: str) -> Iterator[tuple[int, str]]:
    """Yield the comments of a document, each with the index of its line."""
    taken = _texts(document.parse_root(text))
    for row, line in enumerate(document.lines_of(text)):
        bare = document.without_end(line).removeprefix("\ufeff")
        starts = taken.get(row, [])
        for found in _MARK.finditer(bare):
            at = found.start()
            if not any(start <= at < end for start, end in starts):
                yield row, bare[found.start() :].rstrip()
                break


def _texts(root: MapNode) -> dict[int, list[tuple[int, float]]]:
    """The columns of all scalars, by the index of their line."""
    found: dict[int, list[tuple[int, float]]] = {}
    for scalar in _scalars(root):
        first, last = scalar.span.line - 1, scalar.span.end_line - 1
        is_block = scalar.style in ("|", ">")
        for row in range(first, last + 1):
            start = scalar.span.column - 1 if row == first else 0
            end = scalar.span.end_column - 1 if row == last else float("inf")
            if is_block and row == first:
                # A comment may follow its mark.
                start, end = 0, scalar.span.column
            found.setdefault(row, []).append((start, end))
    return found


def _scalars(node: Node) -> Iterator[ScalarNode]:
    match node:
        case ScalarNode():
            yield node
        case MapNode():
            for entry in node.entries:
                yield entry.key
                yield from _scalars(entry.value)
        case _:
            for item in node.items:
                yield from _scalars(item)


def lost_comments(before: str, after: str) -> list[str]:
    """Return the comments of a document that another one lacks, in order."""
    left = Counter(found for _, found in comments_in(after))
    lost = []
    for _, found in comments_in(before):
        left[found] -= 1
        if left[found] < 0:
            lost.append(found)
    return lost


def keep_comments(
    before: str, after: str, row: int, is_generated: IsGenerated | None = None
) -> str:
    """Return ``after`` with the comments that it lacks of ``before``, in lines above a row.

    Generated ones are not kept.
    """
    lost = lost_comments(before, after)
    kept = [found for found in lost if is_generated is None or not is_generated(found)]
    lines = document.lines_of(after)
    blank = re.match(r"[ \t]*", lines[row] if row < len(lines) else "")
    indent = blank[0] if blank is not None else ""
    rows = [f"{indent}{found}" for found in kept]
    return document.splice(lines, row, row, rows, document.line_end(after)) if kept else after
