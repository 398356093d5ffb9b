"""Reading the rumor sentences of a theme."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from chronicle.authoring.rumor_drafts import RumorGrammar
from chronicle.diagnostics.report import Report
from chronicle.render.theme import Theme
from chronicle.yaml.nodes import ListNode, MapNode, Node, ScalarNode
from chronicle.yaml.parser import compose

#: The path of the sentences in a theme.
GRAMMAR_PATH: Final = "rules/{ruleset}/rumors/{language}.yaml"


def read_grammar(theme: Theme, ruleset: str, report: Report) -> RumorGrammar | None:
    """The theme's rumor sentences for a ruleset, in its language; None if it has none."""
    source = theme.sources.get(GRAMMAR_PATH.format(ruleset=ruleset, language=theme.language))
    root = compose(source, report) if source is not None else None
    if not isinstance(root, MapNode):
        return None
    return RumorGrammar(
        _word(root.get("somebody")),
        _word(root.get("somewhere")),
        _sentences(root.get("said")),
        _sentences(root.get("twisted")),
    )


def _word(node: Node | None) -> str:
    return node.text if isinstance(node, ScalarNode) else ""


def _sentences(node: Node | None) -> Mapping[str, Sequence[str]]:
    entries = node.entries if isinstance(node, MapNode) else ()
    return {entry.key.text: _listed(entry.value) for entry in entries}


def _listed(node: Node) -> Sequence[str]:
    items = node.items if isinstance(node, ListNode) else ()
    return tuple(item.text for item in items if isinstance(item, ScalarNode))
