"""The commands `keys init`, `list`, `rotate` and `phrase`."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, TextIO

import click

from chronicle.cli import output
from chronicle.cli.build_run import read_one_campaign
from chronicle.cli.completers import complete_factions
from chronicle.cli.help_text import CommandGroup
from chronicle.cli.key_access import (
    KeyedCampaign,
    exit_with_findings,
    find_reader,
    keyed_campaign_in,
    keys_command,
    report_write_errors,
    save_keys,
)
from chronicle.cli.keys.backup import backup, restore
from chronicle.cli.keys.cards import cards
from chronicle.diagnostics.report import Report
from chronicle.records import replace

#: A name or a title in a file.
_NAME: Final = re.compile(r"\b(?:name|title): *[\"']?([^\"'\n,{}#]+)")


@click.group(cls=CommandGroup)
def keys() -> None:
    """Manage the keys and passphrases of sealed dossiers.

    With a key, `build` adds sealed dossiers to the site. Each player opens their own with a
    phrase, and the GM opens all of them. The key file, chronicle.key in the campaign's folder,
    opens everything: keep it secret and keep a copy.
    """


@keys.command()
@output.CONTENT_ARGUMENT
@click.option("--demo", is_flag=True, help="Create demo.key, a public key for a sample campaign.")
@output.FORMAT_OPTION
def init(content: Path, *, demo: bool) -> None:
    """Create the key of a campaign.

    An existing key is never replaced.

    Example: chronicle keys init my-campaign
    """
    from chronicle.cli.key_access import campaign_in
    from chronicle.diagnostics.catalogue import keys as problems
    from chronicle.seal import Keys, key_file

    report = Report()
    campaign = campaign_in(content, report)
    fresh = Keys(master=os.urandom(32), rotations={}, generations={}, own={}, logins={}, demo=demo)
    path = key_file.key_file_path(content, fresh)
    if os.path.lexists(path):
        report.add(problems.KeyFileExists(at=key_file.file_span(path)))
        exit_with_findings(report)
    ignored = False
    with report_write_errors(path, report):
        # Add the key to .gitignore before writing it.
        ignored = not demo and key_file.add_to_gitignore(content)
        save_keys(KeyedCampaign(content, campaign, fresh), path)
    output.exit_on_errors(report)
    if demo:
        click.echo(
            f"{output.display_path(path)} is a demo key. It is public and keeps nothing secret.",
            err=True,
        )
    else:
        click.echo(_init_message(content, campaign.title, ignored=ignored), err=True)


def _init_message(content: Path, title: str, *, ignored: bool) -> str:
    git = (
        f"\nIt has been added to {output.display_path(content / '.gitignore')}." if ignored else ""
    )
    return (
        f"{output.display_path(content / 'chronicle.key')} is the master key of {title}."
        f" It opens every dossier;\nif you lose it, the phrases stop working.{git}\n\n"
        f"Keep a copy in another place:           {keys_command('backup FILE', content)}\n"
        f"Print the cards with the phrases:       {keys_command('cards', content)}\n"
        f"Build the site, with sealed dossiers:   chronicle build {output.display_path(content)}"
    )


@keys.command(name="list")
@output.CONTENT_ARGUMENT
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
@output.FORMAT_OPTION
def list_(content: Path, *, as_json: bool) -> None:
    """List players, their dossiers and their phrases.

    If a faction's key was rotated, the first turn of the latest key is shown after its name.

    Example: chronicle keys list my-campaign
    """
    report = Report()
    table = keyed_campaign_in(content, report)
    output.exit_on_errors(report, result=True)
    if as_json:
        output.print_json("chronicle-keys", 1, _to_json(table))
    else:
        click.echo(_to_table(table))


def _to_json(table: KeyedCampaign) -> dict[str, object]:
    rows = [
        {
            "player": reader.id,
            "phrase": table.phrase(reader.id),
            "own": reader.id in table.keys.own,
            "dossiers": [
                {
                    "faction": faction,
                    "epoch": len(table.rotations(faction)),
                    "from_turn": max(table.rotations(faction), default=0),
                }
                for faction in reader.factions
            ],
        }
        for reader in table.readers
    ]
    return {"campaign": table.campaign.title, "demo": table.keys.demo, "players": rows}


def _to_table(table: KeyedCampaign) -> str:
    rows = [("player", "opens the dossiers of", "phrase")]
    for reader in table.readers:
        factions = ", ".join(_with_epoch(table, faction) for faction in reader.factions)
        rows.append((reader.id, factions, table.phrase(reader.id)))
    widths = [max(len(row[column]) for row in rows) for column in range(2)]
    return "\n".join(
        f"{player:<{widths[0]}}  {factions:<{widths[1]}}  {phrase}"
        for player, factions, phrase in rows
    )


def _with_epoch(table: KeyedCampaign, faction: str) -> str:
    rotations = table.rotations(faction)
    return f"{faction} (new key from turn {rotations[-1]})" if rotations else faction


@keys.command()
@click.argument("faction", shell_complete=complete_factions)
@output.CONTENT_ARGUMENT
@click.option(
    "--from-turn",
    "turn",
    type=click.IntRange(min=1),
    required=True,
    help="The first turn that the old phrases must not open.",
)
@output.FORMAT_OPTION
def rotate(faction: str, content: Path, turn: int) -> None:
    """Give a faction a new key from a turn on.

    All its players get new phrases. Use this when a phrase got out or a player left. Copies made
    of dossiers that are already published can still be opened with the old phrases.

    Example: chronicle keys rotate customs my-campaign --from-turn 6
    """
    from chronicle.diagnostics.catalogue import keys as problems

    report = Report()
    table = keyed_campaign_in(content, report)
    known = tuple(one.id for one in table.campaign.factions)
    players = table.players_of(faction)
    last = max(table.rotations(faction), default=0)
    if faction not in known:
        report.add(problems.UnknownReader(at=None, what="faction", name=faction, known=known))
    elif not players:
        report.add(problems.DossierWithoutReader(at=None, faction=faction))
    elif turn <= last:
        report.add(problems.RotationTooEarly(at=None, faction=faction, turn=last))
    if report.has_errors:
        exit_with_findings(report)
    changed = table.with_new_phrases(players)
    rotations = {**table.keys.rotations, faction: (*table.rotations(faction), turn)}
    with report_write_errors(table.path, report):
        save_keys(replace(changed, keys=replace(changed.keys, rotations=rotations)), table.path)
    output.exit_on_errors(report)
    click.echo(_rotation_message(table, faction, turn, players), err=True)


def _rotation_message(table: KeyedCampaign, faction: str, turn: int, players: Sequence[str]) -> str:
    readers = [reader for reader in table.campaign.players if reader.id in players]
    others = sorted({one for reader in readers for one in reader.factions} - {faction})
    also = (
        f"The same players also read {', '.join(others)}, whose keys have not changed."
        " If a phrase got out,\nrotate those as well.\n"
    )
    return (
        f"{faction} has a new key from turn {turn} on. New phrases: {', '.join(players)}.\n"
        "The old phrases stop working when the next build is published. Anyone who kept an old"
        " copy of the\nsite or the old key can still read the turns before turn"
        f" {turn}.\n{also if others else ''}\n"
        f"Print the new cards:      {keys_command('cards', table.folder)}\n"
        f"Back up the key again:    {keys_command('backup FILE', table.folder)}"
    )


@keys.command()
@click.argument("player")
@output.CONTENT_ARGUMENT
@click.option("--generated", is_flag=True, help="Go back to the generated phrase.")
@output.FORMAT_OPTION
def phrase(player: str, content: Path, *, generated: bool) -> None:
    """Set the phrase of a player, or of the GM as gm.

    You are asked for it twice, without showing it; in a pipe, it is the first line of input.

    Example: chronicle keys phrase ada my-campaign
    """
    report = Report()
    table = keyed_campaign_in(content, report)
    reader = find_reader(player, table, report)
    own = {id: chosen for id, chosen in table.keys.own.items() if id != reader.id}
    if not generated:
        from chronicle.seal import bare_phrase

        chosen = " ".join(bare_phrase(_read_phrase()).split())
        _check_phrase(chosen, reader.id, table, report)
        own[reader.id] = chosen
    with report_write_errors(table.path, report):
        save_keys(replace(table, keys=replace(table.keys, own=own)), table.path)
    output.exit_on_errors(report)
    made = "the generated phrase" if generated else "your phrase"
    click.echo(
        f"{reader.id} now has {made}. It works when the next build is published.\n"
        f"Print the card:           {keys_command(f'cards --player {reader.id}', table.folder)}\n"
        f"Back up the key again:    {keys_command('backup FILE', table.folder)}",
        err=True,
    )


def _read_phrase() -> str:
    """Ask for a phrase twice without showing it, or read it from a pipe."""
    stdin: TextIO | None = sys.stdin
    if stdin is None:
        return ""
    if stdin.isatty():
        typed: str = click.prompt("Phrase", hide_input=True, confirmation_prompt=True, err=True)
        return typed
    return stdin.readline()


def _check_phrase(chosen: str, player: str, table: KeyedCampaign, report: Report) -> None:
    """Exit with an error if a phrase is weak or another reader has it."""
    from chronicle.diagnostics.catalogue import keys as problems
    from chronicle.seal import normalise_phrase, phrase_weakness
    from chronicle.seal.key_file import MAX_PHRASE_LENGTH, is_valid_phrase

    if not is_valid_phrase(chosen):
        raise click.UsageError(
            "invalid phrase: it must be one line with letters, of at most"
            f" {MAX_PHRASE_LENGTH} characters"
        )
    why = phrase_weakness(chosen, _names_in(table))
    others = [reader.id for reader in table.readers if reader.id != player]
    same = [id for id in others if normalise_phrase(table.phrase(id)) == normalise_phrase(chosen)]
    if why is not None:
        report.add(problems.WeakPhrase(at=None, why=why))
    elif same:
        report.add(problems.DuplicatePhrase(at=None, player=same[0]))
    if report.has_errors:
        exit_with_findings(report)


def _names_in(table: KeyedCampaign) -> Iterator[str]:
    """Names and ids in the files of a campaign, also those that only its ruleset knows."""
    from chronicle.model.campaign import names_of_things

    for ref, name in names_of_things(table.campaign).items():
        yield from (ref.id, name)
    yield from (reader.id for reader in table.readers)
    for path, content in read_one_campaign(table.folder, Report()).files.items():
        if isinstance(content, bytes) and path.endswith((".yaml", ".md")):
            yield from _NAME.findall(content.decode(errors="replace"))


for command in (cards, backup, restore):
    keys.add_command(command)
