"""The mistakes of game masters, as they typed them, and what they are told.

A file `*.txt` beside this module holds cases in the notation of :func:`read_cases`; each is made in
the small campaign in `campaign/`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from chronicle.diagnostics.formatters import format_findings
from chronicle.diagnostics.report import Report
from chronicle.load.disk import read_tree
from chronicle.pipeline import resolve_campaign
from chronicle.records import Record
from chronicle.render import check_sigils
from chronicle.render.theme_selection import load_theme
from tests.markup.images.sample_images import png

FOLDER: Final = Path(__file__).parent
#: What a case may do to a file besides changing its lines.
_STEP: Final = re.compile(r"(in|delete|rename|picture|encode) (.+?)(?: (?:to|as) (.+))?")


class Case(Record):
    """One mistake: what is done to the campaign, and the findings as printed, one line each."""

    name: str
    where: str
    steps: tuple[str, ...]
    told: tuple[str, ...]


def read_cases(path: Path) -> Iterator[Case]:
    """The cases of a file, in order.

    A case begins with `# name`. Its steps follow: `in FILE` with lines to take out (`-`) and to put
    in their place (`+`), `delete FILE`, `rename FILE to FILE`, `picture FILE`, or
    `encode FILE as ENCODING`. What is printed follows after `->`.
    """
    name, where = "", ""
    steps: list[str] = []
    told: list[str] | None = None
    for number, line in enumerate([*path.read_text("utf-8").split("\n"), "# end"], start=1):
        if line.startswith("# "):
            if name:
                yield Case(name, where, tuple(steps), tuple(told or ()))
            name, where, steps, told = line[2:], f"{path.name}:{number}", [], None
        elif line == "->":
            told = []
        elif told is not None and line:
            told.append(line)
        elif line:
            steps.append(line)


def campaign() -> dict[str, bytes]:
    """The campaign without a mistake: its files by path."""
    folder = FOLDER / "campaign"
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def made(case: Case) -> dict[str, bytes]:
    """The files of the campaign with the mistake of a case in them."""
    files = campaign()
    steps = list(case.steps)
    while steps:
        step = _STEP.fullmatch(steps.pop(0))
        assert step is not None, case.where
        what, path, other = step.groups()
        match what:
            case "in":
                text = files.get(path, b"").decode()
                while steps and steps[0][0] in "-+":
                    old = _taken(steps, "-")
                    text = _replaced(text, old, _taken(steps, "+"), case)
                files[path] = text.encode()
            case "delete":
                del files[path]
            case "rename":
                files[other] = files.pop(path)
            case "picture":
                files[path] = png()
            case _:
                text = files[path].decode()
                files[path] = (
                    text.replace("\n", "\r\n").encode() if other == "crlf" else text.encode(other)
                )
    return files


def _taken(steps: list[str], mark: str) -> list[str]:
    """Take the lines with a mark from the front of the steps; without the mark."""
    taken = []
    while steps and steps[0].startswith(mark):
        taken.append(steps.pop(0)[1:])
    return taken


def _replaced(text: str, old: list[str], new: list[str], case: Case) -> str:
    """A text with some lines in place of the first that are like the old ones."""
    if not text:
        return "".join(f"{line}\n" for line in new)
    lines = text.split("\n")
    starts = [i for i in range(len(lines)) if old and lines[i : i + len(old)] == old]
    assert starts, f"{case.where}: these lines are not in the file: {old}"
    lines[starts[0] : starts[0] + len(old)] = new
    return "\n".join(lines)


def said(files: Mapping[str, bytes], folder: Path) -> str:
    """What `chronicle check` prints about a campaign of these files, written into a folder."""
    for path, content in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    report = Report()
    played = resolve_campaign(read_tree(folder, ""), report)
    if played is not None:
        theme = load_theme(played.campaign, (), report)
        assert theme is not None
        check_sigils(theme, played.campaign.factions, report)
    return format_findings(report.findings, "plain")
