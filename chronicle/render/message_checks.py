"""Checks the texts of a theme's own language files, before a page is made of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from string import Formatter

from chronicle.diagnostics.catalogue import theme as problems
from chronicle.diagnostics.report import Report
from chronicle.render.messages import Message, is_agreement
from chronicle.yaml.nodes import MapNode, Node, ScalarNode

#: The forms of a text that depends on a number; each needs the first and the last.
NUMBER_FORMS = ("one", "few", "other")


def check_messages(node: Node, known: Mapping[str, Message], report: Report) -> None:
    """Report texts that can't be filled in; ``known`` are those of the default theme."""
    for key, texts in _messages(node, ""):
        allowed = frozenset(_values_of(known[key])) if key in known else None
        for text in texts:
            fault = _fault(text.text, allowed)
            if fault:
                report.add(problems.InvalidMessage(at=text.span, key=key, detail=fault))


def is_by_number(node: Node) -> bool:
    """Whether a mapping is one text in forms by number."""
    return isinstance(node, MapNode) and {it.key.text for it in node.entries} <= {*NUMBER_FORMS}


def _messages(node: Node, prefix: str) -> Iterator[tuple[str, list[ScalarNode]]]:
    if isinstance(node, ScalarNode):
        yield prefix, [node]
    elif isinstance(node, MapNode) and is_by_number(node):
        yield prefix, [it.value for it in node.entries if isinstance(it.value, ScalarNode)]
    elif isinstance(node, MapNode):
        for entry in node.entries:
            name = f"{prefix}.{entry.key.text}" if prefix else entry.key.text
            yield from _messages(entry.value, name)


def _fault(text: str, allowed: frozenset[str] | None) -> str:
    """What is wrong with a text; empty if nothing is."""
    try:
        parts = list(Formatter().parse(text))
    except ValueError:
        return "has a brace without its other half; a brace itself is written twice"
    for _, name, form, conversion in parts:
        if name is None:
            continue
        if not name.isidentifier() or conversion or (form and not is_agreement(form)):
            return "has more in braces than the name of a value and two forms, as in {who:was|were}"
        if allowed is not None and name not in allowed:
            listed = " and ".join(f"`{{{it}}}`" for it in sorted(allowed)) or "no values"
            return f"gets no value `{{{name}}}`, but {listed}"
    return ""


def _values_of(message: Message) -> Iterable[str]:
    texts = (message,) if isinstance(message, str) else message.values()
    return {name for text in texts for _, name, _, _ in Formatter().parse(text) if name is not None}
