"""The commands `theme list` and `theme use`."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Final

import click

from chronicle.cli.build_run import read_one_campaign
from chronicle.cli.campaign_argument import read_campaign
from chronicle.cli.completers import complete_themes
from chronicle.cli.help_text import CommandGroup
from chronicle.cli.output import (
    CONTENT_ARGUMENT,
    FORMAT_OPTION,
    display_path,
    exit_on_errors,
    with_error_handling,
)
from chronicle.diagnostics.report import Report, did_you_mean

_HEAD_FILE: Final = "campaign.yaml"
#: The page of the documentation with a picture of each theme.
_GALLERY: Final = "Change the look of the site"


@click.group(cls=CommandGroup)
def theme() -> None:
    """Choose the look of the site."""


@theme.command("list")
@CONTENT_ARGUMENT
@FORMAT_OPTION
@with_error_handling
def list_(content: Path, form: str | None) -> None:
    """List the themes, with what each looks like.

    The campaign's own themes are listed too. A star marks the theme that the campaign uses. The
    documentation has pictures of the themes.

    Example: chronicle theme list my-campaign
    """
    from chronicle.render import theme_descriptions

    used = ""
    if (content / _HEAD_FILE).exists():
        campaign, _ = read_campaign(content, Report(), form)
        used = campaign.theme
    described = theme_descriptions(_theme_folders(content))
    width = max(map(len, described))
    for name, description in described.items():
        mark = "*" if name == used else " "
        click.echo(f"{mark} {name:{width}}  {description}".rstrip())
    click.echo(f"Pictures: see “{_GALLERY}” in the documentation", err=True)


@theme.command()
@click.argument("name", shell_complete=complete_themes)
@CONTENT_ARGUMENT
@FORMAT_OPTION
@with_error_handling
def use(name: str, content: Path, form: str | None) -> None:
    """Use a theme: write it to campaign.yaml.

    The rest of the file is unchanged. If the campaign sets something under `look:` that the
    theme does not have, or a colour that can't be read on it, nothing is written.

    Example: chronicle theme use pulp my-campaign
    """
    from chronicle.cli.schema import update_schemas
    from chronicle.files.source import FileTree
    from chronicle.load import load_campaign
    from chronicle.load.disk import THEMES_FOLDER
    from chronicle.publish.atomic_write import write_all_or_none
    from chronicle.render import theme_descriptions
    from chronicle.render.theme_selection import load_theme
    from chronicle.yaml.edit.document import YamlEditError
    from chronicle.yaml.edit.set_entries import set_scalar

    report = Report()
    campaign, _ = read_campaign(content, report, form)
    known = theme_descriptions(_theme_folders(content))
    if name not in known:
        raise click.BadParameter(
            f"unknown theme {name}; {did_you_mean(name, known)}", param_hint="NAME"
        )
    path = display_path(content / _HEAD_FILE)
    if campaign.theme == name:
        click.echo(f"{path} already uses {name}", err=True)
        return
    tree = read_one_campaign(content, report, form)
    written = tree.files[_HEAD_FILE]
    text = written.decode("utf-8") if isinstance(written, bytes) else ""
    try:
        changed = set_scalar(text, "theme", name, after="ruleset")
    except YamlEditError:
        raise click.ClickException(f"write `theme: {name}` into {path} yourself") from None
    changed_tree = FileTree(tree.name, {**tree.files, _HEAD_FILE: changed.encode()})
    changed_campaign = load_campaign(changed_tree, Report())
    if changed_campaign is not None:
        load_theme(changed_campaign, (content / THEMES_FOLDER,), report)
    exit_on_errors(report, form, result=True)
    write_all_or_none({_HEAD_FILE: changed.encode()}, content, report)
    exit_on_errors(report, form, result=True)
    update_schemas(content)
    click.echo(f"written: {path}, with theme: {name}", err=True)
    click.echo(f"Next: chronicle serve {shlex.quote(display_path(content))}", err=True)


def _theme_folders(content: Path) -> tuple[Path, ...]:
    """The folders with the campaign's own themes and with those that ship."""
    from chronicle.load.disk import THEMES_FOLDER
    from chronicle.render import shipped_themes_folder

    return (content / THEMES_FOLDER, shipped_themes_folder())
