"""Set values in a mapping of an author's YAML file; every other byte is kept."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from chronicle.yaml.edit.document import YamlEditError, parse_root
from chronicle.yaml.nodes import MapNode, Node, ScalarNode

_LINES: Final = re.compile("[^\n\r]*(?:\r\n|[\n\r])|[^\n\r]+")
#: A key without a value, and the comment after it.
_BARE: Final = re.compile(r"[\w-]+[ \t]*:(?:[ \t]*(?:\{[ \t]*\}|~|null))?([ \t]+#[^\r\n]*)?[ \t]*")


def set_entries(text: str, key: str, entries: Mapping[str, str]) -> str:
    """Return a document with values set in the mapping under a top-level key.

    Values must be valid plain scalars. Existing values are replaced in place; a missing mapping is
    appended in one line. ``text`` must be valid YAML. Raises :class:`YamlEditError`.
    """
    root = parse_root(text)
    lines = _LINES.findall(text)
    held = root.get(key)
    if isinstance(held, MapNode) and held.entries:
        for name, said in entries.items():
            _overwrite(lines, held.get(name), said)
    else:
        _insert_mapping(lines, root.key(key), key, entries, "\r\n" if "\r\n" in text else "\n")
    result = "".join(lines)
    after = _values(parse_root(result))
    if after != {**_values(root), key: {**_inner(held), **entries}}:
        raise YamlEditError(key)
    return result


def _overwrite(lines: list[str], old: Node | None, said: str) -> None:
    if not isinstance(old, ScalarNode) or old.span.line != old.span.end_line:
        raise YamlEditError
    quote = old.style if old.style in ("'", '"') else ""
    if old.style and not quote:
        raise YamlEditError
    row, start, end = old.span.line - 1, old.span.column - 1, old.span.end_column - 1
    lines[row] = f"{lines[row][:start]}{quote}{said}{quote}{lines[row][end:]}"


def _insert_mapping(
    lines: list[str], held: ScalarNode | None, key: str, entries: Mapping[str, str], ending: str
) -> None:
    listed = ", ".join(f"{name}: {said}" for name, said in entries.items())
    written = f"{key}: {{{listed}}}"
    if held is None:
        if lines and not lines[-1].endswith(("\n", "\r")):
            lines[-1] += ending
        lines.append(f"{written}{ending}")
        return
    row = held.span.line - 1
    bare = lines[row].rstrip("\r\n")
    found = _BARE.fullmatch(bare)
    if found is None:
        raise YamlEditError(key)
    lines[row] = f"{written}{found[1] or ''}{lines[row][len(bare) :]}"


def _values(root: MapNode) -> dict[str, object]:
    return {entry.key.text: _plain(entry.value) for entry in root.entries}


def _inner(node: Node | None) -> dict[str, object]:
    return _values(node) if isinstance(node, MapNode) else {}


def _plain(node: Node) -> object:
    match node:
        case ScalarNode():
            return node.text
        case MapNode():
            return _values(node)
        case _:
            return [_plain(item) for item in node.items]
