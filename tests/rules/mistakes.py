"""Mistakes in orders, boards and catalogues: text files with mistakes and their findings.

A case begins with `# law`. What is written follows, with the place of the mistake in «marks», and
then what is said: `-> CODE message`, or `-> warning CODE message`, with the label and the help
below it, as in

    # nobody attacks oneself
    vael actions: - {id: a, lieutenant: kess, action: block, at: mill, against: «vael»}
    -> LT060 this `block` sets `vael` against itself
      label: …
      help: name another target

Of several mistakes, each has its `->`, in the order in which they are found, and labels and help
are left out. `-> nothing` stands below what looks like a mistake and is none.

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
from chronicle.records import Record, replace
from tests.marked_text import place_in_file, places, unmarked
from tests.small_campaign import tree_of

TURN: Final = "turns/001.yaml"
_NOTHING: Final = "-> nothing"
_SAID: Final = re.compile(r"-> (warning )?([A-Z]+\d+) (.+)")
_ORDER: Final = re.compile(r"([a-z]+) («?[a-z_]+»?):( -)?(.*)")
_GM: Final = re.compile(r"(«gm»|gm): (.*)")


class Said(Record):
    """What is said of a mistake."""

    code: str
    message: str
    label: str
    help: str
    severity: str


class Mistake(Record):
    """The lines written, and the findings about them: one, unless several mistakes meet."""

    law: str
    written: tuple[str, ...]
    said: tuple[Said, ...]

    @property
    def id(self) -> str:
        return f"{self.code}: {self.law}" if len(self.said) == 1 else self.law

    @property
    def code(self) -> str:
        """The code of the only finding; empty if there are several or none."""
        return self.said[0].code if len(self.said) == 1 else ""

    @property
    def codes(self) -> tuple[str, ...]:
        return tuple(said.code for said in self.said)

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


def shown_in(folder: Path) -> set[str]:
    """The codes of all findings that have a case in a folder."""
    return {code for mistake in read_mistakes(folder) for code in mistake.codes}


def _cases(text: str) -> Iterator[Mistake]:
    for case in re.split(r"^# ", text, flags=re.MULTILINE)[1:]:
        law, *lines = case.rstrip("\n").split("\n")
        at = next(at for at, line in enumerate(lines) if line.startswith("-> "))
        said = () if lines[at:] == [_NOTHING] else tuple(_said(lines[at:]))
        yield Mistake(law, tuple(lines[:at]), said)


def _said(lines: Sequence[str]) -> Iterator[Said]:
    for finding in re.split(r"^(?=-> )", "\n".join(lines), flags=re.MULTILINE)[1:]:
        line, *below = finding.rstrip("\n").split("\n")
        said = _SAID.fullmatch(line)
        assert said is not None, line
        more = dict(it.strip().split(": ", 1) for it in below)
        assert more.keys() <= {"label", "help"}, more
        severity = "warning" if said[1] else "error"
        yield Said(said[2], said[3], more.get("label", ""), more.get("help", ""), severity)


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
    """The mistakes are all that is found, each at its place, with its words."""
    found = [Said(f.code, f.message, f.label, f.help, f.severity) for f in findings]
    if len(mistake.said) > 1:
        found = [replace(said, label="", help="") for said in found]
    assert found == list(mistake.said)
    # What is said of one place stands together.
    assert tuple(dict.fromkeys(place_in_file(finding) for finding in findings)) == places(files)


def check_mistake(mistake: Mistake, sound: Mapping[str, str]) -> None:
    """The mistakes are reported once at their places; nothing is resolved beside an error."""
    files = mistake.files(sound)
    report = Report()
    played = resolve_campaign(tree_of(unmarked(files), over=sound), report)
    check_said(mistake, report.findings, files)
    assert (played is None) is any(said.severity == "error" for said in mistake.said)
