"""The commands that copy the key of the dossiers, and put a copy in its place again."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from chronicle.cli.key_access import campaign_in, ended, held, keep, outside_sites
from chronicle.cli.output import CONTENT, FORMAT, finish, guarded, shown
from chronicle.diagnostics.report import Report

if TYPE_CHECKING:
    from chronicle.seal import Keys

FILE = click.argument("file", type=click.Path(path_type=Path, dir_okay=False))


@click.command()
@FILE
@CONTENT
@FORMAT
@guarded
def backup(file: Path, content: Path, form: str | None) -> None:
    """Copy the key of a campaign, for you alone to read.

    Keep the copy where the campaign is not: on another disk, or in a password manager. An earlier
    copy of the same key is brought up to date; a different key is not overwritten.

    Example: chronicle keys backup ferry-war.key my-campaign
    """
    from chronicle.diagnostics.catalogue import keys as problems
    from chronicle.seal import key_file

    report = Report()
    table = held(content, report, form)
    outside_sites(file, report, form)
    earlier = key_file.read_key(file, Report()) if os.path.lexists(file) else None
    if os.path.lexists(file) and (earlier is None or earlier.master != table.keys.master):
        report.add(problems.OtherKey(at=key_file.file_span(file), restoring=False))
        ended(report, form)
    with keep(file, report, form):
        key_file.write_privately(file, table.path.read_bytes())
    finish(report, form)
    click.echo(f"{shown(file)} opens every dossier of {table.campaign.title}.", err=True)
    if content.resolve() in file.resolve().parents:
        click.echo("It lies in the campaign's folder. Keep it elsewhere, out of git.", err=True)


@click.command()
@FILE
@CONTENT
@click.option("--replace", is_flag=True, help="Take it though another key lies there; keep that.")
@FORMAT
@guarded
def restore(file: Path, content: Path, *, replace: bool, form: str | None) -> None:
    """Put a copy of the key back into a campaign.

    The copy is looked over first. A different key that lies there stays, unless --replace is
    given: then it is kept as chronicle.key.old.

    Example: chronicle keys restore ferry-war.key my-campaign
    """
    from chronicle.diagnostics.catalogue import keys as problems
    from chronicle.seal import key_file

    report = Report()
    campaign = campaign_in(content, report, form)
    keys = key_file.read_key(file, report)
    if keys is None:
        ended(report, form)
    path = key_file.path_for(content, keys)
    is_there = os.path.lexists(path)
    there = key_file.read_key(path, Report()) if is_there else None
    differs = is_there and (there is None or _essence(there) != _essence(keys))
    if differs and not replace:
        report.add(problems.OtherKey(at=key_file.file_span(path), restoring=True))
        ended(report, form)
    kept = None
    with keep(path, report, form):
        if not keys.demo:
            key_file.ignore(content)
        kept = key_file.set_aside(path) if differs else None
        key_file.write_key(path, keys, campaign.title)
    finish(report, form)
    click.echo(f"{shown(path)} is the key of {campaign.title} again.", err=True)
    if kept is not None:
        click.echo(f"The one that lay there is kept in {shown(kept)}.", err=True)


def _essence(keys: Keys) -> tuple[object, ...]:
    """What a key is, without what can be reckoned again."""
    return keys.master, dict(keys.rotations), dict(keys.generations), dict(keys.own)
