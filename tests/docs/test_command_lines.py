"""Every command line in a text of the program exists, with the options that are named in it.

The pages of the documentation are in `test_commands.py`. Here are the texts of the program, its
themes and starters, the sample campaigns, and what runs the program for others.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from typing import Final

import click
import pytest

from tests.cli.all_commands import commands, groups
from tests.docs.pages import ROOT

#: Folders and files whose texts are read.
PLACES: Final = (
    *("chronicle", "themes", "tools", ".github"),
    *("action.yml", "Dockerfile", "pyproject.toml"),
)
#: Texts in other kinds of files, such as fonts and pictures, are not read.
KINDS: Final = (".py", ".html", ".js", ".json", ".yaml", ".yml", ".md", ".toml", "")
#: Words of sentences about the program. What else follows its name must be a command.
WORDS: Final = (
    *("act", "adds", "and", "are", "as", "authors", "builds", "can", "did", "does", "drafts", "et"),
    *("expects", "from", "give", "goes", "in", "is", "keeps", "needs", "on", "or", "reads", "roll"),
    *("rolls", "says", "searches", "ships", "site", "that", "und", "use", "with", "wrote"),
)
COMMANDS: Final = commands()
GROUPS: Final = groups()
_CALL: Final = re.compile(r"\bchronicle (?P<words>[a-z][a-z-]*(?: [a-z-]+)?)(?P<rest>[^\n`;]*)")
#: An option; the names of longer words and of placeholders are not taken for one.
_OPTION: Final = re.compile(r"(?<![\w-])(--[a-z][a-z-]*|-[a-zA-Z])(?![\w-])")


def strings(module: str) -> Iterator[str]:
    """Every text in the source of a module, also docstrings; `X` stands for what is filled in.

    A text with a null character is hashed, and nobody reads it.
    """
    parts: set[int] = set()
    for node in ast.walk(ast.parse(module)):
        if isinstance(node, ast.JoinedStr):
            parts |= {id(part) for part in node.values}
            whole = "".join(
                str(part.value) if isinstance(part, ast.Constant) else "X" for part in node.values
            )
            yield from [] if "\0" in whole else [whole]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            # The parts of a text come after the whole.
            yield from [] if id(node) in parts else [node.value]


@cache
def texts(place: str) -> tuple[tuple[str, str], ...]:
    """The texts at a place that name the program, each with the suffix of its file."""
    path = ROOT / place
    found: list[tuple[str, str]] = []
    for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
        if not file.is_file() or file.suffix not in KINDS or "__pycache__" in file.parts:
            continue
        text = file.read_text(encoding="utf-8")
        if "chronicle " in text:
            parts = strings(text) if file.suffix == ".py" else [text]
            found += ((file.suffix, part) for part in parts)
    return tuple(found)


def calls(text: str) -> Iterator[tuple[str, str]]:
    """The two words after the name of the program, and what follows them in the line."""
    joined = re.sub(r"\\\n\s*", "", text)
    for found in _CALL.finditer(joined):
        yield found["words"], found["rest"]


def fault(words: str, rest: str) -> str:
    """What is wrong with a command line; empty if nothing is."""
    first = words.partition(" ")[0]
    name = words if words in COMMANDS else first
    if first in WORDS or (name not in COMMANDS and first in GROUPS):
        return ""
    if name not in COMMANDS:
        return f"there is no command {words}"
    command = COMMANDS[name]
    context = click.Context(command, help_option_names=["-h", "--help"])
    there = {
        option for one in command.get_params(context) for option in (*one.opts, *one.secondary_opts)
    }
    named = [option for option in _OPTION.findall(rest) if option not in there]
    return f"{name} has no option {', '.join(named)}" if named else ""


@pytest.mark.parametrize("place", PLACES)
def test_every_command_line_is_one(place: str) -> None:
    found = [fault(*call) for _, text in texts(place) for call in calls(text)]
    assert [one for one in found if one] == []


def test_command_lines_are_found_in_every_kind_of_text() -> None:
    found = {suffix for place in PLACES for suffix, text in texts(place) if any(calls(text))}
    assert {".py", ".yaml", ".yml", ".md", ".json", ".js", ""} <= found


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("chronicle biuld content", "there is no command biuld content"),
        ("run `chronicle build content --amnd`", "build has no option --amnd"),
        ("chronicle turn close X -z", "turn close has no option -z"),
        ("chronicle build content; then --amnd", ""),
        ("chronicle turn", ""),
        ("chronicle does not know `x`", ""),
    ],
)
def test_what_is_wrong_with_a_command_line_is_found(line: str, said: str) -> None:
    assert [fault(words, rest) for words, rest in calls(line)] == [said]
