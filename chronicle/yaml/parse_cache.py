"""What files were composed to, remembered from one run to the next: to parse takes much longer.

Only what nothing was found in is kept, by the very text and the program that read it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from chronicle.cache.fingerprint import engine
from chronicle.cache.store import Cache, key_of, placed
from chronicle.files.source import Source, Span
from chronicle.yaml.nodes import Entry, ListNode, MapNode, Node, ScalarNode

_KIND: Final = "nodes"
#: As many values are kept of a scalar and of a list, with the four of their place.
_SCALAR: Final = 7
_LIST: Final = 5


def recalled(source: Source, text: str) -> Node | None:
    """What a text of a source was composed to, with its places in that source; None if unknown."""
    cache = placed()
    found = cache.get(_KIND, _key(source, text)) if cache is not None else None
    if found is None:
        return None
    return _unpacked(json.loads(found), source)


def remember(source: Source, text: str, root: Node) -> None:
    """Keeps what a text of a source was composed to."""
    cache: Cache | None = placed()
    if cache is not None:
        cache.put(_KIND, _key(source, text), json.dumps(_packed(root)).encode())


def _key(source: Source, text: str) -> str:
    # Composing looks at the rest of the source too, where the text is a part of it.
    parts = (text,) if text == source.text else (text, source.text)
    return key_of(engine(), *parts)


def _packed(node: Node) -> tuple[Any, ...]:
    """A node in plain values: what it holds, which says of which kind it is, and its place."""
    at = node.span
    place = (at.line, at.column, at.end_line, at.end_column)
    match node:
        case ScalarNode():
            return (node.text, node.value, node.style, *place)
        case ListNode():
            return ([_packed(item) for item in node.items], *place)
        case MapNode():
            keys = [_packed(entry.key) for entry in node.entries]
            return (keys, [_packed(entry.value) for entry in node.entries], *place)


def _unpacked(packed: Sequence[Any], source: Source) -> Node:
    kind = len(packed)
    if kind == _SCALAR:
        return _scalar(packed, source)
    if kind == _LIST:
        items, *place = packed
        return ListNode(Span(source, *place), tuple([_unpacked(item, source) for item in items]))
    keys, values, *place = packed
    pairs = zip(keys, values, strict=True)
    entries = [Entry(_scalar(key, source), _unpacked(value, source)) for key, value in pairs]
    return MapNode(Span(source, *place), tuple(entries))


def _scalar(packed: Sequence[Any], source: Source) -> ScalarNode:
    text, value, style, *place = packed
    return ScalarNode(Span(source, *place), text, value, style)
