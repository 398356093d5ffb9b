"""Build one campaign with chronicle, Hugo and Eleventy: ``python -m benchmarks.comparison``."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

from benchmarks.campaigns import RULESETS, Size
from benchmarks.comparison.chronicle_tool import Chronicle
from benchmarks.comparison.eleventy import Eleventy
from benchmarks.comparison.hugo import Hugo
from benchmarks.comparison.machine import machine
from benchmarks.comparison.report import as_json, as_markdown, as_text
from benchmarks.comparison.runner import Result, race
from benchmarks.comparison.tool import Tool

_TOOLS: dict[str, type[Tool]] = {tool.name: tool for tool in (Chronicle, Hugo, Eleventy)}


def main() -> None:
    """Reads the options, measures, and prints."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.comparison")
    parser.add_argument("--turns", default="50", help="how many, as in 50,200,1000")
    parser.add_argument("--ruleset", choices=RULESETS, default="shadow")
    parser.add_argument("--factions", type=int, default=8)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--tools", default=",".join(_TOOLS), help="which, as in chronicle,hugo")
    parser.add_argument("--folder", type=Path, help="where all is laid, and programs are kept")
    parser.add_argument("--markdown", action="store_true", help="print a table in Markdown")
    parser.add_argument("--json", type=Path, help="write every figure into a file")
    asked = parser.parse_args()
    folder = asked.folder or Path(tempfile.gettempdir()) / "chronicle-benchmarks"
    versions: dict[str, str] = {}
    results: list[Result] = []
    for turns in (int(number) for number in asked.turns.split(",")):
        size = Size(asked.ruleset, turns, asked.factions, asked.seed)
        here = folder / f"{asked.ruleset}-{turns}"
        tools = [_TOOLS[name](here / name) for name in asked.tools.split(",")]
        for tool in tools:
            versions[tool.name] = tool.install(folder / "tools")
        results += race(size, tools, here, asked.runs, _say)
    around = machine()
    if asked.json:
        said = json.dumps(as_json(results, around, versions), indent=1)
        asked.json.write_text(f"{said}\n", encoding="utf-8")
    sys.stdout.write(as_markdown(results) if asked.markdown else as_text(results))
    known = {**around, **versions, "rules": asked.ruleset, "runs": str(asked.runs)}
    sys.stdout.write("\n" + ", ".join(f"{key}: {value}" for key, value in known.items()) + "\n")


def _say(what: str) -> None:
    sys.stderr.write(f"{what}\n")


if __name__ == "__main__":
    main()
