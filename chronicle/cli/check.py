"""The command `check`."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import click

from chronicle.cache.last_build import Outcome, recalled, remember, stamp_of
from chronicle.cli.content import Run, made
from chronicle.cli.output import CONTENT, FORMAT, finish, guarded, output_option, shown
from chronicle.diagnostics.report import Report


@click.command()
@CONTENT
@click.option("--leaks", is_flag=True, help="Look for leaks, and for what keeps from looking.")
@output_option("Where a build has written the site; what lies there need not be drawn again.")
@FORMAT
@guarded
def check(content: Path, output: Path, form: str | None, *, leaks: bool) -> None:
    """Check a campaign or a shelf as a build would, and write nothing.

    With --leaks it says only what pages show to readers who may not know it. A build looks for that
    too; what else is wrong, but for errors, is left out here.

    Example: chronicle check my-campaign --leaks
    """
    stamp = stamp_of(content, shown(content))
    outcome = recalled("checked", stamp)
    if outcome is None:
        outcome = _checked(content, output)
        remember("checked", content, shown(content), stamp, outcome)
    everything = Report([*outcome.findings])
    report = about_leaks(everything) if leaks else everything
    finish(report, form)
    if report.findings or form not in (None, "human", "plain"):
        return
    pages = sum(1 for name in outcome.files if name.endswith(".html") and "/gm/" not in name)
    click.echo(f"no leaks in {pages} pages" if leaks else "all is well", err=True)


def _checked(content: Path, output: Path) -> Outcome:
    """What comes of a look at a campaign; pages that lie in an output as they would be drawn help.

    Whoever builds there meanwhile takes them away: then all is drawn.
    """
    from chronicle.files.store import Aside, CantKeep, Spool

    with TemporaryDirectory(prefix="chronicle-check-") as place:
        try:
            run = made(content, room=lambda folder: Aside(Path(place, folder), output / folder))
            return _outcome(run)
        except CantKeep:
            run = made(content, room=lambda folder: Spool(Path(place, "anew", folder)))
            return _outcome(run)


def _outcome(run: Run) -> Outcome:
    from chronicle.files.store import prints_of

    return Outcome(run.report.findings, prints_of(run.files or {}), run.keyless)


def about_leaks(report: Report) -> Report:
    """What was found of leaks, and of mistakes that keep from looking for them."""
    return Report(
        [
            finding
            for finding in report.findings
            if finding.gravity == "leak"
            or (finding.gravity == "mistake" and finding.severity == "error")
        ]
    )
