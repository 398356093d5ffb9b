"""Replace a part of an author's YAML file; everything else is kept."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from chronicle.records import Record
from chronicle.yaml.edit import document
from chronicle.yaml.edit.comments import IsGenerated, comments_in, keep_comments
from chronicle.yaml.edit.document import YamlEditError, parse_root
from chronicle.yaml.nodes import ListNode, MapNode, Node, ScalarNode, ScalarValue

#: A value without spans: text and value of a scalar, items, or entries by key.
NodeValue: TypeAlias = "tuple[str, ScalarValue] | list[NodeValue] | dict[str, NodeValue]"

#: The default indentation of entries.
_INDENT: Final = 2


class EntryBlock(Record):
    """An entry of a mapping as written: its lines without line ends, and its value.

    ``indent`` is the indentation of its key, which is the first word of the first line. ``line`` is
    the number of that line in the file that the spans of ``value`` refer to.
    """

    rows: tuple[str, ...]
    indent: int
    value: Node
    line: int = 1


def find_entry(text: str, parent_key: str, key: str) -> EntryBlock | None:
    """Return an entry of the mapping under a top-level key, with its comments; None if missing.

    ``text`` must be valid YAML. Raises :class:`YamlEditError` if the entry has no lines of its own.
    """
    root = parse_root(text)
    held = root.get(parent_key)
    own = held.key(key) if isinstance(held, MapNode) else None
    value = held.get(key) if isinstance(held, MapNode) else None
    if own is None or value is None:
        return None
    lines = document.lines_of(text)
    start, end, indent, _ = _replaced_lines(root, parent_key, key, lines)
    rows = tuple(map(document.without_end, lines[start:end]))
    return EntryBlock(rows, indent, value, start + 1)


def replace_entry(
    text: str,
    parent_key: str,
    key: str,
    entry: EntryBlock,
    is_generated: IsGenerated | None = None,
) -> str:
    """Return a document in which an entry of the mapping under a top-level key is replaced.

    The comments of the old entry are kept above the new one, except generated ones; the one behind
    its key stays there if it can. A missing mapping is created. ``text`` must be valid YAML. Raises
    :class:`YamlEditError`.
    """
    before = parse_root(text)
    lines = document.lines_of(text)
    start, end, indent, head = _replaced_lines(before, parent_key, key, lines)
    first, *rest = _reindent_block(entry, key, indent)
    result = document.splice(lines, start, end, [*head, first, *rest], document.line_end(text))
    at = start + len(head)
    behind = dict(comments_in(text)).get(start, "") if end > start and not head else ""
    if is_generated is not None and is_generated(behind):
        behind = ""
    if behind and at not in dict(comments_in(result)):
        commented = [f"{first}  {behind}", *rest]
        result = document.splice(lines, start, end, commented, document.line_end(text))
    result = keep_comments(text, result, at, is_generated)
    _check_only_change(before, parse_root(result), parent_key, key, entry.value)
    return result


def add_entries(text: str, parent_key: str, entries: Mapping[str, Sequence[str]]) -> str:
    """Return a document with new entries at the end of the mapping under a top-level key.

    ``entries`` are lines by key: the first is the key itself, without indentation. A missing
    mapping is created. ``text`` must be valid YAML or empty. Raises :class:`YamlEditError`, also if
    an entry is there already.
    """
    before = parse_root(text) if text.strip() else None
    lines = document.lines_of(text)
    start, end, indent, head = len(lines), len(lines), _INDENT, [f"{parent_key}:"]
    if before is not None:
        # No entry has an empty key, so this is the place for a new one.
        start, end, indent, head = _replaced_lines(before, parent_key, "", lines)
    rows = [*head, *(_reindent(row, indent) for block in entries.values() for row in block)]
    result = document.splice(lines, start, end, rows, document.line_end(text))
    old, new = _entries(before) if before is not None else {}, _entries(parse_root(result))
    inner, found = old.pop(parent_key, None), new.pop(parent_key, None)
    others = inner if isinstance(inner, dict) else {}
    if old != new or not isinstance(found, dict) or list(found) != [*others, *entries]:
        raise YamlEditError(parent_key)
    if any(found[key] != value for key, value in others.items()):
        raise YamlEditError(parent_key)
    return result


def _replaced_lines(
    root: MapNode, outer: str, key: str, lines: Sequence[str]
) -> tuple[int, int, int, list[str]]:
    """The range of lines to replace, the indentation, and lines to insert above."""
    held, value = root.key(outer), root.get(outer)
    if held is None:
        end = document.trim_end(lines, 0, len(lines), 0)
        return end, end, _INDENT, [f"{outer}:"]
    first = held.span.line
    last = min((it.key.span.line - 1 for it in root.entries if it.key.span.line > first), default=0)
    last = last or len(lines)
    if not isinstance(value, MapNode) or not value.entries:
        bare = document.BARE_KEY.fullmatch(document.without_end(lines[first - 1]))
        if bare is None:
            raise YamlEditError(outer)
        return first - 1, first, _INDENT, [f"{bare[1]}{bare[2] or ''}"]
    if lines[value.span.line - 1][value.span.column - 1 :].startswith("{"):
        raise YamlEditError(outer)
    indent = value.entries[0].key.span.column - 1
    starts = [entry.key.span.line for entry in value.entries]
    own = value.key(key)
    if own is None:
        end = document.trim_end(lines, starts[-1], last, 0)
        return end, end, indent, []
    begin = own.span.line
    following = min((line - 1 for line in starts if line > begin), default=last)
    return begin - 1, document.trim_end(lines, begin, following, indent), indent, []


def _reindent_block(block: EntryBlock, key: str, indent: int) -> list[str]:
    """The lines with the new indentation and key."""
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
    """The value of a node without its spans."""
    match node:
        case ScalarNode():
            return (node.text, node.value)
        case ListNode():
            return [value_of_node(item) for item in node.items]
        case MapNode():
            return _entries(node)


def scalars_in(node: Node) -> Sequence[ScalarNode]:
    """All scalars in a node, without keys."""
    match node:
        case ScalarNode():
            return [node]
        case ListNode():
            return [one for item in node.items for one in scalars_in(item)]
        case MapNode():
            return [one for entry in node.entries for one in scalars_in(entry.value)]
