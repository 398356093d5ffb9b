"""Find the lines in the author's files that a reason refers to."""

from __future__ import annotations

from collections.abc import Iterable

from chronicle.files.source import Source, Span, span_of_file
from chronicle.model.campaign import Turn
from chronicle.yaml.nodes import ListNode, MapNode, Node, ScalarNode


def find_line(text: str, near: Span) -> Span:
    """The line on which a text begins, searched from ``near`` on; ``near`` if it is not found."""
    lines = near.source.text.split("\n")
    for number in range(near.line, len(lines) + 1):
        column = lines[number - 1].find(text)
        if column >= 0:
            return Span(near.source, number, column + 1, number, column + 1 + len(text))
    return near


def span_of_readers(source: Source) -> Span:
    """The line of a file with ``for:`` at the top level; the whole file if there is none."""
    for number, line in enumerate(source.text.split("\n"), start=1):
        if line.startswith("for:"):
            return Span(source, number, 1, number, len(line) + 1)
    return span_of_file(source)


def span_of_event(turn: Turn, event: str) -> Span:
    """The part of a turn's file that caused an event; the whole file if none did.

    Event ids name their cause: ``turn/faction/order…``, ``turn/news/id/…`` and
    ``turn/adjustment/number/…``.
    """
    _, _, rest = event.partition("/")
    kind, _, rest = rest.partition("/")
    name = rest.partition("/")[0]
    if kind == "adjustment" and isinstance(turn.adjustments, ListNode) and name.isdecimal():
        return turn.adjustments.items[int(name) - 1].span
    if kind == "news":
        for place, item in enumerate(turn.news, start=1):
            if name in (item.id, str(place)):
                return item.at
    orders = turn.orders.get(kind)
    return _span_of_order(orders, name) or turn.at if orders is not None else turn.at


def _span_of_order(node: Node, name: str) -> Span | None:
    """The mapping below a node whose ``id`` is ``name``."""
    match node:
        case MapNode():
            own = node.get("id")
            if isinstance(own, ScalarNode) and own.text == name:
                return own.span
            inner: Iterable[Node] = [entry.value for entry in node.entries]
        case ListNode():
            inner = node.items
        case _:
            return None
    return next((at for one in inner if (at := _span_of_order(one, name)) is not None), None)
