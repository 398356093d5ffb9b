"""How work and output grow with turns and factions: ``python -m benchmarks.growth``.

Campaigns of several sizes are made and built in this process, without caches. What counts is the
ratio of processor seconds to bytes written: each faction has its own edition, and each edition
describes all factions. With ``--pages`` only editions of one faction and of the public are made,
and only the latest page of each kind is rendered, which works for a campaign of any length.
"""

from __future__ import annotations

import argparse
import cProfile
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeVar

from benchmarks.campaigns import RULESETS, Size, campaign
from benchmarks.profile import Clock, watched
from chronicle import pipeline
from chronicle.cli.process import tune_gc_for_server
from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.load import load_campaign
from chronicle.model.audience import EVERYONE, faction_audience
from chronicle.outline.pages import outline
from chronicle.outline.site import SitePage
from chronicle.play.turns import play
from chronicle.project import project, tellings_of
from chronicle.render import Renderer
from chronicle.render.pages import render_file
from chronicle.render.theme_selection import load_theme
from chronicle.rules import RULESETS as SYSTEMS

#: The stages that have their own columns; the others are small.
COLUMNS: Final = ("play", "project", "outline", "render", "leak gate")
ADDRESS: Final = "https://ada.example/"

_Made = TypeVar("_Made")


@dataclass(frozen=True, slots=True)
class Whole:
    """What a whole build came to."""

    size: Size
    pages: int
    written: int
    spent: Mapping[str, float]

    @property
    def seconds(self) -> float:
        """Seconds of the processor, all stages together."""
        return sum(self.spent.values())


@dataclass(frozen=True, slots=True)
class Drawn:
    """What one page alone came to: calls of functions, and bytes."""

    calls: int
    written: int


@dataclass(frozen=True, slots=True)
class Alone:
    """Stages of one campaign in seconds of the processor, and single pages by what they are."""

    size: Size
    stages: Mapping[str, float]
    pages: Mapping[str, Drawn]


def tree_of(size: Size) -> FileTree:
    """A campaign of a size, as its files would be read."""
    return FileTree("made", {path: text.encode() for path, text in campaign(size)})


def whole(size: Size) -> Whole:
    """Builds all of a campaign, cold."""
    tree, clock, report = tree_of(size), Clock(), Report()
    with watched(clock):
        made = pipeline.build_campaign(tree, report, pipeline.BuildOptions())
    spent = clock.stop()
    if made is None:
        raise SystemExit(said(report))
    pages = sum(path.endswith(".html") for path in made.files)
    return Whole(size, pages, sum(map(len, made.files.values())), spent)


def alone(size: Size) -> Alone:
    """Makes two editions of a campaign, and draws the latest page of each kind."""
    tree, report = tree_of(size), Report()
    stages: dict[str, float] = {}

    def timed(name: str, make: Callable[[], _Made]) -> _Made:
        start = time.process_time()
        made = make()
        stages[name] = time.process_time() - start
        return made

    found = timed("load", lambda: load_campaign(tree, report))
    if found is None:
        raise SystemExit(said(report))
    system = SYSTEMS[found.ruleset]
    history = timed("play", lambda: play(found, system, report))
    theme = load_theme(found, (), report)
    if history is None or theme is None:
        raise SystemExit(said(report))
    renderer, tellings = Renderer.of(theme, found.ruleset), tellings_of(found, history, system)
    timed("tellings of all", lambda: tellings.of(EVERYONE))
    pages: dict[str, Drawn] = {}
    for word, reader in (("faction", faction_audience(found.factions[0].id)), ("public", EVERYONE)):
        telling = partial(project, found, history, system, reader, tellings)
        edition = timed(f"project, {word}", telling)
        laying = partial(outline, edition, report, base_url=ADDRESS)
        site = timed(f"outline, {word}", laying)
        for path in latest(site.pages):
            # The first drawing makes what pages share; the second is what a page costs.
            render_file(path, site, renderer, report)
            calls, drawn = counted(partial(render_file, path, site, renderer, report))
            pages[f"{word}: {site.by_path[path].template}"] = Drawn(calls, len(drawn or b""))
    if report.has_errors:
        raise SystemExit(said(report))
    return Alone(size, stages, pages)


def said(report: Report) -> str:
    """What was found, line by line."""
    return "\n".join(finding.message for finding in report.findings)


def latest(pages: Iterable[SitePage]) -> tuple[str, ...]:
    """The path of the last page of each template."""
    return tuple({page.template: page.path for page in pages}.values())


def counted(make: Callable[[], _Made]) -> tuple[int, _Made]:
    """How many functions were called while something was made, and what it is."""
    profiler = cProfile.Profile()
    made = profiler.runcall(make)
    return sum(entry.callcount for entry in profiler.getstats()), made


def table_of_builds(builds: Iterable[Whole]) -> Iterator[str]:
    """A line for each build, as a table in Markdown."""
    yield f"| turns | factions | pages | MB | {' | '.join(COLUMNS)} | all | seconds for 100 MB |"
    yield f"|{' ---: |' * (len(COLUMNS) + 6)}"
    for one in builds:
        stages = " | ".join(f"{one.spent.get(name, 0.0):.2f}" for name in COLUMNS)
        share = one.seconds / one.written * 1e8
        yield (
            f"| {one.size.turns:,} | {one.size.factions} | {one.pages:,} | {one.written / 1e6:.0f}"
            f" | {stages} | {one.seconds:.1f} | {share:.1f} |"
        )


def table_of_pages(found: list[Alone]) -> Iterator[str]:
    """A line for each stage, and then for each kind of page, as a table in Markdown."""
    heads = " | ".join(f"{one.size.turns:,} turns" for one in found)
    yield f"| stage, seconds | {heads} |"
    yield f"| --- |{' ---: |' * len(found)}"
    for name in found[0].stages:
        yield f"| {name} | {' | '.join(f'{one.stages[name]:.2f}' for one in found)} |"
    yield ""
    yield f"| page, calls and kB | {heads} |"
    yield f"| --- |{' ---: |' * len(found)}"
    for name in found[0].pages:
        cells = (
            f"{one.pages[name].calls:,}, {one.pages[name].written / 1000:.0f}"
            if name in one.pages
            else ""
            for one in found
        )
        yield f"| {name} | {' | '.join(cells)} |"


def sizes(ruleset: str, turns: str, factions: str) -> Iterator[Size]:
    """Every size that is asked for by lists of numbers with commas."""
    for count in map(int, factions.split(",")):
        for length in map(int, turns.split(",")):
            yield Size(ruleset, turns=length, factions=count)


def main() -> None:
    """Prints tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.growth")
    parser.add_argument("--ruleset", choices=RULESETS, default="shadow")
    parser.add_argument("--turns", default="25,50,100", help="numbers, with commas")
    parser.add_argument("--factions", default="8", help="numbers, with commas")
    parser.add_argument("--pages", action="store_true", help="single pages, not whole builds")
    asked = parser.parse_args()
    tune_gc_for_server()
    wanted = sizes(asked.ruleset, asked.turns, asked.factions)
    if asked.pages:
        lines = table_of_pages([alone(size) for size in wanted])
    else:
        lines = table_of_builds(map(whole, wanted))
    for line in lines:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
