"""The command `import`."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from chronicle.cli import output
from chronicle.cli.build_run import read_one_campaign
from chronicle.cli.completers import complete_audiences
from chronicle.diagnostics.catalogue.notes import NoteExists
from chronicle.diagnostics.report import Report
from chronicle.records import replace

if TYPE_CHECKING:
    from chronicle.authoring.import_notes import NotesImport
    from chronicle.authoring.import_notes.note import NoteKind

#: As many notes that the campaign has already are one line.
_MANY_EXISTING: Final = 4
#: What a summary calls one and several of each kind.
_WORDS: Final[Mapping[NoteKind, tuple[str, str]]] = {
    "person": ("person", "people"),
    "place": ("place", "places"),
    "item": ("item", "items"),
    "faction": ("faction", "factions"),
    "page": ("page", "pages"),
}


@click.command("import")
@click.argument("source", type=click.Path(path_type=Path))
@output.CONTENT_ARGUMENT
@click.option(
    "--for",
    "readers",
    metavar="AUDIENCE",
    multiple=True,
    default=("gm",),
    shell_complete=complete_audiences,
    help="Who may read what is not marked as secret: gm (default), everyone, factions, or a"
    " faction id. Repeat it for several.",
)
@click.option("--factions", is_flag=True, help="Make organisations factions instead of pages.")
@click.option(
    "--burgs",
    "most",
    metavar="NUMBER",
    type=click.IntRange(1),
    default=60,
    show_default=True,
    help="From a map: how many towns, capitals first, then the largest.",
)
@click.option(
    "--min-population",
    "people",
    metavar="PEOPLE",
    type=click.IntRange(0),
    default=0,
    help="From a map: no town with fewer people.",
)
@click.option(
    "--state",
    "states",
    metavar="NAME",
    multiple=True,
    help="From a map: no town outside of this state. Repeat it for several.",
)
@click.option(
    "--only",
    "kind",
    type=click.Choice(("capitals", "ports")),
    help="From a map: no other towns.",
)
@click.option("--dry-run", is_flag=True, help="List what would be written without writing it.")
@click.option(
    "--all", "every", is_flag=True, help="List all that others may read, and all that is there."
)
@click.option("--yes", is_flag=True, help="Write what others may read without asking.")
@output.FORMAT_OPTION
def import_(  # noqa: PLR0913  one parameter for each option
    source: Path,
    content: Path,
    readers: tuple[str, ...],
    *,
    factions: bool,
    dry_run: bool,
    every: bool,
    yes: bool,
    **towns: Any,
) -> None:
    """Import notes from Obsidian or Kanka, factions from Foundry, or a map with its towns.

    SOURCE is a folder of Markdown files, or the zip file of a Kanka export (also unpacked). Its
    people, places, items and other notes are added to the campaign, for the GM alone. Nothing that
    exists is changed, except that places are added to `places.yaml`, and a calendar to a campaign
    without one. What can't be imported is listed with its file and line. Before others than the GM
    may read anything, it is shown, and you are asked.

    SOURCE can also be actors of Foundry's systems wwn and swnr, one file or a folder of them, which
    become factions of a campaign by the ruleset wwn; or the full JSON export of Azgaar's Fantasy
    Map Generator, whose states and towns become places, with their coast, rivers and roads.

    Example: chronicle import my-vault my-campaign --dry-run
    """
    from chronicle.authoring.foundry.documents import has_foundry_files
    from chronicle.authoring.foundry.import_factions import import_factions
    from chronicle.authoring.import_notes import ImportNotesError, import_notes
    from chronicle.authoring.import_world import TownChoice, import_world, world_file
    from chronicle.cli.schema import update_schemas
    from chronicle.load.disk import THEMES_FOLDER, NoteFiles, open_note_files
    from chronicle.publish.atomic_write import write_all_or_none
    from chronicle.render import available_choices, shipped_themes_folder

    report = Report()
    tree = read_one_campaign(content, report)
    folders = (content / THEMES_FOLDER, shipped_themes_folder())
    sigils = available_choices(folders)["sigil"]
    with open_note_files(source, output.display_path(source)) as files:
        try:
            if (export := world_file(files)) is not None:
                choice = TownChoice(**towns, factions=factions)
                found = import_world(export, tree, readers, sigils, choice, report)
            elif isinstance(files, NoteFiles) and has_foundry_files(files):
                found = import_factions(files, tree, readers, sigils, report)
            else:
                found = import_notes(files, tree, readers, sigils, report, factions=factions)
        except ImportNotesError as refused:
            raise click.BadParameter(str(refused), param_hint="--for") from None
    is_cut = not every and output.findings_format() in (None, "human", "plain")
    found = output.result_or_exit(found, _shortened(report) if is_cut else report)
    if not _accept_readers(found, readers, dry_run=dry_run, every=every, yes=yes):
        click.echo("nothing imported", err=True)
        return
    _list_files(found, content, source)
    if not dry_run and found.files:
        # The warnings of the import have been shown.
        written = Report()
        write_all_or_none(found.files, content, written)
        if written.has_errors:
            output.exit_on_errors(written)
        update_schemas(content)
    if output.findings_format() == "json":
        return
    click.echo(_summary(found, readers, dry_run=dry_run), err=True)
    if found.files and not dry_run:
        if found.organisations:
            click.echo("Organisations became pages; --factions makes factions of them", err=True)
        folder = shlex.quote(output.display_path(content))
        click.echo(f"Next: chronicle check {folder}", err=True)


def _accept_readers(
    found: NotesImport, readers: tuple[str, ...], *, dry_run: bool, every: bool, yes: bool
) -> bool:
    """Show what others than the GM may read, and ask whether they may.

    Exits with a usage error if there is nobody to ask.
    """
    from chronicle.cli.import_preview import preview_lines

    lines = [*preview_lines(found, readers, _counted, every=every)]
    for line in lines if output.findings_format() != "json" else ():
        click.echo(line, err=True)
    if yes or dry_run or not lines:
        return True
    if not output.can_prompt():
        click.echo(
            "nothing imported: can't ask without a terminal. Use --yes to write it, or --dry-run"
            " to see the files",
            err=True,
        )
        raise click.exceptions.Exit(output.EXIT_USAGE)
    return click.confirm("Write it?", err=True)


def _shortened(report: Report) -> Report:
    """The findings with what the campaign has already as one."""
    there = [one for one in report.findings if one.code == NoteExists.code]
    if len(there) < _MANY_EXISTING:
        return report
    short = Report()
    short.extend(one for one in report.findings if one.code != NoteExists.code)
    words = f"{there[0].message}, and what {len(there) - 1:,} other notes would become"
    short.extend([replace(there[0], message=words, help="to list them, add --all")])
    return short


def _list_files(found: NotesImport, content: Path, source: Path) -> None:
    """List what is written, file by file, with the note that each is made of."""
    from chronicle.authoring.import_notes import CAMPAIGN_FILE
    from chronicle.load.map_shapes import MAP_FILE

    start = f"{output.display_path(source)}/"
    for one in sorted(found.notes, key=lambda one: (one.path, one.id)):
        path = output.display_path(content / one.path)
        place = f", place {one.id}" if one.kind == "place" else ""
        click.echo(f"{path}{place}: {one.note.name} ({one.note.at.path.removeprefix(start)})")
    if found.calendar:
        click.echo(f"{output.display_path(content / CAMPAIGN_FILE)}: {found.calendar}")
    for path in (*([MAP_FILE] if MAP_FILE in found.files else ()), *found.pictures):
        click.echo(output.display_path(content / path))


def _summary(found: NotesImport, readers: tuple[str, ...], *, dry_run: bool) -> str:
    parts = _counted(Counter(one.kind for one in found.notes))
    if pictures := len(found.pictures):
        parts.append(f"{pictures} picture{'s' if pictures > 1 else ''}")
    if found.calendar:
        parts.append("1 calendar")
    if not parts:
        return "nothing to import"
    start = "dry run, nothing written: " if dry_run else "imported "
    return f"{start}{', '.join(parts)}, for {' and '.join(readers)}"


def _counted(counts: Mapping[NoteKind, int]) -> list[str]:
    return [
        f"{counts[kind]} {words[counts[kind] > 1]}"
        for kind, words in _WORDS.items()
        if counts.get(kind)
    ]
