"""The command `faction random`."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from chronicle.cli.build_run import read_one_campaign
from chronicle.cli.help_text import CommandGroup
from chronicle.cli.new import FACTION_SIZES, one_line, random_seed
from chronicle.cli.output import (
    CONTENT_ARGUMENT,
    FORMAT_OPTION,
    display_path,
    exit_on_errors,
    with_error_handling,
)
from chronicle.diagnostics.report import Report

if TYPE_CHECKING:
    from chronicle.rules.wwn.setup.faction_sizes import FactionSizeName


@click.group(cls=CommandGroup)
def faction() -> None:
    """Create factions at random."""


@faction.command()
@CONTENT_ARGUMENT
@click.option(
    "--size",
    type=click.Choice(FACTION_SIZES),
    default="small",
    show_default=True,
    help="The size of the factions, as the rules define it.",
)
@click.option("--count", type=click.IntRange(1, 20), default=1, show_default=True, help="How many.")
@click.option("--seed", help="Seed for the choices; random by default, and then printed.")
@click.option("--dry-run", is_flag=True, help="Print the files without writing them.")
@FORMAT_OPTION
@with_error_handling
def random(
    content: Path,
    size: FactionSizeName,
    count: int,
    seed: str | None,
    form: str | None,
    *,
    dry_run: bool,
) -> None:
    """Add random factions of a size to a campaign by the ruleset wwn.

    Ratings, magic, tag, goal and assets are drawn from the tables of the rules and of the
    campaign's catalogue, the headquarters from the places that everybody knows. The same campaign,
    size and seed give the same files. Existing files are never changed.

    Example: chronicle faction random --size large --seed ash --dry-run
    """
    from chronicle.authoring.random_factions import (
        FactionRequest,
        RandomFactionsError,
        random_factions,
    )
    from chronicle.cli.schema import update_schemas
    from chronicle.load.disk import THEMES_FOLDER
    from chronicle.publish.atomic_write import write_all_or_none
    from chronicle.render import available_choices, shipped_themes_folder

    words = one_line("--seed", seed) if seed is not None else random_seed()
    report = Report()
    tree = read_one_campaign(content, report, form)
    folders = (content / THEMES_FOLDER, shipped_themes_folder())
    sigils = available_choices(folders)["sigil"]
    request = FactionRequest(size, count, words, sigils)
    try:
        files = random_factions(tree, request, report, modeline=(content / ".chronicle").is_dir())
    except RandomFactionsError as refused:
        raise click.UsageError(str(refused)) from None
    exit_on_errors(report, form, result=True)
    if dry_run:
        click.echo("\n".join(f"# {path}\n{text}" for path, text in files.items()), nl=False)
    else:
        written = {path: text.encode() for path, text in files.items()}
        write_all_or_none(written, content, report)
        exit_on_errors(report, form)
        update_schemas(content)
        for path in files:
            click.echo(f"written: {display_path(content / path)}", err=True)
        click.echo("Next: give them names, colours and something to read", err=True)
    if seed is None:
        folder = shlex.quote(display_path(content))
        again = f"--size {size} --count {count} --seed {shlex.quote(words)}"
        click.echo(f"The same again: chronicle faction random {folder} {again}", err=True)
