"""The commands that build a site or look whether it could be built."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from chronicle.cli.editors import refresh
from chronicle.cli.manners import CONTENT, FORMAT, finish, guarded, output_option
from chronicle.cli.progress import Progress, progress
from chronicle.cli.publishing import AMEND, keep_record, wish_of
from chronicle.cli.reading import Run, made
from chronicle.cli.unchanged import Outcome, recalled, remember, stamp_of
from chronicle.diagnostics import Report

if TYPE_CHECKING:
    from chronicle.spool import Room


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
    from chronicle.publish import lies_in

    with progress() as bar:
        # Whoever amends has something done, whatever is remembered.
        stamp = stamp_of(content) if amend is None else None
        outcome, kept = recalled("built", stamp), True
        if outcome is None or not lies_in(output, outcome.files):
            outcome, kept = _built(content, output, amend, bar)
            remember("built", content, stamp, outcome)
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


def _built(content: Path, output: Path, amend: str | None, bar: Progress) -> tuple[Outcome, bool]:
    """What comes of a build, and whether it had something to say otherwise in the campaign."""
    from chronicle.publish import staged
    from chronicle.spool import prints_of

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
    return Outcome(found, files, run.keyless), bool(run.kept)


@click.command()
@CONTENT
@click.option("--leaks", is_flag=True, help="Look for leaks, and for what keeps from looking.")
@FORMAT
@guarded
def check(content: Path, form: str | None, *, leaks: bool) -> None:
    """Check a campaign or a shelf as a build would, and write nothing.

    With --leaks it says only what pages show to readers who may not know it. A build looks for that
    too; what else is wrong, but for errors, is left out here.

    Example: chronicle check my-campaign --leaks
    """
    from chronicle.spool import prints_of

    stamp = stamp_of(content)
    outcome = recalled("checked", stamp)
    if outcome is None:
        with TemporaryDirectory(prefix="chronicle-check-") as place:
            run = made(content, room=partial(_aside, Path(place)))
            outcome = Outcome(run.report.findings, prints_of(run.files or {}), run.keyless)
        remember("checked", content, stamp, outcome)
    everything = Report([*outcome.findings])
    report = about_leaks(everything) if leaks else everything
    finish(report, form)
    if report.findings or form not in (None, "human", "plain"):
        return
    pages = sum(1 for name in outcome.files if name.endswith(".html") and "/gm/" not in name)
    click.echo(f"no leaks in {pages} pages" if leaks else "all is well", err=True)


def _aside(place: Path, folder: str) -> Room:
    """A room for what is made to be looked at, and then thrown away."""
    from chronicle.spool import Spool

    return Spool(place / folder)


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
