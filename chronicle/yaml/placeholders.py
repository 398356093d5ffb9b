"""The placeholder in generated files for what the author has to write."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from chronicle.files.source import Span
from chronicle.records import dataclass
from chronicle.yaml.nodes import ListNode, MapNode, Node, ScalarNode

#: Stands wherever something is still to be written; it is in no word of any language.
PLACEHOLDER: Final = "FILL-IN"
#: What is to be written in place of it, by key.
_WANTED: Final[Mapping[str, str]] = {
    "narrative": "what they do, in your own words",
    "order": "what they do, in your own words",
    "plan": "how they do it, in your own words",
    "text": "what is told, in your own words",
    "request": "what is asked for",
    "name": "a name",
    "type": "what kind of resource it is",
    "other": "what is looked into, in your own words",
    "conspiracy": "which order it is about, as faction/id",
    "roll": "which roll it is about, as faction/order/purpose",
}
_AN_ID: Final = "an id: small letters, digits and hyphens"


@dataclass(frozen=True, slots=True)
class PlaceholderUse:
    """A value that still contains the placeholder, and the key that it stands under."""

    key: str
    node: ScalarNode

    @property
    def span(self) -> Span:
        """The location of the placeholder itself."""
        whole = self.node.span
        for line in range(whole.line, whole.end_line + 1):
            column = whole.source.line(line).find(PLACEHOLDER) + 1
            if column:
                return Span(whole.source, line, column, line, column + len(PLACEHOLDER))
        return whole


def wanted_for(key: str) -> str:
    """What is to be written under a key in place of the placeholder."""
    return _WANTED.get(key, _AN_ID)


def placeholders_in(node: Node, key: str = "") -> Iterator[PlaceholderUse]:
    """Yield the values that still contain the placeholder, in the order of the file."""
    match node:
        case ScalarNode(text=text):
            if PLACEHOLDER in text:
                yield PlaceholderUse(key, node)
        case ListNode(items=items):
            for item in items:
                yield from placeholders_in(item, key)
        case MapNode(entries=entries):
            for entry in entries:
                yield from placeholders_in(entry.value, entry.key.text)
