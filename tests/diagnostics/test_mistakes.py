"""What a game master is told about a mistake: the line, the cause, and what to type."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.files.source import Source
from chronicle.yaml.parser import compose
from tests.diagnostics.mistakes import FOLDER, Case, campaign, made, read_cases, said

CASES: Final = tuple(case for path in sorted(FOLDER.glob("*.txt")) for case in read_cases(path))
#: A finding's place, and a help that says how to write that line.
_PLACE: Final = re.compile(r"(?P<path>\S.*?), line (?P<line>\d+), column \d+: error R007: ")
_WRITE: Final = re.compile(r"  help: write `(?P<line>.+?)`(?:; or .*|, or .*)?")
#: Helps of R007 that write another line than the one they are at.
_ELSEWHERE: Final = re.compile(r"on the line above|the whole text below|write `.+: \|`")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_mistake_is_told_at_its_line_with_its_cause_and_what_to_type(
    case: Case, tmp_path: Path
) -> None:
    printed = said(made(case), tmp_path).splitlines()
    findings = [line for line in printed if "; for details: chronicle explain " not in line]
    assert findings == list(case.told)


def test_the_campaign_in_which_mistakes_are_made_has_none(tmp_path: Path) -> None:
    assert said(campaign(), tmp_path) == ""


def test_every_mistake_has_a_name_of_its_own() -> None:
    assert len({case.name for case in CASES}) == len(CASES) >= 74


def corrected(case: Case) -> dict[str, bytes] | None:
    """The files of a case with each line of a help in place of the wrong one."""
    files = made(case)
    at = None
    written = False
    for line in case.told:
        at = _PLACE.match(line) or at
        found = _WRITE.fullmatch(line)
        if found is None or at is None or _ELSEWHERE.search(line):
            continue
        lines = files[at["path"]].decode().split("\n")
        row = int(at["line"]) - 1
        indent = re.match(r"\s*", lines[row])
        lines[row] = f"{indent[0] if indent else ''}{found['line']}"
        files[at["path"]] = "\n".join(lines).encode()
        written = True
    return files if written else None


@pytest.mark.parametrize(
    "case", [case for case in CASES if corrected(case) is not None], ids=lambda case: case.name
)
def test_the_line_that_a_help_gives_is_no_syntax_error(case: Case, tmp_path: Path) -> None:
    files = corrected(case)
    assert files is not None
    before, after = case.told, said(files, tmp_path)
    assert sum("error R007" in line for line in before) > after.count("error R007")


def lines_one_space_off() -> list[tuple[str, int, int]]:
    """Files of the campaign, their rows, and by how many spaces the row can be moved."""
    return [
        (path, row, by)
        for path, content in campaign().items()
        for row, line in enumerate(content.decode().split("\n"))
        for by in (-1, 1)
        if line.strip() and (by > 0 or line[0] == " ")
    ]


@pytest.mark.parametrize(("path", "row", "by"), lines_one_space_off())
def test_a_line_that_is_one_space_off_is_the_only_one_to_be_corrected(
    path: str, row: int, by: int
) -> None:
    lines = campaign()[path].decode().split("\n")
    indent = len(lines[row]) - len(lines[row].lstrip(" "))
    is_first_of_text = lines[row - 1].endswith("|")
    lines[row] = " " * (indent + by) + lines[row].lstrip(" ")
    report = Report()
    compose(Source(path, "\n".join(lines)), report)
    if not report.findings or is_first_of_text:
        # It is good YAML, or the lines below it are told to be like it.
        assert len(report.findings) <= 1
        return
    [finding] = report.findings
    number = r"one space" if indent == 1 else f"{indent} spaces"
    wanted = (
        rf"indent (it|the hyphen) by {number}(, like line \d+)?"
        if indent
        else r"remove the spaces? before it"
    )
    assert finding.at is not None
    assert (finding.code, finding.at.line) == ("R007", row + 1)
    assert re.fullmatch(wanted, finding.help)
