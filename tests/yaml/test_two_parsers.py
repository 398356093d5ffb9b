"""The parser in C and the one in Python see the same in every file that both are asked about."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final

import pytest
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from chronicle.diagnostics.report import Report
from chronicle.files.source import Source
from chronicle.yaml import parser
from chronicle.yaml.nodes import Node
from tests.sample_campaigns import CHECKOUT

#: Files as authors write them, to be spoilt.
FILES: Final = tuple(
    path.read_text("utf-8")
    for folder in ("content", "tests/rules/shadow/cases", "tests/rules/wwn/cases")
    for path in sorted((CHECKOUT / folder).rglob("*.yaml"))
)
#: What spoils them: all that has a meaning in YAML, and what has one in YAML 1.1 alone.
SLIPS: Final = (
    *"\n\t -:#[]{},&*!|>'\"%@`?~\\\r",
    *("\x85", "\u2028", "\u2029", "\ufeff", "\u00a0", "é", "🜂"),
    *(" - ", ": ", "\n\n", "---\n", "...\n", "%YAML 1.1\n", "!!str ", "&a ", "*a", "? ", "<<: "),
    *(" #x", "| \n", "|2\n", ">-\n", "\\x41", "''", '""'),
)
#: Texts of which the two parsers think differently, each in its own way.
DISPUTED: Final = {
    "tab": "title: Hoo\tps\n",
    "carriage return": "- |\n \r   turn: 1\n   orders: 2\n",
    "next line": "text: b\x85c\n",
    "line separator": "text: b\u2028c\n",
    "byte order": "si\ufeffgil: e\n",
    "anchor with a colon": "&opening:\n",
    "no value": '["#7a1f2b":, "e8d8b0"]\n',
    "comment at a block": "income: |#3\n",
    "blanks first": "- |\n \n   turn: 1\n   orders: 2\n",
    "end of document": ">-\n...\n#\n",
    "no last line end": "told:",
}


def seen(text: str, *, pure: bool) -> tuple[object, ...]:
    """What one parser alone makes of a text, or that it refuses it."""
    source, report = Source("a.yaml", text), Report()
    try:
        root = parser._Composer(source, report, YAML(typ="safe", pure=pure).parse(text)).document()
    except (YAMLError, parser._ComposeError):
        return ("refused",)
    return root, report.findings


def composed(text: str) -> tuple[object, ...]:
    """The result of composing a text again."""
    source, report = Source("a.yaml", text), Report()
    return parser._compose(source, report, text), report.findings


def composed_by_python(text: str, monkeypatch: pytest.MonkeyPatch) -> tuple[object, ...]:
    """The same, without the C parser for the document."""
    with monkeypatch.context() as patch:
        patch.setattr(parser, "_parse_document", parsed_by_python)
        return composed(text)


def parsed_by_python(source: Source, report: Report, text: str) -> Node | None:
    return parser._Composer(source, report, YAML(typ="safe", pure=True).parse(text)).document()


@pytest.mark.parametrize("text", DISPUTED.values(), ids=DISPUTED)
def test_where_the_parsers_differ_the_python_parser_is_used(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert seen(text, pure=False) != seen(text, pure=True)
    assert composed(text) == composed_by_python(text, monkeypatch)


@pytest.mark.parametrize("seed", range(12))
def test_both_parsers_agree_on_randomly_damaged_files(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(seed)  # noqa: S311  protects no secret
    for _ in range(60):
        text = spoilt(chance)
        assert composed(text) == composed_by_python(text, monkeypatch), text


@pytest.mark.parametrize(
    "path", sorted((CHECKOUT / "content").rglob("*.yaml")), ids=lambda it: it.stem
)
def test_shipped_files_are_read_by_the_c_parser(path: Path) -> None:
    text = path.read_text("utf-8")
    assert parser._PARSERS_DIFFER.search(text) is None
    assert seen(text, pure=False) == seen(text, pure=True)


def test_a_text_with_words_in_bold_is_read_by_the_c_parser() -> None:
    text = "a: |\n  - **Form:** a guild\n  **Of:** *three* towns, ***all:*** free\n"
    assert parser._PARSERS_DIFFER.search(text) is None
    assert seen(text, pure=False) == seen(text, pure=True)


def spoilt(chance: random.Random) -> str:
    """A few lines of a file with some typing mistakes."""
    lines = chance.choice(FILES).split("\n")
    begin = chance.randrange(len(lines))
    text = "\n".join(lines[begin : begin + chance.randint(1, 12)]) + "\n"
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(text) + 1)
        if chance.random() < 0.3:
            text = text[:at] + text[at + chance.randint(1, 3) :]
        else:
            text = text[:at] + chance.choice(SLIPS) + text[at:]
    return text
