"""The command `new`."""

from __future__ import annotations

import os
import shlex
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from chronicle.cli.clock import machine_zone
from chronicle.cli.help_text import SHIPPED_THEMES
from chronicle.cli.output import FORMAT_OPTION, display_path, exit_on_errors, refuse_other_options
from chronicle.diagnostics.report import Report, did_you_mean
from chronicle.records import Record

if TYPE_CHECKING:
    from chronicle.rules.wwn.setup.faction_sizes import FactionSizeName
    from chronicle.seal import Keys
    from chronicle.starters import StarterOptions
    from chronicle.starters.workflow import ProgramFiles

#: What each ruleset is for, by its id.
RULESETS: Final[Mapping[str, str]] = {
    "freeform": "orders in words, and you decide; for any rules, or none",
    "shadow": "secret powers with a few bold moves; minutes per turn",
    "lieutenants": "gangs and guilds whose people each get an order; a longer game",
    "wwn": "assets on a map; war and trade over months and miles",
}
RULESET_IDS: Final = tuple(RULESETS)
#: The sizes that factions of the ruleset wwn can have.
FACTION_SIZES = ("small", "medium", "large")


@click.command()
@click.argument("name", required=False)
@click.option("--ruleset", type=click.Choice(RULESET_IDS), help="The ruleset to play by.")
@click.option(
    "--random-factions",
    "count",
    type=click.IntRange(1, 20),
    metavar="COUNT",
    help="Add random factions; for wwn only.",
)
@click.option(
    "--size",
    type=click.Choice(FACTION_SIZES),
    help="The size of the factions; for wwn only, small by default.",
)
@click.option("--empty", is_flag=True, help="Create no example game: nothing has happened yet.")
@click.option("--title", help="The title of the campaign.")
@click.option("--language", default="en", show_default=True, help="Language of the site.")
@click.option(
    "--theme",
    type=click.Choice(SHIPPED_THEMES),
    default="annals",
    show_default=True,
    help="The look of the site.",
)
@click.option("--seed", help="Seed for dice and random factions; random by default.")
@click.option(
    "--zone", help="Time zone of deadlines, as in Europe/Berlin; by default that of this computer."
)
@click.option(
    "--workflow/--no-workflow",
    default=False,
    help="Add a GitHub Actions workflow that builds and hosts the site.",
)
@click.option("--key/--no-key", default=False, help="Create a key, so that dossiers can be sealed.")
@click.option(
    "--dry-run",
    is_flag=True,
    help="Print random factions for a campaign that exists, without writing them.",
)
@FORMAT_OPTION
def new(  # noqa: PLR0913  one parameter for each option
    name: str | None,
    *,
    ruleset: str | None,
    count: int | None,
    size: FactionSizeName | None,
    empty: bool,
    title: str | None,
    language: str,
    theme: str,
    seed: str | None,
    zone: str | None,
    workflow: bool,
    key: bool,
    dry_run: bool,
) -> None:
    """Create a campaign and build its site, or add random factions to a campaign.

    Creates the folder NAME with a small working campaign in NAME/content, its site in NAME/output,
    editor settings, and a .gitignore that excludes keys and private pages. Comments in the files
    explain them. Commands run in NAME find the campaign. Missing values are asked for on a
    terminal. NAME must not exist or must be empty, and be outside of other campaigns. With --empty,
    the campaign has two factions and places to rename, and no turn.

    With --random-factions, NAME can also be the folder of a campaign by the ruleset wwn, to which
    factions are added; its files are never changed. Their ratings, magic, tag, goal and assets are
    drawn from the tables of the rules and of the campaign's catalogue, their headquarters from the
    places that everybody knows. The same campaign, size and seed give the same factions.

    Example: chronicle new ferry-war --ruleset shadow --title "The Ferry War"
    Example: chronicle new content --random-factions 2 --size large --dry-run
    """
    from chronicle.starters import StarterOptions

    seed = one_line("--seed", seed) if seed is not None else None
    if name is not None and (Path(name) / "campaign.yaml").is_file():
        drawn = _DrawOptions(count or 0, size or "small", seed)
        _add_to_campaign(Path(name), drawn, dry_run=dry_run)
        return
    if dry_run:
        raise click.UsageError("--dry-run is for a campaign that exists")
    folder = _folder(name)
    rules = ruleset or _prompt_for_ruleset()
    given = "--size" if size is not None else "--random-factions" if count is not None else ""
    if given and rules != "wwn":
        raise click.UsageError(f"{given} is for --ruleset wwn, not for {rules}")
    usual = folder.name.replace("-", " ").title() if empty else "Windfall"
    said = title
    if said is None and ruleset is None:
        said = str(click.prompt("Title", default=usual, err=True))
    elif said is None and empty:
        said = usual
    start = StarterOptions(
        ruleset=rules,
        seed=seed or random_seed(),
        id=f"c{os.urandom(8).hex()}",
        title=one_line("--title", said) if said else "",
        language=_check_language(language),
        theme=theme,
        workflow=_program_for_workflow(folder) if workflow else None,
        size=size or "small",
        zone=machine_zone() if zone is None else _check_zone(zone),
        empty=empty,
    )
    report = Report()
    pages = _create(folder, start, report, factions=count or 0, key=key)
    exit_on_errors(report)
    click.echo(_summary(folder, pages, start, key=key), err=True)


# ── Random factions ──────────────────────────────────────────────────────────────────────────────


class _DrawOptions(Record):
    """How many random factions to add to a campaign, of which size, and the seed if given."""

    count: int
    size: FactionSizeName
    seed: str | None


def _add_to_campaign(content: Path, options: _DrawOptions, *, dry_run: bool) -> None:
    """Add random factions to a campaign that exists. Raises usage errors."""
    from chronicle.cli.schema import update_schemas
    from chronicle.publish.atomic_write import write_all_or_none

    is_there = (
        f"{display_path(content)} is a campaign already; --random-factions adds factions to it"
    )
    if not options.count:
        raise click.UsageError(is_there)
    refuse_other_options(f"{is_there}, and", "name", "count", "size", "seed", "dry_run")
    words = options.seed or random_seed()
    report = Report()
    files = _draw_factions(content, options.count, options.size, words, report)
    exit_on_errors(report, result=True)
    if dry_run:
        click.echo("\n".join(f"# {path}\n{text}" for path, text in files.items()), nl=False)
    else:
        write_all_or_none({path: text.encode() for path, text in files.items()}, content, report)
        exit_on_errors(report)
        update_schemas(content)
        for path in files:
            click.echo(f"written: {display_path(content / path)}", err=True)
        click.echo("Next: give them names, colours and something to read", err=True)
    if options.seed is None:
        again = f"--size {options.size} --seed {shlex.quote(words)}"
        click.echo(
            f"The same again: chronicle new {shlex.quote(display_path(content))}"
            f" --random-factions {options.count} {again}",
            err=True,
        )


def _draw_factions(
    content: Path, count: int, size: FactionSizeName, seed: str, report: Report
) -> Mapping[str, str]:
    """The files of random factions for a campaign, by path. Raises usage errors."""
    from chronicle.authoring.random_factions import (
        FactionRequest,
        RandomFactionsError,
        random_factions,
    )
    from chronicle.load import read_tree
    from chronicle.load.disk import THEMES_FOLDER
    from chronicle.render import available_choices, shipped_themes_folder

    sigils = available_choices((content / THEMES_FOLDER, shipped_themes_folder()))["sigil"]
    request = FactionRequest(size, count, seed, sigils)
    tree = read_tree(content, display_path(content))
    try:
        return random_factions(tree, request, report, modeline=(content / ".chronicle").is_dir())
    except RandomFactionsError as refused:
        raise click.UsageError(str(refused)) from None


# ── A new campaign ───────────────────────────────────────────────────────────────────────────────


def _program_for_workflow(folder: Path) -> ProgramFiles:
    """This program as the workflow installs it. Raises a usage error inside a repository."""
    from chronicle.cli.git import Git, GitNotFound
    from chronicle.cli.installation import installed_program

    with suppress(GitNotFound):
        if top := Git(folder.parent).try_line("rev-parse", "--show-toplevel"):
            raise click.UsageError(
                f"{display_path(folder)} would be inside the git repository {top}, at whose top"
                " GitHub looks for workflows: leave out --workflow, then run chronicle deploy"
                f" {display_path(folder / 'content')} --workflow"
            )
    return installed_program()


def can_prompt() -> bool:
    """Whether standard input and standard error are terminals."""
    return bool(getattr(sys.stdin, "isatty", bool)()) and bool(
        getattr(sys.stderr, "isatty", bool)()
    )


def _require_terminal(flags: str) -> None:
    if not can_prompt():
        raise click.UsageError(
            f"can't ask without a terminal: give {flags}, as in"
            " `chronicle new ferry-war --ruleset shadow`"
        )


def _folder(name: str | None) -> Path:
    if name is None:
        _require_terminal("NAME and --ruleset")
        name = str(click.prompt("Folder to create", default="my-campaign", err=True))
    return folder_to_create(Path(name))


def folder_to_create(folder: Path) -> Path:
    """The same folder. Raises click.BadParameter if it can't be created."""
    from chronicle.starters import folder_name_error

    wrong = folder_name_error(folder.name)
    if wrong:
        raise click.BadParameter(wrong, param_hint="NAME")
    if folder.exists() and not folder.is_dir():
        raise click.BadParameter(f"{display_path(folder)} is a file", param_hint="NAME")
    if folder.is_symlink() or (folder.is_dir() and any(folder.iterdir())):
        inner = folder / "content"
        has_campaign = (inner / "campaign.yaml").is_file()
        raise click.BadParameter(
            f"{display_path(folder)} already exists and is not empty; choose another name"
            + (f"; its campaign is {display_path(inner)}" if has_campaign else ""),
            param_hint="NAME",
        )
    if not folder.parent.is_dir():
        raise click.BadParameter(
            f"folder {display_path(folder.parent)} not found", param_hint="NAME"
        )
    _refuse_inside_campaign(folder)
    return folder


def _refuse_inside_campaign(folder: Path) -> None:
    """Raise click.BadParameter if the folder would be inside of a campaign's."""
    from chronicle.starters import CONTENT_FOLDER

    around = folder.absolute().parent
    content = around / CONTENT_FOLDER
    inner = next((it for it in (content, around, *around.parents) if _is_campaign(it)), None)
    if inner is not None:
        top = inner.parent if inner.name == CONTENT_FOLDER else inner
        raise click.BadParameter(
            f"{display_path(folder)} would be inside the campaign in {display_path(top)}: go on"
            f" with that one, or type cd {shlex.quote(display_path(top.parent))} first",
            param_hint="NAME",
        )


def _is_campaign(folder: Path) -> bool:
    return (folder / "campaign.yaml").is_file()


def _prompt_for_ruleset() -> str:
    _require_terminal(f"--ruleset {'|'.join(RULESET_IDS)}")
    for id, words in RULESETS.items():
        click.echo(f"  {id:<12} {words}", err=True)
    return str(
        click.prompt(
            "Ruleset",
            type=click.Choice(RULESET_IDS),
            default="shadow",
            show_choices=False,
            err=True,
        )
    )


def one_line(flag: str, text: str) -> str:
    """The text in one line. Raises click.BadParameter if it is none."""
    from chronicle.files.source import find_control_character

    line = " ".join(text.split())
    if not line or find_control_character(line):
        raise click.BadParameter("must be one line of text", param_hint=flag)
    return line


def _check_language(language: str) -> str:
    from chronicle.render import available_choices, shipped_themes_folder

    known = available_choices((shipped_themes_folder(),))["language"]
    if language not in known:
        raise click.BadParameter(
            f"unsupported language {language}; {did_you_mean(language, known)}",
            param_hint="--language",
        )
    return language


def _check_zone(zone: str) -> str:
    from chronicle.diagnostics.catalogue.deadline import time_zone_help
    from chronicle.load.time_zones import time_zone_names

    if zone not in time_zone_names():
        said = f"unknown time zone {zone}; {time_zone_help(zone, time_zone_names())}"
        raise click.BadParameter(said, param_hint="--zone")
    return zone


def random_seed() -> str:
    """Three random words."""
    from chronicle.seal.phrases import draw_words

    return " ".join(draw_words(os.urandom(64))[:3])


def _create(
    folder: Path, start: StarterOptions, report: Report, *, factions: int, key: bool
) -> int:
    """Create the campaign's folder, all of it or nothing; return the number of pages."""
    from chronicle.diagnostics.catalogue import output as problems
    from chronicle.starters import CONTENT_FOLDER

    try:
        with tempfile.TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as beside:
            made = Path(beside) / folder.name
            pages = _write_and_build(made, start, report, factions=factions, key=key)
            if report.has_errors:
                return 0
            if folder.is_dir() and folder.samefile(Path.cwd()):
                # The shell that is in it stays in it. The campaign comes last.
                for it in sorted(made.iterdir(), key=lambda it: it.name == CONTENT_FOLDER):
                    it.rename(folder / it.name)
                return pages
            if folder.is_dir():
                folder.rmdir()
            made.rename(folder)
            return pages
    except OSError as error:
        detail = error.strerror or type(error).__name__
        report.add(problems.CannotWriteOutput(at=None, folder=display_path(folder), detail=detail))
        return 0


def _write_and_build(
    folder: Path, start: StarterOptions, report: Report, *, factions: int, key: bool
) -> int:
    from chronicle.cli.progress import progress_bar
    from chronicle.cli.schema import update_schemas
    from chronicle.load import read_tree
    from chronicle.pipeline import BuildOptions, SealOptions, build_campaign
    from chronicle.publish.writer import write_output
    from chronicle.render import available_choices, shipped_themes_folder
    from chronicle.starters import CONTENT_FOLDER, starter_files

    _write(folder, starter_files(start, available_choices((shipped_themes_folder(),))))
    content = folder / CONTENT_FOLDER
    if factions:
        drawn = _draw_factions(content, factions, start.size, start.seed, report)
        _write(content, {path: text.encode() for path, text in drawn.items()})
        update_schemas(content)
    tree = read_tree(content, CONTENT_FOLDER)
    keys = _make_key(content, report) if key else None
    lock = SealOptions(keys) if keys is not None else None
    with progress_bar() as bar:
        options = BuildOptions(progress=bar.track, seal=lock, on_phase=bar.stage)
        site = build_campaign(tree, report, options)
    if site is None or not write_output(site.files, folder / "output", content, report):
        return 0
    return sum(1 for path in site.files if path.endswith(".html"))


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(text)


def _make_key(content: Path, report: Report) -> Keys | None:
    """Create the key of the new campaign and return it."""
    from chronicle.cli.key_access import KeyedCampaign, save_keys
    from chronicle.load import load_campaign, read_tree
    from chronicle.seal import Keys, key_file

    campaign = load_campaign(read_tree(content, content.name), report)
    if campaign is None:
        return None
    fresh = Keys(os.urandom(32), rotations={}, generations={}, own={}, logins={}, demo=False)
    key_file.add_to_gitignore(content)
    save_keys(KeyedCampaign(content, campaign, fresh), key_file.key_file_path(content, fresh))
    return key_file.load_keys(content, report)


def _summary(folder: Path, pages: int, start: StarterOptions, *, key: bool) -> str:
    """What was created, and what to do next."""
    at = shlex.quote(display_path(folder))
    output = folder / "output"
    public = output / "site" / "index.html"
    private = output / "private" / "gm" / "index.html"
    made = f"Created {display_path(folder)} with a campaign for the ruleset {start.ruleset}"
    lines = [
        f"{made} and its site of {pages} pages.",
        "",
        f"  public site           {display_path(public)}",
        f"  GM's site             {display_path(private)}",
        "",
        f"  go there              cd {at}",
        "  start reading         README.md, then content/campaign.yaml",
        "  preview               chronicle serve",
        "  rebuild the site      chronicle build",
    ]
    if key:
        lines += [
            "  back up the key       chronicle keys backup FILE",
            "  player phrases        chronicle keys cards",
        ]
    else:
        lines.append("  dossiers online       chronicle keys init")
    if start.zone:
        lines.append(f"  deadlines             in {start.zone}, see content/campaign.yaml")
    if start.workflow is not None:
        from chronicle.starters.workflow import source_in_repository

        lines += [
            "  GitHub Pages          see README.md; the workflow installs",
            f"                        {source_in_repository(start.workflow).description}",
        ]
    return "\n".join(lines)
