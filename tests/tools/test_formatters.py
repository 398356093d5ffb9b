"""What programs that write YAML make of a turn's file is read alike, or found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.files.source import Source
from chronicle.yaml.nodes import ListNode, MapNode, Node, ScalarNode
from chronicle.yaml.parser import compose
from tests.sample_campaigns import CHECKOUT
from tools import formatters, npm_programs

pytestmark = pytest.mark.skipif(
    not npm_programs.are_installed(), reason="`make npm` installs the formatters"
)

#: Turns by all rulesets, with all that these write.
TURNS: Final = tuple(
    path.read_text("utf-8")
    for pattern in ("chronicle/starters/*/turns/*.yaml", "content/*/turns/00[1-3].yaml")
    for path in sorted(CHECKOUT.glob(pattern))
)


@pytest.fixture(scope="module")
def written() -> Mapping[str, list[str | None]]:
    """The turn with all that is treated differently, and those above, by program."""
    return formatters.formatted([formatters.TURN, *TURNS])


def plain(text: str) -> object:
    """What a file says: values, and mappings with the order of their keys."""
    node = compose(Source("", text), Report())
    assert node is not None
    return _plain(node)


def _plain(node: Node) -> object:
    match node:
        case ScalarNode(value=value):
            # One of them writes dates with a time, which is found.
            return value.removesuffix("T00:00:00.000Z") if isinstance(value, str) else value
        case ListNode(items=items):
            return [_plain(item) for item in items]
        case MapNode(entries=entries):
            return [(entry.key.text, _plain(entry.value)) for entry in entries]


def in_order(value: object) -> object:
    """The same with the keys of mappings in the order of the alphabet."""
    if not isinstance(value, list):
        return value
    if value and all(isinstance(it, tuple) for it in value):
        return sorted((key, in_order(inner)) for key, inner in value)
    return [in_order(it) for it in value]


def test_turns_are_read_alike_whichever_program_wrote_them(
    written: Mapping[str, list[str | None]],
) -> None:
    for name, texts in written.items():
        is_sorted = "sorted" in name.split() or name == "PyYAML"
        for before, after in zip(TURNS, texts[1:], strict=True):
            assert after is not None, name
            was, now = plain(before), plain(after)
            assert (in_order(now) if is_sorted else now) == (in_order(was) if is_sorted else was), (
                name
            )


def test_what_is_read_otherwise_is_found(written: Mapping[str, list[str | None]]) -> None:
    was = in_order(plain(formatters.TURN))
    found = {
        name: {finding.code for finding in formatters.findings(texts[0] or "")}
        for name, texts in written.items()
    }
    for name, texts in written.items():
        is_sorted = "sorted" in name.split() or name == "PyYAML"
        assert ("C021" in found[name]) == is_sorted
        if not found[name] - {"C020", "C021"}:
            assert in_order(plain(texts[0] or "")) == was, name
    # It is told before one of them writes another number.
    assert "C020" in {finding.code for finding in formatters.findings(formatters.TURN)}


def test_the_table_of_the_docs_is_what_the_installed_programs_do() -> None:
    page = formatters.PAGE.read_text("utf-8")
    assert formatters.table([*formatters.rows()], page) == page
