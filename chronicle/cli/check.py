"""The command `check`."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from chronicle.cli.build_run import BuildRun, build_content
from chronicle.cli.output import (
    CONTENT_ARGUMENT,
    FORMAT_OPTION,
    display_path,
    exit_on_errors,
    findings_format,
    output_option,
)
from chronicle.diagnostics.report import Report

if TYPE_CHECKING:
    from chronicle.cache.last_build import CachedResult


@click.command()
@CONTENT_ARGUMENT
@click.option("--leaks", is_flag=True, help="Report leaks only.")
@output_option("Folder of an earlier build; its unchanged pages are reused.")
@FORMAT_OPTION
def check(content: Path, output: Path, *, leaks: bool) -> None:
    """Check a campaign without writing anything.

    It finds everything that a build finds, and what a build would find if the open turn were
    closed now. With --leaks it reports only leaks, that is, pages that show something their
    readers may not know, and errors that prevent the search for them.

    Example: chronicle check my-campaign --leaks
    """
    outcome = check_content(content, output)
    everything = Report([*outcome.findings])
    report = leak_report(everything) if leaks else everything
    exit_on_errors(report)
    if report.findings or findings_format() not in (None, "human", "plain"):
        return
    pages = sum(1 for name in outcome.files if name.endswith(".html") and "/gm/" not in name)
    click.echo(f"no leaks in {pages} pages" if leaks else "no problems found", err=True)


def check_content(content: Path, output: Path) -> CachedResult:
    """Result of a check of the one or several campaigns in a folder.

    The pages of ``output`` that are up to date are reused, and so is the result of the last check.
    """
    from chronicle.cache.last_build import inputs_fingerprint, load_result, save_result

    stamp = inputs_fingerprint(content, display_path(content))
    outcome = load_result("checked", stamp)
    if outcome is None:
        outcome = _run_check(content, output)
        save_result("checked", content, display_path(content), stamp, outcome)
    return outcome


def _run_check(content: Path, output: Path) -> CachedResult:
    """Result of a check; reuses the pages of ``output`` that are up to date.

    If another build replaces them in the meantime, all pages are rendered.
    """
    from chronicle.files.store import DiskStore, FileStoreError, OverlayStore

    with TemporaryDirectory(prefix="chronicle-check-") as place:
        try:
            run = build_content(
                content,
                store_for=lambda folder: OverlayStore(Path(place, folder), output / folder),
                purpose="check",
            )
            return _outcome(run)
        except FileStoreError:
            run = build_content(
                content,
                store_for=lambda folder: DiskStore(Path(place, "anew", folder)),
                purpose="check",
            )
            return _outcome(run)


def _outcome(run: BuildRun) -> CachedResult:
    from chronicle.cache.last_build import CachedResult
    from chronicle.files.store import digests_of

    return CachedResult(run.report.findings, digests_of(run.files or {}), run.keyless)


def leak_report(report: Report) -> Report:
    """The leaks in a report, and the errors that prevent the search for leaks."""
    return Report(
        [
            finding
            for finding in report.findings
            if finding.category == "leak"
            or (finding.category == "mistake" and finding.severity == "error")
        ]
    )
