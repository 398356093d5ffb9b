"""The commands that build a site or look whether it could be built."""

from __future__ import annotations

from pathlib import Path

import click

from chronicle.cli.manners import CONTENT, FORMAT, finish, guarded
from chronicle.cli.publishing import AMEND, keep_record, wish_of
from chronicle.cli.reading import made


@click.command()
@CONTENT
@click.option(
    "-o",
    "--output",
    default="output",
    type=click.Path(path_type=Path),
    show_default=True,
    help="Where the site is written; a folder that holds other files is refused.",
)
@AMEND
@FORMAT
@guarded
def build(content: Path, output: Path, amend: str | None, form: str | None) -> None:
    """Build the site of a campaign, or of a shelf of campaigns.

    OUTPUT/site is for everybody, OUTPUT/private/gm for the GM and OUTPUT/private/FACTION for the
    players of a faction. The campaigns of a shelf lie in OUTPUT/site/CAMPAIGN and
    OUTPUT/private/CAMPAIGN, beside a page that lists them. Nothing is written when anything is
    wrong, or when a published turn would be told otherwise than it was.

    Example: chronicle build content -o output
    """
    from chronicle.publish import publish

    run = made(content, remembering=True, wish=wish_of(amend))
    files, report = run.files, run.report
    done = files is not None and publish(files, output, content, report)
    # The record comes last: what could not be put on the site has been told to nobody.
    done = done and keep_record(run.kept, content, report)
    finish(report, form)
    if done and files is not None:
        if amend is not None and not run.kept:
            click.echo("no published turn is told otherwise; there was nothing to amend", err=True)
        pages = sum(1 for name in files if name.endswith(".html"))
        click.echo(f"{pages} pages in {output}: open {output / 'site' / 'index.html'}", err=True)


@click.command()
@CONTENT
@FORMAT
@guarded
def check(content: Path, form: str | None) -> None:
    """Check a campaign or a shelf as a build would, and write nothing.

    Example: chronicle check content --format github
    """
    report = made(content).report
    finish(report, form)
    if not report.findings and form in (None, "human", "plain"):
        click.echo("all is well", err=True)
