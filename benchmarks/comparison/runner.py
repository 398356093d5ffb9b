"""Runs the tools in turn, stage by stage; no time counts before the pages were compared."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.campaigns import Size, lay
from benchmarks.comparison.folders import Output, files_in, written
from benchmarks.comparison.page_data import name_of
from benchmarks.comparison.timing import Cost, measured
from benchmarks.comparison.tool import STAGES, Stage, Tool
from benchmarks.comparison.visible_text import text_of

#: Other tools' pages may come to so much more or less than ours, all together.
TOLERANCE = 0.1
#: So many pages, evenly chosen, are compared word by word.
SAMPLE = 200


@dataclass(frozen=True, slots=True)
class Result:
    """What a tool's builds cost at one stage, what they wrote, and how many bytes they read."""

    turns: int
    stage: Stage
    tool: str
    costs: Sequence[Cost]
    output: Output
    read: int


class NotEqual(Exception):
    """Pages of two tools that can't be compared."""


def race(
    size: Size, tools: Sequence[Tool], folder: Path, runs: int, say: Callable[[str], None]
) -> list[Result]:
    """Builds one campaign with all tools, and so once more for each run."""
    built = {
        "base": _built(size, folder, "base", say),
        "grown": _built(replace(size, turns=size.turns + 1), folder, "grown", say),
    }
    for tool in tools:
        say(f"laying what {tool.name} reads")
        shutil.rmtree(tool.folder, ignore_errors=True)
        for name, output in built.items():
            tool.prepare(folder / f"campaign-{name}", output, tool.folder / name)
    costs: dict[tuple[Stage, str], list[Cost]] = {}
    outputs: dict[tuple[Stage, str], tuple[Output, int]] = {}
    for run in range(runs):
        for stage in STAGES:
            grown = stage in ("turn", "theme")
            expected = built["grown" if grown else "base"]
            for tool in tools:
                tool.set(stage)
                os.sync()
                cost = measured(tool.command, tool.input, tool.environment, tool.folder / "log")
                say(f"run {run + 1}, {stage}, {tool.name}: {cost.wall:.2f} s")
                costs.setdefault((stage, tool.name), []).append(cost)
                outputs[stage, tool.name] = compared(tool, stage, expected), tool.reads
                if run == 0 and stage == "cold":
                    _read(tool, expected)
    return [
        Result(size.turns, stage, tool.name, costs[stage, tool.name], *outputs[stage, tool.name])
        for stage in STAGES
        for tool in tools
    ]


def _built(size: Size, folder: Path, name: str, say: Callable[[str], None]) -> Path:
    """A campaign, and what chronicle makes of it."""
    campaign, output = folder / f"campaign-{name}", folder / f"built-{name}"
    shutil.rmtree(campaign, ignore_errors=True)
    shutil.rmtree(output, ignore_errors=True)
    say(f"writing {size.turns} turns by the rules {size.ruleset}, and their pages")
    lay(size, campaign)
    build = [sys.executable, "-m", "chronicle", "build", str(campaign), "-o", str(output)]
    measured(build, folder, {}, folder / "log")
    return output


def compared(tool: Tool, stage: Stage, expected: Path) -> Output:
    """What was written, if it is as much as chronicle wrote."""
    ours, theirs = written(expected), written(tool.output)
    if theirs.pages != ours.pages:
        raise NotEqual(f"{tool.name} ({stage}): {theirs.pages} pages for {ours.pages}")
    if abs(theirs.size / ours.size - 1) > TOLERANCE:
        raise NotEqual(f"{tool.name} ({stage}): {theirs.size} bytes for {ours.size}")
    return theirs


def _read(tool: Tool, expected: Path) -> None:
    """Compares pages word by word."""
    pages = [path for path in files_in(expected) if path.endswith(".html")]
    for path in pages[:: max(1, len(pages) // SAMPLE)]:
        ours = (expected / path).read_text(encoding="utf-8")
        theirs = (tool.output / path).read_text(encoding="utf-8")
        if text_of(ours) != text_of(theirs):
            raise NotEqual(f"{tool.name}: {name_of(path)} does not say the same as ours")
