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
from chronicle.cli.output import FORMAT, finish, guarded, shown
from chronicle.diagnostics.report import Report, did_you_mean

if TYPE_CHECKING:
    from chronicle.seal import Keys
    from chronicle.starters import Start

RULESETS = ("shadow", "lieutenants", "wwn")
_ABOUT = (
    "  shadow       powers that scheme unseen; a few bold strokes, minutes a turn\n"
    "  lieutenants  named people with an order each; gangs and guilds, a long game\n"
    "  wwn          assets on a map; wars and trade over months and miles"
)


@click.command()
@click.argument("name", required=False)
@click.option("--ruleset", type=click.Choice(RULESETS), help="The rules that it is played by.")
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
@FORMAT
@guarded
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
    from chronicle.starters import Start

    folder = _folder(name)
    rules = ruleset or _asked_for_ruleset()
    said = title if title is not None else _asked_for_title() if ruleset is None else ""
    start = Start(
        ruleset=rules,
        seed=_one_line("--seed", seed) if seed is not None else _drawn_seed(),
        version=__version__,
        title=_one_line("--title", said) if said else "",
        language=_known_language(language),
        workflow=workflow,
    )
    report = Report()
    pages = _found(folder, start, report, key=key)
    finish(report, form)
    click.echo(_said(folder, pages, start, key=key), err=True)


def can_ask() -> bool:
    """Whether somebody sits there who can answer."""
    return bool(getattr(sys.stdin, "isatty", bool)()) and bool(
        getattr(sys.stderr, "isatty", bool)()
    )


def _asked_for(flags: str) -> None:
    if not can_ask():
        raise click.UsageError(
            f"there is no terminal to ask on: say {flags}, as in"
            " `chronicle new ferry-war --ruleset shadow`"
        )


def _folder(name: str | None) -> Path:
    """The folder to make; one that can't be made ends the run."""
    from chronicle.starters import said_of_name

    if name is None:
        _asked_for("NAME and --ruleset")
        name = str(click.prompt("The folder to make", default="my-campaign", err=True))
    folder = Path(name)
    wrong = said_of_name(folder.name)
    if wrong:
        raise click.BadParameter(wrong, param_hint="NAME")
    if folder.exists() and not folder.is_dir():
        raise click.BadParameter(f"{shown(folder)} is a file", param_hint="NAME")
    if folder.is_symlink() or (folder.is_dir() and any(folder.iterdir())):
        raise click.BadParameter(
            f"{shown(folder)} is there already and holds something; nothing in it was touched."
            " Give another name",
            param_hint="NAME",
        )
    if not folder.parent.is_dir():
        raise click.BadParameter(
            f"there is no folder {shown(folder.parent)} to make it in", param_hint="NAME"
        )
    return folder


def _asked_for_ruleset() -> str:
    _asked_for(f"--ruleset {'|'.join(RULESETS)}")
    click.echo(_ABOUT, err=True)
    return str(
        click.prompt(
            "The rules",
            type=click.Choice(RULESETS),
            default="shadow",
            show_choices=False,
            err=True,
        )
    )


def _asked_for_title() -> str:
    return str(click.prompt("The name of the game", default="Windfall", err=True))


def _one_line(flag: str, text: str) -> str:
    from chronicle.files.source import CONTROL

    line = " ".join(text.split())
    if not line or CONTROL.search(line):
        raise click.BadParameter("say it in plain words, on one line", param_hint=flag)
    return line


def _known_language(language: str) -> str:
    from chronicle.render import offered, shipped_themes

    known = offered((shipped_themes(),))["language"]
    if language not in known:
        raise click.BadParameter(
            f"no theme that comes along speaks {language}; {did_you_mean(language, known)}",
            param_hint="--language",
        )
    return language


def _drawn_seed() -> str:
    from chronicle.seal.phrases import drawn

    return " ".join(drawn(os.urandom(64))[:3])


def _found(folder: Path, start: Start, report: Report, *, key: bool) -> int:
    """Makes all of a campaign's folder or nothing of it; how many pages its site has."""
    from chronicle.diagnostics.catalogue import output as problems

    try:
        with tempfile.TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as beside:
            made = Path(beside) / folder.name
            pages = _made(made, start, report, key=key)
            if report.has_errors:
                return 0
            if folder.is_dir():
                folder.rmdir()
            made.rename(folder)
            return pages
    except OSError as error:
        detail = error.strerror or type(error).__name__
        report.add(problems.CantWrite(at=None, folder=shown(folder), detail=detail))
        return 0


def _made(folder: Path, start: Start, report: Report, *, key: bool) -> int:
    from chronicle.cli.progress import progress
    from chronicle.load import read_tree
    from chronicle.pipeline import Lock, Manner, make_campaign
    from chronicle.publish.writer import publish
    from chronicle.render import offered, shipped_themes
    from chronicle.starters import CONTENT, starter

    _write(folder, starter(start, offered((shipped_themes(),))))
    tree = read_tree(folder / CONTENT, CONTENT)
    keys = _make_key(folder / CONTENT, report) if key else None
    lock = Lock(keys) if keys is not None else None
    with progress() as bar:
        manner = Manner(watched=bar.watched, lock=lock, stage=bar.stage)
        site = make_campaign(tree, report, manner)
    if site is None or not publish(site.files, folder / "output", folder / CONTENT, report):
        return 0
    return sum(1 for path in site.files if path.endswith(".html"))


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(text)


def _make_key(content: Path, report: Report) -> Keys | None:
    """A key for the new campaign, in its place."""
    from chronicle.cli.key_access import Held, save
    from chronicle.load import load, read_tree
    from chronicle.seal import Keys, key_file

    campaign = load(read_tree(content, content.name), report)
    if campaign is None:
        return None
    fresh = Keys(os.urandom(32), rotations={}, generations={}, own={}, logins={}, demo=False)
    key_file.ignore(content)
    save(Held(content, campaign, fresh), key_file.path_for(content, fresh))
    return key_file.keys_in(content, report)


def _said(folder: Path, pages: int, start: Start, *, key: bool) -> str:
    """What was made, and what to do next."""
    at = shlex.quote(shown(folder))
    made = f"{shown(folder)} holds a campaign by the rules {start.ruleset}"
    lines = [
        f"{made}, and its site: {pages} pages.",
        "",
        f"  look at it            {shown(folder / 'output' / 'site' / 'index.html')}",
        f"  and as its GM         {shown(folder / 'output' / 'private' / 'gm' / 'index.html')}",
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
