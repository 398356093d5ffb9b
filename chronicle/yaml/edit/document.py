"""The document that an edit starts from, and the error if it cannot be edited."""

from __future__ import annotations

from chronicle.diagnostics.report import Report
from chronicle.files.source import Source
from chronicle.yaml.nodes import MapNode
from chronicle.yaml.parser import compose


class YamlEditError(ValueError):
    """The document is written in a form that the edit does not support."""


def parse_root(text: str) -> MapNode:
    """The mapping at the root of a document; raises :class:`YamlEditError` if it has none."""
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    report = Report()
    root = compose(Source("", plain), report)
    if not isinstance(root, MapNode) or report.has_errors:
        raise YamlEditError
    return root
