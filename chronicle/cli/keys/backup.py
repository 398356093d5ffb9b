"""The commands `keys backup` and `keys restore`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from chronicle.cli import key_access, output
from chronicle.diagnostics.report import Report

if TYPE_CHECKING:
    from chronicle.seal import Keys

FILE_ARGUMENT = click.argument("file", type=click.Path(path_type=Path, dir_okay=False))


@click.command()
@FILE_ARGUMENT
@output.CONTENT_ARGUMENT
@output.FORMAT_OPTION
def backup(file: Path, content: Path) -> None:
    """Copy the key of a campaign.

    Keep the copy in another place, such as another disk or a password manager. FILE can be read
    only by you. An earlier copy of the same key is overwritten; other files are not.

    Example: chronicle keys backup ferry-war.key my-campaign
    """
    from chronicle.diagnostics.catalogue import keys as problems
    from chronicle.seal import key_file

    report = Report()
    table = key_access.keyed_campaign_in(content, report)
    key_access.refuse_inside_site(file, report)
    earlier = key_file.read_key_file(file, Report()) if os.path.lexists(file) else None
    if os.path.lexists(file) and (earlier is None or earlier.master != table.keys.master):
        report.add(problems.DifferentKeyFileExists(at=key_file.file_span(file)))
        key_access.exit_with_findings(report)
    with key_access.report_write_errors(file, report):
        key_file.write_privately(file, table.path.read_bytes())
    output.exit_on_errors(report)
    click.echo(
        f"{output.display_path(file)} opens every dossier of {table.campaign.title}.", err=True
    )
    if content.resolve() in file.resolve().parents:
        click.echo("It is in the campaign's folder. Move it elsewhere, out of git.", err=True)


@click.command()
@FILE_ARGUMENT
@output.CONTENT_ARGUMENT
@click.option("--replace", is_flag=True, help="Replace a different key, and keep that one.")
@output.FORMAT_OPTION
def restore(file: Path, content: Path, *, replace: bool) -> None:
    """Restore the key of a campaign from a copy.

    The copy is checked first. A different key is not replaced unless you give --replace; it is
    then kept as chronicle.key.old.

    Example: chronicle keys restore ferry-war.key my-campaign
    """
    from chronicle.diagnostics.catalogue import keys as problems
    from chronicle.seal import key_file

    report = Report()
    campaign = key_access.campaign_in(content, report)
    keys = key_file.read_key_file(file, report)
    if keys is None:
        key_access.exit_with_findings(report)
    path = key_file.key_file_path(content, keys)
    is_there = os.path.lexists(path)
    there = key_file.read_key_file(path, Report()) if is_there else None
    differs = is_there and (there is None or _identity(there) != _identity(keys))
    if differs and not replace:
        report.add(problems.DifferentKeyToRestore(at=key_file.file_span(path)))
        key_access.exit_with_findings(report)
    kept = None
    with key_access.report_write_errors(path, report):
        if not keys.demo:
            key_file.add_to_gitignore(content)
        kept = key_file.backup_key_file(path) if differs else None
        key_file.write_key_file(path, keys, campaign.title)
    output.exit_on_errors(report)
    click.echo(f"Restored {output.display_path(path)}, the key of {campaign.title}.", err=True)
    if kept is not None:
        click.echo(f"The previous key is kept as {output.display_path(kept)}.", err=True)


def _identity(keys: Keys) -> tuple[object, ...]:
    """The parts of a key that can't be computed from the others."""
    return keys.master, dict(keys.rotations), dict(keys.generations), dict(keys.own)
