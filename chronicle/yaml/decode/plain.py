"""Convert nodes to plain values for pydantic; mappings and lists keep their nodes."""

from __future__ import annotations

from typing import Any, TypeAlias

from chronicle.yaml.nodes import ListNode, MapNode, Node

PathStep: TypeAlias = str | int


class PlainMap(dict[str, Any]):
    """A plain mapping with the node it came from."""

    node: MapNode


class PlainList(list[Any]):
    """A plain list with the node it came from."""

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
    """The child of a node at a key or index; None if there is none."""
    match node, step:
        case MapNode(), str():
            return node.get(step)
        case ListNode(), int():
            return node.items[step] if step < len(node.items) else None
        case _:
            return None
