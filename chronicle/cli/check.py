"""The command `check`."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import click

from chronicle.cache.last_build import CachedResult, inputs_fingerprint, load_result, save_result
from chronicle.cli.build_run import BuildRun, build_content
from chronicle.cli.output import (
    CONTENT_ARGUMENT,
    FORMAT_OPTION,
    display_path,
    exit_on_errors,
    output_option,
    with_error_handling,
)
from chronicle.diagnostics.report import Report


@click.command()
@CONTENT_ARGUMENT
@click.option("--leaks", is_flag=True, help="Look for leaks, and for what keeps from looking.")
@output_option("Where a build has written the site; what lies there need not be drawn again.")
@FORMAT_OPTION
@with_error_handling
def check(content: Path, output: Path, form: str | None, *, leaks: bool) -> None:
    """Check a campaign or a shelf as a build would, and write nothing.

    With --leaks it says only what pages show to readers who may not know it. A build looks for that
    too; what else is wrong, but for errors, is left out here.

    Example: chronicle check my-campaign --leaks
    """
    stamp = inputs_fingerprint(content, display_path(content))
    outcome = load_result("checked", stamp)
    if outcome is None:
        outcome = _run_check(content, output)
        save_result("checked", content, display_path(content), stamp, outcome)
    everything = Report([*outcome.findings])
    report = leak_report(everything) if leaks else everything
    exit_on_errors(report, form)
    if report.findings or form not in (None, "human", "plain"):
        return
    pages = sum(1 for name in outcome.files if name.endswith(".html") and "/gm/" not in name)
    click.echo(f"no leaks in {pages} pages" if leaks else "all is well", err=True)


def _run_check(content: Path, output: Path) -> CachedResult:
    """What comes of a look at a campaign; pages that lie in an output as they would be drawn help.

    Whoever builds there meanwhile takes them away: then all is drawn.
    """
    from chronicle.files.store import DiskStore, FileStoreError, OverlayStore

    with TemporaryDirectory(prefix="chronicle-check-") as place:
        try:
            run = build_content(
                content, store_for=lambda folder: OverlayStore(Path(place, folder), output / folder)
            )
            return _outcome(run)
        except FileStoreError:
            run = build_content(
                content, store_for=lambda folder: DiskStore(Path(place, "anew", folder))
            )
            return _outcome(run)


def _outcome(run: BuildRun) -> CachedResult:
    from chronicle.files.store import digests_of

    return CachedResult(run.report.findings, digests_of(run.files or {}), run.keyless)


def leak_report(report: Report) -> Report:
    """What was found of leaks, and of mistakes that keep from looking for them."""
    return Report(
        [
            finding
            for finding in report.findings
            if finding.category == "leak"
            or (finding.category == "mistake" and finding.severity == "error")
        ]
    )
