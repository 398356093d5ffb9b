"""Find texts that a ` #` truncates: YAML reads what follows as a comment."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chronicle.diagnostics.catalogue import syntax as problems
from chronicle.diagnostics.report import Report
from chronicle.files.source import Source, Span
from chronicle.yaml.indentation import indent_of
from chronicle.yaml.nodes import ListNode, MapNode, Node, ScalarNode
from chronicle.yaml.syntax_errors import PROSE_KEYS, quoted, write_line


def report_truncated_texts(source: Source, report: Report, root: Node) -> None:
    """Report texts that a ` #` truncates within a sentence."""
    lines = source.text.split("\n")
    for key, node in _plain_scalars(root, ""):
        row, end = node.span.end_line - 1, node.span.end_column - 1
        line = lines[row] if row < len(lines) else ""
        cut = find_cut_text(line, end, key, node.text)
        if cut is not None:
            at = Span(source, row + 1, cut[0] + 1, row + 1, len(line) + 1)
            report.add(problems.TextCutByComment(at=at, remedy=cut[1]))


def _plain_scalars(node: Node, key: str) -> Iterator[tuple[str, ScalarNode]]:
    """Texts without quotes and their keys; those of a list have the key of the list."""
    match node:
        case ScalarNode():
            if not node.style and isinstance(node.value, str):
                yield key, node
        case ListNode():
            for item in node.items:
                yield from _plain_scalars(item, key)
        case MapNode():
            for entry in node.entries:
                yield from _plain_scalars(entry.value, entry.key.text)


def find_cut_text(line: str, end: int, key: str, value: str) -> tuple[int, str] | None:
    """Where a ` #` cuts a plain text that goes on after it, and the help.

    ``end`` is the offset behind the text in its line, and ``value`` is the text. A comment is
    recognized by more than one space before it, by a short word before it, or by a sentence that
    has ended. The result is None then.
    """
    found = re.match(r" #(?P<space> *)(?P<rest>\S.*)$", line[end:])
    if found is None:
        return None
    words, rest = value.split(), found["rest"]
    is_prose = key in PROSE_KEYS
    has_ended = value[-1:] in ".!?…"
    if found["space"]:
        goes_on = rest[0].isdigit() or (rest[0].islower() and rest[-1] in ".!?…")
        is_cut = is_prose and len(words) > 3 and not has_ended and goes_on
    else:
        goes_on = rest[0].isdigit() or (rest[0].isalpha() and not has_ended)
        is_cut = (is_prose or len(words) > 1) and goes_on and not re.match(r"[\w-]+:( |$)", rest)
    if not is_cut:
        return None
    start = max(0, end - len(value)) if line[:end].endswith(value) else indent_of(line)
    return end + 1, write_line(line[:start] + quoted(line[start:].rstrip()))
