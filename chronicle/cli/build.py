"""The commands that build a site or look whether it could be built."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from chronicle.cache.last_build import Outcome, recalled, remember, stamp_of
from chronicle.cli.content import Run, made
from chronicle.cli.output import CONTENT, FORMAT, finish, guarded, output_option
from chronicle.cli.progress import Progress, progress
from chronicle.cli.publish import AMEND, keep_record, wish_of
from chronicle.cli.schema import refresh
from chronicle.diagnostics.report import Report


@click.command()
@CONTENT
@output_option("Where the site is written; a folder that holds other files is refused.")
@AMEND
@FORMAT
@guarded
def build(content: Path, output: Path, amend: str | None, form: str | None) -> None:
    """Build the site of a campaign, or of a shelf of campaigns.

    OUTPUT/site is for everybody, OUTPUT/private/gm for the GM and OUTPUT/private/FACTION for the
    players of a faction. The campaigns of a shelf lie in OUTPUT/site/CAMPAIGN and
    OUTPUT/private/CAMPAIGN, beside a page that lists them. Nothing is written when anything is
    wrong, or when a published turn would be told otherwise than it was.

    Example: chronicle build my-campaign -o my-site
    """
    from chronicle.publish.writer import lies_in

    with progress() as bar:
        # Whoever amends has something done, whatever is remembered.
        stamp = stamp_of(content) if amend is None else None
        outcome, kept = recalled("built", stamp), True
        if outcome is None or not lies_in(output, outcome.files):
            outcome, looked, kept = _built(content, output, amend, bar)
            remember("built", content, stamp, outcome)
            # All that a check does has been done.
            remember("checked", content, stamp, looked)
    finish(Report([*outcome.findings]), form)
    if amend is not None and not kept:
        click.echo("no published turn is told otherwise; there was nothing to amend", err=True)
    index = output / "site" / "index.html"
    click.echo(f"{outcome.pages} pages in {output}: open {index}", err=True)
    for folder in outcome.keyless:
        click.echo(
            f"no key in {folder}: its dossiers are in {output / 'private'} alone"
            f" (chronicle keys init {folder} seals them for the site)",
            err=True,
        )


def _built(
    content: Path, output: Path, amend: str | None, bar: Progress
) -> tuple[Outcome, Outcome, bool]:
    """What comes of a build, what came of it before it wrote, and whether a record is new."""
    from chronicle.files.store import prints_of
    from chronicle.publish.writer import staged

    written, run = Report(), Run(None, Report())
    files: Mapping[str, str] = {}
    with staged(output, content, written) as stage:
        run = made(content, remembering=True, wish=wish_of(amend), bar=bar, room=stage.room)
        refresh(content)
        bar.writing()
        # The record comes last: what could not be put on the site has been told to nobody.
        if run.files is not None and stage.publish(run.files):
            keep_record(run.kept, content, written)
            files = prints_of(run.files)
    found = Report([*run.report.findings, *written.findings]).findings
    looked = Outcome(run.report.findings, files, run.keyless)
    return Outcome(found, files, run.keyless), looked, bool(run.kept)


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
    stamp = stamp_of(content)
    outcome = recalled("checked", stamp)
    if outcome is None:
        outcome = _checked(content, output)
        remember("checked", content, stamp, outcome)
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
