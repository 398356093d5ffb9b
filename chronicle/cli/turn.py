"""The command that begins the next turn."""

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
    """Begin a turn."""


@turn.command("new")
@CONTENT_ARGUMENT
@click.option(
    "--deadline",
    default="",
    metavar="TIME",
    help="Until when orders are awaited, as in '2026-12-01 20:00'; written to campaign.yaml.",
)
@click.option(
    "--zone",
    default="",
    metavar="ZONE",
    help="The deadline's time zone, if it has none or another.",
)
@click.option("--dry-run", is_flag=True, help="Print the file, and write nothing.")
@FORMAT_OPTION
@with_error_handling
def turn_new(content: Path, deadline: str, zone: str, form: str | None, *, dry_run: bool) -> None:
    """Write the next turn's file, with possible orders as comments.

    Each faction that orders are awaited from has a stub: what holds until somebody says otherwise,
    and for each of its lieutenants, resources or assets the orders that it could be given, with
    what they cost and how likely they are to succeed, as far as the faction itself can know. An
    order is there once its `#` is taken away. No file of a turn that is there is touched.

    Example: chronicle turn new content/vaime --dry-run
    """
    from chronicle.authoring.new_turn import CAMPAIGN_FILE, new_turn_file, unwritten_last_turn
    from chronicle.cli.schema import update_schemas
    from chronicle.pipeline import resolve_campaign
    from chronicle.publish.atomic_write import write_all_or_none

    if zone and not deadline:
        raise click.UsageError("--zone goes with --deadline")
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
            f"{display_path(content / path)} is there, and no turn's file; move it away"
        )
    write_all_or_none(files, content, report)
    exit_on_errors(report, form)
    update_schemas(content)
    _say(content, path, deadline)


def _refuse_another(last: Turn | None, content: Path) -> None:
    if last is not None:
        path = last.at.source.path.removeprefix(f"{display_path(content)}/")
        raise click.UsageError(
            f"turn {last.number} is begun, and nothing stands in it yet: write its orders in"
            f" {display_path(content / path)};"
            f" chronicle status {display_path(content)} says who has none"
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
            f"changed: {display_path(content / 'campaign.yaml')}, orders until {deadline}", err=True
        )
    folder = shlex.quote(display_path(content))
    click.echo(f"Next: write orders there, with chronicle serve {folder} beside you", err=True)
    click.echo(f"Then: chronicle status {folder}", err=True)
