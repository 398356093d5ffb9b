"""The commands `export dossier`, `turns`, `foundry` and `obsidian`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from chronicle.cli import completers, output
from chronicle.cli.build_run import read_one_campaign
from chronicle.cli.campaign_argument import faction_id, refuse_later_turn
from chronicle.cli.completers import complete_factions
from chronicle.cli.help_text import CommandGroup
from chronicle.cli.key_access import exit_with_findings, refuse_inside_site
from chronicle.diagnostics.report import Report, did_you_mean
from chronicle.model.audience import EVERYONE_ID, Audience


def _audience(word: str, audiences: Sequence[Audience]) -> Audience:
    """The audience that `--as` names. Raises click.BadParameter."""
    known = {audience.word: audience for audience in audiences}
    if word not in known:
        said = f"unknown audience {word}; {did_you_mean(word, known)}"
        raise click.BadParameter(said, param_hint="--as")
    return known[word]


@click.command()
@output.CONTENT_ARGUMENT
@output.turn_option("Only this turn.")
@output.AUDIENCE_OPTION
@click.option(
    "--after",
    metavar="FACTION",
    help="Only up to the end of what this faction does; of the last turn, unless --turn is given.",
    shell_complete=completers.complete_factions,
)
@output.FORMAT_OPTION
def turns(content: Path, turn: int | None, word: str | None, after: str | None) -> None:
    """Print the played turns as JSON.

    Contains every event with its facts, rolls and modifiers, and the state after each turn; with
    --as, only what that audience is told. The open turn is only resolved if --turn names it.

    Example: chronicle export turns --turn 1 --as everyone
    """
    from chronicle.authoring.json_export import turns_as_json
    from chronicle.pipeline import play_open_turn
    from chronicle.pipeline import resolve_campaign as play
    from chronicle.project import audiences_of

    if after is not None and word is not None:
        raise click.UsageError("--after can't be combined with --as: nobody is told half a turn")
    report = Report()
    tree = read_one_campaign(content, report)
    played = play(tree, report)
    opened = played.campaign.open_turn if played is not None else None
    if played is not None and opened is not None and opened.number == turn:
        played = play_open_turn(played, report)
    played = output.result_or_exit(played, report)
    audience = _audience(word, audiences_of(played.campaign)) if word is not None else None
    if after is not None:
        after = faction_id(played.campaign, after, "--after")
    last = len(played.history.turns)
    refuse_later_turn(last, turn)
    if after is not None and turn is None:
        turn = last
    entry = turns_as_json(played, turn, audience, after or "")
    click.echo(json.dumps(entry, ensure_ascii=False, indent=1))


@click.command()
@click.argument("faction", shell_complete=complete_factions)
@output.CONTENT_ARGUMENT
@click.option(
    "-o",
    "--output",
    "file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="File for the dossier; by default dossier-FACTION.html. It must not be inside a built"
    " site.",
)
@output.FORMAT_OPTION
def dossier(faction: str, content: Path, file: Path | None) -> None:
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
    tree = read_one_campaign(content, report)
    keys = load_keys(content, report)
    played = resolve_campaign(tree, report)
    if played is None or report.has_errors:
        exit_with_findings(report)
    faction = faction_id(played.campaign, faction, "FACTION")
    target = file or Path(f"dossier-{faction}.html")
    refuse_inside_site(target, report)
    options = BuildOptions((content / THEMES_FOLDER,), seal=SealOptions(keys) if keys else None)
    written = export_dossier(played, tree, report, options, faction)
    if written is not None:
        write_all_or_none({target.name: written}, target.parent, report, create=True)
    output.exit_on_errors(report)
    click.echo(
        f"dossier of {faction} in {output.display_path(target)}; it is not encrypted", err=True
    )


@click.command()
@click.argument("out", type=click.Path(path_type=Path, file_okay=False))
@output.CONTENT_ARGUMENT
@output.FORMAT_OPTION
def foundry(out: Path, content: Path) -> None:
    """Write the factions as actors for Foundry.

    OUT is a folder, which gets a file for each faction as it stands after the last turn, for
    "Import Data" of the systems wwn and swnr. The files contain what factions hide, so OUT must not
    be inside a built site. Existing files of these factions are replaced.

    Example: chronicle export foundry actors content
    """
    from chronicle.authoring.foundry.export_actors import ExportActorsError, faction_actors
    from chronicle.pipeline import resolve_campaign
    from chronicle.publish.atomic_write import write_all_or_none

    report = Report()
    tree = read_one_campaign(content, report)
    played = output.result_or_exit(resolve_campaign(tree, report), report)
    try:
        actors = faction_actors(played)
    except ExportActorsError as refused:
        raise click.ClickException(str(refused)) from None
    refuse_inside_site(out / "actor.json", report)
    write_all_or_none(actors, out, report, create=True)
    output.exit_on_errors(report)
    many = f"{len(actors)} faction{'s' if len(actors) != 1 else ''}"
    where = output.display_path(out)
    click.echo(f"{many} in {where}, with everything that they hide: for the GM alone", err=True)


@click.command()
@click.argument("out", type=click.Path(path_type=Path, file_okay=False))
@output.CONTENT_ARGUMENT
@output.AUDIENCE_OPTION
@output.FORMAT_OPTION
def obsidian(out: Path, content: Path, word: str | None) -> None:
    """Write what one audience may read as notes for Obsidian.

    OUT is a new or empty folder, or one with an earlier export, which is replaced; notes of your
    own in it stay. Without --as, the notes have what everyone may read. There is a note for each
    faction, person, place, item, page and turn, and the notes link to each other.

    Example: chronicle export obsidian vault my-campaign --as gm
    """
    from chronicle.authoring.obsidian_notes import obsidian_notes
    from chronicle.load.disk import THEMES_FOLDER
    from chronicle.pipeline import BuildOptions, export_edition, resolve_campaign
    from chronicle.project import audiences_of
    from chronicle.publish.export_folder import replace_export

    report = Report()
    tree = read_one_campaign(content, report)
    played = resolve_campaign(tree, report)
    if played is None or report.has_errors:
        exit_with_findings(report)
    audience = _audience(word or EVERYONE_ID, audiences_of(played.campaign))
    refuse_inside_site(out / "note.md", report)
    where = output.display_path(out)
    if content.resolve() in (out.resolve(), *out.resolve().parents):
        raise click.BadParameter(f"{where} is inside the campaign", param_hint="OUT")
    options = BuildOptions((content / THEMES_FOLDER,))
    files = export_edition(played, tree, report, options, audience, obsidian_notes)
    others = replace_export(files, out, report) if files is not None else ()
    if others:
        shown = ", ".join(output.display_path(Path(path)) for path in others[:3])
        more = " …" if len(others) > 3 else ""
        said = f"{where} has files that no export wrote: {shown}{more}; choose a new folder"
        raise click.BadParameter(said, param_hint="OUT")
    output.exit_on_errors(report)
    many = sum(path.endswith(".md") for path in files or ())
    click.echo(f"{many} notes in {where}, with what {audience.word} may read", err=True)


class ExportGroup(CommandGroup):
    """The kinds of exports, which can be named like options: `export --foundry OUT`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0].removeprefix("--") in self.commands:
            args = [args[0].removeprefix("--"), *args[1:]]
        return super().parse_args(ctx, args)


@click.group(cls=ExportGroup)
def export() -> None:
    """Write a dossier as one file, turns as JSON, actors for Foundry, or notes for Obsidian."""


for command in (dossier, turns, foundry, obsidian):
    export.add_command(command)
