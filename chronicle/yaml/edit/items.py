"""Set or remove one value of a mapping anywhere in an author's YAML file; other bytes are kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from chronicle.yaml.edit import document
from chronicle.yaml.edit.append import format_entry, format_scalar
from chronicle.yaml.edit.comments import keep_comments
from chronicle.yaml.edit.document import YamlEditError, parse_root
from chronicle.yaml.nodes import ListNode, MapNode, Node

#: Keys of mappings and positions in lists, from the root of a document.
NodePath: TypeAlias = Sequence[str | int]


def item_with_id(text: str, path: NodePath, id: str) -> int:
    """The position of the item with an id in a list; raises :class:`YamlEditError` without one."""
    held = _node_at(parse_root(text), path)
    items = held.items if isinstance(held, ListNode) else ()
    for index, item in enumerate(items):
        if isinstance(item, MapNode) and document.plain_entries(item).get("id") == id:
            return index
    raise YamlEditError(id)


def remove_key(text: str, path: NodePath, key: str) -> str:
    """Return a document without a key of the mapping at a path; its comment stays.

    The key and its value must be in one line, and the mapping must have others. ``text`` must be
    valid YAML. Raises :class:`YamlEditError`.
    """
    root = parse_root(text)
    held = _mapping_at(root, path)
    names = [entry.key.text for entry in held.entries]
    if key not in names or len(names) == 1:
        raise YamlEditError(key)
    index = names.index(key)
    entry = held.entries[index]
    start, end = entry.key.span, entry.value.span
    if start.line != end.end_line:
        raise YamlEditError(key)
    lines, row = document.lines_of(text), start.line - 1
    head, tail = lines[row][: start.column - 1], lines[row][end.end_column - 1 :]
    if _is_flow(lines, held):
        joined = document.join_around_entry(head, tail)
        lines[row] = joined if joined.strip() else ""
    elif not head.strip():
        lines[row] = ""
    else:
        # The first key of an item: the next one takes its place after the hyphen.
        following = held.entries[index + 1].key.span
        row = following.line - 1
        lines[row] = head + lines[row][following.column - 1 :]
        del lines[start.line - 1 : row]
        row = start.line - 1
    kept = keep_comments(text, "".join(lines), row)
    wanted = document.plain_entries(root)
    del _plain_at(wanted, path)[key]
    return _checked(kept, wanted)


def set_text(text: str, path: NodePath, key: str, said: str) -> str:
    """Return a document with a text in the mapping at a path; an earlier one is replaced.

    An earlier one must be in one line. A missing key is added at the end of the mapping, which must
    have others. ``text`` must be valid YAML. Raises :class:`YamlEditError`.
    """
    root = parse_root(text)
    held = _mapping_at(root, path)
    if not held.entries:
        raise YamlEditError(key)
    lines, old = document.lines_of(text), held.get(key)
    last = held.entries[-1].value.span
    if old is not None:
        at = old.span
        if at.line != at.end_line:
            raise YamlEditError(key)
        row = lines[at.line - 1]
        now = f"{row[: at.column - 1]}{format_scalar(said)}{row[at.end_column - 1 :]}"
        lines[at.line - 1] = now
    elif _is_flow(lines, held):
        row = lines[last.end_line - 1]
        head, tail = row[: last.end_column - 1], row[last.end_column - 1 :]
        lines[last.end_line - 1] = f"{head}, {key}: {format_scalar(said)}{tail}"
    else:
        first = held.entries[0].key.span
        indent = first.column - 1
        end = first.line
        while end < len(lines) and _is_within(lines[end], indent):
            end += 1
        end = document.trim_end(lines, first.line, end, indent - 1)
        rows = [f"{' ' * indent}{row}" if row else "" for row in format_entry(key, said)]
        lines = [document.splice(lines, end, end, rows, document.line_end(text))]
    wanted = document.plain_entries(root)
    _plain_at(wanted, path)[key] = said
    return _checked("".join(lines), wanted)


def _is_within(line: str, indent: int) -> bool:
    return not line.strip() or len(line) - len(line.lstrip(" ")) >= indent


def _is_flow(lines: Sequence[str], held: MapNode) -> bool:
    """Whether a mapping is written in braces."""
    at = held.span
    return lines[at.line - 1][at.column - 1 :].startswith("{")


def _mapping_at(root: MapNode, path: NodePath) -> MapNode:
    found = _node_at(root, path)
    if not isinstance(found, MapNode):
        raise YamlEditError
    return found


def _node_at(root: MapNode, path: NodePath) -> Node | None:
    found: Node | None = root
    for step in path:
        if isinstance(found, MapNode) and isinstance(step, str):
            found = found.get(step)
        elif isinstance(found, ListNode) and isinstance(step, int) and step < len(found.items):
            found = found.items[step]
        else:
            return None
    return found


def _plain_at(values: dict[str, object], path: NodePath) -> dict[str, object]:
    found: Any = values
    for step in path:
        found = found[step]
    if not isinstance(found, dict):
        raise YamlEditError
    return found


def _checked(text: str, wanted: dict[str, object]) -> str:
    """The text, if it has the wanted values; else raises YamlEditError."""
    if document.plain_entries(parse_root(text)) != wanted:
        raise YamlEditError
    return text
