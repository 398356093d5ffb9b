"""The manual page of an error code, from the docstring of its class."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

from chronicle.diagnostics.catalogue import core_problems
from chronicle.diagnostics.report import Problem
from chronicle.records import dataclass
from chronicle.rules import RULESETS

_BLOCK = re.compile(r"^```(?P<kind>[\w-]+)(?: (?P<path>\S+))?\n(?P<body>.*?)^```$", re.M | re.S)


@dataclass(frozen=True, slots=True)
class Example:
    """One file in the example of a manual page; ``kind`` is the language of its code block."""

    kind: str
    path: str
    body: str


def all_problems() -> dict[str, type[Problem]]:
    """All errors and warnings, by their code."""
    rulesets = (problem for system in RULESETS.values() for problem in system.problems)
    return {problem.code: problem for problem in (*core_problems(), *rulesets)}


def manual_page(problem: type[Problem]) -> str:
    """The manual page of an error or warning: its code, explanation and example."""
    text = inspect.getdoc(problem) or ""
    first, _, rest = text.partition("\n")
    return f"{problem.code} ({problem.severity}): {first}\n{_titled(rest)}".rstrip() + "\n"


def _titled(text: str) -> str:
    """The text with a title for each code block, which names its file."""

    def block(found: re.Match[str]) -> str:
        body = "".join(f"    {line}\n" for line in found["body"].splitlines())
        titles = {
            "yaml": f"Example, in {found['path']}:",
            "jinja": f"Example, in {found['path']}:",
            "json": f"Example, in {found['path']}:",
            "open": f"Example, in {found['path']}, which other users can read:",
            "command": "Example, with these commands:",
            "bytes": f"Example, the bytes of {found['path']}:",
            "absent": f"Example: {found['path']} does not exist.",
            "unreadable": f"Example: {found['path']} can't be opened.",
            "folder": f"Example: {found['path']} is a folder.",
            "size": f"Example: {found['path']} with this size in bytes:",
            "output": f"Example, a file {found['path']} in the output folder:",
            "output-file": "Example: the output folder is a file.",
            "output-inside": "Example: the output folder is inside the campaign.",
        }
        return f"{titles[found['kind']]}\n\n{body}".rstrip()

    return _BLOCK.sub(block, text)


def examples(problem: type[Problem]) -> Iterator[Example]:
    """The files of an example, which replace those of a valid campaign."""
    for found in _BLOCK.finditer(inspect.getdoc(problem) or ""):
        yield Example(found["kind"], found["path"] or "", found["body"])
