"""The command `export dossier`."""

from __future__ import annotations

from pathlib import Path

import click

from chronicle.cli.build_run import read_one_campaign
from chronicle.cli.completers import complete_factions
from chronicle.cli.key_access import exit_with_findings, refuse_inside_site
from chronicle.cli.output import (
    CONTENT_ARGUMENT,
    FORMAT_OPTION,
    display_path,
    exit_on_errors,
    with_error_handling,
)
from chronicle.diagnostics.report import Report, did_you_mean


@click.command()
@click.argument("faction", shell_complete=complete_factions)
@CONTENT_ARGUMENT
@click.option(
    "-o",
    "--output",
    "file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="File for the dossier; by default dossier-FACTION.html. It must not be inside a built"
    " site.",
)
@FORMAT_OPTION
@with_error_handling
def dossier(faction: str, content: Path, file: Path | None, form: str | None) -> None:
    """Write a faction's dossier as a single HTML file.

    The file has all pages of the faction's edition, except those of the world as of past turns,
    for at most the latest fifty turns. It needs no other files and no connection, so it can be
    sent by mail. It is not encrypted. An existing file is replaced.

    Example: chronicle export dossier ferry my-campaign -o ferry.html
    """
    from chronicle.load.disk import THEMES_FOLDER
    from chronicle.pipeline import BuildOptions, SealOptions, export_dossier, resolve_campaign
    from chronicle.publish.atomic_write import write_all_or_none
    from chronicle.seal.key_file import load_keys

    report = Report()
    tree = read_one_campaign(content, report, form)
    keys = load_keys(content, report)
    played = resolve_campaign(tree, report)
    if played is None or report.has_errors:
        exit_with_findings(report, form)
    factions = [one.id for one in played.campaign.factions]
    if faction not in factions:
        raise click.BadParameter(
            f"unknown faction {faction}; {did_you_mean(faction, factions)}", param_hint="FACTION"
        )
    target = file or Path(f"dossier-{faction}.html")
    refuse_inside_site(target, report, form)
    options = BuildOptions((content / THEMES_FOLDER,), seal=SealOptions(keys) if keys else None)
    written = export_dossier(played, tree, report, options, faction)
    if written is not None:
        write_all_or_none({target.name: written}, target.parent, report)
    exit_on_errors(report, form)
    click.echo(f"dossier of {faction} in {display_path(target)}; it is not encrypted", err=True)
