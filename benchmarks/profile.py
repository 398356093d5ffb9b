"""Where the time of a cold build goes, stage by stage: ``python -m benchmarks.profile CAMPAIGN``.

The campaign is built in this process, without caches, and written into a temporary folder. The
time of a stage excludes the other stages that it calls. Seconds are processor seconds, which other
programs disturb less. Reading the clock costs some time, and no work is given to other processes,
so `chronicle build` is faster.
"""

from __future__ import annotations

import argparse
import pkgutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import GeneratorType
from typing import Any, Final
from unittest import mock

from chronicle import pipeline
from chronicle.cli.process import gc_disabled
from chronicle.diagnostics.report import Report
from chronicle.load import read_tree
from chronicle.publish.writer import write_output
from chronicle.seal.key_file import load_keys

#: What belongs to which stage: functions, where they are looked up when they are called.
STAGES: Final = {
    "read": ("pipeline.load_campaign",),
    "YAML": ("load.campaign.compose", "load.turns.compose", "load.pages.compose"),
    "play": ("pipeline.play",),
    "project": ("pipeline.project",),
    "outline": ("pipeline.outline",),
    "theme": ("pipeline.load_theme", "pipeline.check_sigils"),
    "render": ("pipeline.render_files",),
    "Markdown": ("markup.markdown.to_html",),
    "texts": ("pipeline.theme_text_for", "leaks.campaign_texts.CampaignTexts.of"),
    "slips": ("pipeline.report_slips",),
    "leak gate": ("pipeline.report_leaks",),
    "bind": ("pipeline.page_contents_of", "pipeline.bundle_dossier"),
    "seal": ("pipeline.seal_campaign",),
}
#: What is spent between the stages.
REST: Final = "rest"


class Clock:
    """Processor seconds by stage; a stage within another stops the other's clock."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = {}
        self._running = [REST]
        self._since = time.process_time()

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        self._turn()
        self._running.append(name)
        try:
            yield
        finally:
            self._turn()
            self._running.pop()

    def stop(self) -> dict[str, float]:
        self._turn()
        return dict(self.spent)

    def timed(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """A function whose time counts for a stage."""

        def run(*arguments: Any, **named: Any) -> Any:
            with self.stage(name):
                made = function(*arguments, **named)
            return self._stepped(name, made) if isinstance(made, GeneratorType) else made

        return run

    def _stepped(self, name: str, made: Iterator[Any]) -> Iterator[Any]:
        """What is made one by one, each in the time of its stage."""
        nothing = object()
        while True:
            with self.stage(name):
                one = next(made, nothing)
            if one is nothing:
                return
            yield one

    def _turn(self) -> None:
        now = time.process_time()
        running = self._running[-1]
        self.spent[running] = self.spent.get(running, 0.0) + now - self._since
        self._since = now


@contextmanager
def watched(clock: Clock) -> Iterator[list[str]]:
    """Times the stages while it lasts; yields the functions that no longer exist."""
    lacking: list[str] = []
    with ExitStack() as stack:
        for name, functions in STAGES.items():
            for function in functions:
                path, _, attribute = f"chronicle.{function}".rpartition(".")
                home = pkgutil.resolve_name(path)
                original = getattr(home, attribute, None)
                if original is None:
                    lacking.append(function)
                    continue
                timed = clock.timed(name, original)
                stack.enter_context(mock.patch.object(home, attribute, timed))
        yield lacking


def profile(campaign: Path) -> tuple[dict[str, float], list[str]]:
    """Seconds by stage for one cold build."""
    clock = Clock()
    report = Report()
    with watched(clock) as lacking, tempfile.TemporaryDirectory() as scratch:
        with clock.stage("read"):
            tree = read_tree(campaign, campaign.name)
        keys = load_keys(campaign, report)
        lock = pipeline.SealOptions(keys) if keys is not None else None
        made = pipeline.build_campaign(
            tree, report, pipeline.BuildOptions((campaign / "themes",), seal=lock)
        )
        if made is None:
            raise SystemExit("\n".join(finding.message for finding in report.findings))
        with clock.stage("write"):
            write_output(made.files, Path(scratch) / "output", campaign, report)
    return clock.stop(), lacking


def main() -> None:
    """Prints a line for each stage."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.profile")
    parser.add_argument("campaign", type=Path)
    parser.add_argument("--markdown", action="store_true", help="print a table in Markdown")
    asked = parser.parse_args()
    with gc_disabled():
        spent, lacking = profile(asked.campaign)
    whole = sum(spent.values())
    rows = [(name, spent.get(name, 0.0)) for name in (*STAGES, "write", REST)]
    if asked.markdown:
        sys.stdout.write("| stage | seconds | share |\n| --- | ---: | ---: |\n")
    for name, seconds in (*rows, ("all", whole)):
        share = f"{seconds / whole:.0%}"
        if asked.markdown:
            sys.stdout.write(f"| {name} | {seconds:.2f} | {share} |\n")
        else:
            sys.stdout.write(f"{name:12}{seconds:9.2f}{share:>7}\n")
    for function in lacking:
        sys.stderr.write(f"there is no {function} any more: its stage counts less\n")


if __name__ == "__main__":
    main()
