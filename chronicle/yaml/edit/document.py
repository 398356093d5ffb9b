"""What all edits share: a document as lines and as values, and the error if it can't be edited."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from chronicle.diagnostics.report import Report
from chronicle.files.source import Source
from chronicle.yaml.nodes import MapNode, Node, ScalarNode
from chronicle.yaml.parser import compose

#: A key without a value, and the comment after it.
BARE_KEY: Final = re.compile(
    r"([\w-]+[ \t]*:)(?:[ \t]*(?:\{[ \t]*\}|\[[ \t]*\]|~|null))?([ \t]+#[^\r\n]*)?[ \t]*"
)
_BREAKS: Final = "\n\r\x85\u2028\u2029"
#: Lines with their ends, as the parser counts them.
_LINES: Final = re.compile(f"[^{_BREAKS}]*(?:\r\n|[{_BREAKS}])|[^\n\r]+")
_COMMENT: Final = re.compile(r"[ \t]*#")
_COMMA_AFTER: Final = re.compile(r"[ \t]*,[ \t]*")
_COMMA_BEFORE: Final = re.compile(r"[ \t]*,[ \t]*$")


class YamlEditError(ValueError):
    """The document is written in a form that the edit does not support."""


def parse_root(text: str) -> MapNode:
    """The mapping at the root of a document; raises :class:`YamlEditError` if it has none."""
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    report = Report()
    root = compose(Source("", plain), report)
    if not isinstance(root, MapNode) or report.has_errors:
        raise YamlEditError
    return root


def lines_of(text: str) -> list[str]:
    """The lines of a document, with their ends."""
    return _LINES.findall(text)


def without_end(line: str) -> str:
    """A line without its end."""
    return line.rstrip(_BREAKS)


def line_end(text: str) -> str:
    """The line end that a document uses."""
    return "\r\n" if "\r\n" in text else "\n"


def splice(lines: Sequence[str], start: int, end: int, rows: Sequence[str], ending: str) -> str:
    """The document with new rows in the place of some lines."""
    kept = [*lines[:start]]
    if rows and kept and without_end(kept[-1]) == kept[-1]:
        kept[-1] += ending
    return "".join([*kept, *(f"{row}{ending}" for row in rows), *lines[end:]])


def trim_end(lines: Sequence[str], first: int, end: int, indent: int = 0) -> int:
    """The end of a block without trailing blank lines and less indented comments."""
    while end > first and (not (line := lines[end - 1]).strip() or _outside(line, indent)):
        end -= 1
    return end


def _outside(line: str, indent: int) -> bool:
    return _COMMENT.match(line) is not None and len(line) - len(line.lstrip()) <= indent


def plain_entries(root: MapNode) -> dict[str, object]:
    """The texts, lists and mappings in a mapping, by key."""
    return {entry.key.text: _plain(entry.value) for entry in root.entries}


def _plain(node: Node) -> object:
    match node:
        case ScalarNode():
            return node.text
        case MapNode():
            return plain_entries(node)
        case _:
            return [_plain(item) for item in node.items]


def join_around_entry(head: str, tail: str) -> str:
    """What stands before and after an entry in braces, without the comma that goes with it."""
    after = _COMMA_AFTER.match(tail)
    if after is None:
        return _COMMA_BEFORE.sub("", head) + tail
    rest = tail[after.end() :]
    return f"{head}  {rest}" if rest.startswith("#") else head + rest
