"""The commands about the key of the dossiers: who opens what, and with which phrase."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TextIO

import click

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
from chronicle.cli.output import (
    CONTENT_ARGUMENT,
    FORMAT_OPTION,
    display_path,
    exit_on_errors,
    print_json,
    with_error_handling,
)
from chronicle.diagnostics.report import Report


@click.group(cls=CommandGroup)
def keys() -> None:
    """Make and keep the key of the dossiers, and the phrases that open them.

    With a key, `build` puts sealed dossiers into the site. Each player opens the own ones with a
    phrase, the GM all of them. Everything follows from one file, chronicle.key in the campaign's
    folder: it must never get into other hands, and never get lost.
    """


@keys.command()
@CONTENT_ARGUMENT
@click.option("--demo", is_flag=True, help="Make demo.key, for a sample: it lies in the open.")
@FORMAT_OPTION
@with_error_handling
def init(content: Path, *, demo: bool, form: str | None) -> None:
    """Make the key of a campaign; one that is there is never replaced.

    Example: chronicle keys init my-campaign
    """
    from chronicle.cli.key_access import campaign_in
    from chronicle.diagnostics.catalogue import keys as problems
    from chronicle.seal import Keys, key_file

    report = Report()
    campaign = campaign_in(content, report, form)
    fresh = Keys(master=os.urandom(32), rotations={}, generations={}, own={}, logins={}, demo=demo)
    path = key_file.key_file_path(content, fresh)
    if os.path.lexists(path):
        report.add(problems.KeyFileExists(at=key_file.file_span(path)))
        exit_with_findings(report, form)
    ignored = False
    with report_write_errors(path, report, form):
        # First what keeps it out of a repository, then the key.
        ignored = not demo and key_file.add_to_gitignore(content)
        save_keys(KeyedCampaign(content, campaign, fresh), path)
    exit_on_errors(report, form)
    if demo:
        click.echo(
            f"{display_path(path)} is a demo key. It lies in the open and keeps nothing.", err=True
        )
    else:
        click.echo(_init_message(content, campaign.title, ignored=ignored), err=True)


def _init_message(content: Path, title: str, *, ignored: bool) -> str:
    git = (
        f"\nGit is told to leave it out, in {display_path(content / '.gitignore')}."
        if ignored
        else ""
    )
    return (
        f"{display_path(content / 'chronicle.key')} is the master key of {title}."
        f" Whoever has it opens every dossier;\nwithout it, no phrase works again.{git}\n\n"
        f"Keep a copy where the campaign is not:  {keys_command('backup FILE', content)}\n"
        f"Print the cards with the phrases:       {keys_command('cards', content)}\n"
        f"Build the site, with sealed dossiers:   chronicle build {display_path(content)}"
    )


@keys.command(name="list")
@CONTENT_ARGUMENT
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
@FORMAT_OPTION
@with_error_handling
def list_(content: Path, *, as_json: bool, form: str | None) -> None:
    """Print who reads which dossiers, with which phrase.

    A faction whose key was replaced has the turn behind it from which the latest one holds.

    Example: chronicle keys list my-campaign
    """
    report = Report()
    table = keyed_campaign_in(content, report, form)
    exit_on_errors(report, form, result=True)
    if as_json:
        print_json("chronicle-keys", 1, _to_json(table))
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
@CONTENT_ARGUMENT
@click.option(
    "--from-turn",
    "turn",
    type=click.IntRange(min=1),
    required=True,
    help="The first turn that the old phrases shall not open.",
)
@FORMAT_OPTION
@with_error_handling
def rotate(faction: str, content: Path, turn: int, form: str | None) -> None:
    """Give a faction a new key from a turn on.

    All who read it get new phrases: for when one got out, or a player left. What was published
    before can't be called back.

    Example: chronicle keys rotate customs my-campaign --from-turn 6
    """
    from chronicle.diagnostics.catalogue import keys as problems

    report = Report()
    table = keyed_campaign_in(content, report, form)
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
        exit_with_findings(report, form)
    changed = table.with_new_phrases(players)
    rotations = {**table.keys.rotations, faction: (*table.rotations(faction), turn)}
    with report_write_errors(table.path, report, form):
        save_keys(replace(changed, keys=replace(changed.keys, rotations=rotations)), table.path)
    exit_on_errors(report, form)
    click.echo(_rotation_message(table, faction, turn, players), err=True)


def _rotation_message(table: KeyedCampaign, faction: str, turn: int, players: Sequence[str]) -> str:
    readers = [reader for reader in table.campaign.players if reader.id in players]
    others = sorted({one for reader in readers for one in reader.factions} - {faction})
    also = (
        f"The same players read {', '.join(others)} too, under keys that are as they were."
        " If a phrase got out,\nrotate those as well.\n"
    )
    return (
        f"{faction} has a new key from turn {turn} on. New phrases: {', '.join(players)}.\n"
        "The old phrases stop working when the next build is published. But what was published"
        " can't be\ncalled back: who kept it, or the old key, reads on what comes before turn"
        f" {turn}.\n{also if others else ''}\n"
        f"Print the new cards:      {keys_command('cards', table.folder)}\n"
        f"Copy the key once more:   {keys_command('backup FILE', table.folder)}"
    )


@keys.command()
@click.argument("player")
@CONTENT_ARGUMENT
@click.option("--generated", is_flag=True, help="Go back to the phrase that chronicle made.")
@FORMAT_OPTION
@with_error_handling
def phrase(player: str, content: Path, *, generated: bool, form: str | None) -> None:
    """Give a player, or the GM as gm, a phrase of your own.

    It is asked for twice and not shown; in a pipe, it is the first line of what comes in.

    Example: chronicle keys phrase ada my-campaign
    """
    report = Report()
    table = keyed_campaign_in(content, report, form)
    reader = find_reader(player, table, report, form)
    own = {id: chosen for id, chosen in table.keys.own.items() if id != reader.id}
    if not generated:
        chosen = " ".join(_read_phrase().split())
        _check_phrase(chosen, reader.id, table, report, form)
        own[reader.id] = chosen
    with report_write_errors(table.path, report, form):
        save_keys(replace(table, keys=replace(table.keys, own=own)), table.path)
    exit_on_errors(report, form)
    made = "the phrase that chronicle made" if generated else "a phrase of your own"
    click.echo(
        f"{reader.id} has {made}. It works when the next build is published.\n"
        f"Print the card:           {keys_command(f'cards --player {reader.id}', table.folder)}\n"
        f"Copy the key once more:   {keys_command('backup FILE', table.folder)}",
        err=True,
    )


def _read_phrase() -> str:
    """A phrase as somebody types it, unseen and twice; or as a pipe brings it."""
    stdin: TextIO | None = sys.stdin
    if stdin is None:
        return ""
    if stdin.isatty():
        typed: str = click.prompt("The phrase", hide_input=True, confirmation_prompt=True, err=True)
        return typed
    return stdin.readline()


def _check_phrase(
    chosen: str, player: str, table: KeyedCampaign, report: Report, form: str | None
) -> None:
    """Ends the run when a phrase is weak, or somebody else's."""
    from chronicle.diagnostics.catalogue import keys as problems
    from chronicle.seal import normalise_phrase, phrase_weakness
    from chronicle.seal.key_file import MAX_PHRASE_LENGTH, is_valid_phrase

    if not is_valid_phrase(chosen):
        raise click.UsageError(
            f"this can't be a phrase: one has letters on one line, {MAX_PHRASE_LENGTH} at most"
        )
    why = phrase_weakness(chosen)
    others = [reader.id for reader in table.readers if reader.id != player]
    same = [id for id in others if normalise_phrase(table.phrase(id)) == normalise_phrase(chosen)]
    if why is not None:
        report.add(problems.WeakPhrase(at=None, why=why))
    elif same:
        report.add(problems.DuplicatePhrase(at=None, player=same[0]))
    if report.has_errors:
        exit_with_findings(report, form)


for command in (cards, backup, restore):
    keys.add_command(command)
