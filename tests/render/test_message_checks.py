"""Texts of one's own language file are checked before pages are made of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from chronicle.diagnostics.report import Finding, Report
from chronicle.render import read_theme, shipped_themes_folder


def read(folder: Path, text: str) -> tuple[bool, list[Finding]]:
    """Whether a theme with this language file can be used, and what is found in it."""
    path = folder / "harbour" / "lang" / "en.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    report = Report()
    theme = read_theme("harbour", "en", (folder, shipped_themes_folder()), report)
    return theme is not None, list(report.findings)


@pytest.mark.parametrize(
    "text",
    [
        "search: {most: 'Of {n}, the first'}",
        "search: {most: 'All'}",
        "search: {most: 'In {{braces}}'}",
        "search: {found: {one: 'One', other: '{n}'}}",
        "own: {words: 'With {anything}'}",
    ],
)
def test_a_text_that_can_be_filled_in_is_no_finding(tmp_path: Path, text: str) -> None:
    assert read(tmp_path, text) == (True, [])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("search: {most: 'Of {n'}", "has a brace without its other half"),
        ("search: {most: 'Of n}'}", "has a brace without its other half"),
        ("search: {most: '{m} of {n}'}", "gets no value `{m}`, but `{n}`"),
        ("search: {none: '{n} of'}", "gets no value `{n}`, but no values"),
        ("search: {most: '{n.__class__}'}", "has more in braces than the name of a value"),
        ("search: {most: '{n!r}'}", "has more in braces than the name of a value"),
        ("search: {most: '{n:>9}'}", "has more in braces than the name of a value"),
        ("search: {most: '{}'}", "has more in braces than the name of a value"),
        ("own: {words: '{it[0]}'}", "has more in braces than the name of a value"),
        ("search: {found: {one: '{n', other: '{n}'}}", "has a brace without its other half"),
    ],
)
def test_a_text_that_cannot_be_filled_in_is_a_finding(tmp_path: Path, text: str, said: str) -> None:
    is_usable, (found,) = read(tmp_path, text)
    assert not is_usable
    assert found.code == "T027"
    assert said in found.message


@pytest.mark.parametrize("text", ["search: {found: {one: Only}}", "search: {found: {}}"])
def test_one_form_of_a_text_by_number_stands_for_all(tmp_path: Path, text: str) -> None:
    is_usable, found = read(tmp_path, text)
    assert (is_usable, found) == (True, [])
