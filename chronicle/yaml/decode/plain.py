"""Nodes as the plain values that pydantic reads; mappings and lists remember where they stand."""

from __future__ import annotations

from typing import Any, TypeAlias

from chronicle.yaml.nodes import ListNode, MapNode, Node

PathStep: TypeAlias = str | int


class PlainMap(dict[str, Any]):
    """A plain mapping that remembers the node it came from."""

    node: MapNode


class PlainList(list[Any]):
    """A plain list that remembers the node it came from."""

    node: ListNode


def to_plain(node: Node) -> Any:
    """A node as plain values."""
    match node:
        case ListNode():
            items = PlainList(to_plain(item) for item in node.items)
            items.node = node
            return items
        case MapNode():
            mapping = PlainMap((entry.key.text, to_plain(entry.value)) for entry in node.entries)
            mapping.node = node
            return mapping
        case _:
            return node.value


def child_of(node: Node, step: PathStep) -> Node | None:
    """What a key or a position leads to; None for nothing."""
    match node, step:
        case MapNode(), str():
            return node.get(step)
        case ListNode(), int():
            return node.items[step] if step < len(node.items) else None
        case _:
            return None
