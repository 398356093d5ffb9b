"""Explaining the mistakes of a long file takes little more than reading it."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import FrameType

import pytest
from ruamel.yaml import YAML

from chronicle.diagnostics.report import Report
from chronicle.files.source import Source
from chronicle.yaml import parser

_error_row = parser._error_row


def orders(count: int, *, wrong: int = 0) -> str:
    """A file of orders, some of which, evenly spread, have a key one space too far."""
    odd = {index * count // wrong for index in range(wrong)} if wrong else set()
    entries = (
        f"  f{index}:\n    place: {{a: b, c: d}}\n{' ' * (index in odd)}    stake: 1\n    to: 2\n"
        for index in range(count)
    )
    return f"turn: 1\norders:\n{''.join(entries)}"


def findings(text: str) -> int:
    """How many mistakes are found in a text."""
    report = Report()
    parser.compose(Source("a.yaml", text), report)
    return len(report.findings)


def calls(function: Callable[[], object]) -> int:
    """How many functions are called by one."""
    count = 0

    def note(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(note)
    try:
        function()
    finally:
        sys.setprofile(None)
    return count


def test_ten_wrong_indents_are_explained_with_less_work_than_parsing_takes() -> None:
    right, wrong = orders(400), orders(400, wrong=10)
    parse = calls(lambda: list(YAML(typ="safe", pure=True).parse(right)))
    assert findings(f"{wrong}# and once more\n") == 10
    assert calls(lambda: findings(wrong)) < parse


def test_what_is_tried_in_a_long_file_is_no_longer_than_in_a_short(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried: list[int] = []

    def noted(text: str) -> int | None:
        tried[-1] += len(text)
        return _error_row(text)

    monkeypatch.setattr(parser, "_error_row", noted)
    for count in (200, 800):
        tried.append(0)
        assert findings(orders(count, wrong=10)) == 10
    short, long = tried
    assert 0 < long < 1.1 * short


@pytest.mark.parametrize("text", ["a: b\n{}x: y: z\n", "a: b: c{}d\n"])
def test_a_long_run_of_spaces_is_explained_at_once(text: str) -> None:
    start = time.perf_counter()
    assert findings(text.format(" " * 80_000)) == 1
    assert time.perf_counter() - start < 5
