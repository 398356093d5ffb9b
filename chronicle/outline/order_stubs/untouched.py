"""Whether a faction has been given orders, or its section is unchanged."""

from __future__ import annotations

from chronicle.diagnostics.report import Report
from chronicle.files.source import Source
from chronicle.outline.order_stubs.possible_orders import keys_without_action
from chronicle.outline.order_stubs.yaml_text import default_entry
from chronicle.rules.order_form import Form
from chronicle.yaml.nodes import ListNode, MapNode, Node, ScalarNode
from chronicle.yaml.parser import compose


def is_empty(node: Node) -> bool:
    """Whether a node has no content: null, an empty list, or a mapping of empty nodes."""
    match node:
        case ScalarNode(value=value):
            return value is None
        case ListNode(items=items):
            return not items
        case MapNode(entries=entries):
            return all(is_empty(entry.value) for entry in entries)


def is_untouched(orders: Node, form: Form | None) -> bool:
    """Whether orders contain nothing except the standing values of a form."""
    held = standing_orders(form) if form is not None and isinstance(orders, MapNode) else None
    return _adds_nothing(orders, held)


def standing_orders(form: Form) -> Node | None:
    """The orders that a new turn's file has already; None if there are none."""
    written = [text for part in keys_without_action(form) if (text := default_entry(part))]
    return compose(Source("", "\n".join(written)), Report()) if written else None


def _adds_nothing(node: Node, held: Node | None) -> bool:
    if is_empty(node):
        return True
    if isinstance(node, MapNode) and isinstance(held, MapNode):
        return all(_adds_nothing(one.value, held.get(one.key.text)) for one in node.entries)
    return held is not None and _plain_value(node) == _plain_value(held)


def _plain_value(node: Node) -> object:
    match node:
        case ScalarNode(value=value):
            return value
        case ListNode(items=items):
            return [_plain_value(item) for item in items]
        case MapNode(entries=entries):
            return {entry.key.text: _plain_value(entry.value) for entry in entries}
