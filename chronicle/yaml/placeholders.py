"""The placeholder in generated files for what the author has to write.

It is a word that nobody writes by chance. Where a text of several lines is to be written, what to
write stands after it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chronicle.files.source import Span
from chronicle.records import Record
from chronicle.yaml.nodes import ListNode, Node, ScalarNode

#: Stands wherever something is still to be written.
PLACEHOLDER: Final = "FILL-IN"
#: What is to be written in place of it, by key; `rumor` is for the text of one.
_WANTED: Final[Mapping[str, str]] = {
    "narrative": "what they do, in your own words",
    "order": "what they do, in your own words",
    "plan": "how they do it, in your own words",
    "text": "what is told, in your own words",
    "rumor": "what people whisper",
    "request": "what is asked for",
    "name": "a name",
    "type": "what kind of resource it is",
    "other": "what is looked into, in your own words",
    "conspiracy": "the conspiracy, as faction/id",
    "roll": "the roll, as faction/order/purpose",
}
_AN_ID: Final = "an id: small letters, digits and hyphens"
_PROMPTS: Final = frozenset(
    {PLACEHOLDER, *(f"{PLACEHOLDER}: {wanted}" for wanted in (*_WANTED.values(), _AN_ID))}
)


class PlaceholderUse(Record):
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


def prompt_for(key: str) -> str:
    """The placeholder with what is to be written under a key, for texts of several lines."""
    return f"{PLACEHOLDER}: {wanted_for(key)}"


def is_prompt(text: str) -> bool:
    """Whether a text is a placeholder as generated, and nothing of the author's."""
    return text in _PROMPTS


def placeholders_in(node: Node, key: str = "") -> list[PlaceholderUse]:
    """Return the values that still contain the placeholder, in the order of the file."""
    found: list[PlaceholderUse] = []
    _add_placeholders(node, key, found)
    return found


def _add_placeholders(node: Node, key: str, found: list[PlaceholderUse]) -> None:
    if isinstance(node, ScalarNode):
        if PLACEHOLDER in node.text:
            found.append(PlaceholderUse(key, node))
    elif isinstance(node, ListNode):
        for item in node.items:
            _add_placeholders(item, key, found)
    else:
        for entry in node.entries:
            _add_placeholders(entry.value, entry.key.text, found)
