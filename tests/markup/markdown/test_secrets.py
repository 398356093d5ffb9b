"""A secret block is read by those it is for, and a typing mistake publishes nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree, Source, Span
from chronicle.load.context import LoadContext
from chronicle.load.passages import passages_of
from chronicle.load.text_encoding import decode_source
from chronicle.model.audience import (
    EVERYONE,
    FOR_EVERYONE,
    GM,
    Audience,
    Visibility,
    faction_audience,
)
from chronicle.model.passages import Passage
from chronicle.yaml.nodes import MapNode, ScalarNode
from chronicle.yaml.parser import compose
from tests.markup.markdown.case_files import Case, cases

FACTIONS: Final = ("vael", "oru")
READERS: Final = {
    "everyone": EVERYONE,
    "vael": faction_audience("vael"),
    "oru": faction_audience("oru"),
    "gm": GM,
}


def read(text: str, visibility: Visibility = FOR_EVERYONE) -> tuple[Passage, Report]:
    """A text of a page, whose lines are those of the text."""
    report = Report()
    source = Source("x.md", f"---\n{text}")
    node = ScalarNode(Span(source, 1, 1, 1, 4), text, text, "page")
    (passage,) = passages_of(text, node, visibility, LoadContext(FACTIONS, report))
    return passage, report


@pytest.mark.parametrize("case", cases("secrets.txt"), ids=lambda case: case.name)
def test_each_reader_sees_the_secrets_for_them(case: Case) -> None:
    passage, report = read(case.parts["text"])
    assert report.findings == ()
    shown = {word: case.parts.get(word, case.parts["everyone"]) for word in FACTIONS}
    shown["everyone"] = case.parts["everyone"]
    for word, text in shown.items():
        assert passage.visible_to(READERS[word]) == text.strip("\n"), word


def test_lines_that_not_everybody_reads_are_known_as_such() -> None:
    text = "All.\n\n::: secret vael\nOne.\n\nTwo.\n:::\n\nMore.\n\n::: secret oru\nThree.\n:::"
    passage, _ = read(text)
    private = {
        word: [passage.visible_to(reader).split("\n")[line] for line in lines]
        for word, reader in READERS.items()
        for lines in [passage.prose.private_lines(reader)]
    }
    assert private["vael"] == ["One.", "Two."]
    assert private["oru"] == ["Three."]
    assert private["everyone"] == []


def test_a_block_for_everybody_is_not_private() -> None:
    passage, _ = read("All.\n\n::: secret everyone\nToo.\n:::")
    assert "Too." in passage.visible_to(READERS["vael"])
    assert passage.prose.private_lines(READERS["vael"]) == ()


@pytest.mark.parametrize("case", cases("secrets.txt"), ids=lambda case: case.name)
def test_the_gm_sees_all_text_without_markers(case: Case) -> None:
    passage, _ = read(case.parts["text"])
    written = [line for line in case.parts["text"].split("\n") if line.strip()]
    shown = [line for line in passage.visible_to(GM).split("\n") if line.strip()]
    assert shown == [line for line in written if not line.strip().startswith(":::")]


@pytest.mark.parametrize("case", cases("mistakes.txt"), ids=lambda case: case.name)
def test_a_malformed_secret_marker_is_a_finding(case: Case) -> None:
    _, report = read(case.parts["text"])
    found = [
        f"{finding.code} {finding.at.line - 1}:{finding.at.column}"
        for finding in report.findings
        if finding.at is not None
    ]
    assert found == case.parts["findings"].split("\n")
    assert {finding.severity for finding in report.findings} == {"error"}


@pytest.mark.parametrize("word", ["vael", "gm"])
def test_a_nested_secret_does_not_widen_its_audience(word: str) -> None:
    passage, _ = read("a\n::: secret everyone\nb\n:::\n", Visibility(False, frozenset({word})))
    assert passage.visible_to(READERS["oru"]) == ""
    assert passage.visible_to(EVERYONE) == ""
    assert passage.visible_to(Audience("stranger")) == ""


# ── How a text is quoted in YAML ─────────────────────────────────────────────────────────────────

#: Ways to write one text with a secret in it; folding can put its marks into a line.
LINES: Final = ("open", "::: secret vael", "canary", ":::", "end")
APART: Final = tuple(part for line in LINES for part in (line, ""))


def block(mark: str, lines: Sequence[str], indent: str = "  ") -> str:
    return f"{mark}\n" + "".join(f"{indent}{line}\n" for line in lines)


def quotes(mark: str, lines: Sequence[str], end: str = "\n  ") -> str:
    return f"{mark}{end.join(lines)}{mark}\n"


QUOTED: Final = {
    "a literal block": block("|", LINES),
    "a literal block without its last line end": block("|-", LINES[:-1]),
    "a literal block that is further in": block("|2", LINES, "     "),
    "a folded block": block(">", LINES),
    "a folded block with empty lines": block(">", APART),
    "a folded block that closes in a line": block(">", [*APART[:6], *LINES[3:]]),
    "a folded block that opens in a line": block(">", [*LINES[:2], *APART[3:]]),
    "a folded block that is further in": block(">2", LINES, "    "),
    "a folded block without line ends": block(">-", LINES),
    "double quotes with codes": quotes('"', LINES, "\\n"),
    "double quotes over lines": quotes('"', LINES),
    "double quotes with empty lines": quotes('"', APART),
    "double quotes with escaped line ends": quotes('"', LINES, "\\\n"),
    "single quotes with codes": quotes("'", LINES, "\\n"),
    "single quotes over lines": quotes("'", LINES),
    "single quotes with empty lines": quotes("'", APART),
    "no quotes over lines": quotes("", LINES),
    "no quotes with empty lines": quotes("", APART),
}


@pytest.mark.parametrize("quoted", QUOTED.values(), ids=QUOTED.keys())
@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_a_quoted_secret_is_hidden_or_stops_the_build(quoted: str, line_end: str) -> None:
    report = Report()
    content = f"key: {quoted}".replace("\n", line_end).encode()
    source = decode_source(FileTree("", {"x.yaml": content}), "x.yaml", report)
    assert source is not None
    node = compose(source, report)
    value = node.get("key") if isinstance(node, MapNode) else None
    if not isinstance(value, ScalarNode):
        assert report.has_errors
        return
    (passage,) = passages_of(value.text, value, FOR_EVERYONE, LoadContext(FACTIONS, report))
    assert "canary" in value.text
    if not report.has_errors:
        assert "canary" in passage.visible_to(READERS["vael"])
        assert "canary" not in passage.visible_to(EVERYONE)


# ── Any text ─────────────────────────────────────────────────────────────────────────────────────

_WORDS = st.sampled_from(
    ["{} rain", "- {}", "> {}", "```", "    {}", "# {}", "| {} |", "", "1. {}"]
)
_READERS = st.sampled_from(["vael", "oru", "gm", "vael, oru", "factions", "everyone"])
_INSIDE: Final = {
    "vael": {"vael"},
    "oru": {"oru"},
    "gm": set[str](),
    "vael, oru": {"vael", "oru"},
    "factions": {"vael", "oru"},
    "everyone": {"vael", "oru", "everyone"},
}


@st.composite
def texts(draw: st.DrawFn) -> tuple[list[str], dict[str, set[str]]]:
    """Lines with well-formed secrets in them, and for each numbered word those who may read it."""
    lines: list[str] = []
    allowed: dict[str, set[str]] = {}

    def fill(depth: int, readers: set[str]) -> None:
        for _ in range(draw(st.integers(0, 4))):
            if depth < 3 and draw(st.booleans()):
                named = draw(_READERS)
                colons = ":" * draw(st.integers(3, 5))
                indent = " " * draw(st.integers(0, 6))
                lines.append(f"{indent}{colons} secret {named}")
                fill(depth + 1, readers & _INSIDE[named])
                lines.append(f"{indent}{colons}")
            else:
                word = f"w{len(lines)}w"
                lines.append(draw(_WORDS).format(word))
                allowed[word] = readers

    fill(0, {"everyone", "vael", "oru"})
    return lines, allowed


def words_shown(passage: Passage, allowed: dict[str, set[str]], reader: str) -> set[str]:
    visible = passage.visible_to(READERS[reader])
    return {word for word in allowed if word in visible}


@settings(max_examples=200, deadline=None, derandomize=True)
@given(made=texts())
def test_nested_secrets_show_each_word_to_its_audience_only(
    made: tuple[list[str], dict[str, set[str]]],
) -> None:
    lines, allowed = made
    text = "\n".join(lines)
    if not text.strip():
        return
    passage, report = read(text)
    assert report.findings == ()
    written = {word for word in allowed if word in text}
    for reader in ("everyone", "vael", "oru"):
        expected = {word for word in written if reader in allowed[word]}
        assert words_shown(passage, allowed, reader) == expected


#: Typing mistakes in a line that opens or closes a block.
SLIPS: Final[dict[str, Callable[[str], str]]] = {
    "is lost": lambda line: line[:0],
    "gains a colon": lambda line: line.replace(":::", "::::", 1),
    "loses its colons": lambda line: line.replace(":", ""),
    "is quoted": lambda line: f"> {line}",
    "is an item": lambda line: f"- {line}",
    "is misspelt": lambda line: line.replace("secret", "secrte") if "secret" in line else "::: end",
    "has a word before it": lambda line: f"and {line}",
    "has a word after it": lambda line: f"{line} and",
}


@settings(max_examples=300, deadline=None, derandomize=True)
@given(made=texts(), slip=st.sampled_from(tuple(SLIPS)), data=st.data())
def test_one_wrong_character_in_a_marker_stops_the_build(
    made: tuple[list[str], dict[str, set[str]]], slip: str, data: st.DataObject
) -> None:
    lines, _ = made
    marks = [row for row, line in enumerate(lines) if line.strip().startswith(":::")]
    if not marks:
        return
    row = data.draw(st.sampled_from(marks))
    slipped = SLIPS[slip](lines[row])
    text = "\n".join([*lines[:row], slipped, *lines[row + 1 :]])
    if text.strip():
        assert read(text)[1].has_errors
