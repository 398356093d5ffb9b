"""Mistakes in orders, boards and catalogues: text files with a mistake and its findings.

A case begins with `# law`. What is written follows, with the place of the mistake in «marks», and
then what is said: `-> CODE message`, or `-> warning CODE message`, with the label and the help
below it, as in

    # nobody attacks oneself
    vael actions: - {id: a, lieutenant: kess, action: block, at: mill, against: «vael»}
    -> LT060 this `block` sets `vael` against itself
      label: …
      help: name another target

`FACTION KEY: value` stands in the orders of the first turn, `FACTION KEY: - value` in a list there,
and `gm: effect` among its adjustments; lines that are indented go on with the one before. `in FILE`
begins changes to a file of the sound campaign: lines to take out (`-`) and lines to put in their
place (`+`), which are the whole file when they replace none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from chronicle.diagnostics.report import Finding, Report
from chronicle.pipeline import resolve_campaign
from chronicle.records import Record
from tests.rules.shadow.marked_text import place_of, places, unmarked
from tests.small_campaign import tree_of

TURN: Final = "turns/001.yaml"
_SAID: Final = re.compile(r"-> (warning )?([A-Z]+\d+) (.+)")
_ORDER: Final = re.compile(r"([a-z]+) («?[a-z_]+»?):( -)?(.*)")
_GM: Final = re.compile(r"(«gm»|gm): (.*)")


class Mistake(Record):
    """One mistake: the lines written, and the findings about it."""

    law: str
    written: tuple[str, ...]
    code: str
    message: str
    label: str
    help: str
    warning: bool

    @property
    def id(self) -> str:
        return f"{self.code}: {self.law}"

    @property
    def text(self) -> str:
        """What is written, as the text of a file."""
        return "".join(f"{line}\n" for line in self.written)

    def files(self, sound: Mapping[str, str]) -> dict[str, str]:
        """The marked files of a sound campaign that the mistake is in."""
        return files_of(self.written, sound)


def read_mistakes(folder: Path, *names: str) -> tuple[Mistake, ...]:
    """The cases of the named files of a folder, or of all of them, in order."""
    paths = [folder / f"{name}.txt" for name in names] or sorted(folder.glob("*.txt"))
    return tuple(mistake for path in paths for mistake in _cases(path.read_text("utf-8")))


def _cases(text: str) -> Iterator[Mistake]:
    for case in re.split(r"^# ", text, flags=re.MULTILINE)[1:]:
        law, *lines = case.rstrip("\n").split("\n")
        at = next(at for at, line in enumerate(lines) if line.startswith("-> "))
        said = _SAID.fullmatch(lines[at])
        assert said is not None, lines[at]
        more = dict(line.strip().split(": ", 1) for line in lines[at + 1 :])
        assert more.keys() <= {"label", "help"}, more
        yield Mistake(
            law,
            tuple(lines[:at]),
            said[2],
            said[3],
            more.get("label", ""),
            more.get("help", ""),
            bool(said[1]),
        )


def files_of(written: Sequence[str], sound: Mapping[str, str]) -> dict[str, str]:
    """The files that a case changes, from its lines."""
    files: dict[str, str] = {}
    orders: dict[str, str] = {}
    adjustments = ""
    rest = list(written)
    listed = ""
    while rest:
        line = rest.pop(0)
        below = []
        while rest and rest[0][:1] in (" ", "+", "-"):
            below.append(rest.pop(0))
        if line.startswith("in "):
            path = line.removeprefix("in ")
            files[path] = _changed(files.get(path, sound.get(path, "")), below)
        elif gm := _GM.fullmatch(line):
            adjustments += f"  - {{{gm[1].replace('gm', 'for')}: gm, because: a test, {gm[2]}}}\n"
        else:
            order = _ORDER.fullmatch(line)
            assert order is not None, line
            faction, key, item, value = order.groups()
            more = "".join(f"\n      {it}" for it in below)
            block = orders.setdefault(faction, "")
            if not item:
                block += f"    {key}:{value}{more}\n"
            else:
                begun = "" if listed == f"{faction} {key}" and block else f"    {key}:\n"
                block += f"{begun}      -{value}{more}\n"
            orders[faction] = block
            listed = f"{faction} {key}" if item else ""
    if orders or adjustments:
        assert TURN not in files
        files[TURN] = _turn(orders, adjustments)
    return files


def _turn(orders: Mapping[str, str], adjustments: str) -> str:
    """The first turn with these orders of each faction and these adjustments."""
    text = "turn: 1\n"
    if adjustments:
        text += f"adjustments:\n{adjustments}"
    if orders:
        text += "orders:\n" + "".join(f"  {id}:\n{block}" for id, block in orders.items())
    return text


def _changed(text: str, changes: Sequence[str]) -> str:
    """A text with lines replaced, in order; lines that replace none are a new file."""
    rest = list(changes)
    lines = text.split("\n")
    start = 0
    while rest:
        old, new = _taken(rest, "-"), _taken(rest, "+")
        if not old:
            return "".join(f"{line}\n" for line in new)
        found = [at for at in range(start, len(lines)) if lines[at : at + len(old)] == old]
        assert len(found) == 1, f"stands {len(found)} times: {old}"
        lines[found[0] : found[0] + len(old)] = new
        start = found[0] + len(new)
    return "\n".join(lines)


def _taken(lines: list[str], mark: str) -> list[str]:
    """Take the lines with a mark from the front; without the mark."""
    taken = []
    while lines and lines[0].startswith(mark):
        taken.append(lines.pop(0).removeprefix(mark))
    return taken


def check_said(mistake: Mistake, findings: Sequence[Finding], files: Mapping[str, str]) -> None:
    """The mistake is all that is found, at its place, with its words."""
    severity = "warning" if mistake.warning else "error"
    assert [(f.code, f.message, f.label, f.help, f.severity) for f in findings] == [
        (mistake.code, mistake.message, mistake.label, mistake.help, severity)
    ]
    assert tuple(place_of(finding) for finding in findings) == places(files)


def check_mistake(mistake: Mistake, sound: Mapping[str, str]) -> None:
    """The mistake is reported once at its place; nothing is resolved unless it is a warning."""
    files = mistake.files(sound)
    report = Report()
    played = resolve_campaign(tree_of(unmarked(files), over=sound), report)
    check_said(mistake, report.findings, files)
    assert (played is not None) is mistake.warning
