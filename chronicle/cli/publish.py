"""The command `publish`, and the option ``--amend``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from chronicle.cli.completers import complete_turns
from chronicle.cli.output import (
    CONTENT_ARGUMENT,
    FORMAT_OPTION,
    exit_on_errors,
    with_error_handling,
)
from chronicle.diagnostics.report import Report
from chronicle.files.source import find_control_character

if TYPE_CHECKING:
    from chronicle.publish.lock.check import PublishRequest

AMEND_OPTION: Final = click.option(
    "--amend",
    metavar="REASON",
    help="Allow changes to published turns; REASON is shown to the readers concerned.",
)


def publish_request_of(amend: str | None, through: int | None = 0) -> PublishRequest | None:
    """The changes a run makes to published turns; None if it makes none."""
    from chronicle.publish.lock.check import PublishRequest

    if amend is None:
        return PublishRequest(through=through) if through != 0 else None
    reason = " ".join(amend.split())
    if not reason or find_control_character(reason):
        raise click.BadParameter("give a reason; readers will see it", param_hint="--amend")
    return PublishRequest(reason, through)


def write_record(kept: Mapping[str, bytes], content: Path, report: Report) -> bool:
    """Write the record of published turns into the campaign's folder; return True on success."""
    from chronicle.publish.atomic_write import write_files_atomically

    return write_files_atomically(kept, content, report)


@click.command()
@CONTENT_ARGUMENT
@click.option(
    "--through",
    type=click.IntRange(min=1),
    help="The last turn to publish; by default all turns.",
    shell_complete=complete_turns,
)
@AMEND_OPTION
@FORMAT_OPTION
@with_error_handling
def publish(content: Path, through: int | None, amend: str | None, form: str | None) -> None:
    """Lock published turns.

    Runs the same checks as a build, then records in `published.yaml` a digest of what each
    audience has been told about each published turn. Later builds fail if that changes. A
    published turn can't be unpublished.

    Example: chronicle publish my-campaign --through 1
    """
    from chronicle.cli.build_run import build_content, read_one_campaign

    report = Report()
    tree = read_one_campaign(content, report, form)
    turns = sum(1 for path in tree.files if re.fullmatch(r"turns/\d+\.yaml", path))
    if through is not None and through > turns:
        raise click.BadParameter(
            f"the last turn of the campaign is {turns}" if turns else "the campaign has no turns",
            param_hint="--through",
        )
    run = build_content(content, request=publish_request_of(amend, through))
    write_record(run.kept if run.files is not None else {}, content, run.report)
    exit_on_errors(run.report, form)
    if run.kept:
        click.echo("written: " + ", ".join(sorted(run.kept, key=_record_first)), err=True)
    elif not turns:
        click.echo("the campaign has no turns yet; nothing written", err=True)
    else:
        click.echo("already published and unchanged; nothing written", err=True)


def _record_first(path: str) -> tuple[bool, str]:
    return "/" in path, path
