"""The manual page of an error code, from the Markdown file beside the module of its class.

Each code has a section, headed by the code and what is wrong in one line. Code blocks are the files
of an example that produces the error. A block `right` corrects it: with a path it is the whole
file, otherwise its lines are `wrong => right`, each for a part of the example or for the path of a
file; nothing after the arrow means that the part is left out.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from chronicle.diagnostics import catalogue
from chronicle.diagnostics.report import Problem
from chronicle.files.package_data import shipped_source
from chronicle.records import Record
from chronicle.rules import RULESETS

_BLOCK: Final = re.compile(
    r"^```(?P<kind>[\w-]+)(?: (?P<path>\S+))?\n(?P<body>.*?)^```$", re.M | re.S
)
#: The kind of the blocks that correct an example.
_RIGHT: Final = "right"


class Example(Record):
    """One file in the example of a manual page; ``kind`` is the language of its code block."""

    kind: str
    path: str
    body: str


def all_problems() -> dict[str, type[Problem]]:
    """All errors and warnings, by their code."""
    rulesets = (problem for ruleset in RULESETS.values() for problem in ruleset.problems)
    return {problem.code: problem for problem in (*catalogue.PROBLEMS, *rulesets)}


@cache
def _markdown(module: str) -> tuple[str, ...]:
    """The title line and the sections in the Markdown file of a module."""
    package, _, name = module.rpartition(".")
    return tuple(shipped_source(package, f"{name}.md").text.split("\n## "))


def subject(module: str) -> str:
    """What the errors of a module are about: the title of its Markdown file."""
    return _markdown(module)[0].strip("# \n")


def _text(problem: type[Problem]) -> str:
    """The section of an error, without its code."""
    head = f"{problem.code}: "
    (text,) = (it for it in _markdown(problem.__module__) if it.startswith(head))
    return text.removeprefix(head)


def summary(problem: type[Problem]) -> str:
    """What is wrong, in one line."""
    return _text(problem).partition("\n")[0]


def headline(problem: type[Problem]) -> str:
    """The first line of the manual page."""
    return f"{problem.code} ({problem.severity}): {summary(problem)}"


def manual_page(problem: type[Problem]) -> str:
    """The manual page of an error or warning: its code, explanation and example."""
    text = _text(problem).partition("\n")[2]
    page = _titled(text, _unchanged(problem), "\n\n".join(_corrections(problem)))
    return f"{headline(problem)}\n\n{page}".rstrip() + "\n"


def _titled(text: str, unchanged: frozenset[str], right: str) -> str:
    """The text with a title for each code block, which names its file; ``right`` follows them.

    Files at ``unchanged`` paths are not what is wrong.
    """

    def block(found: re.Match[str]) -> str:
        if found["kind"] == _RIGHT:
            return ""
        word = "Wrong" if right and (found["path"] or "") not in unchanged else "Example"
        body = "".join(f"    {line}\n" for line in found["body"].splitlines())
        titles = {
            "yaml": f"{word}, in {found['path']}:",
            "jinja": f"{word}, in {found['path']}:",
            "json": f"{word}, in {found['path']}:",
            "open": f"Example, in {found['path']}, which other users can read:",
            "command": f"{word}, with these commands:",
            "bytes": f"Example, the bytes of {found['path']}:",
            "absent": f"Example: {found['path']} does not exist.",
            "unreadable": f"Example: {found['path']} can't be opened.",
            "folder": f"Example: {found['path']} is a folder.",
            "size": f"Example: {found['path']} with this size in bytes:",
            "output": f"Example, a file {found['path']} in the output folder:",
            "output-file": "Example: the output folder is a file.",
            "output-inside": "Example: the output folder is inside the campaign.",
            "output-locked": "Example: another build is writing into the output folder.",
            "site-size": "Example: a site with this size in bytes:",
        }
        return f"\n{titles[found['kind']]}\n\n{body}".rstrip()

    titled = re.sub(r"\n{3,}", "\n\n", _BLOCK.sub(block, text))
    return f"{titled.strip()}\n\n{right}"


def _unchanged(problem: type[Problem]) -> frozenset[str]:
    """Paths of the files that a correction leaves as they are; "" for the commands."""
    right = corrected_examples(problem)
    return frozenset(file.path for file in examples(problem) if file in right)


def examples(problem: type[Problem]) -> Iterator[Example]:
    """The files of an example, which replace those of a valid campaign."""
    for found in _BLOCK.finditer(_text(problem)):
        if found["kind"] != _RIGHT:
            yield Example(found["kind"], found["path"] or "", found["body"])


def corrected_examples(problem: type[Problem]) -> tuple[Example, ...]:
    """The files of an example as they should be; those of the example if there is no correction."""
    files = tuple(examples(problem))
    for found in _BLOCK.finditer(_text(problem)):
        if found["kind"] != _RIGHT:
            continue
        if found["path"]:
            others = tuple(file for file in files if file.path != found["path"])
            kind = next((file.kind for file in files if file.path == found["path"]), "yaml")
            files = (Example(kind, found["path"], found["body"]), *others)
            continue
        for line in found["body"].splitlines():
            wrong, _, right = line.partition(" =>")
            files = _with_correction(files, wrong, right.strip())
    return files


def _with_correction(files: Sequence[Example], wrong: str, right: str) -> tuple[Example, ...]:
    """The files with one part, or one path, in place of another; each part is there once."""
    if any(file.path == wrong for file in files):
        return tuple(
            Example(file.kind, right, file.body) if file.path == wrong else file for file in files
        )
    corrected = []
    for file in files:
        body = file.body
        if wrong in body:
            before, after = body.split(wrong, 1)
            body = before + right + after
            if not right:
                body = "".join(f"{line}\n" for line in body.splitlines() if line.strip())
            wrong = "\0"
        corrected.append(Example(file.kind, file.path, body))
    if wrong != "\0":
        raise ValueError(f"no part of the example is {wrong!r}")
    return tuple(corrected)


def _corrections(problem: type[Problem]) -> Iterator[str]:
    """What is different in the corrected example, file by file, with a title each."""
    wrong, right = tuple(examples(problem)), corrected_examples(problem)
    paths = {file.path: file for file in wrong}
    renamed = [file.path for file in wrong if file.path not in {file.path for file in right}]
    changed = [file for file in right if paths.get(file.path) != file]
    several = len(paths.keys() | {file.path for file in right}) > 1
    for file in changed:
        old = paths.get(file.path)
        if old is None and renamed and file.body in {it.body for it in wrong}:
            yield f"Right: {file.path} instead of {renamed[0]}"
            continue
        whole = file.body.splitlines()
        lines = list(difflib.ndiff(old.body.splitlines() if old else [], whole))
        removed = [line[2:] for line in lines if line.startswith("- ")]
        new = [line[2:] for line in lines if line.startswith("+ ")]
        place = f", in {file.path}" if several and file.path else ""
        if not new:
            place, shown = f"{place}, without this", removed
        else:
            # Lines that take the place of others are enough.
            shown = new if len(removed) == len(new) else whole
        yield f"Right{place}:\n\n" + "\n".join(f"    {line}" for line in shown)
