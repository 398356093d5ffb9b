"""The command `turn new`."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from chronicle.cli.build_run import read_one_campaign
from chronicle.cli.output import (
    CONTENT_ARGUMENT,
    FORMAT_OPTION,
    display_path,
    exit_on_errors,
    with_error_handling,
)
from chronicle.diagnostics.report import Report

if TYPE_CHECKING:
    from chronicle.files.source import FileTree
    from chronicle.model.campaign import Turn
    from chronicle.pipeline import PlayedCampaign


@click.group()
def turn() -> None:
    """Start the next turn."""


@turn.command("new")
@CONTENT_ARGUMENT
@click.option(
    "--deadline",
    default="",
    metavar="TIME",
    help="Deadline for orders, as in '2026-12-01 20:00'; written to campaign.yaml.",
)
@click.option(
    "--zone",
    default="",
    metavar="ZONE",
    help="Time zone of the deadline; by default the one in campaign.yaml.",
)
@click.option("--dry-run", is_flag=True, help="Print the file without writing it.")
@FORMAT_OPTION
@with_error_handling
def turn_new(content: Path, deadline: str, zone: str, form: str | None, *, dry_run: bool) -> None:
    """Create the next turn's file, with possible orders as comments.

    For each faction that gives orders, the file lists its standing orders and, as comments, the
    orders that each lieutenant, resource or asset could be given, with cost and chance of success
    as far as the faction knows them. Remove the `#` of an order to give it. Existing turn files
    are never changed.

    Example: chronicle turn new content/vaime --dry-run
    """
    from chronicle.authoring.new_turn import CAMPAIGN_FILE, new_turn_file, unwritten_last_turn
    from chronicle.cli.schema import update_schemas
    from chronicle.pipeline import resolve_campaign
    from chronicle.publish.atomic_write import write_all_or_none

    if zone and not deadline:
        raise click.UsageError("--zone needs --deadline")
    report = Report()
    tree = read_one_campaign(content, report, form)
    played = resolve_campaign(tree, report)
    exit_on_errors(report, form, result=True)
    if played is None:
        return
    _refuse_another(unwritten_last_turn(played), content)
    path, text = new_turn_file(played, modeline=(content / ".chronicle").is_dir())
    files = {path: text.encode()}
    if deadline:
        files[CAMPAIGN_FILE] = _head(tree, played, deadline, zone)
    if dry_run:
        click.echo(text, nl=False)
        return
    if (content / path).exists():
        raise click.UsageError(
            f"{display_path(content / path)} exists but is not a turn file; move it away"
        )
    write_all_or_none(files, content, report)
    exit_on_errors(report, form)
    update_schemas(content)
    _say(content, path, deadline)


def _refuse_another(last: Turn | None, content: Path) -> None:
    if last is not None:
        path = last.at.source.path.removeprefix(f"{display_path(content)}/")
        raise click.UsageError(
            f"turn {last.number} has no orders yet: write them in"
            f" {display_path(content / path)};"
            f" chronicle status {display_path(content)} lists the factions without orders"
        )


def _head(tree: FileTree, played: PlayedCampaign, deadline: str, zone: str) -> bytes:
    from chronicle.authoring.new_turn import DeadlineError, with_deadline

    try:
        return with_deadline(tree, played.campaign, deadline, zone)
    except DeadlineError as refused:
        raise click.BadParameter(str(refused), param_hint="--deadline") from None


def _say(content: Path, path: str, deadline: str) -> None:
    click.echo(f"written: {display_path(content / path)}", err=True)
    if deadline:
        click.echo(
            f"changed: {display_path(content / 'campaign.yaml')}, deadline {deadline}", err=True
        )
    folder = shlex.quote(display_path(content))
    click.echo(f"Next: write the orders; chronicle serve {folder} shows the result", err=True)
    click.echo(f"Then: chronicle status {folder}", err=True)
