"""The command `schema`, and updating of existing schemas."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from chronicle.cli import output
from chronicle.diagnostics.report import Report

if TYPE_CHECKING:
    from chronicle.schemas import Schema

SCHEMA_KINDS = ("campaign", "places", "map", "faction", "turn", "page", "entity", "shelf")


@click.command()
@output.CONTENT_ARGUMENT
@click.option(
    "--stdout",
    "kind",
    type=click.Choice(SCHEMA_KINDS),
    help="Print the schema for this kind of file instead of writing files.",
)
@output.FORMAT_OPTION
def schema(content: Path, kind: str | None) -> None:
    """Write JSON Schemas for code completion in editors.

    The schemas are written to CONTENT/.chronicle and list the campaign's factions, places, units
    and other names as choices. `build` then keeps them up to date. They contain secret names, so
    treat them like the campaign's files.

    Example: chronicle schema my-campaign --stdout turn
    """
    from chronicle.cli.build_run import folders_of
    from chronicle.schemas import schema_text

    folders = folders_of(content)
    if kind is not None:
        found = _schemas_in(content)
        if kind not in found:
            other = "one campaign in it" if len(folders) > 1 else "several campaigns"
            raise click.UsageError(
                f"{output.display_path(content)} has no such file; give the folder of {other}"
            )
        click.echo(schema_text(found[kind]), nl=False)
        return
    report = Report()
    written = [path for folder in folders for path in _write_stale(folder, report)]
    output.exit_on_errors(report)
    for path in written:
        click.echo(f"written: {output.display_path(path)}", err=True)
    if not written:
        click.echo("the schemas are up to date; nothing written", err=True)


def update_schemas(content: Path) -> None:
    """Update outdated schemas of each campaign that has any. Write errors are ignored."""
    from chronicle.cli.build_run import folders_of
    from chronicle.schemas import SCHEMA_FOLDER

    folders = folders_of(content)
    for folder in folders:
        # One without its campaign is about to be removed, or not yet there again.
        has_campaign = len(folders) > 1 or (folder / "campaign.yaml").exists()
        if has_campaign and (folder / SCHEMA_FOLDER).is_dir():
            for _ in _write_stale(folder, Report()):
                pass


def _write_stale(folder: Path, report: Report) -> Iterator[Path]:
    """Write the outdated schemas of one folder and yield their paths."""
    from chronicle.publish.atomic_write import write_all_or_none
    from chronicle.schemas import schema_files

    files = schema_files(_schemas_in(folder))
    stale = {path: text for path, text in files.items() if not _has_content(folder / path, text)}
    if write_all_or_none(stale, folder, report):
        yield from (folder / path for path in stale)


def _has_content(path: Path, content: bytes) -> bool:
    try:
        return path.read_bytes() == content
    except OSError:
        return False


def _schemas_in(folder: Path) -> Mapping[str, Schema]:
    """The schemas of a campaign's files, or of the files shared by several campaigns."""
    from chronicle.load.disk import THEMES_FOLDER, read_tree
    from chronicle.render import available_choices, shipped_themes_folder
    from chronicle.schemas import multi_site_schemas, schemas_of

    names = available_choices((folder / THEMES_FOLDER, shipped_themes_folder()))
    if (folder / "campaign.yaml").exists():
        return schemas_of(read_tree(folder, output.display_path(folder)), names)
    return multi_site_schemas(names)
