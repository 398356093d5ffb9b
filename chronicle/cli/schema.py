"""The command that helps editors, and what keeps its files true."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from chronicle.cli.output import CONTENT, FORMAT, finish, guarded, shown
from chronicle.diagnostics.report import Report

if TYPE_CHECKING:
    from chronicle.schemas import Schema

KINDS = ("campaign", "places", "faction", "turn", "page", "entity", "shelf")


@click.command()
@CONTENT
@click.option(
    "--stdout",
    "kind",
    type=click.Choice(KINDS),
    help="Print the schema of this kind of file, and write nothing.",
)
@FORMAT
@guarded
def schema(content: Path, kind: str | None, form: str | None) -> None:
    """Write JSON Schema for a campaign's files, so that an editor knows what can stand in them.

    The schemas lie in CONTENT/.chronicle and hold the campaign's own names as choices: factions,
    places, units and more. From then on `build` keeps them true. On a shelf every campaign has its
    own. They name what is secret too, so keep them where the content is kept.

    Example: chronicle schema my-campaign --stdout turn
    """
    from chronicle.cli.content import folders_of
    from chronicle.schemas import text_of

    folders = folders_of(content)
    if kind is not None:
        found = _drawn(content)
        if kind not in found:
            other = "a campaign on it" if len(folders) > 1 else "a shelf"
            raise click.UsageError(f"{shown(content)} has no such file; name the folder of {other}")
        click.echo(text_of(found[kind]), nl=False)
        return
    report = Report()
    written = [path for folder in folders for path in _written(folder, report)]
    finish(report, form)
    for path in written:
        click.echo(f"written: {shown(path)}", err=True)
    if not written:
        click.echo("the schemas are as they should be; nothing was written", err=True)


def refresh(content: Path) -> None:
    """Brings the schemas of a campaign or a shelf up to date, wherever there are any.

    Files that say what they should stay untouched; one that can't be written stays as it was.
    """
    from chronicle.cli.content import folders_of
    from chronicle.schemas import FOLDER

    for folder in folders_of(content):
        if (folder / FOLDER).is_dir():
            for _ in _written(folder, Report()):
                pass


def _written(folder: Path, report: Report) -> Iterator[Path]:
    """Writes the schemas of one folder that are not as they should be, and hands on their paths."""
    from chronicle.publish.atomic_write import keep
    from chronicle.schemas import packed

    files = packed(_drawn(folder))
    stale = {path: text for path, text in files.items() if not _is(folder / path, text)}
    if keep(stale, folder, report):
        yield from (folder / path for path in stale)


def _is(path: Path, content: bytes) -> bool:
    try:
        return path.read_bytes() == content
    except OSError:
        return False


def _drawn(folder: Path) -> Mapping[str, Schema]:
    """The schemas of a campaign, or of what lies on a shelf beside its campaigns."""
    from chronicle.load.disk import THEMES, read_tree
    from chronicle.render import offered, shipped_themes
    from chronicle.schemas import schemas_of, shelf_schemas

    names = offered((folder / THEMES, shipped_themes()))
    if (folder / "campaign.yaml").exists():
        return schemas_of(read_tree(folder, shown(folder)), names)
    return shelf_schemas(names)
