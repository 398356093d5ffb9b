"""What a game master is told about a mistake: the line, the cause, and what to type."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

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
    """The files of a case with each line that a help gives in place of its own."""
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
    "case",
    [case for case in CASES if corrected(case) is not None],
    ids=lambda case: case.name,
)
def test_the_line_that_a_help_gives_is_no_syntax_error(case: Case, tmp_path: Path) -> None:
    files = corrected(case)
    assert files is not None
    before, after = case.told, said(files, tmp_path)
    assert sum("error R007" in line for line in before) > after.count("error R007")
