"""Reading any campaign ends in findings, each at a place that exists."""

from __future__ import annotations

from typing import Final

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from chronicle.diagnostics.formatters import FINDING_FORMATS, format_findings
from chronicle.diagnostics.report import Finding, Report
from chronicle.files.source import Source, find_control_character
from chronicle.pipeline import resolve_campaign
from chronicle.yaml.nodes import MapNode, ScalarNode
from chronicle.yaml.parser import compose
from tests.small_campaign import SOUND, tree_of

FILES: Final = (*SOUND, "turns/001.yaml", "pages/rules.md", "turns/x", "themes.yaml")
SNIPPETS: Final = (
    b"turn: 1\n", b"news:\n", b"  - ", b"for: everyone\n", b"    text: |\n", b"::: secret vael\n",
    b":::\n", b"[[vael]]", b"\t", b": ", b"\"", b"'", b"[", b"{", b"&a ", b"*a", b"!t ", b"---\n",
    b"\xef\xbb\xbf", b"\xff\xfe", b"\x00", b"\r\n", b"\x85", b"\xe2\x80\xa8", b"orders:\n  vael:\n",
    b"? ", b"- - - ", b"%YAML 9\n", b"1e999", b"\\ud800", "鐘🔔".encode(),
)  # fmt: skip
CONTENT: Final = st.one_of(
    st.binary(max_size=200),
    st.lists(st.sampled_from(SNIPPETS), max_size=25).map(b"".join),
    st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")),
)


def stands_in_its_source(finding: Finding) -> bool:
    at = finding.at
    if at is None:
        return True
    lines = at.source.text.split("\n")
    start, end = (at.line, at.column), (at.end_line, at.end_column)
    # One past the last letter of a line is a place too: what is missing is missing there.
    return (
        1 <= at.line <= at.end_line <= len(lines) + 1
        and 1 <= at.column <= len(at.source.line(at.line)) + 2
        and start <= end
    )


@settings(max_examples=300, deadline=None, derandomize=True)
@given(path=st.sampled_from(FILES), content=CONTENT)
@example("turns/001.yaml", b'turn: 1\ntitle: "\\ud800"\n')
@example("turns/001.yaml", b'turn: 1\ntitle: "\\0"\n')
@example("campaign.yaml", b"")
def test_arbitrary_bytes_in_any_file_give_findings_not_exceptions(
    path: str, content: bytes
) -> None:
    report = Report()
    played = resolve_campaign(tree_of({path: content}), report)
    assert played is not None or report.has_errors
    assert all(stands_in_its_source(finding) for finding in report.findings)
    for form in FINDING_FORMATS:
        format_findings(report.findings, form).encode()


@settings(max_examples=100, deadline=None, derandomize=True)
@given(mutation=st.data())
def test_a_valid_file_with_changed_bytes_gives_findings_not_exceptions(
    mutation: st.DataObject,
) -> None:
    path = mutation.draw(st.sampled_from(tuple(SOUND)))
    content = bytearray(SOUND[path].encode())
    for _ in range(mutation.draw(st.integers(1, 4))):
        at = mutation.draw(st.integers(0, len(content)))
        cut = mutation.draw(st.integers(0, 5))
        content[at : at + cut] = mutation.draw(st.sampled_from(SNIPPETS))
    report = Report()
    played = resolve_campaign(tree_of({path: bytes(content)}), report)
    assert played is not None or report.has_errors
    assert all(stands_in_its_source(finding) for finding in report.findings)


@pytest.mark.parametrize("size", [1 << 20, 2 << 20])
def test_a_large_file_of_one_line_is_read_or_refused(size: int) -> None:
    report = Report()
    resolve_campaign(tree_of({"turns/001.yaml": b"x" * size}), report)
    assert report.has_errors


TEXT: Final = st.text(
    st.characters(codec="utf-8").filter(lambda c: not find_control_character(c)), max_size=30
)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(
    lines=st.lists(TEXT.filter(lambda t: "\n" not in t), min_size=1, max_size=6),
    further=st.lists(st.integers(0, 4), min_size=6, max_size=6),
    indent=st.integers(1, 9),
    data=st.data(),
)
def test_every_segment_of_a_literal_block_maps_to_its_position(
    lines: list[str], further: list[int], indent: int, data: st.DataObject
) -> None:
    written = [" " * extra + line for extra, line in zip(further, lines, strict=False)]
    body = "".join(" " * indent + line + "\n" for line in written)
    source = Source("x.yaml", f"key: |{indent}\n{body}")
    report = Report()
    node = compose(source, report)
    assert isinstance(node, MapNode), report.findings
    value = node.get("key")
    assert isinstance(value, ScalarNode)
    if not value.text:
        return
    offset = data.draw(st.integers(0, len(value.text) - 1))
    length = data.draw(st.integers(1, 5))
    at = value.locate(offset, length)
    stretch = value.text[offset : offset + length].split("\n")[0]
    assert source.line(at.line)[at.column - 1 :].startswith(stretch)
