"""The folder of a desk: a campaign, or an empty one in which a campaign is to be created."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from chronicle.cli.output import display_path

if TYPE_CHECKING:
    from chronicle.serve.desk.start import StartForm


def campaign_folder(given: Path) -> Path:
    """The campaign's folder in the one that was given; there is none yet if that one is empty.

    Raises click.BadParameter if it has other files, or if no campaign can be created there.
    """
    from chronicle.cli.build_run import folders_of
    from chronicle.cli.new import folder_to_create
    from chronicle.load import campaigns_in
    from chronicle.load.disk import MULTI_SITE_FILE
    from chronicle.starters import CONTENT_FOLDER

    inner = given / CONTENT_FOLDER
    if (inner / "campaign.yaml").is_file() and not (given / MULTI_SITE_FILE).exists():
        return inner
    if given.is_file() or (given / "campaign.yaml").is_file():
        return given
    if given.is_dir() and any(given.iterdir()):
        if campaigns_in(given):
            return given
        raise click.BadParameter(
            f"{display_path(given)} has other files and no campaign.yaml; give the folder of a"
            " campaign, or an empty one for a new campaign",
            param_hint="CONTENT",
        )
    if given == Path(CONTENT_FOLDER) and not given.exists():
        # No folder was named. What is missing is told as by other commands.
        is_empty = not any(Path.cwd().iterdir())
        return folder_to_create(Path.cwd()) / given if is_empty else folders_of(given)[0]
    return folder_to_create(given) / CONTENT_FOLDER


def start_form(content: Path) -> StartForm:
    """What is asked before the campaign is created."""
    from chronicle.cli.new import RULESETS
    from chronicle.render import available_choices, shipped_themes_folder
    from chronicle.serve.desk.start import StartForm

    languages = available_choices((shipped_themes_folder(),))["language"]
    return StartForm(display_path(content.parent), RULESETS, languages)
