"""A cache of parsed YAML files between runs, since parsing is slow.

Only results without findings are cached, by text and program fingerprint.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from chronicle.cache.fingerprint import program_fingerprint
from chronicle.cache.store import Cache, cache_key, current_cache
from chronicle.files.source import Source, Span
from chronicle.yaml.nodes import ListNode, MapEntry, MapNode, Node, ScalarNode

_KIND: Final = "nodes"
#: The number of values of an encoded scalar and list, including four for the span.
_SCALAR_LENGTH: Final = 7
_LIST_LENGTH: Final = 5


def load_nodes(source: Source, text: str) -> Node | None:
    """Load the nodes of a text, with spans in ``source``; None if they are not cached."""
    cache = current_cache()
    found = cache.get(_KIND, _cache_key(source, text)) if cache is not None else None
    if found is None:
        return None
    return _decode(json.loads(found), source)


def save_nodes(source: Source, text: str, root: Node) -> None:
    """Cache the nodes of a text."""
    cache: Cache | None = current_cache()
    if cache is not None:
        cache.put(_KIND, _cache_key(source, text), json.dumps(_encode(root)).encode())


def _cache_key(source: Source, text: str) -> str:
    # If the text is only a part of the source, spans depend on the rest too.
    parts = (text,) if text == source.text else (text, source.text)
    return cache_key(program_fingerprint(), *parts)


def _encode(node: Node) -> tuple[Any, ...]:
    """A node as plain values: its content, whose type shows the kind of node, and its span."""
    at = node.span
    place = (at.line, at.column, at.end_line, at.end_column)
    match node:
        case ScalarNode():
            return (node.text, node.value, node.style, *place)
        case ListNode():
            return ([_encode(item) for item in node.items], *place)
        case MapNode():
            keys = [_encode(entry.key) for entry in node.entries]
            return (keys, [_encode(entry.value) for entry in node.entries], *place)


def _decode(packed: Sequence[Any], source: Source) -> Node:
    kind = len(packed)
    if kind == _SCALAR_LENGTH:
        return _scalar(packed, source)
    if kind == _LIST_LENGTH:
        items, *place = packed
        return ListNode(Span(source, *place), tuple([_decode(item, source) for item in items]))
    keys, values, *place = packed
    pairs = zip(keys, values, strict=True)
    entries = [MapEntry(_scalar(key, source), _decode(value, source)) for key, value in pairs]
    return MapNode(Span(source, *place), tuple(entries))


def _scalar(packed: Sequence[Any], source: Source) -> ScalarNode:
    text, value, style, *place = packed
    return ScalarNode(Span(source, *place), text, value, style)
