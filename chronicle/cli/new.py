"""The command that makes a campaign to begin with."""

from __future__ import annotations

import os
import shlex
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from chronicle import __version__
from chronicle.cli.output import FORMAT_OPTION, display_path, exit_on_errors, with_error_handling
from chronicle.diagnostics.report import Report, did_you_mean

if TYPE_CHECKING:
    from chronicle.seal import Keys
    from chronicle.starters import StarterOptions

RULESET_IDS = ("shadow", "lieutenants", "wwn")
_RULESET_SUMMARIES = (
    "  shadow       powers that scheme unseen; a few bold strokes, minutes a turn\n"
    "  lieutenants  named people with an order each; gangs and guilds, a long game\n"
    "  wwn          assets on a map; wars and trade over months and miles"
)


@click.command()
@click.argument("name", required=False)
@click.option("--ruleset", type=click.Choice(RULESET_IDS), help="The rules that it is played by.")
@click.option("--title", help="The name of the game; left out, that of the starter.")
@click.option("--language", default="en", show_default=True, help="Of the site's own words.")
@click.option("--seed", help="Words that computed dice follow from; left out, drawn by chance.")
@click.option(
    "--workflow/--no-workflow",
    default=False,
    help="Whether GitHub shall build the site and host it, from a private repository.",
)
@click.option(
    "--key/--no-key", default=False, help="Whether to make a key, so that dossiers are sealed."
)
@FORMAT_OPTION
@with_error_handling
def new(  # noqa: PLR0913  what a campaign is made of, each with a default
    name: str | None,
    ruleset: str | None,
    title: str | None,
    language: str,
    seed: str | None,
    form: str | None,
    *,
    workflow: bool,
    key: bool,
) -> None:
    """Make a small campaign that works, in a new folder, and build it.

    Its comments say what everything is for. The campaign lies in NAME/content and its site in
    NAME/output, where all commands look by themselves; editor settings, schemas and a .gitignore
    that keeps keys and private pages out lie around it. What is not said is asked for on a
    terminal. A folder that holds anything is left alone.

    Example: chronicle new ferry-war --ruleset shadow --title "The Ferry War"
    """
    from chronicle.starters import StarterOptions

    folder = _folder(name)
    rules = ruleset or _prompt_for_ruleset()
    said = title if title is not None else _prompt_for_title() if ruleset is None else ""
    start = StarterOptions(
        ruleset=rules,
        seed=_one_line("--seed", seed) if seed is not None else _random_seed(),
        version=__version__,
        title=_one_line("--title", said) if said else "",
        language=_check_language(language),
        workflow=workflow,
    )
    report = Report()
    pages = _create(folder, start, report, key=key)
    exit_on_errors(report, form)
    click.echo(_summary(folder, pages, start, key=key), err=True)


def can_prompt() -> bool:
    """Whether somebody sits there who can answer."""
    return bool(getattr(sys.stdin, "isatty", bool)()) and bool(
        getattr(sys.stderr, "isatty", bool)()
    )


def _require_terminal(flags: str) -> None:
    if not can_prompt():
        raise click.UsageError(
            f"there is no terminal to ask on: say {flags}, as in"
            " `chronicle new ferry-war --ruleset shadow`"
        )


def _folder(name: str | None) -> Path:
    """The folder to make; one that can't be made ends the run."""
    from chronicle.starters import folder_name_error

    if name is None:
        _require_terminal("NAME and --ruleset")
        name = str(click.prompt("The folder to make", default="my-campaign", err=True))
    folder = Path(name)
    wrong = folder_name_error(folder.name)
    if wrong:
        raise click.BadParameter(wrong, param_hint="NAME")
    if folder.exists() and not folder.is_dir():
        raise click.BadParameter(f"{display_path(folder)} is a file", param_hint="NAME")
    if folder.is_symlink() or (folder.is_dir() and any(folder.iterdir())):
        raise click.BadParameter(
            f"{display_path(folder)} is there already and holds something; nothing in it was"
            " touched. Give another name",
            param_hint="NAME",
        )
    if not folder.parent.is_dir():
        raise click.BadParameter(
            f"there is no folder {display_path(folder.parent)} to make it in", param_hint="NAME"
        )
    return folder


def _prompt_for_ruleset() -> str:
    _require_terminal(f"--ruleset {'|'.join(RULESET_IDS)}")
    click.echo(_RULESET_SUMMARIES, err=True)
    return str(
        click.prompt(
            "The rules",
            type=click.Choice(RULESET_IDS),
            default="shadow",
            show_choices=False,
            err=True,
        )
    )


def _prompt_for_title() -> str:
    return str(click.prompt("The name of the game", default="Windfall", err=True))


def _one_line(flag: str, text: str) -> str:
    from chronicle.files.source import CONTROL_PATTERN

    line = " ".join(text.split())
    if not line or CONTROL_PATTERN.search(line):
        raise click.BadParameter("say it in plain words, on one line", param_hint=flag)
    return line


def _check_language(language: str) -> str:
    from chronicle.render import available_choices, shipped_themes_folder

    known = available_choices((shipped_themes_folder(),))["language"]
    if language not in known:
        raise click.BadParameter(
            f"no theme that comes along speaks {language}; {did_you_mean(language, known)}",
            param_hint="--language",
        )
    return language


def _random_seed() -> str:
    from chronicle.seal.phrases import draw_words

    return " ".join(draw_words(os.urandom(64))[:3])


def _create(folder: Path, start: StarterOptions, report: Report, *, key: bool) -> int:
    """Makes all of a campaign's folder or nothing of it; how many pages its site has."""
    from chronicle.diagnostics.catalogue import output as problems

    try:
        with tempfile.TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as beside:
            made = Path(beside) / folder.name
            pages = _write_and_build(made, start, report, key=key)
            if report.has_errors:
                return 0
            if folder.is_dir():
                folder.rmdir()
            made.rename(folder)
            return pages
    except OSError as error:
        detail = error.strerror or type(error).__name__
        report.add(problems.CannotWriteOutput(at=None, folder=display_path(folder), detail=detail))
        return 0


def _write_and_build(folder: Path, start: StarterOptions, report: Report, *, key: bool) -> int:
    from chronicle.cli.progress import progress_bar
    from chronicle.load import read_tree
    from chronicle.pipeline import BuildOptions, SealOptions, build_campaign
    from chronicle.publish.writer import write_output
    from chronicle.render import available_choices, shipped_themes_folder
    from chronicle.starters import CONTENT_FOLDER, starter_files

    _write(folder, starter_files(start, available_choices((shipped_themes_folder(),))))
    tree = read_tree(folder / CONTENT_FOLDER, CONTENT_FOLDER)
    keys = _make_key(folder / CONTENT_FOLDER, report) if key else None
    lock = SealOptions(keys) if keys is not None else None
    with progress_bar() as bar:
        manner = BuildOptions(watched=bar.track, lock=lock, stage=bar.stage)
        site = build_campaign(tree, report, manner)
    if site is None or not write_output(
        site.files, folder / "output", folder / CONTENT_FOLDER, report
    ):
        return 0
    return sum(1 for path in site.files if path.endswith(".html"))


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(text)


def _make_key(content: Path, report: Report) -> Keys | None:
    """A key for the new campaign, in its place."""
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
    """What was made, and what to do next."""
    at = shlex.quote(display_path(folder))
    output = folder / "output"
    public = output / "site" / "index.html"
    private = output / "private" / "gm" / "index.html"
    made = f"{display_path(folder)} holds a campaign by the rules {start.ruleset}"
    lines = [
        f"{made}, and its site: {pages} pages.",
        "",
        f"  look at it            {display_path(public)}",
        f"  and as its GM         {display_path(private)}",
        "",
        f"  go there              cd {at}",
        "  begin with            README.md, then content/campaign.yaml",
        "  while you write       chronicle serve",
        "  after a change        chronicle build",
    ]
    if key:
        lines += [
            "  keep a copy           chronicle keys backup FILE",
            "  phrases for players   chronicle keys cards",
        ]
    else:
        lines.append("  dossiers on the web   chronicle keys init")
    if start.workflow:
        lines.append("  GitHub                README.md says how to let it build the site")
    return "\n".join(lines)
