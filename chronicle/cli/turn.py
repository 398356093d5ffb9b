"""The command that begins the next turn."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from chronicle.cli.content import one_campaign
from chronicle.cli.output import CONTENT, FORMAT, finish, guarded, shown
from chronicle.diagnostics.report import Report

if TYPE_CHECKING:
    from chronicle.files.source import Tree
    from chronicle.model.campaign import Turn
    from chronicle.pipeline import Played


@click.group()
def turn() -> None:
    """Begin a turn."""


@turn.command("new")
@CONTENT
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
@FORMAT
@guarded
def turn_new(content: Path, deadline: str, zone: str, form: str | None, *, dry_run: bool) -> None:
    """Write the next turn's file, with possible orders as comments.

    Each faction that orders are awaited from has a stub: what holds until somebody says otherwise,
    and for each of its lieutenants, resources or assets the orders that it could be given, with
    what they cost and how likely they are to succeed, as far as the faction itself can know. An
    order is there once its `#` is taken away. No file of a turn that is there is touched.

    Example: chronicle turn new content/vaime --dry-run
    """
    from chronicle.authoring.new_turn import HEAD, begun, opened
    from chronicle.cli.schema import refresh
    from chronicle.pipeline import resolve
    from chronicle.publish.atomic_write import keep_together

    if zone and not deadline:
        raise click.UsageError("--zone goes with --deadline")
    report = Report()
    tree = one_campaign(content, report, form)
    played = resolve(tree, report)
    finish(report, form, result=True)
    if played is None:
        return
    _refuse_another(begun(played), content)
    path, text = opened(played, modeline=(content / ".chronicle").is_dir())
    files = {path: text.encode()}
    if deadline:
        files[HEAD] = _head(tree, played, deadline, zone)
    if dry_run:
        click.echo(text, nl=False)
        return
    if (content / path).exists():
        raise click.UsageError(
            f"{shown(content / path)} is there, and no turn's file; move it away"
        )
    keep_together(files, content, report)
    finish(report, form)
    refresh(content)
    _say(content, path, deadline)


def _refuse_another(last: Turn | None, content: Path) -> None:
    if last is not None:
        raise click.UsageError(
            f"turn {last.number} is begun, and nothing stands in it yet: write its orders in"
            f" {shown(content / last.at.source.path.removeprefix(f'{shown(content)}/'))};"
            f" chronicle status {shown(content)} says who has none"
        )


def _head(tree: Tree, played: Played, deadline: str, zone: str) -> bytes:
    from chronicle.authoring.new_turn import Refused, with_deadline

    try:
        return with_deadline(tree, played.campaign, deadline, zone)
    except Refused as refused:
        raise click.BadParameter(str(refused), param_hint="--deadline") from None


def _say(content: Path, path: str, deadline: str) -> None:
    click.echo(f"written: {shown(content / path)}", err=True)
    if deadline:
        click.echo(
            f"changed: {shown(content / 'campaign.yaml')}, orders until {deadline}", err=True
        )
    folder = shlex.quote(shown(content))
    click.echo(f"Next: write orders there, with chronicle serve {folder} beside you", err=True)
    click.echo(f"Then: chronicle status {folder}", err=True)
