"""The page of assurance names for each figure a command that there is."""

from __future__ import annotations

import re
from importlib.util import find_spec
from typing import Final

from tests.docs.pages import ROOT, page_text
from tests.fuzz.kinds import KINDS

PAGE: Final = "docs/reference/assurance.md"
_ROW: Final = re.compile(r"^\| (?!Law |---)(.+) \|$", re.MULTILINE)
_COMMAND: Final = re.compile(r"`((?:make|python -m) [^`]+)`")


def commands() -> list[str]:
    """The command of each row, alone in its last column."""
    rows = [row.split(" | ") for row in _ROW.findall(page_text(PAGE))]
    assert len(rows) > 4
    assert {len(row) for row in rows} == {4}
    found = [_COMMAND.fullmatch(row[-1]) for row in rows]
    return [command[1] for command in found if command]


def test_every_figure_names_a_command_that_exists() -> None:
    assert len(commands()) == len(_ROW.findall(page_text(PAGE)))
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for command in commands():
        program, *words = command.split()
        if program == "make":
            assert words[0] in targets, command
        elif words[1] == "pytest":
            tests = [word for word in words if word.startswith("tests/")]
            assert tests, command
            assert all((ROOT / test).is_file() for test in tests), command
        else:
            assert find_spec(words[1]) is not None, command
            assert "__main__" in (ROOT / f"{words[1].replace('.', '/')}.py").read_text("utf-8")


def test_the_kinds_of_mutated_files_exist() -> None:
    named = re.findall(r'KINDS="([^"]+)"', page_text(PAGE))
    assert {word for words in named for word in words.split()} <= set(KINDS)
