"""Ways round the reading of YAML, which takes most of the time that generated campaigns take.

What a generator tries out has no text yet: plain values become nodes without one. What is played
many times with little changed is composed once for each file that is the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Final
from unittest.mock import patch

from chronicle.diagnostics.report import Finding, Report
from chronicle.files.source import Source, span_of_file
from chronicle.load import campaign, pages
from chronicle.yaml.nodes import ListNode, MapEntry, MapNode, Node, ScalarNode
from chronicle.yaml.parser import compose
from tests.properties.secret_tokens import Prose

_NOWHERE: Final = span_of_file(Source("turn", ""))


def as_nodes(value: Any) -> Node:
    """Plain values as the nodes that their YAML is composed to, except places and styles."""
    match value:
        case Prose():
            text = str(value).rstrip("\n")
            return _text(f"{text}\n" if text else "")
        case dict():
            entries = (MapEntry(_text(key), as_nodes(item)) for key, item in value.items())
            return MapNode(_NOWHERE, tuple(entries))
        case list():
            return ListNode(_NOWHERE, tuple(as_nodes(item) for item in value))
        case str():
            return _text(value)
        case _:
            return ScalarNode(_NOWHERE, json.dumps(value), value)


def _text(text: str) -> ScalarNode:
    return ScalarNode(_NOWHERE, text, text, '"')


@contextmanager
def composing_once() -> Iterator[None]:
    """While it lasts, files that were composed before without a finding are not composed again."""
    with patch.object(campaign, "compose", _once), patch.object(pages, "compose", _once):
        yield


def _once(source: Source, report: Report, *, text: str | None = None) -> Node | None:
    node, findings = _composed(source, text)
    return compose(source, report, text=text) if findings else node


@lru_cache(maxsize=1024)
def _composed(source: Source, text: str | None) -> tuple[Node | None, tuple[Finding, ...]]:
    report = Report()
    node = compose(source, report, text=text)
    return node, tuple(report.findings)
