"""YAML that chronicle puts in the place of a part of an author's file; all else stays as it is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from chronicle.yaml.edit.document import YamlEditError, parse_root
from chronicle.yaml.nodes import ListNode, MapNode, Node, ScalarNode, ScalarValue

#: A value without its places: text and meaning of a scalar, items, or entries by key.
NodeValue: TypeAlias = "tuple[str, ScalarValue] | list[NodeValue] | dict[str, NodeValue]"

#: Lines with their ends, as the parser counts them.
_LINES: Final = re.compile("[^\n\r\x85\u2028\u2029]*(?:\r\n|[\n\r\x85\u2028\u2029])|[^\n\r]+")
_COMMENT: Final = re.compile(r"[ \t]*#")
#: A key with nothing under it; what stands between it and a comment is to be taken out.
_BARE: Final = re.compile(r"([\w-]+[ \t]*:)[ \t]*(?:\{[ \t]*\}|~|null)?([ \t]+#[^\r\n]*)?[ \t]*")
#: How far in an entry stands where there is none to go by.
_INDENT: Final = 2


@dataclass(frozen=True, slots=True)
class EntryBlock:
    """An entry of a mapping as somebody wrote it: its lines without their ends, and its value.

    ``indent`` is how far in its key stands, which is the first word of the first line.
    """

    rows: tuple[str, ...]
    indent: int
    value: Node


def replace_entry(text: str, parent_key: str, key: str, entry: EntryBlock) -> str:
    """A document in which a block is the one entry ``key`` of the mapping under a key of its root.

    What stood there is gone, with the comments in it; the mapping is made if there is none.
    ``text`` has been composed without a finding. Raises :class:`YamlEditError`.
    """
    before = parse_root(text)
    lines = _LINES.findall(text)
    ending = "\r\n" if "\r\n" in text else "\n"
    start, end, indent, head = _replaced_lines(before, parent_key, key, lines)
    rows = [*head, *_reindent_block(entry, key, indent)]
    kept = [*lines[:start]]
    if kept and not re.search("[\n\r\x85\u2028\u2029]$", kept[-1]):
        kept[-1] += ending
    result = "".join([*kept, *(f"{row}{ending}" for row in rows), *lines[end:]])
    _check_only_change(before, parse_root(result), parent_key, key, entry.value)
    return result


def _replaced_lines(
    root: MapNode, outer: str, key: str, lines: Sequence[str]
) -> tuple[int, int, int, list[str]]:
    """The lines to take out, from one to before another, how far in, and what is written above."""
    held, value = root.key(outer), root.get(outer)
    if held is None:
        end = _trim_end(lines, 0, len(lines), 0)
        return end, end, _INDENT, [f"{outer}:"]
    first = held.span.line
    last = min((it.key.span.line - 1 for it in root.entries if it.key.span.line > first), default=0)
    last = last or len(lines)
    if not isinstance(value, MapNode) or not value.entries:
        bare = _BARE.fullmatch(lines[first - 1].rstrip("\r\n\x85"))
        if bare is None:
            raise YamlEditError(outer)
        return first - 1, first, _INDENT, [f"{bare[1]}{bare[2] or ''}"]
    if lines[value.span.line - 1][value.span.column - 1 :].startswith("{"):
        raise YamlEditError(outer)
    indent = value.entries[0].key.span.column - 1
    starts = [entry.key.span.line for entry in value.entries]
    own = value.key(key)
    if own is None:
        end = _trim_end(lines, starts[-1], last, 0)
        return end, end, indent, []
    begin = own.span.line
    following = min((line - 1 for line in starts if line > begin), default=last)
    return begin - 1, _trim_end(lines, begin, following, indent), indent, []


def _trim_end(lines: Sequence[str], first: int, end: int, indent: int) -> int:
    """The end of a stretch without blank lines, and comments that are no further in than that."""
    while end > first and (not (line := lines[end - 1]).strip() or _outside(line, indent)):
        end -= 1
    return end


def _outside(line: str, indent: int) -> bool:
    return _COMMENT.match(line) is not None and len(line) - len(line.lstrip()) <= indent


def _reindent_block(block: EntryBlock, key: str, indent: int) -> list[str]:
    """The rows as far in as they shall be, under their new key."""
    more = indent - block.indent
    first, *rest = block.rows
    named = re.sub(r"^[\w-]+", key, first[block.indent :])
    return [f"{' ' * indent}{named}", *(_reindent(row, more) for row in rest)]


def _reindent(row: str, more: int) -> str:
    if not row.strip():
        return ""
    if more >= 0:
        return " " * more + row
    blank = len(row) - len(row.lstrip(" "))
    return row[min(-more, blank) :]


def _check_only_change(before: MapNode, after: MapNode, outer: str, key: str, value: Node) -> None:
    """Raise YamlEditError unless the one entry alone is another."""
    old, new = _entries(before), _entries(after)
    inner, found = old.pop(outer, None), new.pop(outer, None)
    others = dict(inner) if isinstance(inner, dict) else {}
    others.pop(key, None)
    if old != new or not isinstance(found, dict) or found != {**others, key: value_of_node(value)}:
        raise YamlEditError(key)


def _entries(node: MapNode) -> dict[str, NodeValue]:
    return {entry.key.text: value_of_node(entry.value) for entry in node.entries}


def value_of_node(node: Node) -> NodeValue:
    """What a node says, wherever it stands."""
    match node:
        case ScalarNode():
            return (node.text, node.value)
        case ListNode():
            return [value_of_node(item) for item in node.items]
        case MapNode():
            return _entries(node)


def scalars_in(node: Node) -> Sequence[ScalarNode]:
    """All single values in a node, keys left aside."""
    match node:
        case ScalarNode():
            return [node]
        case ListNode():
            return [one for item in node.items for one in scalars_in(item)]
        case MapNode():
            return [one for entry in node.entries for one in scalars_in(entry.value)]
