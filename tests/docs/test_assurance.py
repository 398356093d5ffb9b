"""The page of assurance names for each figure a command that there is."""

from __future__ import annotations

import re
from importlib.util import find_spec
from typing import Final

from tests.docs.pages import ROOT, page_text
from tests.fuzz.kinds import KINDS

PAGE: Final = "docs/reference/assurance.md"
#: A figure with all that is said of it.
_FIGURE: Final = re.compile(r"^- \*\*\d[\d,]* .+(?:\n  .+)*", re.MULTILINE)
_COMMAND: Final = re.compile(r"`((?:make|python -m) [^`]+)`")


def commands() -> list[str]:
    """The command of each figure, the last thing that is said of it."""
    figures = _FIGURE.findall(page_text(PAGE))
    assert len(figures) > 4
    return [_COMMAND.findall(figure)[-1] for figure in figures if figure.endswith("`")]


def test_every_figure_names_a_command_that_exists() -> None:
    assert len(commands()) == len(_FIGURE.findall(page_text(PAGE)))
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for command in commands():
        program, *words = command.split()
        if program == "make":
            assert words[0] in targets, command
        else:
            assert find_spec(words[1]) is not None, command
            assert "__main__" in (ROOT / f"{words[1].replace('.', '/')}.py").read_text("utf-8")


def test_the_kinds_of_mutated_files_exist() -> None:
    named = re.findall(r'KINDS="([^"]+)"', page_text(PAGE))
    assert {word for words in named for word in words.split()} <= set(KINDS)
