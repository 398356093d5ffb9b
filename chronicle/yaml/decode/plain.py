"""Convert nodes to plain values."""

from __future__ import annotations

from typing import Any

from chronicle.yaml.nodes import ListNode, MapNode, Node


def to_plain(node: Node) -> Any:
    """A node as plain values."""
    match node:
        case ListNode():
            return [to_plain(item) for item in node.items]
        case MapNode():
            return {entry.key.text: to_plain(entry.value) for entry in node.entries}
        case _:
            return node.value
