"""The command `build`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from chronicle.cache.last_build import Outcome, recalled, remember, stamp_of
from chronicle.cli.content import Run, made
from chronicle.cli.output import CONTENT, FORMAT, finish, guarded, output_option, shown
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
        stamp = stamp_of(content, shown(content)) if amend is None else None
        outcome, kept = recalled("built", stamp), True
        if outcome is None or not lies_in(output, outcome.files):
            outcome, looked, kept = _built(content, output, amend, bar)
            remember("built", content, shown(content), stamp, outcome)
            # All that a check does has been done.
            remember("checked", content, shown(content), stamp, looked)
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
