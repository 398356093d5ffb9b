"""What programs that format YAML do to a turn's file, as docs/how-to/set-up-your-editor.md has it.

    python -m tools.formatters

writes its table anew. The programs of npm are those of tools/npm. yq is run if it is installed
(`pip install yq`, which needs jq); else its row stays as it is.
"""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Final

import yaml  # type: ignore[import-untyped]  # it has no types

from chronicle.diagnostics.report import Finding, Report
from chronicle.files.source import FileTree
from chronicle.load import read_tree
from chronicle.pipeline import resolve_campaign
from tools import npm_programs

PAGE: Final = Path(__file__).parents[1] / "docs/how-to/set-up-your-editor.md"
#: The campaign whose next turn is formatted, and the file.
CAMPAIGN: Final = Path(__file__).parents[1] / "chronicle/starters/freeform"
TURN_FILE: Final = "turns/003.yaml"
#: All that formatters treat differently; orders in another order than that of the alphabet.
TURN: Final = """\
# yaml-language-server: $schema=../.chronicle/turn.schema.json
turn: 3
played: 2026-11-14
news:
  - for: [hive, gm]  # as they asked
    text: |
      The carts are late.

      ::: secret gm
      They will not come.
      :::
  - for: everyone
    text: >
      Nobody has seen
      the carts.
orders:
  press:
    actions:
      # Said at the table.
      - id: go
        order: We go at once.
        result: yes
        change: {apples: +1}
  hive:
    actions:
      - {id: sing, order: We sing., change: {apples: 012}}
"""
_HEAD: Final = (
    *("Program", "Comments", "Keys", "Literal text", "Folded text", "`[a, b]`"),
    *("`+1`", "`012`", "`2026-11-14`", "`yes`", "Read afterwards"),
)
#: The programs of npm, and the package whose version each has.
_PACKAGES: Final[Mapping[str, str]] = {
    "prettier": "prettier",
    "yaml, documents": "yaml",
    "yaml, values": "yaml",
    "js-yaml 4": "js-yaml-4",
    "js-yaml 4, sorted": "js-yaml-4",
    "js-yaml 5": "js-yaml",
}


def formatted(texts: Sequence[str], yq: str | None = None) -> dict[str, list[str | None]]:
    """The texts as each program writes them, by the program's name; None where it refuses.

    ``yq`` is the path of that program, if it is to be asked.
    """
    script = npm_programs.LOCKED / "format.mjs"
    command = [npm_programs.node(), script, npm_programs.script("index.js")]
    ran = subprocess.run(command, input=json.dumps(texts).encode(), capture_output=True, check=True)
    written: dict[str, list[str | None]] = json.loads(ran.stdout)
    written["PyYAML"] = [_by_pyyaml(text, is_sorted=True) for text in texts]
    written["PyYAML, unsorted"] = [_by_pyyaml(text, is_sorted=False) for text in texts]
    if yq is not None:
        written["yq"] = [_by_yq(yq, text) for text in texts]
    return written


def _by_pyyaml(text: str, *, is_sorted: bool) -> str | None:
    try:
        values = yaml.safe_load(text)
    except yaml.YAMLError:
        return None
    written: str = yaml.safe_dump(values, sort_keys=is_sorted, allow_unicode=True)
    return written


def _by_yq(program: str, text: str) -> str | None:
    command = [program, "-y", "."]
    ran = subprocess.run(command, input=text.encode(), capture_output=True, check=False)
    return None if ran.returncode else ran.stdout.decode()


def findings(turn: str) -> tuple[Finding, ...]:
    """What is found in the campaign with this turn in it."""
    report = Report()
    tree = read_tree(CAMPAIGN, "")
    resolve_campaign(FileTree("", {**tree.files, TURN_FILE: turn.encode()}), report)
    return report.findings


def _versions(yq: str | None) -> dict[str, str]:
    def package(name: str) -> str:
        text = npm_programs.script(f"{name}/package.json").read_text("utf-8")
        return str(json.loads(text)["version"])

    found = {name: package(held) for name, held in _PACKAGES.items()}
    found |= dict.fromkeys(("PyYAML", "PyYAML, unsorted"), version("PyYAML"))
    if yq is not None:
        ran = subprocess.run([yq, "--version"], capture_output=True, check=True)
        found["yq"] = ran.stdout.decode().split()[1]
    return found


def rows(yq: str | None = None) -> Iterator[str]:
    """The rows of the table, one for each program; ``yq`` as for :func:`formatted`."""
    versions = _versions(yq)
    for name, (text,) in formatted([TURN], yq).items():
        if text is None:
            continue
        program, *rest = name.split(", ")
        program = program.removesuffix(" 4").removesuffix(" 5")
        title = ", ".join([f"{program} {versions[name]}", *rest])
        yield f"| {' | '.join((title, *_cells(text)))} |"


def _cells(after: str) -> Iterator[str]:
    comments = ("yaml-language-server", "as they asked", "Said at the table")
    kept = [comment in after for comment in comments]
    yield "kept" if all(kept) else "lost" if not any(kept) else "some lost"
    yield "sorted" if after.index("orders:") < after.index("turn:") else "kept"
    yield _style(after, r"text: (.*)\n +(?:The carts are late|\n)|text: (['\"])The carts are late")
    yield _style(after, r"text: (.*)\n +Nobody has seen|text: (['\"]?)Nobody has seen")
    yield "kept" if re.search(r"\[ ?hive, gm ?\]", after) else "one a line"
    yield _value(after, r"apples: (\+?1)\b")
    yield _value(after, r"apples: (012|12|10|'012')")
    yield _value(after, r"played: (\S+)")
    yield _value(after, r"result: (\S+)")
    before = {finding.code for finding in findings(TURN)}
    codes = sorted({finding.code for finding in findings(after)} - before)
    yield f"told: {', '.join(codes)}" if codes else "the same"


def _style(text: str, pattern: str) -> str:
    """The style of a text."""
    found = re.search(pattern, text)
    mark = next((part for part in found.groups() if part), "") if found else ""
    return {"|": "literal", ">": "folded"}.get(mark[:1], "quoted" if mark else "plain")


def _value(text: str, pattern: str) -> str:
    found = re.search(pattern, text)
    return f"`{found[1]}`" if found else "?"


def table(rows_now: Sequence[str], page: str) -> str:
    """The page with these rows in its table; rows of programs that are not installed stay."""
    lines = page.split("\n")
    start = lines.index(f"| {' | '.join(_HEAD)} |") + 2
    end = next(row for row in range(start, len(lines)) if not lines[row].startswith("|"))
    programs = {_program(row) for row in rows_now}
    kept = [row for row in lines[start:end] if _program(row) not in programs]
    return "\n".join([*lines[:start], *rows_now, *kept, *lines[end:]])


def _program(row: str) -> str:
    return row.split()[1]


def main() -> int:
    """Write the table anew."""
    page = PAGE.read_text("utf-8")
    changed = table([*rows(shutil.which("yq"))], page)
    PAGE.write_text(changed, "utf-8")
    print("changed" if changed != page else "as it was")
    return 0


if __name__ == "__main__":
    sys.exit(main())
